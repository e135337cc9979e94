import { type OperationId, operations } from "../../contract/operations.ts";
import { isMissing, joined, type Lookup, lookupOf, type Missing } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { clusterQueries } from "../../state/names/directory.ts";
import { capitalized } from "../../text/format.ts";
import type { Context, Scope } from "../model/context.ts";
import type { Cell } from "../model/view.ts";

/** What a screen may say of something that it asked: every area tells "none" from "not known" by these, and in these words. */

/** What is known of one question. */
export const lookup = (context: Context, { operation, args }: Pick<Query, "operation" | "args">): Lookup =>
  lookupOf(operation, context.cached<OperationId>(operation, args), context.unread<OperationId>(operation, args));

/** What is known of several questions together. */
export const lookupOfAll = (context: Context, queries: readonly Pick<Query, "operation" | "args">[]): Lookup =>
  joined(queries.map((query) => lookup(context, query)));

/** It was read. */
export const READ: Lookup = { kind: "read" };

/** What is known of which clusters there are; known where one is narrowed to. */
export const clusterList = ({ cluster, clusterList: list = READ }: Pick<Scope, "cluster" | "clusterList">): Lookup =>
  cluster === null ? list : READ;

/**
 * The questions that tell which clusters there are: what a screen lists cluster by cluster stands on their answers. Where no name of a cluster
 * is known, it cannot do without them: a service that has no such list has not said that there is no cluster.
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
 * What is known of which clusters there are, and of what each of them was asked. A service that has no list of them has not said that there
 * is none.
 */
export const lookupByCluster = (context: Context, queries: readonly Pick<Query, "operation" | "args">[]): Lookup =>
  joined([listedIn(context.scope), lookupOfAll(context, queries)]);

/** Why something is not known, for the place where it would stand. */
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

/** That something is not known, after its name. */
export const missingText = ({ kind }: Missing): string => (kind === "asking" ? "not loaded yet" : SHORT[kind]);

/** How that looks. */
export const toneOfMissing = ({ kind }: Missing): "dim" | "warn" => (kind === "asking" ? "dim" : "warn");

/** That something is not known, in the cell of a table: why stands below it. */
export const missingCell = (missing: Missing): Cell => ({ text: SHORT[missing.kind], tone: toneOfMissing(missing) });

/** A cell of a table where what it is made of is known. */
export const known = (found: Lookup, value: () => Cell): Cell => (isMissing(found) ? missingCell(found) : value());

/** A value of a field where what it is made of is known; else why it is not. */
export const knownOrWhy = (found: Lookup, value: () => Cell): Cell =>
  isMissing(found) ? { text: formatMissing(found), tone: toneOfMissing(found) } : value();

/** What was asked, in the words of its operation. */
export const labelOfOperation = (operation: OperationId): string => {
  const noun = operations[operation].title.replace(/^(?:List|Get) | of a cluster$/gu, "");
  return capitalized(noun);
};
