import type { GroupId } from "../../contract/schema/ids.ts";
import { bounded } from "../core.ts";
import type { Place } from "./place.ts";
import type { ViewKey, ViewState } from "./views.ts";

/** The places that one was at, before and after the one that is shown: pure rules of going back and forward. */

/** A place as it was left, and all that it takes to be there again as before. */
export type Stop = {
  readonly place: Place;
  /** The place that a link led to from elsewhere, which Esc goes back from; null where an area was opened anew. */
  readonly followedTo: Place | null;
  readonly pane: "main" | "side";
  readonly cluster: string | null;
  /** The project that was looked at, and its name for telling that it is gone. */
  readonly groupId: GroupId | null;
  readonly groupName: string | null;
  /** The line of the detail that had the keys. */
  readonly line: number;
  /** Row and scroll of its list; null before a project is known. */
  readonly selection: (Pick<ViewState, "selectedId" | "anchor"> & { readonly view: ViewKey }) | null;
};

/** Both end with the place that is nearest. */
export type Trail = { readonly past: readonly Stop[]; readonly ahead: readonly Stop[] };

export type TrailWay = "back" | "forward";

/** So many places can be gone back to, and as many forward. */
export const LONGEST_TRAIL = 100;

export const NO_TRAIL: Trail = { past: [], ahead: [] };

/** One leaves `here` on a new way: what was ahead is forgotten. */
export const leaving = ({ past }: Trail, here: Stop): Trail => ({
  past: bounded(past, here, LONGEST_TRAIL),
  ahead: [],
});

/** The place that a way leads to next. */
export const nextOn = ({ past, ahead }: Trail, way: TrailWay): Stop | undefined =>
  way === "back" ? past.at(-1) : ahead.at(-1);

/** The next place of a way is skipped, because it is not there any more. */
export const withoutNext = (trail: Trail, way: TrailWay): Trail =>
  way === "back" ? { ...trail, past: trail.past.slice(0, -1) } : { ...trail, ahead: trail.ahead.slice(0, -1) };

/** The trail after a step along a way; `here` is what one leaves, to come to again the other way. */
export function stepped(trail: Trail, way: TrailWay, here: Stop): Trail {
  const { past, ahead } = withoutNext(trail, way);
  return way === "back"
    ? { past, ahead: bounded(ahead, here, LONGEST_TRAIL) }
    : { past: bounded(past, here, LONGEST_TRAIL), ahead };
}
