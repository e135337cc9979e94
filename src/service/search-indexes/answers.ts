import { isJsonObject, type JsonObject, jsonObjectsOf } from "../../contract/json/json.ts";
import { isoTime } from "../storage/timeline.ts";
import { type BuildStatus, type HostIndex, type HostState, hostStates, serves, statusOf } from "./builds.ts";
import { exists } from "./namespaces.ts";
import { latestOf, type StoredIndex, type Version } from "./stored.ts";

/** An index as the current generation answers it (specification 2.5). */

/** The version of a definition. That of a new index has no time until its build starts (recorded). */
function versionOf(index: StoredIndex, { number, createdAt }: Version, now: number): JsonObject {
  const begins = index.builds.find(({ version }) => version === number)?.begins ?? 0;
  return number === 0 && now < begins ? { version: number } : { createdAt: isoTime(createdAt), version: number };
}

const found = (index: StoredIndex, number: number): Version =>
  index.versions.find((version) => version.number === number) ?? latestOf(index);

/** Status of a synonym mapping, derived from the index status. A missing source appears here and blocks nothing. */
function mappingStatus(database: string, synonym: JsonObject, status: BuildStatus): JsonObject {
  const { source } = synonym;
  const collection = isJsonObject(source) ? String(source["collection"]) : "";
  if (!exists(database, collection)) {
    return { message: `The collection ${database}.${collection} does not exist.`, queryable: false, status: "FAILED" };
  }
  if (serves(status)) return { queryable: true, status: "READY" };
  return { queryable: false, status: status === "FAILED" || status === "DOES_NOT_EXIST" ? "FAILED" : "BUILDING" };
}

/** The statuses of all synonym mappings of a definition, and the worst of them; empty without mappings. */
function synonymStatus(database: string, definition: JsonObject, status: BuildStatus): JsonObject {
  const list = jsonObjectsOf(definition["synonyms"]);
  if (list.length === 0) return {};
  const mappings = list.map((one) => [String(one["name"]), mappingStatus(database, one, status)] as const);
  const worst = ["FAILED", "BUILDING"].find((name) => mappings.some(([, one]) => one["status"] === name));
  return {
    synonymMappingStatus: worst ?? "READY",
    synonymMappingStatusDetail: mappings.map(([name, one]) => ({ [name]: one })),
  };
}

function hostIndex(index: StoredIndex, { version, status, message }: HostIndex, now: number): JsonObject {
  const stored = found(index, version);
  return {
    definition: stored.definition,
    definitionVersion: versionOf(index, stored, now),
    ...(message === undefined ? {} : { message }),
    queryable: serves(status),
    status,
    ...synonymStatus(index.database, stored.definition, status),
  };
}

const hostDetail = (index: StoredIndex, { hostname, main, staged }: HostState, now: number): JsonObject => ({
  hostname,
  mainIndex: hostIndex(index, main, now),
  queryable: serves(main.status),
  ...(staged === null ? {} : { stagedIndex: { ...hostIndex(index, staged, now), queryable: false } }),
  status: (staged ?? main).status,
});

/** An index as answered at a time. */
export function indexAnswer(index: StoredIndex, now: number): JsonObject {
  const { indexID, database, collectionName, name, type } = index;
  const hosts = hostStates(index, now);
  const status = statusOf(index, now);
  const latest = latestOf(index);
  return {
    collectionName,
    database,
    indexID,
    latestDefinition: latest.definition,
    latestDefinitionVersion: versionOf(index, latest, now),
    name,
    queryable: hosts.every(({ main }) => serves(main.status)),
    status,
    statusDetail: hosts.map((host) => hostDetail(index, host, now)),
    ...synonymStatus(database, latest.definition, status),
    type,
  };
}
