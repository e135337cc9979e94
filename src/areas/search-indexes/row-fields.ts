import { timeValue } from "../../domain/field-value.ts";
import { buildAsJob, namespaceOf, type SearchIndex, upToDateHosts } from "../../domain/search/search-index.ts";
import { isUnread } from "../../state/answers/lookup.ts";
import { lookupByCluster } from "../builders/lookup.ts";
import { jobFields, listCounts, rowFields, type ThingField } from "../model/fields.ts";
import { type Generation, listedIndexes, listQueries } from "./generation.ts";

/** Fields and counts of search indexes of either generation, for programs. */

const FIELDS: readonly ThingField<SearchIndex>[] = [
  ...jobFields(buildAsJob),
  { id: "cluster", kind: "text", about: "the cluster that it is on", read: ({ cluster }) => cluster },
  { id: "collection", kind: "text", about: "database and collection", read: namespaceOf },
  { id: "name", kind: "text", about: "its name", read: ({ name }) => name },
  { id: "type", kind: "text", about: "text or vector", read: ({ kind }) => kind },
  { id: "serving", kind: "flag", about: "a host answers queries from it", read: ({ isServing }) => isServing },
  { id: "version", kind: "count", about: "version of the newest definition", read: ({ version }) => version },
  {
    id: "changed",
    kind: "time",
    about: "when the newest definition was made",
    read: ({ changedAt }) => timeValue(changedAt),
  },
  {
    id: "progress",
    kind: "ratio",
    about: "hosts that serve the newest definition, of all",
    read: (index) => (index.hosts.length === 0 ? null : upToDateHosts(index).length / index.hosts.length),
  },
  {
    id: "hosts",
    kind: "count",
    about: "hosts that have it",
    read: ({ hosts }) => (hosts.length === 0 ? null : hosts.length),
  },
];

const count = (id: string, about: string, is: (index: SearchIndex) => boolean): ThingField<readonly SearchIndex[]> => ({
  id,
  kind: "count",
  about,
  read: (all) => all.filter(is).length,
});

/** True when it serves queries, but not by the newest definition on every host. */
export const isOutdated = (index: SearchIndex): boolean =>
  index.isServing === true && index.hosts.length > 0 && upToDateHosts(index).length < index.hosts.length;

const COUNTED: readonly ThingField<readonly SearchIndex[]>[] = [
  count("total", "all in the list", () => true),
  count("running", "being built or deleted", ({ status }) => status.isMoving),
  count(
    "failed",
    "failed: no host serves it, or its last build failed",
    (index) => buildAsJob(index).status === "failed",
  ),
  count("notServing", "no host is known to answer queries from it", ({ isServing }) => isServing !== true),
  count("outdated", "an old definition on some hosts", isOutdated),
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
