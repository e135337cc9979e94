import type { App } from "../app.ts";
import type { Findable } from "./palette-match.ts";

/** A line of the palette. */
export type PaletteEntry = Findable & {
  readonly id: string;
  /** Names and numbers of its operations. */
  readonly names: readonly string[];
  readonly note: string;
  readonly disabled: string | null;
  readonly run: (app: App) => void;
};
