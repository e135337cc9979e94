import { describe, expect, test } from "vitest";
import { sightingsIn } from "../../src/state/names/names.ts";

const PROJECT = "65f000000000000000000001";
const ORG = "65f0000000000000000000aa";
const inProject = { params: { groupId: PROJECT } };
const inCluster = { params: { groupId: PROJECT, clusterName: "prod-eu" } };

/** What an answer names, in short. */
const named = (...answer: Parameters<typeof sightingsIn>): readonly string[] =>
  sightingsIn(...answer).map(({ kind, name, about }) =>
    about === undefined ? `${kind} ${name}` : `${kind} ${name} ${about["kind"]}`,
  );

const record = (name: string, providerName: string, clusterType: string) => ({
  name,
  clusterType,
  replicationSpecs: [{ regionConfigs: [{ providerName, regionName: "EU_WEST_1" }] }],
});

describe("names deeper in an answer", () => {
  test("regions are learnt wherever they stand, each once, but not those of a chat", () => {
    const schedule = { copySettings: [{ regionName: "EU_WEST_1" }, { regionName: "US_EAST_1" }] };
    expect(named("getBackupSchedule", inCluster, schedule)).toEqual(["region EU_WEST_1", "region US_EAST_1"]);
    expect(named("listReplicaSetBackups", inCluster, { results: [{ copyRegions: ["AP_1"] }] })).toContain(
      "region AP_1",
    );
    expect(named("listExportBuckets", inProject, { results: [{ region: "EU_2" }] })).toEqual(["region EU_2"]);
    expect(named("listAlertConfigurations", inProject, { results: [{ notifications: [{ region: "US" }] }] })).toEqual(
      [],
    );
  });

  test("clusters are learnt with their kind, by their record or by what has answers for that kind alone", () => {
    const clusters = [record("prod-eu", "AWS", "REPLICASET"), record("tiny", "TENANT", "REPLICASET")];
    const found = named("listClusters", inProject, { results: clusters });
    expect(found).toContain("cluster prod-eu REPLICASET");
    expect(found).toContain("cluster tiny TENANT");
    expect(named("listFlexClusters", inProject, { results: [{ name: "sls" }] })).toContain("cluster sls FLEX");
    expect(named("listShardedClusterBackups", inCluster, { results: [{}] })).toContain("cluster prod-eu SHARDED");
    expect(named("listShardedClusterBackups", inCluster, { results: [] })).toEqual([]);
  });

  test("organisations are learnt by their ids, above all projects", () => {
    const [first] = sightingsIn("listAlerts", inProject, { results: [{ orgId: ORG }, { orgId: ORG }] });
    expect(first).toMatchObject({ kind: "organisation", name: ORG, id: ORG, project: null, source: "seen in alerts" });
  });

  test("a process to scrape names its cluster, replica set, organisation and itself, in its own project", () => {
    const labels = { cl_name: "prod-eu", replica_set_name: "rs-0", org_id: ORG, group_id: "65f000000000000000000002" };
    const found = sightingsIn("listMetricsTargets", inProject, [{ targets: ["h1.example:27018"], labels }]);
    expect(found.map(({ kind, name, project }) => [kind, name, project])).toEqual([
      ["cluster", "prod-eu", "65f000000000000000000002"],
      ["replica-set", "rs-0", "65f000000000000000000002"],
      ["host", "h1.example", "65f000000000000000000002"],
      ["organisation", ORG, null],
    ]);
  });

  test("the target of a restore is learnt in its own project, of the answer or of what was asked", () => {
    const other = "65f000000000000000000002";
    const jobs = [
      { targetClusterName: "stage-1", targetGroupId: other },
      { targetClusterName: "prod-eu-side", targetGroupId: PROJECT },
      { targetClusterName: "untold" },
    ];
    const found = sightingsIn("listBackupRestoreJobs", inCluster, { results: jobs });
    expect(found.map(({ name, project, source }) => [name, project, source])).toEqual([
      ["stage-1", other, "seen in restore jobs"],
      ["prod-eu-side", PROJECT, "seen in restore jobs"],
      ["untold", PROJECT, "seen in restore jobs"],
    ]);
  });

  test("whatever an answer holds, nothing is learnt from what is no name", () => {
    for (const odd of [null, 7, "x", [], [null], { results: [1] }, { regionName: 5, orgId: {} }]) {
      expect(sightingsIn("listClusters", inProject, odd)).toEqual([]);
    }
  });
});
