import { describe, expect, test } from "vitest";
import { settingsText } from "../../../src/app/settings-files/files.ts";
import { inFileOrder, readProject, settingsKindOf } from "../../../src/app/settings-files/project.ts";
import { SETTINGS_KINDS } from "../../../src/areas/settings-kinds.ts";
import { type BodyObject, jsonObjectsOf } from "../../../src/contract/json/json.ts";
import { Secret } from "../../../src/contract/secret.ts";
import type { SettingsFileKind } from "../../../src/forms/settings-file/kind.ts";
import { readDocuments } from "../../../src/forms/settings-file/read-documents.ts";
import { applied, documentOf, kindsOf, plannedIn, type TestProject, testProject } from "./session.ts";

/** Secrets that are kept where several are stored: each stays where it is, and nobody guesses which one is meant. */

const found = SETTINGS_KINDS.find(({ file }) => file.name === "alert-configuration")?.file;
if (found === undefined) throw new Error("no alert configurations");
const ALERTS: SettingsFileKind = found;

const KEYS = {
  first: `${"a".repeat(28)}1111`,
  second: `${"b".repeat(28)}2222`,
  third: `${"c".repeat(28)}3333`,
} as const;

const pager = (key: string, delayMin = 5): BodyObject => ({
  typeName: "PAGER_DUTY",
  serviceKey: new Secret(key),
  delayMin,
});

const alert = (...notifications: readonly BodyObject[]): BodyObject => ({
  eventTypeName: "CLUSTER_MONGOS_IS_MISSING",
  enabled: true,
  notifications,
});

const read = (text: string, file = "alerts.yaml") =>
  readDocuments(file, text, {
    kinds: [ALERTS],
    variable: (name) => ({ THIRD: KEYS.third, SECOND: KEYS.second })[name],
  });

const asFile = (settings: string): string => `kind: alert-configuration
version: 1
settings:
  eventTypeName: CLUSTER_MONGOS_IS_MISSING
  enabled: true
  notifications:
${settings}`;

const block = (key: string, delayMin = 5): string =>
  `    - typeName: PAGER_DUTY\n      serviceKey: ${key}\n      delayMin: ${delayMin}\n`;

/** What of the project is of the event of these tests. */
async function ownOf({ source }: TestProject) {
  const project = await readProject(source, [settingsKindOf(ALERTS)]);
  const stored = inFileOrder(project.stored).filter(
    ({ settings }) => settings["eventTypeName"] === "CLUSTER_MONGOS_IS_MISSING",
  );
  return { project, stored };
}

async function exported(project: TestProject, format: "yaml" | "json" = "yaml"): Promise<string> {
  const own = await ownOf(project);
  return settingsText(own.stored, own.project, { format, secrets: "keep" });
}

/** The ends and delays of the stored keys, in the order of the service. */
async function keysOf(project: TestProject): Promise<readonly string[]> {
  const { stored } = await ownOf(project);
  return stored.flatMap(({ document }) =>
    jsonObjectsOf(document["notifications"]).map(
      ({ serviceKey, delayMin }) => `${String(serviceKey).slice(-4)} ${delayMin}`,
    ),
  );
}

const problemsIn = async (project: TestProject, text: string): Promise<readonly string[]> => {
  const { plan } = await plannedIn(project, read(text).documents);
  return plan.problems.map(({ line, message }) => `${line} ${message}`);
};

async function projectWith(...notifications: readonly BodyObject[]): Promise<TestProject> {
  const project = await testProject();
  expect(kindsOf(await applied(project, [documentOf(ALERTS, alert(...notifications))]))).toEqual(["done"]);
  return project;
}

const isSaid = async (project: TestProject, text: string): Promise<readonly string[]> => {
  const { plan } = await plannedIn(project, read(text).documents);
  expect(plan.problems).toEqual([]);
  return plan.items.map(({ action }) => action);
};

const changesIn = async (project: TestProject, text: string): Promise<readonly string[]> => {
  const { plan } = await plannedIn(project, read(text).documents);
  expect(plan.problems).toEqual([]);
  return plan.items.flatMap(({ changes }) => changes.map(({ label, from, to }) => `${label}: ${from} -> ${to}`));
};

describe("of two notifications that differ in their keys alone", () => {
  test("a file tells them apart: one that is taken out goes, and the other one stays", async () => {
    for (const format of ["yaml", "json"] as const) {
      const project = await projectWith(pager(KEYS.first), pager(KEYS.second));
      const text = await exported(project, format);
      expect(await isSaid(project, text)).toEqual(["same"]);
      const [document] = read(text).documents;
      if (document === undefined) throw new Error(text);
      const [, second] = [document.settings["notifications"]].flat();
      const less = { ...document, settings: { ...document.settings, notifications: [second ?? {}] } };
      expect(kindsOf(await applied(project, [less]))).toEqual(["done"]);
      expect(await keysOf(project)).toEqual(["2222 5"]);
    }
  });

  test("what goes is said of the one that goes", async () => {
    const project = await projectWith(pager(KEYS.first), pager(KEYS.second));
    expect(await changesIn(project, asFile(block("keep 2222")))).toEqual([
      "Notification 1: PagerDuty …1111 · Region US · Delay 5 min -> null",
    ]);
  });

  test("their order in the file is nobody's change of a key", async () => {
    const project = await projectWith(pager(KEYS.first), pager(KEYS.second));
    const text = asFile(block("keep 2222") + block("keep 1111"));
    expect(kindsOf(await applied(project, read(text).documents))).toEqual(["done"]);
    expect(await keysOf(project)).toEqual(["2222 5", "1111 5"]);
  });

  test("a change goes to the one whose key is named", async () => {
    const project = await projectWith(pager(KEYS.first), pager(KEYS.second));
    const text = asFile(block("keep 1111", 30) + block("keep 2222"));
    expect(kindsOf(await applied(project, read(text).documents))).toEqual(["done"]);
    expect(await keysOf(project)).toEqual(["1111 30", "2222 5"]);
  });

  test("a key from the environment is the one that ends alike", async () => {
    const project = await projectWith(pager(KEYS.first), pager(KEYS.second));
    expect(await changesIn(project, asFile(block("$" + "{SECOND}")))).toEqual([
      "Notification 1: PagerDuty …1111 · Region US · Delay 5 min -> null",
    ]);
  });

  test.each<[what: string, settings: string, lines: readonly number[]]>([
    ["only one is left", block("keep"), [8]],
    ["one of them is changed", block("keep", 30) + block("keep"), [8, 11]],
    ["both are changed", block("keep", 30) + block("keep", 60), [8, 11]],
    ["one gets another key", block("keep") + block("$" + "{THIRD}"), [8]],
  ])("keep alone does not say which one is meant where %s", async (_what, settings, lines) => {
    const project = await projectWith(pager(KEYS.first), pager(KEYS.second));
    expect(await problemsIn(project, asFile(settings))).toEqual(
      lines.map((line) =>
        expect.stringMatching(new RegExp(`^${line} keep: several .* keep 1111, or keep 2222, or `, "u")),
      ),
    );
  });

  test("keep alone is enough where all of them stay as they are", async () => {
    const project = await projectWith(pager(KEYS.first), pager(KEYS.second));
    expect(await isSaid(project, asFile(block("keep") + block("keep")))).toEqual(["same"]);
  });
});

test("of several that differ, those that stay the same leave one that is meant", async () => {
  const project = await projectWith(pager(KEYS.first, 5), pager(KEYS.second, 10));
  const text = asFile(block("keep", 7) + block("keep", 10));
  expect(kindsOf(await applied(project, read(text).documents))).toEqual(["done"]);
  expect(await keysOf(project)).toEqual(["1111 7", "2222 10"]);
  expect(await problemsIn(project, asFile(block("keep", 12)))).toEqual([expect.stringContaining("8 keep: several")]);
});

test("a key that is not stored any more is said, also where nothing else differs", async () => {
  const project = await projectWith(pager(KEYS.first));
  expect(await problemsIn(project, asFile(block("keep 9999")))).toEqual([
    expect.stringMatching(/^8 keep 9999: no secret is stored that ends so; write keep 1111, or /u),
  ]);
  expect(await isSaid(project, asFile(block("keep 1111")))).toEqual(["same"]);
});

test("where one is stored, a file says no more than keep: a key that is changed elsewhere leaves it right", async () => {
  const project = await projectWith(pager(KEYS.first));
  expect(await exported(project)).toContain("serviceKey: keep # stored secret, ends 1111\n");
});

test("configurations that differ in a key alone are told apart, and the one without a document is deleted", async () => {
  const project = await testProject();
  const both = [documentOf(ALERTS, alert(pager(KEYS.first))), documentOf(ALERTS, alert(pager(KEYS.second)))];
  expect(kindsOf(await applied(project, both))).toEqual(["done", "done"]);
  const text = await exported(project);
  expect(await isSaid(project, text)).toEqual(["same", "same"]);
  const [unclear] = (await plannedIn(project, read(asFile(block("keep"))).documents)).plan.items;
  expect(unclear?.action).toBe("unclear");
  const only = read(text).documents.filter(({ settings }) => JSON.stringify(settings).includes("2222"));
  const { plan } = await plannedIn(project, only, { prune: true });
  const own = plan.items.filter(({ stored }) => stored?.settings["eventTypeName"] === "CLUSTER_MONGOS_IS_MISSING");
  expect(own.map(({ action, stored }) => [action, JSON.stringify(stored?.settings).includes("1111")])).toEqual([
    ["same", false],
    ["delete", true],
  ]);
});
