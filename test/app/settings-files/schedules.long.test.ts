import { describe, expect, test } from "vitest";
import { settingsText } from "../../../src/app/settings-files/files.ts";
import { fileKinds, readProject, settingsKindOf } from "../../../src/app/settings-files/project.ts";
import { backupScheduleKind } from "../../../src/areas/backup-schedules/settings-file.ts";
import { type BodyObject, isObject } from "../../../src/contract/json/json.ts";
import { readDocuments } from "../../../src/forms/settings-file/read-documents.ts";
import { applied, documentOf, kindsOf, plannedIn, type TestProject, testProject } from "./session.ts";

/** Schedules in files: what does not apply beside the rest, and lists that are empty. */

const SCHEDULE = backupScheduleKind.file;

const path = ({ source }: TestProject, cluster: string): string =>
  `/groups/${source.scope.groupId}/clusters/${cluster}/backup/schedule`;

/** Changes a schedule as somebody else would. */
async function patched(project: TestProject, cluster: string, body: object): Promise<void> {
  const { status } = await project.call("PATCH", path(project, cluster), { body });
  expect(status).toBe(200);
}

async function storedAt(project: TestProject, cluster: string) {
  const { json } = await project.call("GET", path(project, cluster));
  if (!isObject(json)) throw new Error(`no schedule of ${cluster}`);
  return json;
}

/** The schedule of a cluster as `sextant export` writes it. */
async function exported(project: TestProject, cluster: string) {
  const read = await readProject(project.source, [settingsKindOf(SCHEDULE)]);
  const own = read.stored.filter((one) => one.cluster === cluster);
  const text = settingsText(own, read, { format: "yaml", secrets: "keep" });
  const { documents, problems } = readDocuments("a.yaml", text, { kinds: fileKinds(), variable: () => undefined });
  expect(problems).toEqual([]);
  return { text, documents };
}

/** What a plan of documents says: what is wrong, and what each would change. */
async function saidOf(project: TestProject, documents: Parameters<typeof plannedIn>[1]) {
  const { plan } = await plannedIn(project, documents);
  return {
    problems: plan.problems.map(({ message }) => message),
    changes: plan.items.flatMap(({ changes }) => changes.map(({ label, to }) => `${label}: ${to}`)),
  };
}

const OFF: BodyObject = { autoExportEnabled: false };

describe("automatic exports", () => {
  test("are switched off by a file that names them alone", async () => {
    const project = await testProject();
    expect(await storedAt(project, "analytics")).toMatchObject({ autoExportEnabled: true });
    const off = documentOf(SCHEDULE, OFF, "analytics");
    expect(await saidOf(project, [off])).toEqual({
      problems: [],
      changes: ["Automatic export: off", "Export › Bucket: null", "Export › Frequency: null"],
    });
    expect(kindsOf(await applied(project, [off]))).toEqual(["done"]);
    expect(await storedAt(project, "analytics")).toMatchObject({ autoExportEnabled: false });
    expect(await saidOf(project, [off])).toEqual({ problems: [], changes: [] });
  });

  test("that somebody else switches on are a difference, and go off again by the file", async () => {
    const project = await testProject();
    const target = (await storedAt(project, "analytics"))["export"];
    const { documents } = await exported(project, "prod-eu");
    await patched(project, "prod-eu", { autoExportEnabled: true, export: target });
    expect((await saidOf(project, documents)).problems).toEqual([]);
    expect((await saidOf(project, documents)).changes).toContain("Automatic export: off");
    expect(kindsOf(await applied(project, documents))).toEqual(["done"]);
    expect(await saidOf(project, documents)).toEqual({ problems: [], changes: [] });
  });

  test("that are off have no bucket in the file, whatever the service still keeps", async () => {
    const project = await testProject();
    const target = (await storedAt(project, "analytics"))["export"];
    await patched(project, "analytics", { autoExportEnabled: false });
    expect(await storedAt(project, "analytics")).toMatchObject({ autoExportEnabled: false, export: target });
    const { text, documents } = await exported(project, "analytics");
    expect(text).not.toContain("exportBucketId");
    expect(await saidOf(project, documents)).toEqual({ problems: [], changes: [] });
    await patched(project, "analytics", {
      autoExportEnabled: true,
      export: { ...(isObject(target) ? target : {}), frequencyType: "yearly" },
    });
    expect((await saidOf(project, documents)).problems).toEqual([]);
    expect(kindsOf(await applied(project, documents))).toEqual(["done"]);
  });

  test("cannot be off and have a bucket in one file", async () => {
    const project = await testProject();
    const target = { exportBucketId: "acme-db-exports", frequencyType: "yearly" };
    const both = documentOf(SCHEDULE, { ...OFF, export: target }, "analytics");
    expect((await saidOf(project, [both])).problems).toContain("export: Export: only with automatic exports");
  });
});

describe("a rule between two fields of which a file names one", () => {
  test("holds with the stored one where both apply", async () => {
    const project = await testProject();
    const shorter = documentOf(SCHEDULE, { restoreWindowDays: 300 }, "analytics");
    expect((await saidOf(project, [shorter])).problems.join()).toContain("requires an hourly policy item");
    expect((await saidOf(project, [documentOf(SCHEDULE, { referenceHourOfDay: 3 }, "analytics")])).problems).toEqual(
      [],
    );
  });
});

describe("a list that is empty", () => {
  test("is in the file: what somebody adds to it is a difference, and goes by the file", async () => {
    const project = await testProject();
    const { copySettings } = await storedAt(project, "analytics");
    await patched(project, "analytics", { copySettings: [] });
    const { text, documents } = await exported(project, "analytics");
    expect(text).toMatch(/^ {2}copySettings: \[\]$/mu);
    expect(text).toMatch(/^ {2}extraRetentionSettings: \[\]$/mu);
    expect(await saidOf(project, documents)).toEqual({ problems: [], changes: [] });
    await patched(project, "analytics", { copySettings });
    const { problems, changes } = await saidOf(project, documents);
    expect([problems, changes.length]).toEqual([[], 2]);
    expect(kindsOf(await applied(project, documents))).toEqual(["done"]);
    expect(await storedAt(project, "analytics")).toMatchObject({ copySettings: [] });
  });
});
