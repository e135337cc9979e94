import type { GroupId } from "../../contract/schema/ids.ts";
import { bounded } from "../core.ts";
import type { Place } from "./place.ts";
import type { ViewKey, ViewState } from "./views.ts";

/** History of places before and after the current one: pure rules of going back and forward. */

/** A place as it was left, with everything needed to restore it. */
export type Stop = {
  readonly place: Place;
  /** Place that a link from elsewhere led to, and that Esc leaves again; null when an area was opened directly. */
  readonly followedTo: Place | null;
  readonly pane: "main" | "side";
  readonly cluster: string | null;
  /** The project at that time; its name is for a message when it no longer exists. */
  readonly groupId: GroupId | null;
  readonly groupName: string | null;
  /** The focused line of the detail. */
  readonly line: number;
  /** Selected row and scroll position of its list; null before a project is known. */
  readonly selection: (Pick<ViewState, "selectedId" | "anchor"> & { readonly view: ViewKey }) | null;
};

/** Both lists end with the nearest place. */
export type Trail = { readonly past: readonly Stop[]; readonly ahead: readonly Stop[] };

export type TrailWay = "back" | "forward";

/** Upper bound of places in each direction. */
export const LONGEST_TRAIL = 100;

export const NO_TRAIL: Trail = { past: [], ahead: [] };

/** The trail after leaving `here` for a new place: the forward places are dropped. */
export const leaving = ({ past }: Trail, here: Stop): Trail => ({
  past: bounded(past, here, LONGEST_TRAIL),
  ahead: [],
});

/** The next place in a direction. */
export const nextOn = ({ past, ahead }: Trail, way: TrailWay): Stop | undefined =>
  way === "back" ? past.at(-1) : ahead.at(-1);

/** The trail without the next place of a direction, which no longer exists. */
export const withoutNext = (trail: Trail, way: TrailWay): Trail =>
  way === "back" ? { ...trail, past: trail.past.slice(0, -1) } : { ...trail, ahead: trail.ahead.slice(0, -1) };

/** The trail after a step; `here` is added to the other direction. */
export function trailAfterStep(trail: Trail, way: TrailWay, here: Stop): Trail {
  const { past, ahead } = withoutNext(trail, way);
  return way === "back"
    ? { past, ahead: bounded(ahead, here, LONGEST_TRAIL) }
    : { past: bounded(past, here, LONGEST_TRAIL), ahead };
}
