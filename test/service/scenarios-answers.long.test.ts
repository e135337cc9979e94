import { expect, test } from "vitest";
import { parseJson } from "../../src/contract/json/json.ts";
import { allOperations } from "../../src/contract/operations.ts";
import { switchOff, switchOn } from "./scenario-support.ts";
import { type Client, ready } from "./support.ts";

/** Scenarios of what good answers hold, over real HTTP. */

const alerts = (call: Client): string => `/groups/${call.groupId}/alerts`;
const G = (call: Client, path: string): string => `/groups/${call.groupId}/${path}`;

/** Reads of every kind, each at a place that the sample has. */
const READS: readonly (readonly [id: string, path: (call: Client) => string])[] = [
  ["listAlerts", alerts],
  ["listAlertConfigurations", (call) => G(call, "alertConfigs")],
  ["listServiceSearchIndexesCluster", (call) => G(call, "clusters/prod-eu/search/indexes")],
  ["listReplicaSetBackups", (call) => G(call, "clusters/prod-eu/backup/snapshots")],
  ["listShardedClusterBackups", (call) => G(call, "clusters/analytics/backup/snapshots/shardedClusters")],
  ["listBackupRestoreJobs", (call) => G(call, "clusters/prod-eu/backup/restoreJobs")],
  ["listBackupExportJobs", (call) => G(call, "clusters/prod-eu/backup/exports")],
  ["getBackupSchedule", (call) => G(call, "clusters/prod-eu/backup/schedule")],
  ["listCloudProviderAccessRoles", (call) => G(call, "cloudProviderAccess")],
  ["getServiceSearchDeployment", (call) => G(call, "clusters/prod-eu/search/deployment")],
  ["getAuditingConfiguration", (call) => G(call, "auditLog")],
  ["listSourceProjects", (call) => `/orgs/${call.ready.orgId}/liveMigrations/availableProjects`],
];

test.each(READS)("unknown-things: %s still has the shape that a tolerant client reads", async (id, path) => {
  const call = await ready();
  const usual = await call("GET", path(call));
  await switchOn(call, "unknown-things");
  const strange = await call("GET", path(call));
  expect(strange.status).toBe(200);
  expect(strange.text).not.toBe(usual.text);
  expect(strange.text).toContain("fromTomorrow");
  const declared = allOperations().find((operation) => operation.id === id);
  const parsed = parseJson(strange.text);
  expect(declared?.response.safeParse(parsed.ok ? parsed.value : undefined)).toMatchObject({ success: true });
  // The same at every look.
  expect((await call("GET", path(call))).text).toBe(strange.text);
});

test("unknown-things has each kind by itself", async () => {
  const call = await ready();
  const read = () => call("GET", G(call, "clusters/prod-eu/backup/snapshots"), { query: "itemsPerPage=500" });
  const usual = await read();
  const answered = async (what: string) => {
    await switchOn(call, "unknown-things", { options: { what } });
    const reply = await read();
    await switchOff(call);
    return reply;
  };
  expect((await answered("values")).rows().filter(({ status }) => status === "quiescing").length).toBeGreaterThan(0);
  expect((await answered("fields")).at("results", 0, "fromTomorrow", "values", 1, "deep", "deeper")).toBeNull();
  expect((await answered("numbers")).text).toContain("9007199254740993");
  expect((await answered("nulls")).rows().some(({ policyItems }) => policyItems === null)).toBe(true);
  const missing = (await answered("missing")).rows();
  expect(missing.map(({ id }) => id)).toEqual(usual.rows().map(({ id }) => id));
  expect(JSON.stringify(missing).length).toBeLessThan(JSON.stringify(usual.rows()).length * 0.95);
});

test("empty-lists empties lists of every form", async () => {
  const call = await ready();
  await switchOn(call, "empty-lists");
  const list = await call("GET", alerts(call));
  expect([list.at("results"), list.at("totalCount")]).toEqual([[], 0]);
  expect((await call("GET", G(call, "clusters/prod-eu/search/indexes"))).json).toEqual([]);
  expect((await call("GET", G(call, "dbAccessHistory/clusters/prod-eu"))).at("accessLogs")).toEqual([]);
});

test("huge-page answers more rows than were asked for, each with an id of its own", async () => {
  const call = await ready();
  await switchOn(call, "huge-page", { on: "listAlerts", options: { rows: 5000 } });
  const rows = (await call("GET", alerts(call), { query: "itemsPerPage=10" })).rows();
  expect(rows).toHaveLength(5000);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(5000);
});

test.each([
  [2, 2, 0],
  [-2, 0, 2],
])("paging-shift by %i: %i rows are seen twice and %i not at all", async (by, twice, missed) => {
  const call = await ready();
  const usual = (await call("GET", alerts(call), { query: "itemsPerPage=20" })).rows().map(({ id }) => id);
  await switchOn(call, "paging-shift", { options: { by } });
  const page = async (number: number) =>
    (await call("GET", alerts(call), { query: `itemsPerPage=10&pageNum=${number}` })).rows().map(({ id }) => id);
  const seen = [...(await page(1)), ...(await page(2))];
  expect(seen.length - new Set(seen).size).toBe(twice);
  expect(usual.slice(0, 20).filter((id) => !seen.includes(id)).length).toBe(twice + missed);
});

test.each([
  ["an alert configuration", (call: Client, ids: Ids) => G(call, `alertConfigs/${ids.configuration}`)],
  ["an alert", (call: Client, ids: Ids) => G(call, `alerts/${ids.alert}`)],
  ["a schedule", (call: Client) => G(call, "clusters/prod-eu/backup/schedule")],
  ["auditing", (call: Client) => G(call, "auditLog")],
  ["custom DNS", (call: Client) => G(call, "awsCustomDNS")],
  ["search nodes", (call: Client) => G(call, "clusters/prod-eu/search/deployment")],
  ["an index", (call: Client, ids: Ids) => G(call, `clusters/prod-eu/search/indexes/${ids.index}`)],
  [
    "a compliance policy",
    (call: Client) => `/groups/${call.ready.groups.find(({ name }) => name === "Staging")?.id}/backupCompliancePolicy`,
  ],
])("concurrent-edit changes %s once it was read, and once only", async (_name, path) => {
  const call = await ready({ speed: 0 });
  const ids = await idsOf(call);
  const before = await call("GET", path(call, ids));
  await switchOn(call, "concurrent-edit");
  const opened = await call("GET", path(call, ids));
  expect(opened.json).toEqual(before.json);
  const changed = await call("GET", path(call, ids));
  expect([opened.status, changed.status]).toEqual([200, 200]);
  expect(changed.json).not.toEqual(opened.json);
  expect((await call("GET", path(call, ids))).json).toEqual(changed.json);
});

type Ids = { readonly configuration: unknown; readonly alert: unknown; readonly index: unknown };

async function idsOf(call: Client): Promise<Ids> {
  const indexes = await call("GET", G(call, "clusters/prod-eu/search/indexes"));
  return {
    configuration: (await call("GET", G(call, "alertConfigs"))).rows()[0]?.["id"],
    alert: (await call("GET", alerts(call), { query: "status=OPEN" })).rows()[0]?.["id"],
    index: indexes.str(0, "indexID"),
  };
}
