import { type Console, changeLayer, popLayer } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { layerOf } from "../workspace.ts";

/** Pages of text that are scrolled by lines: the same keys for all of them. */
type ScrolledKind = "raw" | "help" | "activity" | "page";

/** Rows of such a page: what the header, the title and the last line leave. */
const pageOf = (console: Console): number => Math.max(1, console.workspace.getState().rows - 3);

/**
 * The keys of a page.
 *
 * @param count how many lines it has now
 * @param closing the key that opened it, which closes it too
 */
export function scrollBindings(
  kind: ScrolledKind,
  closing: string,
  count: (console: Console) => number,
): readonly Binding[] {
  const scrollBy = (console: Console, by: number): void => {
    const layer = layerOf(console.workspace.getState(), kind);
    if (layer === undefined) return;
    const highest = Math.max(0, count(console) - pageOf(console));
    const top = Math.min(highest, Math.max(0, layer.top + by));
    changeLayer(console, kind, (now) => ({ ...now, top }));
  };
  const scrolls = (
    id: string,
    keys: readonly string[],
    title: string,
    by: (console: Console) => number,
    hint?: string,
  ): Binding => ({
    id: `${kind}.${id}`,
    keys,
    title,
    scope: kind,
    ...(hint === undefined ? {} : { hint }),
    run: (console) => scrollBy(console, by(console)),
  });
  return [
    scrolls("down", ["down", "j"], "Scroll down", () => 1, "scroll"),
    scrolls("up", ["up", "k"], "Scroll up", () => -1),
    scrolls("page-down", ["pagedown", "space", "ctrl+f"], "Page down", pageOf, "page"),
    scrolls("page-up", ["pageup", "ctrl+b"], "Page up", (console) => -pageOf(console)),
    scrolls("first", ["home", "g"], "To the first line", () => Number.NEGATIVE_INFINITY),
    scrolls("last", ["end", "G"], "To the last line", () => Number.POSITIVE_INFINITY),
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
