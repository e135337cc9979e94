import { type Cell, cellText, cellTone, type DetailLine } from "../../areas/view.ts";
import { writeJson } from "../../contract/json.ts";
import type { Change } from "../../forms/types.ts";
import type { JournalEntry, NotedChange } from "../../state/journal-file.ts";
import { formatSize, pluralize, type Zone, zoneName } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { printable } from "../../text/printable.ts";
import { type Span, span } from "../../text/spans.ts";
import { detailLines } from "../detail/lines.ts";
import { changesLines } from "../review/lines.ts";
import type { Symbols } from "../symbols.ts";
import { byWords, projectOf, resultCell, tookWords, writeTime } from "./writes.ts";

/** All that is known of one write: its request, the answer, before and after, and what became of it. */

/** What a write is shown with. */
export type WriteLook = {
  readonly width: number;
  readonly symbols: Symbols;
  readonly zone: Zone;
  /** Why it can be undone now, or not, where it was done and is not undone. */
  readonly undo: string;
  /** Another write by its name in the journal. */
  readonly find: (id: string) => JournalEntry | undefined;
};

const field = (label: string, value: Cell | null): readonly DetailLine[] =>
  value === null || cellText(value) === "" ? [] : [{ kind: "field", label, value }];

const inZone = (at: number, zone: Zone): string => `${writeTime(at, zone)} ${zoneName(zone)}`;

/** What a result that nobody knows asks for. */
const CHECK = "It may have happened. Check the current state before you send it again.";

function answerCell(entry: JournalEntry): Cell {
  const result = resultCell(entry);
  const took = tookWords(entry);
  return took === "" ? result : { text: `${cellText(result)}, ${took}`, tone: cellTone(result) };
}

function undoLines(entry: JournalEntry, { zone, undo, find }: WriteLook): readonly DetailLine[] {
  const { undoes, undoneBy, outcome, method } = entry;
  const original = undoes === null ? undefined : find(undoes);
  const undoing = undoneBy === null ? undefined : find(undoneBy);
  return [
    ...(original === undefined ? [] : field("Undoes", `${original.title}, ${inZone(original.at, zone)}`)),
    ...(undoing !== undefined
      ? field("Undo", `undone ${inZone(undoing.at, zone)}`)
      : outcome === "done" && method !== "GET"
        ? field("Undo", undo)
        : []),
  ];
}

/** A change of the journal as those of a review are. */
const changeOf = ({ lines, ...change }: NotedChange): Change => ({
  path: [],
  ...change,
  ...(lines === undefined ? {} : { lines }),
});

function changesOf(entry: JournalEntry, { width, symbols }: WriteLook): readonly (readonly Span[])[] {
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

/** The lines of one write. */
export function writeLines(entry: JournalEntry, look: WriteLook): readonly (readonly Span[])[] {
  const { width, symbols, zone } = look;
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
      ...field("Sent by", `${byWords(entry)}, process ${entry.process}`),
      ...field("Created", entry.created.join(", ")),
      ...undoLines(entry, look),
    ]),
    ...changesOf(entry, look),
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
