import type { AreaId } from "../contract/area-ids.ts";
import { AREAS } from "./areas.ts";
import type { Action } from "./model/area.ts";

/** An action that needs no selection, without its code: enough to list it. */
export type AreaCommand = { readonly area: AreaId } & Pick<Action, "id" | "title" | "operation" | "also" | "standard">;

/**
 * All of them, in the order of the sidebar. The build computes this list ahead (`build/lazy-modules.ts`): the palette lists what can be done in areas
 * whose code is not loaded yet.
 */
export const AREA_COMMANDS: readonly AreaCommand[] = AREAS.flatMap(({ id: area, screen }) =>
  screen.actions
    .filter(({ on }) => on === undefined)
    .map(({ id, title, operation, also, standard }) => ({
      area,
      id,
      title,
      operation,
      ...(also === undefined ? {} : { also }),
      ...(standard === undefined ? {} : { standard }),
    })),
);
