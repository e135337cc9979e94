import type { AreaId } from "../../contract/area-ids.ts";
import type { BodyObject } from "../../contract/json/json.ts";
import type { Action } from "../model/area.ts";
import type { Context } from "../model/context.ts";
import { type Effect, goTo } from "../model/effect.ts";

type OnOne<Thing> = Omit<Action, "on" | "disabled" | "open"> & {
  /** Why it cannot be done to the thing now, or null; left out where it always can. */
  readonly disabled?: (thing: Thing, context: Context) => string | null;
  readonly open: (thing: Thing, context: Context, start?: BodyObject) => Effect;
};

/** What makes actions on one thing of an area: of one that is not there any more, nothing can be done. */
export const actionOn =
  <Thing>(area: AreaId, find: (context: Context, id: string) => Thing | null | undefined) =>
  ({ disabled, open, ...action }: OnOne<Thing>): Action => ({
    ...action,
    on: "one",
    disabled: (context, [id = ""]) => {
      const thing = find(context, id) ?? null;
      if (thing === null) return "no longer in the list";
      return disabled?.(thing, context) ?? null;
    },
    open: (context, [id = ""], start) => {
      const thing = find(context, id) ?? null;
      return thing === null ? goTo(area) : open(thing, context, start);
    },
  });
