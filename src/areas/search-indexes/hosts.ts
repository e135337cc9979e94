import { sameJson } from "../../contract/json/json.ts";
import { formatHost } from "../../domain/alerts/alert.ts";
import type { SearchIndex, SynonymStatus } from "../../domain/search/search-index.ts";
import type { HostedIndex, IndexHost } from "../../domain/search/search-index-status.ts";
import { joinTexts, present } from "../../text/present.ts";
import { printable } from "../../text/printable.ts";
import { bad, dim, good, NOT_REPORTED, warn } from "../builders/cells.ts";
import { drawn, field, heading, section, textLine } from "../builders/lines.ts";
import { type Cell, cellText, type Tone } from "../model/cell.ts";
import type { DetailLine } from "../model/view.ts";
import { addedByChange, removedByChange } from "./impact.ts";

/** Detail sections that only the current generation has: the index on each host, and its effect on queries (`domain.md` 5.6). */

const toneOf = ({ status }: HostedIndex): Tone => {
  if (status === "READY" || status === "STEADY") return "good";
  if (status === "FAILED" || status === "DOES_NOT_EXIST") return "bad";
  return status === "DELETING" ? "dim" : status === "" ? "plain" : "warn";
};

/** `main    v3 READY, serves queries` */
const partCell = (label: string, part: HostedIndex, note = "") => ({
  text: printable(`${label}${part.version === null ? "" : `v${part.version} `}${part.status || "?"}${note}`),
  tone: toneOf(part),
});

const servesText = ({ serves }: IndexHost): string =>
  serves === null ? ", serving not reported" : serves ? ", serves queries" : ", no queries";

/** Width of the columns beside the host name, in cells. */
const BESIDE = 36;

/** A host in one to three lines, depending on the width: the serving version, and the staged one. */
function hostLines(host: IndexHost, name: string, pad: number, width: number): readonly (readonly Cell[])[] {
  const label = dim(`${name.padEnd(pad)}  `);
  const main = host.main === null ? dim("main    none") : partCell("main    ", host.main, servesText(host));
  // Host names differ at their ends: they are never cut, but get a line of their own.
  const isNarrow = pad + BESIDE > width;
  const first = isNarrow ? [[label], ["  ", main]] : [[label, main]];
  if (host.staged === null) return first;
  const staged = partCell("staged  ", host.staged);
  if (pad + 2 + main.text.length + 2 + staged.text.length <= width) return [[label, main, "  ", staged]];
  return [...first, [isNarrow ? "  " : `${" ".repeat(pad)}  `, staged]];
}

/** Cells cut at a width. */
function cutTo(cells: readonly Cell[], width: number): readonly Cell[] {
  let room = width;
  return cells.map((cell) => {
    const text = cellText(cell).slice(0, Math.max(0, room));
    room -= text.length;
    return typeof cell === "string" ? text : { ...cell, text };
  });
}

/** The index on each host, main and staged. */
function hostTable({ hosts, cluster }: SearchIndex): readonly DetailLine[] {
  if (hosts.length === 0) return [];
  const names = hosts.map(({ host }) => printable(formatHost(host, cluster)));
  const pad = Math.max(...names.map(({ length }) => length));
  const linesOf = (width: number) =>
    hosts.flatMap((host, at) => hostLines(host, names[at] ?? "", pad, width).map((cells) => cutTo(cells, width)));
  return [heading("Status by host"), drawn(linesOf)];
}

/** Status of a synonym mapping: one that is not ready makes only the queries that name it fail. */
const synonymLine = ({ name, status, queryable, message }: SynonymStatus): DetailLine =>
  field(printable(name), {
    text: printable(joinTexts(": ", status || "?", message)),
    tone: queryable ? "good" : status === "FAILED" ? "bad" : "warn",
  });

/** Changes for queries once the newest definition serves on the hosts that have an older one. */
function changeLines({ hosts, version, status, definition }: SearchIndex): readonly DetailLine[] {
  const older = hosts.filter(({ serves, main }) => serves && main?.version !== version);
  const [old] = older.flatMap(({ main }) => main?.definition ?? []);
  if (old === undefined || status.rank === 4 || sameJson(old, definition)) return [];
  const added = addedByChange(old, definition);
  return section(
    `Changes when v${version ?? "?"} serves`,
    present(
      added.length > 0 && field("Added", added.join(", ")),
      ...removedByChange(old, definition).map((words) => textLine(warn(words))),
    ),
  );
}

/** Effect of the current index state on queries. */
export function queriesCell({ isQueryable, hosts }: SearchIndex): Cell {
  if (isQueryable === null) return NOT_REPORTED;
  if (!isQueryable) return bad("fail or find nothing: at least one host cannot serve the index");
  const versions = new Set(hosts.flatMap(({ serves, main }) => (serves ? (main?.version ?? []) : [])));
  return versions.size > 1 ? warn("served, by different definitions on different hosts") : good("served");
}

/** The hosts, synonyms and pending changes. */
export const hostSections = (index: SearchIndex): readonly DetailLine[] => [
  ...hostTable(index),
  ...section("Synonyms", index.synonyms.map(synonymLine)),
  ...changeLines(index),
];
