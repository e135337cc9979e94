import { weakMapMemoize } from "reselect";
import { type Cell, cellText, cellTone } from "../../areas/model/cell.ts";
import type { DetailLine } from "../../areas/model/view.ts";
import { writeJson } from "../../contract/json/json.ts";
import type { Change } from "../../forms/review/compare.ts";
import type { JournalEntry, NotedChange } from "../../state/journal/journal-file.ts";
import { formatSize, pluralize, type Zone, zoneName } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { printable } from "../../text/printable.ts";
import { type Span, span } from "../../text/spans.ts";
import { detailLines } from "../detail/lines.ts";
import { changesLines } from "../review/lines.ts";
import type { Symbols } from "../symbols.ts";
import { formatBy, formatTook, projectOf, resultCell, writeTime } from "./writes.ts";

/** Details of a write: its request, the answer, before and after, and the result. */

const field = (label: string, value: Cell | null): readonly DetailLine[] =>
  value === null || cellText(value) === "" ? [] : [{ kind: "field", label, value }];

const inZone = (at: number, zone: Zone): string => `${writeTime(at, zone)} ${zoneName(zone)}`;

/** Advice for an unknown result. */
const CHECK = "It may have happened. Check the current state before you send it again.";

function answerCell(entry: JournalEntry): Cell {
  const result = resultCell(entry);
  const took = formatTook(entry);
  return took === "" ? result : { text: `${cellText(result)}, ${took}`, tone: cellTone(result) };
}

function undoLine(
  { outcome }: JournalEntry,
  undoneBy: JournalEntry | undefined,
  undo: string,
  zone: Zone,
): Cell | null {
  if (undoneBy !== undefined) return `undone ${inZone(undoneBy.at, zone)}`;
  return outcome === "done" ? undo : null;
}

/** A change of the journal in the shape of a review's changes. */
const changeOf = ({ lines, ...change }: NotedChange): Change => ({
  ...change,
  ...(lines === undefined ? {} : { lines }),
});

function changesOf(entry: JournalEntry, width: number, symbols: Symbols): readonly (readonly Span[])[] {
  const { changes, moreChanges } = entry;
  if (changes.length === 0) return [];
  const more = moreChanges === 0 ? [] : [[span(`  and ${pluralize(moreChanges, "more change")}, not kept`, "dim")]];
  return [
    [],
    [span(` ${entry.outcome === "done" ? "Before and after" : "Intended changes"}`, "heading")],
    ...changesLines(changes.map(changeOf), { width, symbols }),
    ...more,
  ];
}

function bodyLines({ body, bodyBytes }: JournalEntry): readonly DetailLine[] {
  if (bodyBytes !== null) return [{ kind: "text", value: `${formatSize(bodyBytes)}, too large to be kept` }];
  if (body === null) return [];
  return writeJson(body, 2)
    .split("\n")
    .map((line) => ({ kind: "text", value: printable(line) }));
}

/**
 * The lines of a write, memoized.
 *
 * @param undoes the write that this one undoes, `undoneBy` the write that undoes this one
 * @param undo offer to undo it, or why that is impossible; for a completed write that is not undone
 */
export const writeLines = weakMapMemoize(linesOfWrite);

function linesOfWrite(
  entry: JournalEntry,
  undoes: JournalEntry | undefined,
  undoneBy: JournalEntry | undefined,
  undo: string,
  width: number,
  symbols: Symbols,
  zone: Zone,
): readonly (readonly Span[])[] {
  const drawn = (lines: readonly DetailLine[]): readonly (readonly Span[])[] =>
    detailLines({ title: "", lines, raw: null }, width, symbols).map(({ spans }) => spans);
  const project = projectOf(entry);
  const answer = present(entry.errorCode, entry.words).join(": ");
  const sent = bodyLines(entry);
  return [
    ...drawn([
      ...field("Sent", inZone(entry.at, zone)),
      ...field("Result", answerCell(entry)),
      ...field("Answer", answer === "" ? null : { text: answer, tone: "bad" }),
      ...(entry.outcome === "unknown" ? field("", { text: CHECK, tone: "warn" }) : []),
      ...field("Profile", entry.profile),
      ...field(
        "Project",
        entry.groupId === null || entry.groupName === null ? project : `${project} (${entry.groupId})`,
      ),
      ...field("Sent by", `${formatBy(entry)}, process ${entry.process}`),
      ...field("Created", entry.created.join(", ")),
      ...(undoes === undefined ? [] : field("Undoes", `${undoes.title}, ${inZone(undoes.at, zone)}`)),
      ...field("Undo", undoLine(entry, undoneBy, undo, zone)),
    ]),
    ...changesOf(entry, width, symbols),
    [],
    [span(" Request", "heading")],
    ...drawn([
      ...field("Operation", entry.operation),
      { kind: "text", value: `${entry.method} ${entry.path}` },
      ...(entry.requestId === null ? [] : field("Request id", entry.requestId)),
    ]),
    ...(sent.length === 0 ? [] : [[], [span(" Body", "heading")], ...drawn(sent)]),
  ];
}
