import { expect, test } from "vitest";
import { detail as migrationDetail } from "../../src/areas/live-migration/detail.ts";
import { list as migrations } from "../../src/areas/live-migration/list.ts";
import { migrationArgs } from "../../src/areas/live-migration/queries.ts";
import type { Context } from "../../src/areas/model/context.ts";
import { detail as searchNodesDetail } from "../../src/areas/search-nodes/detail.ts";
import { detail as snapshotDetail } from "../../src/areas/snapshots/detail.ts";
import { Migration, MigrationValidation } from "../../src/contract/live-migration.ts";
import { ClusterName, GroupId, ValidationId } from "../../src/contract/schema/ids.ts";
import { SearchNodes } from "../../src/contract/search-nodes.ts";
import { CUT_OVER } from "../../src/domain/cut-over-state.ts";
import type { KnownName } from "../../src/state/names/names.ts";
import { lagKey, searchNodesKey } from "../../src/state/samples/measured.ts";
import { Answers, cellsOf, cluster, GROUP, id, linesOf, NOW } from "./answers.ts";
import { snapshot } from "./snapshot-samples.ts";

/** How long something usually takes is said only while it may still end within that time. */

const groupId = GroupId.parse(GROUP);
const scope = { clusters: [cluster("prod-eu")] };
const params = { groupId, clusterName: ClusterName.parse("prod-eu") };
const minutes = (count: number): number => NOW - count * 60_000;
/** The id of something that was made so many minutes ago. */
const madeId = (minutesAgo: number): string =>
  `${Math.floor(minutes(minutesAgo) / 1000).toString(16)}${"0".repeat(16)}`;

const known = (kind: KnownName["kind"], of: string): KnownName => ({
  kind,
  id: of,
  name: "shop-rs0 → prod-eu",
  project: GROUP,
  source: "started in this console",
  firstSeen: NOW,
  lastSeen: NOW,
  about: { source: "shop-rs0", destination: "prod-eu" },
});

test.each([
  ["inProgress", 4, "usually takes 3 to 9 minutes"],
  ["inProgress", 300, "longer than usual (usually takes 3 to 9 minutes)"],
  ["queued", 300, "usually takes 3 to 9 minutes"],
])("a snapshot that has been %s for %i minutes", (status, ago, words) => {
  const results = [snapshot(1, ago, { status })];
  const context = new Answers().add("listReplicaSetBackups", { params }, { results }).context({ scope });
  expect(linesOf(snapshotDetail(context, id(1)))).toContain(`: ${words}`);
});

test.each([
  [6, "usually 9 to 15 minutes"],
  [200, "longer than usual (usually 9 to 15 minutes)"],
])("search nodes that have been changing for %i minutes", (ago, words) => {
  const deployment = SearchNodes.parse({
    id: id(1),
    encryptionAtRestProvider: "NONE",
    stateName: "UPDATING",
    specs: [{ instanceSize: "S20_HIGHCPU_NVME", nodeCount: 2 }],
  });
  const ring = [{ at: minutes(ago), value: null, state: "UPDATING" }];
  const context = new Answers()
    .add("getServiceSearchDeployment", { params }, deployment)
    .context({ scope, ring: (key) => (key === searchNodesKey(GROUP, "prod-eu") ? ring : []) });
  expect(linesOf(searchNodesDetail(context, "prod-eu")).find((line) => line.startsWith("Changing"))).toMatch(
    new RegExp(`\\), ${words.replaceAll(/[()]/gu, "\\$&")}$`, "u"),
  );
});

test.each([
  [1, "Validation in progress: usually takes less than a minute. Nothing is changed."],
  [60, "Validation in progress: longer than usual (usually takes less than a minute). Nothing is changed."],
])("a validation that was asked for %i minutes ago", (ago, words) => {
  const one = madeId(ago);
  const context = new Answers()
    .add(
      "getValidationStatus",
      { params: { groupId, validationId: ValidationId.parse(one) } },
      MigrationValidation.parse({ _id: one, status: "PENDING" }),
    )
    .context({ scope: { unlisted: [known("validation", one)] } });
  expect(linesOf(migrationDetail(context, one))).toContain(words);
});

/** A migration whose cut-over was asked for so many minutes ago. */
function cuttingOver(one: string, ago: number): Context {
  const ring = [{ at: minutes(ago), value: null, state: CUT_OVER }];
  const change = { status: "WORKING", lagTimeSeconds: 0, readyForCutover: true, migrationHosts: ["mig01.example.com"] };
  return new Answers()
    .add(
      "getPushMigration",
      migrationArgs(new Answers().context().scope, one),
      Migration.parse({ _id: one, ...change }),
    )
    .context({
      scope: { unlisted: [known("migration", one)] },
      ring: (key) => (key === lagKey(GROUP, one) ? ring : []),
    });
}

test.each([
  [3, "ends in a few minutes", "Synchronisation is stopping; a cut-over takes a few minutes."],
  [125, "longer than usual: 2 h 5 min", "Running for 2 h 5 min, longer than usual (a few minutes)."],
])("a cut-over that was asked for %i minutes ago", (ago, cell, words) => {
  const one = madeId(400);
  const context = cuttingOver(one, ago);
  expect(Object.values(cellsOf(migrations(context).rows[0]))).toContain(cell);
  expect(linesOf(migrationDetail(context, one))).toContain(`${words} Keep writes on the source stopped.`);
});
