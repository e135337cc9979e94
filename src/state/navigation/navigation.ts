import type { AreaId } from "../../contract/area-ids.ts";
import type { Core } from "../core.ts";
import { type Place, samePlace } from "./place.ts";
import { leaving, NO_TRAIL, nextOn, type Stop, stepped, type Trail, type TrailWay, withoutNext } from "./trail.ts";

/** A part of the screen that can have the keys. */
export type Pane = "sidebar" | "main" | "side";

/** What stands beside or below the main pane. */
export type SideMode = "closed" | "detail" | "raw" | "form";

export type NavigationState = {
  readonly place: Place;
  /** Where one was before, and where one came back from. */
  readonly trail: Trail;
  /** The place that a link led to from elsewhere, which Esc goes back from; null where an area was opened anew. */
  readonly followedTo: Place | null;
  readonly pane: Pane;
  readonly side: SideMode;
  /** The focused pane fills the screen. */
  readonly fullScreen: boolean;
  /** The screen stands still for selecting text; data goes on arriving. */
  readonly frozen: boolean;
  /** The one cluster that cluster-scoped areas are narrowed to. */
  readonly cluster: string | null;
  /** The area that the mark of the sidebar is on while it has the keys; null: the one that is shown. */
  readonly marked: AreaId | null;
};

export type NavigationActions = {
  readonly open: (place: Place) => void;
  /**
   * Remembers the place that is left on a new way.
   *
   * @param followedTo the place that a link leads to; null where an area is opened anew; as it is where this is left out
   */
  readonly leave: (here: Stop, followedTo?: Place | null) => void;
  /** Goes to the next place of a way. `here` can be come to again the other way. The caller knows that there is a next one. */
  readonly step: (way: TrailWay, here: Stop) => void;
  /** The next place of a way is not there any more. */
  readonly skip: (way: TrailWay) => void;
  readonly markArea: (area: AreaId) => void;
  readonly focus: (pane: Pane) => void;
  readonly showSide: (side: SideMode) => void;
  readonly setFullScreen: (fullScreen: boolean) => void;
  readonly setFrozen: (frozen: boolean) => void;
  readonly narrowTo: (cluster: string | null) => void;
};

export const navigationAt = (place: Place): NavigationState => ({
  place,
  trail: NO_TRAIL,
  followedTo: null,
  // Who names one thing on the command line wants to see that thing.
  pane: place.ids.length > 0 ? "side" : "main",
  side: "closed",
  fullScreen: false,
  frozen: false,
  cluster: null,
  marked: null,
});

/**
 * Which pane's answers are asked for at the quick rate: the one that has the keys. The sidebar shows nothing of its own that
 * moves: while it has the keys, one looks at the main pane.
 */
export const focusedOwner = ({ pane }: NavigationState): string => (pane === "side" ? "side" : "main");

/** @param focusChanged told after the keys went to another pane */
export function createNavigation(core: Core, focusChanged: () => void): NavigationActions {
  const change = (part: Partial<NavigationState>): void => {
    const before = core.get().navigation;
    const navigation = { ...before, ...part };
    core.set({ navigation });
    if (focusedOwner(before) !== focusedOwner(navigation)) focusChanged();
  };
  return {
    open: (place) => {
      if (!samePlace(core.get().navigation.place, place)) change({ place });
    },
    leave: (here, followedTo = core.get().navigation.followedTo) =>
      change({ trail: leaving(core.get().navigation.trail, here), followedTo }),
    step: (way, here) => {
      const { trail } = core.get().navigation;
      const stop = nextOn(trail, way);
      if (stop === undefined) return;
      const { place, followedTo, pane, cluster } = stop;
      change({ place, followedTo, pane, cluster, marked: null, trail: stepped(trail, way, here) });
    },
    skip: (way) => change({ trail: withoutNext(core.get().navigation.trail, way) }),
    markArea: (marked) => change({ marked }),
    focus: (pane) => {
      if (core.get().navigation.pane !== pane) change({ pane, marked: null });
    },
    showSide: (side) => {
      const { side: before, pane } = core.get().navigation;
      if (before === side) return;
      change(side === "closed" && pane === "side" ? { side, pane: "main" } : { side });
    },
    setFullScreen: (fullScreen) => change({ fullScreen }),
    setFrozen: (frozen) => {
      const state = core.get();
      const navigation = { ...state.navigation, frozen };
      core.set({ navigation, displayed: frozen ? { ...state, navigation } : null });
    },
    narrowTo: (cluster) => change({ cluster }),
  };
}
