import type { JsonObject } from "../contract/json/json.ts";
import { DAY } from "../text/durations.ts";
import { configurationDraft } from "./alert-configurations.ts";
import { sourceDraft } from "./alerts/sources.ts";
import { clusterIn, hostOf, type NamedCluster } from "./clusters.ts";
import { missingLabels } from "./metrics-targets.ts";
import { organizationDraft, projectDraft } from "./projects.ts";
import { objectId, randomOf } from "./random.ts";
import { accessTraffic, firstHold } from "./seed/access-history.ts";
import { fewAlerts, mainAlerts } from "./seed/alerts.ts";
import { mainBackupJobs } from "./seed/backup-jobs.ts";
import { mainBackups, moreSnapshots, otherBackups, stagingPolicy } from "./seed/backups.ts";
import {
  clusterDrafts,
  FILLING_CLUSTER,
  PAYMENTS_CLUSTERS,
  type SampleCluster,
  SEEDED_CLUSTER_KINDS,
  STAGING_CLUSTERS,
  TARGET_CLUSTERS,
  targetsOf,
} from "./seed/clusters.ts";
import { mainConfigurations, stagingConfigurations } from "./seed/configurations.ts";
import { mainBuckets, withBucketUses } from "./seed/export-buckets.ts";
import { FIRST_AGES, FIRST_NAMES, firstIds, randomOfProjects } from "./seed/first-ids.ts";
import { sampleMigrations } from "./seed/live-migration.ts";
import { mainSettings } from "./seed/project-settings.ts";
import { mainSearchIndexes, stagingSearchIndexes } from "./seed/search-indexes.ts";
import { mainSearchNodes } from "./seed/search-nodes.ts";
import type { SeedSize } from "./seed/size.ts";
import { sampleSourceProjects } from "./seed/source-projects.ts";
import type { DocumentDraft } from "./storage/storage.ts";
import { isoTime } from "./storage/timeline.ts";

/** Description of the sample, for the ready line. */
export type SampleWorld = {
  readonly orgId: string;
  readonly groupId: string;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly clusters: readonly {
    readonly groupId: string;
    readonly name: string;
    readonly kind: SampleCluster["kind"];
  }[];
  /** No operation lists migrations. */
  readonly migrations: readonly { readonly groupId: string; readonly id: string }[];
};

/** All documents of a new data directory, and their description. */
type SeedSample = { readonly world: SampleWorld; readonly drafts: Iterable<DocumentDraft> };

type Project = {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly clusters: readonly SampleCluster[];
};

/**
 * The sample data (`domain.md` 17.2): one organisation with the projects Payments, Staging and Legacy-Target and as many more as requested; and
 * another one with a project that the first keys may not see.
 *
 * @param now simulated time of the start, in milliseconds: the sample lies before it
 * @param founded time from which the age of the organisation and its projects counts: their ids contain it
 */
export function sampleOf(size: SeedSize, now: number, founded: number): SeedSample {
  const seed = String(size.seed);
  const random = randomOfProjects(size.seed);
  const { orgId, groupId } = firstIds(founded, random);
  const project = (name: string, daysAgo: number, clusters: readonly SampleCluster[]): Project => {
    const created = founded - daysAgo * DAY;
    return { id: objectId(created, random), name, created, clusters };
  };
  const payments: Project = {
    id: groupId,
    name: FIRST_NAMES.groupName,
    created: founded - FIRST_AGES.group * DAY,
    clusters: PAYMENTS_CLUSTERS,
  };
  const staging = project("Staging", 385, STAGING_CLUSTERS);
  const target = project("Legacy-Target", 30, TARGET_CLUSTERS);
  const more = Array.from({ length: Math.max(0, size.projects - 3) }, (_, index) =>
    project(`Project-${String(index + 4).padStart(3, "0")}`, 300, []),
  );
  const hidden = project("Treasury", 380, STAGING_CLUSTERS);
  const otherOrgId = objectId(founded - 395 * DAY, randomOf(seed, "other organization"));
  const visible = [payments, staging, target, ...more];
  const migrations = sampleMigrations(
    target.id,
    { copying: "shop-eu", ready: "legacy-target" },
    now,
    randomOf(seed, "migrations"),
  );
  const world: SampleWorld = {
    orgId,
    groupId: payments.id,
    groups: visible.map(({ id, name }) => ({ id, name })),
    clusters: SEEDED_CLUSTER_KINDS.flatMap((kind) =>
      visible.flatMap(({ id, clusters }) =>
        clusters.filter((one) => one.kind === kind).map(({ name }) => ({ groupId: id, name, kind })),
      ),
    ).toSorted((left, right) => Number(isLast(left.name)) - Number(isLast(right.name))),
    migrations: migrations.map(({ parent, id }) => ({ groupId: parent, id })),
  };
  return { world, drafts: drafts(size, now, [orgId, otherOrgId], visible, hidden, migrations) };
}

/** Clusters that are empty or paused come last in the ready line. */
const isLast = (name: string): boolean => ["prod-eu-side", "paused-1", FILLING_CLUSTER].includes(name);

function* drafts(
  size: SeedSize,
  now: number,
  [orgId, otherOrgId]: readonly [orgId: string, otherOrgId: string],
  visible: readonly Project[],
  hidden: Project,
  migrations: readonly DocumentDraft[],
): Generator<DocumentDraft> {
  const seed = String(size.seed);
  const found = new Map<string, readonly NamedCluster[]>();
  yield organizationDraft({ id: orgId, name: FIRST_NAMES.orgName });
  yield organizationDraft({ id: otherOrgId, name: "Acme Holding" });
  yield firstHold(now);
  for (const { id, name, created, clusters } of [...visible, hidden]) {
    const owner = id === hidden.id ? otherOrgId : orgId;
    yield projectDraft({ id, name, orgId: owner, created: isoTime(created) });
    const made = clusterDrafts(clusters, id, created, randomOf(seed, id, "clusters"));
    yield* made;
    found.set(id, made.map(clusterIn));
    yield* accessTraffic(id, made.map(clusterIn), now, seed);
  }
  yield* sampleSourceProjects(orgId, now, randomOf(seed, "source-projects"));
  yield* migrations;
  const [payments, staging, ...others] = visible;
  if (payments === undefined || staging === undefined) return;
  yield* mainSearchIndexes(payments.id, now, randomOf(seed, "search-indexes"));
  yield* stagingSearchIndexes(staging.id, now, randomOf(seed, "staging-search-indexes"));
  yield mainSearchNodes(payments.id, now, randomOf(seed, "search-nodes"));
  const settings = mainSettings(payments.id, now, randomOf(seed, "settings"));
  const { drafts: bucketDrafts, buckets } = mainBuckets(payments.id, now, seed, settings.roles);
  yield* withBucketUses(settings.drafts, bucketDrafts);
  yield* bucketDrafts;
  const backups = [...mainBackups(found.get(payments.id) ?? [], now, seed, buckets.inUse)];
  yield* backups;
  yield* moreSnapshots(found.get(payments.id) ?? [], backups, size.snapshots, now);
  yield* mainBackupJobs({ orgId, groupId: payments.id, seed, now, backups, buckets });
  yield* otherBackups(found.get(staging.id) ?? [], now, seed);
  yield* otherBackups(found.get(hidden.id) ?? [], now, seed);
  yield missingLabels(staging.id, { [hostOf("stage-1", 0, 2)]: "availability_zone" });
  yield stagingPolicy(staging.id, now, randomOf(seed, "compliance-policy"));
  yield* mainProject(size, now, orgId, payments);
  const inStaging = stagingConfigurations(staging.id, now, randomOf(seed, "staging"));
  // A restore goes into the cluster of staging, which has no primary meanwhile (`seed/under-way.ts`).
  yield* smallProject(seed, now, orgId, staging, inStaging, { count: 12, opensLater: true });
  for (const one of [...others, hidden]) {
    const configurations = stagingConfigurations(one.id, now, randomOf(seed, one.id, "configurations")).slice(0, 1);
    yield* smallProject(seed, now, one === hidden ? otherOrgId : orgId, one, configurations, {
      count: 3,
      opensLater: false,
    });
  }
}

function* mainProject(size: SeedSize, now: number, orgId: string, { id, clusters }: Project): Generator<DocumentDraft> {
  const seed = String(size.seed);
  const targets = targetsOf(clusters);
  const configurations = mainConfigurations(id, now, randomOf(seed, "configurations"));
  yield* configurations.drafts;
  yield* mainAlerts({ groupId: id, orgId, now, seed, targets }, configurations, size.alerts);
  const source = { groupId: id, orgId, start: now, number: 1 };
  yield sourceDraft(`${id}/weather`, { ...source, seed: `${seed}/weather`, every: 90_000, targets, flapping: null });
  const flapping = configurations.bodies.get("host down")?.["id"];
  yield sourceDraft(`${id}/flapping`, {
    ...source,
    seed: `${seed}/flapping`,
    every: 240_000,
    targets: targets.filter(({ hostname }) => hostname.startsWith("analytics-shard-02")).slice(1, 3),
    flapping: typeof flapping === "string" ? flapping : null,
  });
}

function* smallProject(
  seed: string,
  now: number,
  orgId: string,
  { id, clusters }: Project,
  configurations: readonly JsonObject[],
  alerts: Parameters<typeof fewAlerts>[2],
): Generator<DocumentDraft> {
  for (const body of configurations) yield configurationDraft({ ...body, id: String(body["id"]), groupId: id });
  const [first] = configurations;
  const targets = targetsOf(clusters.length > 0 ? clusters : STAGING_CLUSTERS);
  if (first !== undefined) yield* fewAlerts({ groupId: id, orgId, now, seed, targets }, first, alerts);
}
