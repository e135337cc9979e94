import { buildAsJob, namespaceOf, type SearchIndex, upToDateHosts } from "../../domain/search/search-index.ts";
import { isUnread } from "../../state/answers/lookup.ts";
import { lookupByCluster } from "../builders/lookup.ts";
import {
  countField,
  countOf,
  flagField,
  jobFields,
  listCounts,
  ratioField,
  rowFields,
  type ThingField,
  textField,
  timeField,
} from "../model/fields.ts";
import { type Generation, listedIndexes, listQueries } from "./generation.ts";

/** Fields and counts of search indexes of either generation, for programs. */

const FIELDS: readonly ThingField<SearchIndex>[] = [
  ...jobFields(buildAsJob),
  textField("cluster", "the cluster that it is on", ({ cluster }) => cluster),
  textField("collection", "database and collection", namespaceOf),
  textField("name", "its name", ({ name }) => name),
  textField("type", "text or vector", ({ kind }) => kind),
  flagField("serving", "a host answers queries from it", ({ isServing }) => isServing),
  countField("version", "version of the newest definition", ({ version }) => version),
  timeField("changed", "when the newest definition was made", ({ changedAt }) => changedAt),
  ratioField("progress", "hosts that serve the newest definition, of all", (index) =>
    index.hosts.length === 0 ? null : upToDateHosts(index).length / index.hosts.length,
  ),
  countField("hosts", "hosts that have it", ({ hosts }) => (hosts.length === 0 ? null : hosts.length)),
];

export const isFailed = (index: SearchIndex): boolean => buildAsJob(index).status === "failed";

/** True when it serves queries, but not by the newest definition on every host. */
export const isOutdated = (index: SearchIndex): boolean =>
  index.isServing === true && index.hosts.length > 0 && upToDateHosts(index).length < index.hosts.length;

const COUNTED: readonly ThingField<readonly SearchIndex[]>[] = [
  countField("total", "all in the list", (all) => all.length),
  countOf("running", "being built or deleted", ({ status }) => status.isMoving),
  countOf("failed", "failed: no host serves it, or its last build failed", isFailed),
  countOf("notServing", "no host is known to answer queries from it", ({ isServing }) => isServing !== true),
  countOf("outdated", "an old definition on some hosts", isOutdated),
];

export const fieldsOf = (generation: Generation) =>
  rowFields(
    FIELDS,
    (context) => listedIndexes(context, generation),
    ({ id }) => id,
  );

export const countsOf = (generation: Generation) =>
  listCounts(
    COUNTED,
    (context) => listedIndexes(context, generation),
    (context) => !isUnread(lookupByCluster(context, listQueries(context.scope, generation))),
  );
