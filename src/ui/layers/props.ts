import type { Layer } from "../../app/workspace.ts";

/** Props of every layer: it fills exactly `height` rows of `width` cells. */
export type LayerProps<Kind extends Layer = Layer> = {
  readonly layer: Kind;
  readonly width: number;
  readonly height: number;
};

/** Maximum cells between the two ends of a line: further apart they would not be read as one line. */
export const WIDEST = 100;
