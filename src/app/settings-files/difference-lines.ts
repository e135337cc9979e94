import type { Change } from "../../forms/review/compare.ts";
import { labelled } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import { type Span, span } from "../../text/spans.ts";
import { fitText, widthOf, wrapped } from "../../text/width.ts";
import { changesLines } from "../review/lines.ts";
import type { Symbols } from "../symbols.ts";
import type { ComparedRow } from "./compared-rows.ts";
import type { ComparedSides } from "./comparison-table.ts";

/** A compared setting, field by field: both sides beside each other, or below each other if space is short. */

type Lines = readonly (readonly Span[])[];

/** Width from which both sides are beside each other (cells). */
const BESIDE = 72;
const MOST_LABEL = 30;

const sideSpan = (text: string | null): Span => (text === null ? span("not set", "dim") : span(text));

/** Sentences about the kind of difference. */
function sentenceOf({ state, changes, notes }: ComparedRow, { here, there }: ComparedSides): readonly string[] {
  switch (state) {
    case "different":
      return [`${changes.length === 1 ? "1 field differs" : `${changes.length} fields differ`}.`, ...notes];
    case "missing-here":
      return [`It is in ${there} and not in ${here}.`, ...notes];
    case "missing-there":
      return [`It is in ${here} and not in ${there}.`, ...notes];
    case "unclear":
      return notes;
    case "same":
      return [`It is the same in ${here} and in ${there}.`, ...notes];
  }
}

/** A field in three columns. */
function besideLines({ label, from, to }: Change, column: number, half: number): Lines {
  const cells = [wrapped(label, column), wrapped(from ?? "not set", half), wrapped(to ?? "not set", half)];
  const height = Math.max(...cells.map(({ length }) => length));
  const [labels = [], left = [], right = []] = cells;
  return Array.from({ length: height }, (_, index) => [
    span(`  ${fitText(labels[index] ?? "", column)}  `, "dim"),
    { ...sideSpan(from), text: `${fitText(left[index] ?? "", half)}  ` },
    { ...sideSpan(to), text: right[index] ?? "" },
  ]);
}

/** A field with its two sides below it. */
function belowLines({ label, from, to }: Change, { here, there }: ComparedSides, width: number): Lines {
  const names = Math.min(Math.max(widthOf(here), widthOf(there)), Math.floor(width / 3));
  const side = (name: string, text: string | null): Lines =>
    wrapped(text ?? "not set", width - names - 8).map((line, index) => [
      span(`    ${fitText(index === 0 ? name : "", names)}  `, "dim"),
      { ...sideSpan(text), text: line },
    ]);
  return [
    ...wrapped(label, width - 4).map((line) => [span(`  ${line}`, "title")]),
    ...side(here, from),
    ...side(there, to),
  ];
}

const isLong = ({ lines, from, to }: Change): boolean => lines !== undefined && from !== null && to !== null;

function fieldLines(changes: readonly Change[], sides: ComparedSides, width: number, symbols: Symbols): Lines {
  // For texts of many lines only the differing lines are shown, as in a review.
  const long = (change: Change): Lines => changesLines([change], { width, symbols });
  if (width < BESIDE)
    return changes.flatMap((change) => (isLong(change) ? long(change) : belowLines(change, sides, width)));
  const widest = Math.max(5, ...changes.map(({ label }) => widthOf(label)));
  const column = Math.min(widest, MOST_LABEL, Math.floor(width / 3));
  const half = Math.floor((width - column - 8) / 2);
  const head = [
    span(`  ${fitText("FIELD", column)}  `, "heading"),
    span(`${fitText(sides.here.toUpperCase(), half)}  `, "heading"),
    span(fitText(sides.there.toUpperCase(), half).trimEnd(), "heading"),
  ];
  return [head, ...changes.flatMap((change) => (isLong(change) ? long(change) : besideLines(change, column, half)))];
}

const safeSides = ({ here, there }: ComparedSides): ComparedSides => ({
  here: printable(here),
  there: printable(there),
});

/** A row for speech: a line for each field, with the side of each value. */
export function differenceSentences(row: ComparedRow, sides: ComparedSides, width: number, symbols: Symbols): Lines {
  const { here, there } = safeSides(sides);
  const isOnBoth = row.state === "different";
  const field = (change: Change): Lines => {
    const { label, from, to } = change;
    if (isLong(change)) return changesLines([change], { width, symbols });
    const values = isOnBoth
      ? `${from ?? "not set"} in ${here}, ${to ?? "not set"} in ${there}`
      : (to ?? from ?? "not set");
    return [[span(labelled(label, values))]];
  };
  return [...sentenceOf(row, { here, there }).map((sentence) => [span(sentence)]), ...row.changes.flatMap(field)];
}

/** Lines of a row. */
export function differenceLines(row: ComparedRow, sides: ComparedSides, width: number, symbols: Symbols): Lines {
  const safe = safeSides(sides);
  const words = sentenceOf(row, safe).flatMap((sentence) =>
    wrapped(sentence, width - 4).map((line) => [span(`  ${line}`)]),
  );
  return row.changes.length === 0 ? words : [...words, [], ...fieldLines(row.changes, safe, width, symbols)];
}
