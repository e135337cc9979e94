import { layoutOf } from "../../app/layout.ts";
import { type HeaderFacts, headerSpans, whereSpans } from "../../app/screen/header.ts";
import { firstHintSpans, fittedHints } from "../../app/shell/fitted-hints.ts";
import { sidebarLines } from "../../app/shell/sidebar-lines.ts";
import { titleLine } from "../../app/shell/title-line.ts";
import type { Symbols } from "../../app/symbols.ts";
import type { Place } from "../../state/navigation/place.ts";
import { cutSpans, type Span, span, spansWidth } from "../../text/spans.ts";
import type { FirstFrame } from "./first-frame.ts";

/** Input of the splash screen. */
type SkeletonInput = {
  readonly firstFrame: FirstFrame;
  readonly columns: number;
  readonly rows: number;
  readonly place: Place;
  /** True: no sidebar. */
  readonly hideSidebar: boolean;
  /** No console was opened on this machine before. */
  readonly isFirstStart: boolean;
  readonly session: HeaderFacts["session"];
  readonly symbols: Symbols;
};

type Pane = { readonly width: number; readonly lines: readonly (readonly Span[])[] };

/** A line of a pane, cut or padded to its exact width. */
function filled(spans: readonly Span[], width: number): readonly Span[] {
  const shown = cutSpans(spans, width);
  return [...shown, span(" ".repeat(Math.max(0, width - spansWidth(shown))))];
}

/** Lines in a single style become one span. */
const inOne = (spans: readonly Span[], over: Span["token"]): readonly Span[] =>
  over === undefined ? spans : [span(spans.map(({ text }) => text).join(""), over)];

/**
 * The console's frame before anything is loaded: the same lines that the program draws first, from the same functions. Null where the terminal is too
 * small for a frame.
 */
export function skeletonLines(input: SkeletonInput): readonly (readonly Span[])[] | null {
  const { firstFrame, columns, rows, place, hideSidebar, isFirstStart, session, symbols } = input;
  const isThing = place.ids.length > 0;
  const pane = isThing ? "side" : "main";
  const warned = session.environment === "production";
  const layout = layoutOf({ columns, rows, pane, sideOpen: isThing, fullScreen: false, hideSidebar, warned });
  const headerFacts: HeaderFacts = { session, navigation: { cluster: null, frozen: false } };
  const area = firstFrame.areas.find(({ id }) => id === place.area);
  if (layout.kind === "too-small" || area === undefined) return null;
  const { sidebar, main, side, header: heads, body } = layout;

  const titled = (title: string, words: string, width: number, focused: boolean): Pane => ({
    width,
    lines: [
      titleLine({
        title: [span(title, "title")],
        right: hideSidebar ? whereSpans(headerFacts, symbols) : [],
        width,
        focused,
        symbols,
      }),
      [span(`   ${words}`, "dim")],
    ],
  });
  const panes: Pane[] = [];
  if (sidebar > 0) {
    const lines = sidebarLines({
      areas: firstFrame.areas,
      selected: place.area,
      badges: new Map(),
      width: sidebar,
      height: body,
      symbols,
    });
    panes.push({ width: sidebar, lines: lines.map(({ spans }) => spans) });
  }
  if (main > 0) {
    panes.push(titled(area.label, "Loading…", main, !isThing));
  }
  if (side > 0) panes.push(titled("Detail", "Loading…", side, true));

  const rule = span(symbols.vertical, "rule");
  const bodyLines = Array.from({ length: body }, (_, row) =>
    panes.flatMap(({ width, lines }, index) => [...(index === 0 ? [] : [rule]), ...filled(lines[row] ?? [], width)]),
  );
  const header = headerSpans(headerFacts, symbols, columns);
  const firstHints = firstFrame.firstHints[session.environment === "sandbox" ? "sandbox" : "own"];
  const hints = firstFrame.hints[place.area]?.[isThing ? "thing" : "list"] ?? [];
  return [
    ...(heads === 0 ? [] : [inOne(filled(header.spans, columns), header.over)]),
    ...bodyLines,
    filled(isFirstStart ? firstHintSpans(firstHints, columns) : fittedHints(hints, columns), columns),
  ];
}
