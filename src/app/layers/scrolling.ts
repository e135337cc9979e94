import { type App, type Binding, changeLayer, layerNow, popLayer } from "../app.ts";
import { moveBindings, movedIndex } from "../keys/move-bindings.ts";
import { layerWidth } from "../screen/focus.ts";
import type { LayerOf } from "../workspace.ts";

/** Text pages that scroll by lines, all with the same keys. */
type ScrolledKind = "raw" | "help" | "activity" | "page" | "write" | "difference";

export type ScrolledLayer = LayerOf<ScrolledKind>;

/** The lines of such a page in a width. */
type LinesOf<Kind extends ScrolledKind> = (app: App, layer: LayerOf<Kind>, width: number) => readonly unknown[];

/** Rows of such a page: without the header, the title and the last line. */
const pageOf = (app: App): number => Math.max(1, app.store.getState().rows - 3);

/**
 * The keys of a page.
 *
 * @param closing the key that opened the page, which closes it too
 */
export function scrollBindings<Kind extends ScrolledKind>(
  kind: Kind,
  closing: string,
  linesOf: LinesOf<Kind>,
  close: Binding["run"] = popLayer,
): readonly Binding[] {
  const count = (app: App): number => {
    const layer = layerNow(app, kind);
    return layer === undefined ? 0 : linesOf(app, layer, layerWidth(app)).length;
  };
  const scrolled: ScrolledKind = kind;
  const scrollBy = (app: App, by: number): void =>
    changeLayer(app, scrolled, (layer) => ({ ...layer, top: movedIndex(layer.top, by, count(app) - pageOf(app) + 1) }));
  const isUseful = (app: App): boolean => count(app) > pageOf(app);
  return [
    ...moveBindings(
      kind,
      scrollBy,
      [
        ["down", ["down", "j"], "Scroll down", 1, "scroll"],
        ["up", ["up", "k"], "Scroll up", -1],
        ["page-down", ["pagedown", "space", "ctrl+f"], "Page down", pageOf, "page"],
        ["page-up", ["pageup", "ctrl+b"], "Page up", (app) => -pageOf(app)],
        ["first", ["home", "g"], "First line", Number.NEGATIVE_INFINITY],
        ["last", ["end", "G"], "Last line", Number.POSITIVE_INFINITY],
      ],
      { isUseful },
    ),
    {
      id: `${kind}.close`,
      keys: ["escape", closing, "q", "left", "h"],
      title: "Close",
      hint: "close",
      scope: kind,
      run: close,
    },
  ];
}
