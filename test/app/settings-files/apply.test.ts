import { expect, test } from "vitest";
import { readProject, settingsKindOf } from "../../../src/app/settings-files/project.ts";
import { SETTINGS_KINDS } from "../../../src/areas/settings-kinds.ts";
import { type BodyObject, isObject } from "../../../src/contract/json/json.ts";
import { Secret } from "../../../src/contract/secret.ts";
import type { SettingsFileKind } from "../../../src/forms/settings-file/kind.ts";
import { ready } from "../../service/support.ts";
import { applied, appliedIn, documentOf, kindsOf, plannedIn, preparedIn, testProject } from "./session.ts";

/** Applying settings beside somebody else who changes the same: nothing is lost, and nothing is written twice. */

function kind(name: string): SettingsFileKind {
  const found = SETTINGS_KINDS.find(({ file }) => file.name === name);
  if (found === undefined) throw new Error(name);
  return found.file;
}

const ALERTS = kind("alert-configuration");

const host = (delayMin: number, address = "dba@example.com"): BodyObject => ({
  eventTypeName: "CLUSTER_MONGOS_IS_MISSING",
  enabled: true,
  notifications: [{ typeName: "EMAIL", emailAddress: address, delayMin }],
});

test("what is new is created once; the same once more sends nothing", async () => {
  const project = await testProject();
  const pager = {
    eventTypeName: "CLUSTER_MONGOS_IS_MISSING",
    enabled: true,
    notifications: [
      { typeName: "PAGER_DUTY", serviceKey: new Secret("0123456789abcdef0123456789abcdef"), delayMin: 0 },
    ],
  };
  const documents = [documentOf(ALERTS, pager)];
  expect(kindsOf(await applied(project, documents))).toEqual(["done"]);
  expect((await plannedIn(project, documents)).plan.items.map(({ action }) => action)).toEqual(["same"]);
  expect(await applied(project, documents)).toEqual([]);
  const other = { ...pager, notifications: [{ ...pager.notifications[0], serviceKey: new Secret("f".repeat(32)) }] };
  const [result] = await applied(project, [documentOf(ALERTS, other)]);
  expect([result?.prepared.item.action, result?.result.kind]).toEqual(["change", "done"]);
});

test("an edit of the same field between plan and write is a conflict, one of another field stays", async () => {
  const project = await testProject();
  const { source } = project;
  expect(kindsOf(await applied(project, [documentOf(ALERTS, host(5))]))).toEqual(["done"]);
  const planned = await plannedIn(project, [documentOf(ALERTS, host(10))]);
  const prepared = await preparedIn(project, planned);
  const id = planned.plan.items[0]?.stored?.id ?? "";
  const path = `/groups/${source.scope.groupId}/alertConfigs/${id}`;
  const { json } = await project.call("GET", path);
  const stored = isObject(json) ? json["notifications"] : null;
  const notifications: readonly unknown[] = Array.isArray(stored) ? stored : [];
  const edit = (changes: object): Promise<unknown> =>
    project.call("PUT", path, {
      body: { ...host(5), notifications: notifications.map((one) => Object.assign({}, one, changes)) },
    });
  await edit({ delayMin: 15 });
  const [conflict] = await appliedIn(project, planned, prepared);
  expect(conflict?.result).toMatchObject({
    kind: "conflict",
    fields: ["Notification 1 › Delay: was 5 min, is 15 min, the file says 10 min"],
  });
  await edit({ delayMin: 5, emailAddress: "ann@example.com" });
  expect(kindsOf(await appliedIn(project, planned, prepared))).toEqual(["done"]);
  const [after] = (await readProject(source, [settingsKindOf(ALERTS)])).stored.filter((one) => one.id === id);
  expect(after?.settings["notifications"]).toEqual([
    { typeName: "EMAIL", emailAddress: "ann@example.com", delayMin: 10 },
  ]);
});

test("two that apply the same at once make one thing; what somebody else made meanwhile is a conflict", async () => {
  const one = await testProject();
  const other = await testProject(undefined, one.call);
  const documents = [documentOf(ALERTS, host(5))];
  const [planned, again] = [await plannedIn(one, documents), await plannedIn(other, documents)];
  const [prepared, preparedAgain] = [await preparedIn(one, planned), await preparedIn(other, again)];
  expect(kindsOf(await appliedIn(one, planned, prepared))).toEqual(["done"]);
  expect(kindsOf(await appliedIn(other, again, preparedAgain))).toEqual(["already"]);
  const different = await plannedIn(other, [documentOf(ALERTS, host(30))]);
  expect(different.plan.items.map(({ action }) => action)).toEqual(["change"]);
});

test("the first that is refused ends it: what was done and what was not is said, and it goes on from there", async () => {
  const project = await testProject();
  const dns = documentOf(kind("custom-dns"), { enabled: true });
  const taken = documentOf(
    kind("search-nodes"),
    { specs: [{ instanceSize: "S20_HIGHCPU_NVME", nodeCount: 2 }] },
    "tiny",
  );
  const alert = documentOf(ALERTS, host(5));
  const results = await applied(project, [alert, taken, dns]);
  expect(results.map(({ prepared, result }) => [prepared.item.of.file.name, result.kind])).toEqual([
    ["custom-dns", "done"],
    ["search-nodes", "refused"],
    ["alert-configuration", "not-sent"],
  ]);
  expect(kindsOf(await applied(project, [alert, dns]))).toEqual(["done"]);
});

test("several alike are told apart by what they say, by what was applied before, or not at all", async () => {
  const project = await testProject();
  const both = [documentOf(ALERTS, host(5)), documentOf(ALERTS, host(60, "night@example.com"))];
  const made = await applied(project, both);
  expect(kindsOf(made)).toEqual(["done", "done"]);
  expect((await plannedIn(project, both)).plan.items.map(({ action }) => action)).toEqual(["same", "same"]);
  const changed = documentOf(ALERTS, host(30));
  const { plan } = await plannedIn(project, [changed]);
  expect(plan.items.map(({ action }) => action)).toEqual(["unclear"]);
  const [first] = made;
  const id = first?.result.kind === "done" ? (first.result.id ?? "") : "";
  const identity = JSON.stringify([ALERTS.name, null, ALERTS.identityOf(changed.settings)]);
  const before = [{ kind: ALERTS.name, file: "settings.yaml", cluster: null, identity, id }];
  const known = (await plannedIn(project, [changed], { before })).plan.items;
  expect(known.map(({ action, stored }) => [action, stored?.id])).toEqual([["change", id]]);
  const answers = new Map([[changed, null]]);
  expect((await plannedIn(project, [changed], { answers })).plan.items.map(({ action }) => action)).toEqual(["create"]);
  const moved = documentOf(ALERTS, {
    ...host(5),
    matchers: [{ fieldName: "CLUSTER_NAME", operator: "EQUALS", value: "prod-eu" }],
  });
  const found = (await plannedIn(project, [moved], { before })).plan.items;
  expect(found.map(({ action, stored }) => [action, stored?.id])).toEqual([["change", id]]);
});

test("a bucket and a schedule that exports to it come in their order, by name", async () => {
  const project = await testProject();
  const bucket = documentOf(kind("export-bucket"), {
    cloudProvider: "AWS",
    bucketName: "acme-new-exports",
    iamRoleId: "svc-export",
  });
  const schedule = documentOf(
    kind("backup-schedule"),
    { autoExportEnabled: true, export: { exportBucketId: "acme-new-exports", frequencyType: "monthly" } },
    "analytics",
  );
  const results = await applied(project, [schedule, bucket]);
  expect(results.map(({ prepared, result }) => [prepared.item.of.file.name, result.kind])).toEqual([
    ["export-bucket", "done"],
    ["backup-schedule", "done"],
  ]);
  expect((await plannedIn(project, [schedule, bucket])).plan.items.map(({ action }) => action)).toEqual([
    "same",
    "same",
  ]);
  const gone = await applied(project, [schedule], { prune: true });
  expect(gone).toEqual([]);
});

test("a compliance policy names its address once: what a form asks for twice no file has", async () => {
  const call = await ready({ speed: 0, size: { projects: 5 } });
  const project = await testProject("Project-004", call);
  const policy = (authorizedEmail: string) =>
    documentOf(kind("compliance-policy"), {
      ...{ authorizedEmail, authorizedUserFirstName: "Ann", authorizedUserLastName: "Ode" },
      scheduledPolicyItems: [
        { frequencyType: "daily", frequencyInterval: 1, retentionUnit: "days", retentionValue: 30 },
      ],
    });
  expect(kindsOf(await applied(project, [policy("ann@example.com")]))).toEqual(["done"]);
  expect((await plannedIn(project, [policy("ann@example.com")])).plan.items.map(({ action }) => action)).toEqual([
    "same",
  ]);
});

test("the project of a document is named as on the command line, or by its id, and is no other one", async () => {
  const project = await testProject();
  const { groupId, groupName, projects } = project.source.scope;
  const problemsOf = async (name: string, source = project.source) => {
    const document = {
      ...documentOf(kind("custom-dns"), { enabled: true }),
      project: { name, spot: { line: 3, column: 1 } },
    };
    return (await plannedIn({ ...project, source }, [document])).plan.problems.map(({ message }) => message);
  };
  for (const name of [groupName, groupName.toLowerCase(), groupId]) expect(await problemsOf(name)).toEqual([]);
  expect(await problemsOf("staging")).toEqual([`these settings are for the project staging, and this is ${groupName}`]);
  const [other] = projects.filter(({ id }) => id !== groupId);
  if (other === undefined) throw new Error("one project alone");
  const beside = (name: string) => ({
    ...project.source,
    scope: { ...project.source.scope, projects: [{ ...other, name }] },
  });
  const lower = groupName.toLowerCase();
  expect(await problemsOf(lower, beside(lower))).toEqual([expect.stringContaining("these settings are for")]);
  expect(await problemsOf(groupName, beside(lower))).toEqual([]);
  expect(await problemsOf(groupName.toUpperCase(), beside(lower))).toEqual([
    `several projects are called ${groupName.toUpperCase()}: write the id of one`,
  ]);
});
