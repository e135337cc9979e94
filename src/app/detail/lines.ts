import { type Cell, cellText, cellTone, type DetailLine, type DetailModel } from "../../areas/model/view.ts";
import type { Place } from "../../state/navigation/place.ts";
import { type Span, span } from "../../text/spans.ts";
import { fitText, hungByItself, widthOf, wrapped } from "../../text/width.ts";
import type { Symbols } from "../symbols.ts";

/** The detail pane as lines of a width. Long values wrap; links can be followed. */
export type DrawnDetailLine = {
  readonly spans: readonly Span[];
  readonly link: Place | null;
  /** The project that the link leads into, where it is not surely the one that is looked at. */
  readonly project?: string | undefined;
};

const LABEL_MIN = 9;
/** Labels take this part of the width at most: longer ones are cut. */
const LABEL_PART = 1 / 3;

function labelWidth(model: DetailModel, width: number): number {
  const widest = Math.max(LABEL_MIN, ...model.lines.map((line) => (line.kind === "field" ? widthOf(line.label) : 0)));
  return Math.min(Math.floor(width * LABEL_PART), widest);
}

const wrap = (cell: Cell, width: number): { text: string; tone: ReturnType<typeof cellTone> }[] =>
  wrapped(cellText(cell), width).map((text) => ({ text, tone: cellTone(cell) }));

/** A text of its own. */
const textLines = (cell: Cell, width: number): readonly DrawnDetailLine[] =>
  hungByItself(cellText(cell), width - 2).map((text) => ({
    spans: [span(" "), span(text, cellTone(cell))],
    link: null,
  }));

/** The lines of one entry: a long value takes several. */
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
  const room = Math.max(8, width - labels - 3);
  const parts = wrap(line.value, room - (link === null ? 0 : 2));
  return parts.map(({ text, tone }, index) => ({
    spans: [
      span(" "),
      span(fitText(index === 0 ? line.label : "", labels), "dim"),
      span("  "),
      span(text, link !== null && tone === "plain" ? "accent" : tone),
      ...(index === parts.length - 1 ? tail : []),
    ],
    link,
    project,
  }));
}

/** All lines of a thing. */
export function detailLines(model: DetailModel, width: number, symbols: Symbols): readonly DrawnDetailLine[] {
  const labels = labelWidth(model, width);
  return model.lines.flatMap((line) => linesOf(line, labels, width, symbols));
}

/** The first line that is shown, so that the one that has the keys is in the middle where there is text on both sides of it. */
export const topOfDetail = (count: number, at: number, height: number): number =>
  Math.max(0, Math.min(at - Math.floor(height / 2), count - height));
