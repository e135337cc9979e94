import type { Layer } from "../../app/workspace.ts";

/** What every layer is drawn with: it fills exactly `height` rows of `width` cells. */
export type LayerProps<Kind extends Layer = Layer> = {
  readonly layer: Kind;
  readonly width: number;
  readonly height: number;
};

/** In a wider pane the two ends of a line would be too far apart to be read as one. */
export const WIDEST = 100;
