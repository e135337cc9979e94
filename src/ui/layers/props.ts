import type { App, Look } from "../../app/app.ts";
import type { Layer } from "../../app/workspace.ts";

/** What every layer is drawn with: it fills exactly `height` rows of `width` cells. */
export type LayerProps<Kind extends Layer = Layer> = {
  readonly app: App;
  readonly layer: Kind;
  readonly width: number;
  readonly height: number;
  readonly look: Look;
};

/** In a wider pane the two ends of a line would be too far apart to be read as one. */
export const WIDEST = 100;
