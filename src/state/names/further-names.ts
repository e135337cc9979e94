import { isObject } from "../../contract/json/json.ts";
import type { OperationId } from "../../contract/operations.ts";
import { withoutPort } from "../../text/format.ts";
import type { AnyArgs } from "../answers/query.ts";
import type { NameKind } from "./name-kind.ts";

/** Names deeper in an answer than in its rows' own fields: regions, organisations, processes, kinds of clusters (`domain.md` 1.7). */

/** A name; `project` is set when it differs from the project of the request. */
type Further = {
  readonly kind: NameKind;
  readonly name: string;
  readonly id?: string;
  readonly project?: string;
  readonly about?: Readonly<Record<string, string>>;
};

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The texts of a list, or a single text. */
const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((each: unknown) => textOf(each) ?? []);

const isParent = (value: unknown): value is object => typeof value === "object" && value !== null;

/** No answer names a region deeper than this. */
const DEPTH = 6;

/** Adds all provider regions in a value: no endpoint lists them. Allocates nothing on the way, because whole histories are walked. */
function addRegions(value: object, found: string[], depth = DEPTH): void {
  if (depth === 0) return;
  if (Array.isArray(value)) {
    for (const item of value) if (isParent(item)) addRegions(item, found, depth - 1);
    return;
  }
  if (!isObject(value)) return;
  for (const name in value) {
    const child = value[name];
    if (name === "regionName" || name === "copyRegions") found.push(...textsOf(child));
    else if (isParent(child)) addRegions(child, found, depth - 1);
  }
}

/** Reads that concern one kind of cluster only: their rows tell the kind. */
const KINDS_BY: Partial<Readonly<Record<OperationId, string>>> = {
  listReplicaSetBackups: "REPLICASET",
  listShardedClusterBackups: "SHARDED",
  listServerlessBackups: "SERVERLESS",
  listServerlessBackupRestoreJobs: "SERVERLESS",
  listFlexClusters: "FLEX",
};

/** Kind of a cluster from its own record; the shared tier is marked only by its provider. */
function kindOf(row: Readonly<Record<string, unknown>>): string | null {
  const regions = listOf(row["replicationSpecs"]).flatMap((spec) =>
    isObject(spec) ? listOf(spec["regionConfigs"]).filter(isObject) : [],
  );
  return regions.some(({ providerName }) => providerName === "TENANT") ? "TENANT" : textOf(row["clusterType"]);
}

/** Clusters whose kind an answer tells. */
function kindsIn(operation: OperationId, args: AnyArgs, rows: readonly unknown[]): readonly Further[] {
  const kind = KINDS_BY[operation];
  if (operation === "listClusters" || operation === "getCluster" || operation === "listFlexClusters") {
    return rows.filter(isObject).flatMap((row): Further[] => {
      const [name, own] = [textOf(row["name"]), kind ?? kindOf(row)];
      return name === null || own === null ? [] : [{ kind: "cluster", name, about: { kind: own } }];
    });
  }
  const clusterName = textOf(args.params["clusterName"]);
  return kind === undefined || clusterName === null || rows.length === 0
    ? []
    : [{ kind: "cluster", name: clusterName, about: { kind } }];
}

/** A scrape target names more than any other answer: its cluster, its replica set, its organisation. */
function targetNames(row: Readonly<Record<string, unknown>>): readonly Further[] {
  const labels = isObject(row["labels"]) ? row["labels"] : {};
  const project = textOf(labels["group_id"]);
  const inProject = project === null ? {} : { project };
  const named = (kind: NameKind, label: string): readonly Further[] => {
    const name = textOf(labels[label]);
    return name === null ? [] : [{ kind, name, ...inProject }];
  };
  const hosts = listOf(row["targets"]).flatMap((target): Further[] => {
    // Without the port: it is the exporter's, not that of the process.
    const name = textOf(target);
    return name === null ? [] : [{ kind: "host", name: withoutPort(name), ...inProject }];
  });
  const org = textOf(labels["org_id"]);
  return [
    ...named("cluster", "cl_name"),
    ...named("replica-set", "replica_set_name"),
    ...hosts,
    ...(org === null ? [] : [{ kind: "organisation", name: org, id: org } as const]),
  ];
}

/** Names in an answer beyond its rows' own fields, each once. */
export function furtherNames(operation: OperationId, args: AnyArgs, rows: readonly unknown[]): readonly Further[] {
  const objects = rows.filter(isObject);
  const buckets = operation === "listExportBuckets" || operation === "getExportBucket" ? objects : [];
  const regions = buckets.flatMap(({ region }) => textsOf(region));
  addRegions(rows, regions);
  const organisations = objects.flatMap(({ orgId }) => textOf(orgId) ?? []);
  const found: readonly Further[] = [
    ...regions.map((name): Further => ({ kind: "region", name })),
    ...organisations.map((id): Further => ({ kind: "organisation", name: id, id })),
    ...kindsIn(operation, args, rows),
    ...(operation === "listMetricsTargets" ? objects.flatMap(targetNames) : []),
  ];
  return [...new Map(found.map((one) => [`${one.kind} ${one.project ?? ""} ${one.name}`, one])).values()];
}
