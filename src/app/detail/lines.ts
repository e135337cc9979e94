import { type Cell, cellText, cellTone } from "../../areas/model/cell.ts";
import type { DetailLine, DetailModel } from "../../areas/model/view.ts";
import type { Place } from "../../state/navigation/place.ts";
import { asName, type Span, span } from "../../text/spans.ts";
import { fitText, hungByItself, widthOf, wrapped } from "../../text/width.ts";
import type { Symbols } from "../symbols.ts";

/** The detail pane as lines of a given width. Long values wrap; links can be followed. */
export type DrawnDetailLine = {
  readonly spans: readonly Span[];
  readonly link: Place | null;
  /** Project of the link's target, if it may differ from the current one. */
  readonly project?: string | undefined;
};

const LABEL_MIN = 9;
/** Largest share of the width for labels beside long values. */
const LABEL_PART = 1 / 3;
/** Cells of a field's line that are neither its label nor its value. */
const AROUND = 3;

const linkWidth = ({ link }: { readonly link?: Place }): number => (link === undefined ? 0 : 2);

/** Labels take the width of the widest one, as far as the values leave room. */
function labelWidth(model: DetailModel, width: number): number {
  const fields = model.lines.flatMap((line) => (line.kind === "field" ? [line] : []));
  const widest = Math.max(LABEL_MIN, ...fields.map(({ label }) => widthOf(label)));
  const longest = Math.max(0, ...fields.map((line) => widthOf(cellText(line.value)) + linkWidth(line)));
  return Math.min(widest, Math.max(Math.floor(width * LABEL_PART), width - AROUND - longest));
}

/** Lines of a text without a label. */
const textLines = (cell: Cell, width: number): readonly DrawnDetailLine[] =>
  hungByItself(cellText(cell), width - 2).map((text) => ({
    spans: [span(" "), span(text, cellTone(cell))],
    link: null,
  }));

/** Lines of an entry: a long value takes several. */
function linesOf(line: DetailLine, labels: number, width: number, symbols: Symbols): readonly DrawnDetailLine[] {
  if (line.kind === "heading") return [{ spans: [span(` ${line.text}`, "heading")], link: null }];
  if (line.kind === "text") return textLines(line.value, width);
  const { link = null, project } = line;
  const tail = link === null ? [] : [span(` ${symbols.selected}`, "accent")];
  if (line.kind === "drawn") {
    const drawn = line.draw(width - 2 - (link === null ? 0 : 2));
    return drawn.map((cells, index) => ({
      spans: [
        span(" "),
        ...cells.map((cell) => span(cellText(cell), cellTone(cell))),
        ...(index === drawn.length - 1 ? tail : []),
      ],
      link,
      project,
    }));
  }
  // A label wider than the others is never cut: its value follows it, or goes on the next line if there is no room.
  const own = Math.max(labels, widthOf(line.label));
  const [text, tone] = [cellText(line.value), cellTone(line.value)];
  const isBelow = own > labels && own + AROUND + widthOf(text) + linkWidth(line) > width;
  const behind = isBelow ? labels : own;
  const parts = wrapped(text, Math.max(8, width - behind - AROUND) - linkWidth(line));
  return [...(isBelow ? [""] : []), ...parts].map((shown, index, all) => ({
    spans: [
      span(" "),
      asName(span(index > 0 ? " ".repeat(behind) : isBelow ? line.label : fitText(line.label, behind), "dim")),
      span("  "),
      span(shown, link !== null && tone === "plain" ? "accent" : tone),
      ...(index === all.length - 1 ? tail : []),
    ],
    link,
    project,
  }));
}

/** All lines of a detail. */
export function detailLines(model: DetailModel, width: number, symbols: Symbols): readonly DrawnDetailLine[] {
  const labels = labelWidth(model, width);
  return model.lines.flatMap((line) => linesOf(line, labels, width, symbols));
}

/** Index of the first visible line: the focused line is in the middle if there is text on both sides of it. */
export const topOfDetail = (count: number, at: number, height: number): number =>
  Math.max(0, Math.min(at - Math.floor(height / 2), count - height));
