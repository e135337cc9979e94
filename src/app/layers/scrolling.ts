import { type App, type Binding, changeLayer, layerNow, popLayer } from "../app.ts";

/** Text pages that scroll by lines, all with the same keys. */
type ScrolledKind = "raw" | "help" | "activity" | "page" | "write" | "difference";

/** Rows of such a page: without the header, the title and the last line. */
const pageOf = (app: App): number => Math.max(1, app.store.getState().rows - 3);

/**
 * The keys of a page.
 *
 * @param count current number of lines
 * @param closing the key that opened the page, which closes it too
 */
export function scrollBindings(kind: ScrolledKind, closing: string, count: (app: App) => number): readonly Binding[] {
  const scrollBy = (app: App, by: number): void => {
    const layer = layerNow(app, kind);
    if (layer === undefined) return;
    const highest = Math.max(0, count(app) - pageOf(app));
    const top = Math.min(highest, Math.max(0, layer.top + by));
    changeLayer(app, kind, (now) => ({ ...now, top }));
  };
  const scrolls = (
    id: string,
    keys: readonly string[],
    title: string,
    by: (app: App) => number,
    hint?: string,
  ): Binding => ({
    id: `${kind}.${id}`,
    keys,
    title,
    scope: kind,
    ...(hint === undefined ? {} : { hint, isUseful: (app: App): boolean => count(app) > pageOf(app) }),
    run: (app) => scrollBy(app, by(app)),
  });
  return [
    scrolls("down", ["down", "j"], "Scroll down", () => 1, "scroll"),
    scrolls("up", ["up", "k"], "Scroll up", () => -1),
    scrolls("page-down", ["pagedown", "space", "ctrl+f"], "Page down", pageOf, "page"),
    scrolls("page-up", ["pageup", "ctrl+b"], "Page up", (app) => -pageOf(app)),
    scrolls("first", ["home", "g"], "First line", () => Number.NEGATIVE_INFINITY),
    scrolls("last", ["end", "G"], "Last line", () => Number.POSITIVE_INFINITY),
    {
      id: `${kind}.close`,
      keys: ["escape", closing, "q", "left", "h"],
      title: "Close",
      hint: "close",
      scope: kind,
      run: popLayer,
    },
  ];
}
