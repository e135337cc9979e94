import { bounded, type Core } from "./core.ts";
import { type Place, samePlace } from "./place.ts";

/** A part of the screen that can have the keys. */
export type Pane = "sidebar" | "main" | "side";

/** What stands beside or below the main pane. */
export type SideMode = "closed" | "detail" | "raw" | "form";

export type NavigationState = {
  readonly place: Place;
  /** Where one was before, oldest first. */
  readonly history: readonly Place[];
  readonly pane: Pane;
  readonly side: SideMode;
  /** The focused pane fills the screen. */
  readonly fullScreen: boolean;
  /** The screen stands still for selecting text; data goes on arriving. */
  readonly frozen: boolean;
  /** The one cluster that cluster-scoped areas are narrowed to. */
  readonly cluster: string | null;
};

export type NavigationActions = {
  /** Goes somewhere; where one was goes to the history. */
  readonly open: (place: Place) => void;
  /** Goes to where one was before; false when there is nowhere to go. */
  readonly back: () => boolean;
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
      const { place: here, history } = core.get().navigation;
      if (samePlace(here, place)) return;
      change({ place, history: bounded(history, here, LONGEST_HISTORY) });
    },
    back: () => {
      const { history } = core.get().navigation;
      const place = history.at(-1);
      if (place === undefined) return false;
      change({ place, history: history.slice(0, -1) });
      return true;
    },
    focus: (pane) => {
      if (core.get().navigation.pane !== pane) change({ pane });
    },
    showSide: (side) => {
      const { side: before, pane } = core.get().navigation;
      if (before === side) return;
      change(side === "closed" && pane === "side" ? { side, pane: "main" } : { side });
    },
    setFullScreen: (fullScreen) => change({ fullScreen }),
    setFrozen: (frozen) => change({ frozen }),
    narrowTo: (cluster) => change({ cluster }),
  };
}
