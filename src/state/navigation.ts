import type { Place } from "./place.ts";

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
