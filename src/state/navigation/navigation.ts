import type { AreaId } from "../../contract/area-ids.ts";
import type { Core } from "../core.ts";
import { type Place, samePlace } from "./place.ts";
import {
  leaving,
  NO_TRAIL,
  nextOn,
  type Stop,
  type Trail,
  type TrailWay,
  trailAfterStep,
  withoutNext,
} from "./trail.ts";

/** A part of the screen that can have the focus. */
type Pane = "sidebar" | "main" | "side";

export type NavigationState = {
  readonly place: Place;
  /** History of places for going back and forward. */
  readonly trail: Trail;
  /** Place that a link from elsewhere led to, and that Esc leaves again; null when an area was opened directly. */
  readonly followedTo: Place | null;
  readonly pane: Pane;
  /** True while the focused pane fills the screen. */
  readonly fullScreen: boolean;
  /** True while the screen is frozen for selecting text; data goes on arriving. */
  readonly frozen: boolean;
  /** The cluster that cluster-scoped areas are narrowed to. */
  readonly cluster: string | null;
  /** Area marked in the sidebar while it has the focus; null: the one that is shown. */
  readonly marked: AreaId | null;
};

export type NavigationSlice = { readonly navigation: NavigationState };

export type NavigationActions = {
  readonly open: (place: Place) => void;
  /**
   * Adds the place that is left to the history, on the way to a new place.
   *
   * @param followedTo place that a link leads to; null when an area is opened directly; unchanged when omitted
   */
  readonly leave: (here: Stop, followedTo?: Place | null) => void;
  /** Goes one place back or forward; `here` is added to the other direction. The caller knows that there is such a place. */
  readonly step: (way: TrailWay, here: Stop) => void;
  /** Removes the next place of a direction, because it no longer exists. */
  readonly skip: (way: TrailWay) => void;
  readonly markArea: (area: AreaId) => void;
  readonly focus: (pane: Pane) => void;
  readonly setFullScreen: (fullScreen: boolean) => void;
  readonly setFrozen: (frozen: boolean) => void;
  readonly narrowTo: (cluster: string | null) => void;
};

export const navigationAt = (place: Place): NavigationState => ({
  place,
  trail: NO_TRAIL,
  followedTo: null,
  // Naming one thing on the command line focuses that thing.
  pane: place.ids.length > 0 ? "side" : "main",
  fullScreen: false,
  frozen: false,
  cluster: null,
  marked: null,
});

/**
 * Owner whose queries are polled at the focused interval. The sidebar has no changing data of its own: while it has the focus, that is the main
 * pane.
 */
export const focusedOwner = ({ pane }: NavigationState): string => (pane === "side" ? "side" : "main");

/** @param focusChanged called after the focus moved to another pane */
export function createNavigation(
  core: Core<NavigationSlice>,
  focusChanged: () => void,
): Omit<NavigationActions, "setFrozen"> {
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
      change({ place, followedTo, pane, cluster, marked: null, trail: trailAfterStep(trail, way, here) });
    },
    skip: (way) => change({ trail: withoutNext(core.get().navigation.trail, way) }),
    markArea: (marked) => change({ marked }),
    focus: (pane) => {
      if (core.get().navigation.pane !== pane) change({ pane, marked: null });
    },
    setFullScreen: (fullScreen) => change({ fullScreen }),
    narrowTo: (cluster) => change({ cluster }),
  };
}
