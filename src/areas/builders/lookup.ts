import { type OperationId, operations } from "../../contract/operations.ts";
import { isMissing, joined, type Lookup, lookupOf, type Missing } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { clusterQueries } from "../../state/names/directory.ts";
import { capitalized } from "../../text/format.ts";
import type { Cell } from "../model/cell.ts";
import type { Context, Scope } from "../model/context.ts";

/** Texts and cells that tell "none" from "not known", the same in every area. */

/** The state of a query: read, loading or failed. */
export const lookup = (context: Context, { operation, args }: Pick<Query, "operation" | "args">): Lookup =>
  lookupOf(operation, context.cached<OperationId>(operation, args), context.unread<OperationId>(operation, args));

/** The combined state of several queries. */
export const lookupOfAll = (context: Context, queries: readonly Pick<Query, "operation" | "args">[]): Lookup =>
  joined(queries.map((query) => lookup(context, query)));

/** The state of an answer that was read. */
export const READ: Lookup = { kind: "read" };

/** The state of the cluster list; read where the scope is narrowed to one cluster. */
export const clusterList = ({ cluster, clusterList: list = READ }: Pick<Scope, "cluster" | "clusterList">): Lookup =>
  cluster === null ? list : READ;

/**
 * The queries for the cluster list, on which lists by cluster depend. They are required while no cluster name is known: a service without a cluster
 * list may have clusters all the same.
 */
export const clusterLookups = ({
  cluster,
  clusters,
  groupId,
}: Pick<Scope, "cluster" | "clusters" | "groupId">): readonly Query[] =>
  cluster === null ? clusterQueries(groupId, clusters.length === 0) : [];

const NOT_LISTED = "The service does not list clusters.";
const NO_LIST: Lookup = {
  kind: "failed",
  why: { words: NOT_LISTED, reason: NOT_LISTED, status: null, code: null },
};

const listedIn = (scope: Scope): Lookup => {
  const list = clusterList(scope);
  return list.kind === "absent" && scope.clusters.length === 0 ? NO_LIST : list;
};

/**
 * The combined state of the cluster list and of the queries for each cluster. A service without a cluster list may have clusters all the same.
 */
export const lookupByCluster = (context: Context, queries: readonly Pick<Query, "operation" | "args">[]): Lookup =>
  joined([listedIn(context.scope), lookupOfAll(context, queries)]);

/** The reason why a value is not known, shown in its place. */
export function formatMissing(missing: Missing): string {
  switch (missing.kind) {
    case "asking":
      return "not loaded yet";
    case "forbidden":
      return `not allowed: ${missing.why.reason}`;
    case "partly":
      return `incomplete: ${missing.why.reason}`;
    default:
      return `not loaded: ${missing.why.reason}`;
  }
}

const SHORT: Readonly<Record<Missing["kind"], string>> = {
  asking: "…",
  forbidden: "not allowed",
  failed: "not loaded",
  partly: "incomplete",
};

/** Short text for a value that is not known, after its label. */
export const missingText = ({ kind }: Missing): string => (kind === "asking" ? "not loaded yet" : SHORT[kind]);

/** Tone of that text. */
export const toneOfMissing = ({ kind }: Missing): "dim" | "warn" => (kind === "asking" ? "dim" : "warn");

/** Table cell for a value that is not known: the reason is given below the table. */
export const missingCell = (missing: Missing): Cell => ({ text: SHORT[missing.kind], tone: toneOfMissing(missing) });

/** A table cell where its source was read; otherwise the reason in short. */
export const cellIfKnown = (found: Lookup, value: () => Cell): Cell =>
  isMissing(found) ? missingCell(found) : value();

/** A field value where its source was read; otherwise the reason. */
export const valueOrReason = (found: Lookup, value: () => Cell): Cell =>
  isMissing(found) ? { text: formatMissing(found), tone: toneOfMissing(found) } : value();

/** Label of a query, from the title of its operation. */
export const labelOfOperation = (operation: OperationId): string => {
  const noun = operations[operation].title.replace(/^(?:List|Get) | of a cluster$/gu, "");
  return capitalized(noun);
};
