import type { AreaId } from "../../contract/area-ids.ts";
import type { BodyObject } from "../../contract/json/json.ts";
import type { Action } from "../model/area.ts";
import type { Context } from "../model/context.ts";
import { type Effect, goTo } from "../model/effect.ts";

type OnOne<Thing> = Omit<Action, "on" | "disabled" | "open"> & {
  /** The reason why the action is not available for the thing now, or null; left out for actions that are always available. */
  readonly disabled?: (thing: Thing, context: Context) => string | null;
  readonly open: (thing: Thing, context: Context, start?: BodyObject) => Effect;
};

/** Makes actions on one thing of an area: they are disabled when the thing no longer exists. */
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
