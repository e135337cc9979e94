import type { App } from "../app.ts";
import type { Findable } from "./palette-match.ts";

/** An entry of the palette. */
export type PaletteEntry = Findable & {
  readonly id: string;
  /** Names of its operations: ids, numbers in the specification, aliases. */
  readonly names: readonly string[];
  readonly note: string;
  /** The title is a name, not a command: it is cut in its middle. */
  readonly isName?: true;
  readonly disabled: string | null;
  readonly run: (app: App) => void;
};
