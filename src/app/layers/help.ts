import { type Span, span } from "../../text/spans.ts";
import { fitText, quoted, widthOf, wrapped } from "../../text/width.ts";
import type { App, Binding } from "../app.ts";
import { keyLabel } from "../keys/key-label.ts";
import { keyOf } from "../keys/key-of.ts";
import { SCOPES } from "../keys/scopes.ts";
import { layerWidth } from "../screen/focus.ts";
import type { HelpLayer } from "../workspace.ts";
import { openFilterBinding } from "./filter.ts";
import { scrollBindings } from "./scrolling.ts";

/** All keys, generated from the bindings: those of the current scopes first. */

const KEY_COLUMN = 22;

function bindingSpans({ keys, title }: Binding): readonly Span[] {
  const labels = keys.map(keyLabel).join("  ");
  // Long key labels push their own title to the right rather than being cut.
  return [span(`  ${fitText(labels, Math.max(KEY_COLUMN, widthOf(labels) + 2))}`, "key"), span(title)];
}

/** True when a binding contains all words of a filter in its keys or its title. */
export function matchesFilter({ keys, title }: Binding, filter: string): boolean {
  const text = `${keys.map(keyLabel).join(" ")} ${title}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}

/** Lines of the help page: the purpose of the current screen, then the keys by scope; with a filter, only the matching keys. */
export function helpLines(app: App, layer: HelpLayer): readonly (readonly Span[])[] {
  const screen = app.selectors.screen(app.store.getState());
  const scopes = [...layer.scopes, ...new Set(app.keys.all.map(({ scope }) => scope))];
  const seen = new Set<string>();
  const { filter } = layer;
  const first =
    filter !== "" ? [] : wrapped(screen.firstHelp(keyOf(app)), layerWidth(app) - 2).map((text) => [span(` ${text}`)]);
  const lines: (readonly Span[])[] = first.length === 0 ? [] : [...first, []];
  for (const scope of scopes) {
    if (seen.has(scope)) continue;
    seen.add(scope);
    const own = app.keys.all.filter(
      (binding) => binding.scope === scope && binding.keys.length > 0 && matchesFilter(binding, filter),
    );
    if (own.length === 0) continue;
    lines.push([span(` ${SCOPES[scope].title}`, "heading")], ...own.map(bindingSpans));
  }
  return lines.length === 0 ? [[span(` No key matches ${quoted(filter)}.`, "dim")]] : lines;
}

export const helpBindings: readonly Binding[] = [
  openFilterBinding("help", "Filter the keys"),
  ...scrollBindings("help", "?", helpLines),
];
