import type { Change } from "../../forms/review/compare.ts";
import type { ConflictField } from "../../forms/review/conflict.ts";
import type { Fact } from "../../forms/review/review.ts";
import { type Span, span } from "../../text/spans.ts";
import type { Token } from "../../text/token.ts";
import { cut, fitText, hung, widthOf, wrapped } from "../../text/width.ts";
import type { KeyOf } from "../keys/key-of.ts";
import type { Symbols } from "../symbols.ts";
import type { ReviewLayer } from "../workspace.ts";
import { conflictFields } from "./conflict.ts";

/** A review as lines: the sentence, the warnings, the changes, the facts, the request. */

export type ReviewLines = readonly (readonly Span[])[];

export type LineInput = {
  readonly width: number;
  /** Available rows. */
  readonly height: number;
  readonly symbols: Symbols;
  /** Target of a write in a production profile, in words; null for other profiles. */
  readonly production: string | null;
  /** Projects that are written to, in words, if the header does not name them. */
  readonly project: string | null;
  /** Names of the request's targets, which are sent one after another. */
  readonly targets: readonly string[];
};

/** A choice between versions names its keys. */
type ConflictInput = LineInput & { readonly key: KeyOf };

/** Input for drawing changes. */
type ChangeInput = Pick<LineInput, "width" | "symbols">;

const INDENT = "  ";

const paragraph = (text: string, width: number, look: (line: string) => Span, first = "", rest = first): ReviewLines =>
  wrapped(text, width - 3 - widthOf(first)).map((line, index) => [
    span(INDENT),
    span(index === 0 ? first : rest),
    look(line),
  ]);

/** A text after a mark; further lines are indented below its first word, so that the marks can be counted. */
const marked = (mark: string, text: string, width: number, token: Token): ReviewLines =>
  hung(`${mark} `, text, width - 3).map((line) => [span(INDENT), span(line, token)]);

function warningLines(warnings: readonly string[], { width }: LineInput): ReviewLines {
  return warnings.flatMap((warning) => marked("!", warning, width, "warn"));
}

const MOST_LABEL = 30;
/** Least room for values beside the longest label (columns). */
const LEAST_VALUE = 22;

const labelColumn = (labels: readonly string[], width: number): number =>
  Math.min(MOST_LABEL, Math.floor(width * 0.4), Math.max(0, ...labels.map(widthOf)));

/** Width of a change from one value to another in one line (columns). */
const pairWidth = ({ from, to }: Change): number => widthOf(from ?? "not set") + widthOf(to ?? "not set") + 5;

/**
 * A change in one line if it fits, otherwise old and new values below each other. A label longer than the column is shown in full: together with its
 * values if they fit in the line, otherwise on a separate line.
 */
function changeLines(change: Change, labels: number, input: ChangeInput): ReviewLines {
  const { width, symbols } = input;
  const own = widthOf(change.label);
  const values = pairWidth(change);
  const isLong = own > labels;
  if (isLong && own + values > width - 5 && own > labels + 1) {
    const below = changeLines({ ...change, label: "" }, Math.min(labels, 2), input);
    return [[span(`${INDENT}${cut(change.label, width - 4, "middle")}`)], ...below];
  }
  const column = isLong ? own : labels;
  const label = span(`${INDENT}${fitText(change.label, column)}  `);
  const room = width - column - 5;
  const beside = (mark: string, text: string, token: Token, first: Span = label): ReviewLines =>
    wrapped(text, room - 2).map((line, index) => [
      index === 0 ? first : span(" ".repeat(column + 4)),
      span(`${index === 0 ? mark : " "} ${line}`, token),
    ]);
  if (change.kind === "removed") return beside(symbols.dash, change.from ?? "", "removed");
  if (change.kind === "added") return beside("+", change.to ?? "", "added");
  if (change.kind === "moved") {
    return beside(symbols.right, `moved from ${change.from ?? ""} to ${change.to ?? ""}`, "changed");
  }
  if (change.lines !== undefined) {
    return [
      [label],
      ...change.lines
        .filter(({ kind }) => kind !== "same")
        .map(({ kind, text }) => [
          span(`${INDENT}  ${kind === "added" ? "+" : symbols.dash} ${text}`, kind === "added" ? "added" : "removed"),
        ]),
    ];
  }
  const from = change.from ?? "not set";
  const to = change.to ?? "not set";
  const arrow = `  ${symbols.right}  `;
  if (widthOf(from) + widthOf(to) + widthOf(arrow) <= room) {
    return [[label, span(from, "removed"), span(arrow, "dim"), span(to, "added")]];
  }
  return [...beside(symbols.dash, from, "removed"), ...beside("+", to, "added", span(" ".repeat(column + 4)))];
}

/** Changes below each other, with their labels in a column: as wide as the longest label where values have room beside it and none is split in two. */
export function changesLines(changes: readonly Change[], input: ChangeInput): ReviewLines {
  const labels = changes.map(({ label }) => label);
  const longest = Math.max(0, ...labels.map(widthOf));
  const room = input.width - longest - 5;
  const isSplit = (change: Change): boolean =>
    change.kind === "changed" && pairWidth(change) > room && pairWidth(change) <= input.width - 7;
  const isAligned = room >= LEAST_VALUE && !changes.some(isSplit);
  const column = isAligned ? longest : labelColumn(labels, input.width);
  return changes.flatMap((change) => changeLines(change, column, input));
}

function factLines(facts: readonly Fact[], { width }: LineInput): ReviewLines {
  const column = labelColumn(
    facts.map(({ label }) => label),
    width,
  );
  const marks = facts.some(({ mark }) => mark !== undefined) ? 2 : 0;
  return facts.flatMap(({ label, value, mark }) =>
    wrapped(value, width - marks - column - 5).map((line, index) => [
      span(`${INDENT}${fitText(index === 0 ? (mark?.text ?? "") : "", marks)}`, mark?.tone),
      span(`${fitText(index === 0 ? label : "", column)}  `, "dim"),
      span(line),
    ]),
  );
}

/** The body in one line, for a quick check that it is the right one. */
const compact = (text: string): string => text.replaceAll(/\s*\n\s*/gu, " ");

/** A path with its ids shortened in the middle. */
const shortened = (path: string): string =>
  path.replaceAll(/\b([0-9a-f]{4})[0-9a-f]{16}([0-9a-f]{4})\b/gu, "$1\u2026$2");

/** The first line of the request, and as much of its body as fits; at least two lines of it. */
function requestLines({ review }: Pick<ReviewLayer, "review">, input: LineInput, room: number): ReviewLines {
  if (review === null) return [];
  const { method, path, text } = review.request;
  const isWide = widthOf(method) + widthOf(path) + 4 > input.width;
  const head = requestHead(method, isWide ? shortened(path) : path, input);
  if (text === "") return head;
  const body = wrapped(compact(text), input.width - 5);
  const most = Math.max(2, room - head.length);
  const shown = body
    .slice(0, most)
    .map((line, index) => (index === most - 1 && body.length > most ? `${line} …` : line));
  return [...head, ...shown.map((part) => [span(`${INDENT}${part}`, "dim")])];
}

/** Method and path, over as many lines as needed, and the number of further requests. */
function requestHead(method: string, path: string, { width, targets }: LineInput): ReviewLines {
  const more = targets.length - 1;
  return [
    ...paragraph(path, width, (part) => span(part, "key"), `${method} `, " ".repeat(widthOf(method) + 1)),
    ...(more < 1 ? [] : [[span(`${INDENT}and ${more} more, sent one after another`, "dim")]]),
  ];
}

/** A line of JSON, wrapped with a deeper indent. */
function jsonLine(line: string, { width }: LineInput): ReviewLines {
  const indent = /^ */u.exec(line)?.[0] ?? "";
  return paragraph(line.slice(indent.length), width, (part) => span(part), indent, `${indent}    `);
}

/** A line of a value; wrapped lines keep its indent. */
function indented(text: string, width: number): readonly string[] {
  const indent = /^ */u.exec(text)?.[0] ?? "";
  return hung(indent.slice(0, Math.floor(width / 2)), text.slice(indent.length), width);
}

/** From this width on, old and new values are side by side. */
const SIDE_BY_SIDE = 100;

/** A change with its full old and new values, by lines. */
function fullChange({ label, kind: change, lines = [] }: Change, { width, symbols }: LineInput): ReviewLines {
  const head: ReviewLines = [[span(`${INDENT}${label}`, "title")]];
  if (width < SIDE_BY_SIDE || change === "added" || change === "removed") {
    const mark = { same: " ", added: "+", removed: symbols.dash } as const;
    const token = { same: "plain", added: "added", removed: "removed" } as const;
    return [
      ...head,
      ...lines.flatMap(({ kind, text }) =>
        indented(text, width - 7).map((part, index) => [
          span(`${INDENT}  ${index === 0 ? mark[kind] : " "} ${part}`, token[kind]),
        ]),
      ),
      [],
    ];
  }
  const half = Math.floor((width - 5) / 2);
  const row = (left: string, right: string, isSame: boolean): readonly Span[] => [
    span(`${INDENT}${fitText(left, half)} `, isSame ? "plain" : "removed"),
    span(right, isSame ? "plain" : "added"),
  ];
  const rows: (readonly Span[])[] = [];
  let removed: readonly string[] = [];
  let added: readonly string[] = [];
  const flush = (): void => {
    const length = Math.max(removed.length, added.length);
    for (let index = 0; index < length; index += 1) rows.push(row(removed[index] ?? "", added[index] ?? "", false));
    [removed, added] = [[], []];
  };
  for (const { kind, text } of lines) {
    const parts = indented(text, half - 1);
    if (kind === "removed") removed = [...removed, ...parts];
    else if (kind === "added") added = [...added, ...parts];
    else {
      flush();
      rows.push(...parts.map((part) => row(part, part, true)));
    }
  }
  flush();
  return [...head, row("Before", "After", true), ...rows, []];
}

/** The full request: old and new values that are too long for the review, then every line of the body. */
export function wholeRequest({ review }: ReviewLayer, input: LineInput): ReviewLines {
  if (review === null) return [];
  const { method, path, text } = review.request;
  return [
    ...review.changes.filter(({ lines }) => lines !== undefined).flatMap((change) => fullChange(change, input)),
    ...requestHead(method, path, input),
    ...(text === "" ? [] : text.split("\n").flatMap((line) => jsonLine(line, input))),
  ];
}

/** Everything that a person decides on. */
export function decisionLines(layer: Pick<ReviewLayer, "review" | "source">, input: LineInput): ReviewLines {
  const { review } = layer;
  if (review === null) return [];
  const { width } = input;
  const production = input.production === null ? [] : marked("!", `Production: ${input.production}`, width, "critical");
  if (review.nothing) {
    const words = "No changes: nothing to send.";
    return [...paragraph(words, width, (line) => span(line, "warn"))];
  }
  const isNamed = new Set(review.facts.map(({ label }) => label));
  const names =
    layer.source.kind === "write" && input.targets.length > 1 ? input.targets.filter((name) => !isNamed.has(name)) : [];
  const groups: readonly ReviewLines[] = [
    [
      ...paragraph(review.sentence, width, (line) => span(line)),
      ...(input.project === null
        ? []
        : paragraph(input.project, width, (line) => span(line, "accent"), "Project  ", "         ")),
      ...production,
      ...warningLines(review.warnings, input),
    ],
    [
      ...changesLines(review.changes, input),
      ...(review.untouched.text === null ? [] : paragraph(review.untouched.text, width, (line) => span(line, "dim"))),
      ...review.keptSecrets.flatMap((words) => paragraph(words, width, (line) => span(line, "dim"))),
    ],
    [
      ...names.flatMap((name) => marked(input.symbols.bullet, name, width, "plain")),
      ...factLines(review.facts, input),
      ...review.problems.flatMap(({ label, message }) =>
        paragraph(`${label}: ${message}`, width, (line) => span(line, "bad")),
      ),
    ],
  ];
  const above = groups.filter((group) => group.length > 0).flatMap((group) => [...group, []]);
  return [...above, ...requestLines(layer, input, input.height - above.length)];
}

function conflictField(
  field: ConflictField,
  { choice, hasKeys }: { choice: "mine" | "theirs" | undefined; hasKeys: boolean },
  { width, key, symbols }: ConflictInput,
): ReviewLines {
  const absent = !field.isEntry ? "not set" : field.opened === null ? "not there" : "removed";
  const mark = hasKeys ? symbols.selected : " ";
  // In the words of the lines below; the keys stand where the choice is made.
  const choose = hasKeys ? `choose: ${key("review.theirs")} current, ${key("review.mine")} yours` : "choose";
  const taken = choice === "mine" ? "yours" : "current";
  const chosen = !field.both ? "merged" : choice === undefined ? choose : taken;
  const line = (label: string, text: string | null, isTaken: boolean): readonly Span[] => [
    span(`    ${fitText(label, 11)} `, "dim"),
    span(`${isTaken ? symbols.done : " "} `, "good"),
    span(fitText(text ?? absent, Math.max(1, width - 19)).trimEnd(), isTaken ? "plain" : "dim"),
  ];
  return [
    [
      span(`${mark} `, "accent"),
      span(field.label, hasKeys ? "title" : "plain"),
      span(`  ${chosen}`, field.both && choice === undefined ? "warn" : "dim"),
    ],
    line("as opened", field.opened, false),
    line("current", field.service, !field.both || choice === "theirs"),
    line("yours", field.yours, field.both && choice === "mine"),
  ];
}

/** The three versions of every field that somebody else changed. */
export function conflictLines(layer: ReviewLayer, input: ConflictInput): { lines: ReviewLines; focus: number | null } {
  const fields = conflictFields(layer.conflict?.fields ?? []);
  const both = layer.conflict?.choices ?? 0;
  const head = paragraph(
    both === 0
      ? "Somebody else changed other fields since you opened this: their changes are merged."
      : "Somebody else changed this since you opened it. Choose a value for each field that both changed.",
    input.width,
    (line) => span(line, "warn"),
  );
  const blocks = fields.map((field, index) =>
    conflictField(field, { choice: layer.choices[field.id], hasKeys: both > 0 && index === layer.index }, input),
  );
  const focus = head.length + blocks.slice(0, layer.index).reduce((sum, block) => sum + block.length, 0);
  return { lines: [...head, ...blocks.flat()], focus: both === 0 ? null : focus };
}
