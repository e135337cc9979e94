import { expect, test } from "vitest";
import { rowsOfProjects } from "../../../src/app/settings-files/compared-rows.ts";
import { comparedProjects } from "../../../src/app/settings-files/comparison.ts";
import { type ProjectSettings, readProject } from "../../../src/app/settings-files/project.ts";
import { SETTINGS_KINDS } from "../../../src/areas/settings-kinds.ts";
import { differencesIn } from "../../../src/commands/watch/drift.ts";
import { testProject } from "./session.ts";

/** Two projects beside each other: what a copy would take over, and what stays. */

const kinds = SETTINGS_KINDS.filter(({ file }) => file.name === "auditing");

const schedules = SETTINGS_KINDS.filter(({ file }) => file.name === "backup-schedule");

const rowsOf = (here: ProjectSettings, there: ProjectSettings) => {
  const env = { now: Date.parse("2026-11-21T14:06:00Z"), timeZone: "UTC" };
  return rowsOfProjects(comparedProjects(here, there, "Staging", env), ["prod-eu"], env);
};

/** The same, with other fields. */
const changed = (all: ProjectSettings, change: (settings: object) => object): ProjectSettings => ({
  ...all,
  stored: all.stored.map((one) => ({ ...one, settings: Object.fromEntries(Object.entries(change(one.settings))) })),
});

test("fields that are set here alone differ, and a copy leaves them", async () => {
  const { source } = await testProject();
  const here = await readProject(source, kinds);
  const without = changed(here, (settings) =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => name !== "auditFilter")),
  );

  const [same] = rowsOf(here, here);
  expect(same).toMatchObject({ state: "same", origin: null, notes: [] });

  const [alone] = rowsOf(here, without);
  expect(alone).toMatchObject({
    state: "different",
    origin: null,
    notes: ["They are set here alone: there is nothing to copy."],
  });

  const off = changed(without, (settings) => ({ ...settings, enabled: false }));
  const [both] = rowsOf(here, off);
  expect(both?.notes).toEqual(["A copy leaves 1 field set here alone as it is."]);
  expect(both?.origin).not.toBeNull();
});

test("copies of a schedule of another cluster are in the zone of the cluster here, where that names one", async () => {
  const { source } = await testProject();
  const here = await readProject(source, schedules);
  const copy = { regionName: "EU_WEST_1", cloudProvider: "AWS", frequencies: ["DAILY"], shouldCopyOplogs: false };
  const inZones = (...zones: readonly string[]): ProjectSettings =>
    changed({ ...here, stored: here.stored.slice(0, 1) }, (settings) => ({
      ...settings,
      copySettings: zones.map((zoneId) => ({ ...copy, zoneId })),
    }));
  const [ours, theirs, third] = ["a", "b", "c"].map((digit) => digit.repeat(24));

  expect(rowsOf(inZones(ours ?? ""), inZones(theirs ?? ""))).toMatchObject([{ state: "same", origin: null }]);

  const [more] = rowsOf(inZones(ours ?? ""), inZones(theirs ?? "", third ?? ""));
  expect(more?.origin).toMatchObject({ settings: { copySettings: [{ zoneId: ours }, { zoneId: ours }] } });

  const [unknown] = rowsOf(inZones(), inZones(theirs ?? ""));
  expect(unknown?.origin).toMatchObject({ settings: { copySettings: [{ zoneId: theirs }] } });

  const [several] = rowsOf(inZones(ours ?? "", third ?? ""), inZones(theirs ?? ""));
  expect(several?.origin).toMatchObject({ settings: { copySettings: [{ zoneId: theirs }] } });
});

const buckets = SETTINGS_KINDS.filter(({ file }) => file.name === "export-bucket");

test("buckets of one name are told apart by cloud and role, and stay who they are when one of them goes", async () => {
  const { source } = await testProject();
  const here = await readProject(source, buckets);
  const [one] = here.stored;
  if (one === undefined) throw new Error("no bucket");
  const asRole = (iamRoleId: string): ProjectSettings["stored"][number] => ({
    ...one,
    id: iamRoleId.repeat(24).slice(0, 24),
    settings: { cloudProvider: "AWS", bucketName: "exports", iamRoleId },
  });
  const azure = {
    ...one,
    id: "f".repeat(24),
    settings: { cloudProvider: "AZURE", bucketName: "exports", roleId: "b", serviceUrl: "https://a.example.com" },
  };
  const with3 = { ...here, stored: [asRole("a"), asRole("b"), azure] };
  const none = { ...here, stored: [] };
  const missing = rowsOf(none, with3);
  expect(missing.map(({ name }) => name)).toEqual(["exports (AWS, a)", "exports (AWS, b)", "exports (Azure, b)"]);
  expect(rowsOf(with3, none).map(({ name }) => name)).toEqual(missing.map(({ name }) => name));
  expect(rowsOf(none, { ...here, stored: [azure] }).map(({ name }) => name)).toEqual(["exports"]);

  const before = differencesIn(missing, new Map());
  const [first = "", second = "", third = ""] = before.keys();
  const after = differencesIn(rowsOf(none, { ...here, stored: [asRole("b"), azure] }), before);
  expect([...after.keys()]).toEqual([second, third]);
  expect(first).not.toBe("");
  // Another role is a change of the one that is left, not of the one that is as it was.
  const edited = differencesIn(rowsOf(none, { ...here, stored: [azure, asRole("c")] }), after);
  expect(edited.get(third)?.origin?.settings).toEqual(azure.settings);
  expect(edited.get(second)?.origin?.settings).toMatchObject({ iamRoleId: "c" });
});
