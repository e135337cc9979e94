import type { AreaId } from "../contract/area-ids.ts";
import type { GroupId } from "../contract/ids.ts";
import { bounded, type Core } from "./core.ts";
import { type Place, samePlace } from "./place.ts";

/** A part of the screen that can have the keys. */
export type Pane = "sidebar" | "main" | "side";

/** What stands beside or below the main pane. */
export type SideMode = "closed" | "detail" | "raw" | "form";

/** A way that was gone, and all that it takes to go back. */
export type HistoryStep = {
  readonly from: Place;
  readonly to: Place;
  readonly pane: Pane;
  readonly cluster: string | null;
  /** The project that was looked at. */
  readonly groupId: GroupId | null;
  /** The line of the detail that had the keys. */
  readonly line: number;
};

export type NavigationState = {
  readonly place: Place;
  /** The ways that were gone, oldest first. */
  readonly history: readonly HistoryStep[];
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
  /** Remembers where one is as the place to come back to from another one. */
  readonly leaveTrace: (step: Pick<HistoryStep, "to" | "groupId" | "line">) => void;
  /** Goes to where one was before; false when there is nowhere to go. */
  readonly back: () => boolean;
  /** One begins anew here: there is nowhere to go back to. */
  readonly forgetHistory: () => void;
  readonly markArea: (area: AreaId) => void;
  readonly focus: (pane: Pane) => void;
  readonly showSide: (side: SideMode) => void;
  readonly setFullScreen: (fullScreen: boolean) => void;
  readonly setFrozen: (frozen: boolean) => void;
  readonly narrowTo: (cluster: string | null) => void;
};

/** So many places can be gone back to. */
const LONGEST_HISTORY = 100;

export const navigationAt = (place: Place): NavigationState => ({
  place,
  history: [],
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
    leaveTrace: (step) => {
      const { place, pane, cluster, history } = core.get().navigation;
      const taken: HistoryStep = { ...step, from: place, pane: pane === "sidebar" ? "main" : pane, cluster };
      change({ history: bounded(history, taken, LONGEST_HISTORY) });
    },
    back: () => {
      const { history } = core.get().navigation;
      const step = history.at(-1);
      if (step === undefined) return false;
      change({ place: step.from, pane: step.pane, cluster: step.cluster, history: history.slice(0, -1) });
      return true;
    },
    forgetHistory: () => {
      if (core.get().navigation.history.length > 0) change({ history: [] });
    },
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
