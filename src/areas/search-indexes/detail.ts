import { sameJson } from "../../contract/json.ts";
import type { SearchIndex } from "../../contract/search-indexes/answers.ts";
import type { Query } from "../../state/query.ts";
import { formatTimeAndAge } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import { hostWords } from "../alert-labels.ts";
import type { Context } from "../context.ts";
import { clusterParams } from "../queries/args.ts";
import type { Cell, DetailLine, DetailModel } from "../view.ts";
import { addedByChange, definitionLines, removedByChange } from "./definition.ts";
import { cachedIndex, changedAt, collectionInParams, collectionParams, type IndexAt } from "./list.ts";
import {
  type HostStatus,
  hostsOf,
  type IndexStatus,
  type IndexVersion,
  indexStatusOf,
  isQueryable,
  kindWord,
  latestVersion,
  messagesOf,
  namespaceOf,
  synonymsOf,
} from "./status.ts";

/** One index: by its id (E31), or by its name where one looks at one collection (E28; `domain.md` 5.6). */

/** The path parameters that name an index by its id. */
export const idParams = (context: Context, { cluster, index }: Pick<IndexAt, "cluster" | "index">) => ({
  ...clusterParams(context.scope, cluster),
  indexId: index.indexID,
});

/** The path parameters that name an index by its collection and its name. */
export const nameParams = (context: Context, { cluster, index }: Pick<IndexAt, "cluster" | "index">) => ({
  ...collectionParams(context.scope, {
    cluster,
    database: index.database ?? "",
    collection: index.collectionName ?? "",
  }),
  indexName: index.name ?? "",
});

/** Where one looks at one collection, an index is called by its name: also one that was made anew under it meanwhile. */
export const isByName = (context: Context): boolean => collectionInParams(context.scope) !== null;

export function detailQueries(context: Context, id: string): readonly Query[] {
  const found = cachedIndex(context, id);
  if (found === undefined) return [];
  const pace = indexStatusOf(found.index).isMoving ? "index-build" : "once";
  return isByName(context)
    ? [{ operation: "getServiceSearchIndexByName", args: { params: nameParams(context, found) }, pace, optional: true }]
    : [
        {
          operation: "getServiceSearchIndex",
          args: { params: idParams(context, found) },
          pace,
          optional: true,
        },
      ];
}

/** What is known of an index now: its own answer, else its line in the list. */
export function indexNow(context: Context, id: string): (IndexAt & { readonly isGone: boolean }) | null {
  const found = cachedIndex(context, id);
  if (found === undefined) return null;
  const own = isByName(context)
    ? context.cached("getServiceSearchIndexByName", { params: nameParams(context, found) })
    : context.cached("getServiceSearchIndex", { params: idParams(context, found) });
  const unread = isByName(context)
    ? context.unread("getServiceSearchIndexByName", { params: nameParams(context, found) })
    : context.unread("getServiceSearchIndex", { params: idParams(context, found) });
  const isGone = unread?.status === 404 && unread.code !== "CLUSTER_NOT_FOUND";
  // Under its name another index may stand by now: that one is a row of its own.
  const isIt = own !== undefined && own.data.indexID === id;
  return { ...found, index: isIt ? own.data : found.index, isGone };
}

const field = (label: string, value: Cell): DetailLine => ({ kind: "field", label, value });

function partCell({ version, status }: IndexVersion, words: string): string {
  return `${version === null ? "" : `v${version} `}${status || "?"}${words}`;
}

const toneOfPart = ({ status }: IndexVersion): "good" | "warn" | "bad" | "dim" | "plain" => {
  if (status === "READY" || status === "STEADY") return "good";
  if (status === "FAILED" || status === "DOES_NOT_EXIST") return "bad";
  return status === "DELETING" ? "dim" : status === "" ? "plain" : "warn";
};

/** Room for what stands beside the name of a host. */
const BESIDE = 36;

/** A host in one to three lines, as the pane is wide: what it serves, and what stands ready beside it. */
function hostLines(host: HostStatus, name: string, pad: number, width: number): readonly (readonly Cell[])[] {
  const label: Cell = { text: `${name.padEnd(pad)}  `, tone: "dim" };
  const main: Cell =
    host.main === null
      ? { text: "main    nothing", tone: "dim" }
      : {
          text: printable(`main    ${partCell(host.main, host.serves ? ", answers queries" : ", no queries")}`),
          tone: toneOfPart(host.main),
        };
  // Names of hosts differ at their ends: they are not cut short, but stand in a line of their own.
  const isNarrow = pad + BESIDE > width;
  const first = isNarrow ? [[label], ["  ", main]] : [[label, main]];
  if (host.staged === null) return first;
  const staged: Cell = { text: printable(`staged  ${partCell(host.staged, "")}`), tone: toneOfPart(host.staged) };
  const [left, right] = [
    typeof main === "string" ? main : main.text,
    typeof staged === "string" ? staged : staged.text,
  ];
  if (pad + 2 + left.length + 2 + right.length <= width) return [[label, main, "  ", staged]];
  return [...first, [isNarrow ? "  " : `${" ".repeat(pad)}  `, staged]];
}

/** What each host has, main beside staged. */
function hostTable(index: SearchIndex, cluster: string): readonly DetailLine[] {
  const hosts = hostsOf(index);
  if (hosts.length === 0) return [];
  const names = hosts.map(({ host }) => printable(hostWords(host, cluster)));
  return [
    { kind: "heading", text: "On each host" },
    {
      kind: "drawn",
      draw: (width) => {
        const pad = Math.max(...names.map(({ length }) => length));
        return hosts
          .flatMap((host, at) => hostLines(host, names[at] ?? "", pad, width))
          .map((cells) => cutTo(cells, width));
      },
    },
  ];
}

/** Cells that end at a width. */
function cutTo(cells: readonly Cell[], width: number): readonly Cell[] {
  let room = width;
  return cells.map((cell) => {
    const text = typeof cell === "string" ? cell : cell.text;
    const cut = text.slice(0, Math.max(0, room));
    room -= text.length;
    return typeof cell === "string" ? cut : { ...cell, text: cut };
  });
}

/** What hosts answer queries with while the newest definition is not on all of them. */
function changeLines(index: SearchIndex, standing: IndexStatus): readonly DetailLine[] {
  const latest = latestVersion(index);
  const old = (index.statusDetail ?? []).find(
    ({ mainIndex }) => mainIndex?.queryable === true && mainIndex.definitionVersion?.version !== latest,
  )?.mainIndex?.definition;
  if (old === undefined || old === null || standing.rank === 4 || sameJson(old, index.latestDefinition)) return [];
  const gains = addedByChange(old, index.latestDefinition);
  const losses = removedByChange(old, index.latestDefinition);
  if (gains.length + losses.length === 0) return [];
  return [
    { kind: "heading", text: `What v${latest ?? "?"} changes when it serves` },
    ...(gains.length > 0 ? [field("Adds", gains.join(", "))] : []),
    ...losses.map((words): DetailLine => ({ kind: "text", value: { text: words, tone: "warn" } })),
  ];
}

/** What a query gets now. */
function queriesCell(index: SearchIndex): Cell {
  if (!isQueryable(index)) {
    return { text: "fail or find nothing: at least one host has nothing to answer with", tone: "bad" };
  }
  const versions = new Set(hostsOf(index).flatMap(({ serves, main }) => (serves ? (main?.version ?? []) : [])));
  return versions.size > 1
    ? { text: "answered, differently by different hosts", tone: "warn" }
    : { text: "answered", tone: "good" };
}

/** How the synonym mappings stand: one that is not ready makes only the queries that name it fail. */
function synonymLines(index: SearchIndex): readonly DetailLine[] {
  const all = synonymsOf(index);
  if (all.length === 0) return [];
  return [
    { kind: "heading", text: "Synonyms" },
    ...all.map(({ name, status, queryable, message }) =>
      field(printable(name), {
        text: printable([status || "?", message].filter((part) => part !== "").join(": ")),
        tone: queryable ? "good" : status === "FAILED" ? "bad" : "warn",
      }),
    ),
  ];
}

export function detail(context: Context, id: string): DetailModel | null {
  const found = indexNow(context, id);
  if (found === null) return null;
  const { index, cluster, isGone } = found;
  const { now, zone } = context;
  const standing = indexStatusOf(index);
  const changed = changedAt(index);
  const version = latestVersion(index);
  const own = isByName(context)
    ? context.cached("getServiceSearchIndexByName", { params: nameParams(context, found) })?.raw
    : context.cached("getServiceSearchIndex", { params: idParams(context, found) })?.raw;
  return {
    title: `${index.name ?? "?"} of ${namespaceOf(index)}`,
    raw: own ?? found.raw,
    lines: [
      ...(isGone
        ? [
            {
              kind: "text",
              value: { text: "It is gone: the service does not know it any more.", tone: "warn" },
            } as const,
          ]
        : []),
      field("Now", { text: standing.words, tone: standing.tone }),
      field("Queries", queriesCell(index)),
      ...messagesOf(index).map(
        (text): DetailLine => ({ kind: "text", value: { text: `! ${printable(text)}`, tone: "bad" } }),
      ),
      field("Collection", namespaceOf(index)),
      { kind: "field", label: "Cluster", value: cluster, link: { area: "search-nodes", ids: [cluster] } },
      field("Kind", `${kindWord(index)} search`),
      field(
        "Definition",
        `${version === null ? "version not reported" : `v${version}`}${changed === null ? "" : `, of ${formatTimeAndAge(changed, now, zone)}`}`,
      ),
      ...hostTable(index, cluster),
      ...synonymLines(index),
      ...changeLines(index, standing),
      { kind: "heading", text: version === null ? "Newest definition" : `Definition v${version}` },
      ...definitionLines(index.latestDefinition),
      { kind: "heading", text: "As the service names it" },
      field("Status", index.status ?? "none"),
      field("Id", index.indexID),
    ],
  };
}
