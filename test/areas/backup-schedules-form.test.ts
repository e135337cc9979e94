import { describe, expect, it } from "vitest";
import { z } from "zod";
import { changesAt } from "../../src/app/review/before.ts";
import { policyProblems } from "../../src/areas/backup-schedules/edit.ts";
import { formatSentence, impactOf } from "../../src/areas/backup-schedules/labels.ts";
import { previewLines } from "../../src/areas/backup-schedules/preview.ts";
import { removeAll } from "../../src/areas/backup-schedules/remove.ts";
import { backupSchedules } from "../../src/areas/backup-schedules.ts";
import type { Ask } from "../../src/areas/model/context.ts";
import { ScheduleBody } from "../../src/contract/backup-schedules.ts";
import type { BodyObject, JsonObject, Path } from "../../src/contract/json/json.ts";
import { NO_REQUIREMENTS } from "../../src/domain/backup/policy-requirements.ts";
import { policyViolationsOf } from "../../src/domain/backup/policy-violations.ts";
import { expiries, orphanedRegions, ruleChanges } from "../../src/domain/backup/schedule-changes.ts";
import { itemsIn } from "../../src/domain/backup/schedule-items.ts";
import { draftOf, restoreDraft } from "../../src/forms/draft.ts";
import { setText, setValue } from "../../src/forms/edit.ts";
import { editorText, readEditorText } from "../../src/forms/editor/editor.ts";
import type { FormPlan } from "../../src/forms/form-plan.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { addItem, removeItem } from "../../src/forms/lists.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { previewOf, sentenceOf } from "../../src/forms/summary.ts";
import { serviceError } from "../state/fake-client.ts";
import { Answers, id, NOW } from "./answers.ts";
import {
  answers,
  askFrom,
  DAILY,
  env,
  factsOf,
  HOURLY,
  MONTHLY,
  opened,
  POLICY,
  RULES,
  rule,
  scope,
  stored,
} from "./schedule-samples.ts";

/** Changing a schedule: what it makes of what is there, what is sent, and what is said before. */

const ITEMS: Path = ["policies", 0, "policyItems"];
const at = (index: number, field: string): Path => [...ITEMS, index, field];
const typed = (plan: FormPlan, state: FormState, path: Path, text: string): FormState =>
  setText(plan, state, path, text, env);
const labels = (plan: FormPlan, state: FormState): readonly string[] =>
  rowsOf(plan, state, env).flatMap((row) =>
    row.row === "field" ? [row.field.label] : row.row === "list" ? [row.label] : [],
  );

describe("a retention in a unit that is not known here", () => {
  it("is not counted below the form: it says that it cannot tell, and why", async () => {
    const facts = await factsOf();
    const odd = { ...HOURLY, retentionUnit: "day" };
    const why = 'The projected snapshots are unknown: unknown unit "day" (every 6 hours).';
    const policies = [{ id: id(800), policyItems: [odd, ...RULES.slice(1)] }];
    expect(previewLines(facts, { body: { ...stored(), policies }, base: stored(), env })).toEqual([why]);
    expect(previewLines(facts, { body: stored(), base: { ...stored(), policies }, env })).toEqual([why]);
  });
});

describe("a time of day that there is not", () => {
  it("gives no figures: what is wrong is named, and what is said of other fields stays", async () => {
    const { plan, facts, state } = await opened();
    const preview = (of: FormState) =>
      previewOf(plan, of, env, (body) => previewLines(facts, { body, base: stored(), env }));
    const seen = { env, names: () => undefined };
    const wrong = typed(plan, state, ["referenceMinuteOfHour"], "75");
    expect(preview(wrong)).toEqual(["A summary appears here when Minute of the hour is valid."]);
    expect(sentenceOf(plan, wrong, seen)).toBe("A summary appears here when Minute of the hour is valid.");
    expect(preview(typed(plan, wrong, ["referenceMinuteOfHour"], "45"))[0]).toBe(
      "Projected: 43 snapshots, shared ones counted once: every 6 hours 28, every day 7, Saturdays 4, last day of the month 12, 1 December 1",
    );
    // A zone of copies counts for no snapshot.
    const elsewhere = typed(plan, state, ["copySettings", 0, "zoneId"], "a zone");
    expect(problemsOf(plan, elsewhere, env)).toHaveLength(1);
    expect(preview(elsewhere)[0]).toMatch(/^Projected: 43 snapshots/u);
  });

  it("has one count of what a policy item keeps: below the form, in its suggestions and in the detail", async () => {
    const { plan, facts, state } = await opened();
    const quarter = typed(plan, typed(plan, state, at(3, "retentionValue"), "36"), at(3, "retentionUnit"), "months");
    const said = previewOf(plan, quarter, env, (body) => previewLines(facts, { body, base: stored(), env }));
    expect(said.join("\n")).toContain("last day of the month 12 → 36");
    const row = rowsOf(plan, quarter, env).find(({ path }) => path.join() === at(3, "retentionValue").join());
    const offered = row?.row === "field" ? row.field.choices.find(({ value }) => value === "36") : undefined;
    expect(offered?.note).toBe("36 snapshots");
  });
});

describe("a change of retention", () => {
  const changed = (days: number): BodyObject => ({
    ...stored(),
    policies: [{ id: id(800), policyItems: [{ ...HOURLY, retentionValue: days }, ...RULES.slice(1)] }],
  });

  it("ends those at once whose new time is over, and keeps one that another rule still asks for", async () => {
    const { snapshots } = await factsOf();
    const found = expiries(stored(), changed(2), snapshots ?? [], NOW);
    expect(found.expired.map(({ snapshot: { id: snapshotId } }) => snapshotId)).toEqual([id(1), id(3)]);
    // A daily rule keeps this one seven days still.
    expect([...found.earlier, ...found.later].map(({ snapshot: { id: moved } }) => moved)).toEqual([id(4)]);
    expect(found.earlier).toHaveLength(1);
  });

  it("in its unit alone is named by the retention that it is of", async () => {
    const { plan, state } = await opened();
    const weeks = typed(plan, typed(plan, state, at(0, "retentionUnit"), "weeks"), at(0, "retentionValue"), "7");
    const request = { method: "PUT", path: "/p" };
    const { changes } = reviewOf(plan, weeks, { asOf: NOW, request, env });
    expect(changes.map(({ label, from, to }) => [label, from, to])).toEqual([
      ["Every 6 hours › Retention unit", "days", "weeks"],
    ]);
  });

  it("names the policy items where there were none", async () => {
    const { plan } = await opened();
    const changes = changesAt(plan, env, {}, stored());
    expect(changes.find(({ label }) => label === "Policy items")?.to).toMatch(/^every 6 hours, retention 7 days; /u);
    expect(changes.filter(({ label }) => label === "")).toEqual([]);
  });

  it("is no change for snapshots of rules that stay as they are", () => {
    const { snapshots } = { snapshots: [] };
    expect(expiries(stored(), stored(), snapshots, NOW)).toEqual({ expired: [], earlier: [], later: [] });
    expect(ruleChanges(stored(), stored())).toEqual({ added: [], removed: [], changed: [] });
  });

  it("is said below the form: what goes at once, what is kept in the long run, and the next ones", async () => {
    const facts = await factsOf();
    const body = { ...changed(2), updateSnapshots: true };
    const lines = previewLines(facts, { body, base: stored(), env });
    expect(lines[0]).toBe("! Deleted now: 2 hourly snapshots of 15 Nov 14:06 to 18 Nov 14:06 UTC.");
    expect(lines).toContain("Projected: 43 → 28 snapshots (about -150 GB): every 6 hours 28 → 8");
    expect(lines).toContain("Next snapshots: 30 until 29 Nov 00:30 UTC, mostly hourly");
    expect(previewLines(facts, { body: changed(2), base: stored(), env })[0]).toBe(
      "4 existing snapshots keep their expiry.",
    );
  });

  it("is irreversible where it ends snapshots, disruptive where it only keeps less, reversible where it keeps more", async () => {
    const facts = await factsOf();
    const risk = (body: BodyObject) => impactOf(facts, { body, base: stored(), env }).risk;
    expect(risk({ ...changed(2), updateSnapshots: true })).toBe("irreversible");
    expect(risk(changed(2))).toBe("disruptive");
    expect(risk({ ...changed(9), updateSnapshots: true })).toBe("reversible");
    expect(risk({ ...stored(), restoreWindowDays: 2 })).toBe("disruptive");
    expect(risk({ ...stored(), deleteCopiedBackups: [{ regionName: "US_EAST_1" }] })).toBe("irreversible");
  });

  it("says of an export that no rule takes such snapshots", async () => {
    const facts = await factsOf();
    const target = { autoExportEnabled: true, export: { exportBucketId: id(500), frequencyType: "monthly" } };
    const without = { policies: [{ id: id(800), policyItems: [HOURLY, DAILY] }] };
    const bare = stored(without);
    const nothing = "No policy item takes monthly snapshots: nothing is exported automatically.";
    expect(impactOf(facts, { body: { ...bare, ...target }, base: bare, env }).warnings).toEqual([nothing]);
    expect(impactOf(facts, { body: stored(target), base: stored(), env }).warnings).toEqual([]);
  });

  it("says of an export that nothing can be written to its bucket, where the bucket is chosen and in the review", async () => {
    const to = (bucket: number, change: JsonObject = {}): JsonObject =>
      stored({ autoExportEnabled: true, export: { exportBucketId: id(bucket), frequencyType: "monthly" }, ...change });
    const { plan, facts, state } = await opened(to(500));
    const rows = rowsOf(plan, state, env);
    const bucket = rows.find(({ key }) => key === "export.exportBucketId");
    expect(bucket?.row === "field" ? bucket.field.choices : []).toMatchObject([
      { label: "acme-db-exports", note: expect.stringContaining("role svc") },
      { label: "acme-legal-hold", note: expect.stringContaining("role not authorised: exports fail") },
    ]);
    const warnings = (body: JsonObject, base: JsonObject) => impactOf(facts, { body, base, env }).warnings;
    const shut = ["acme-legal-hold is not writable: automatic exports will fail."];
    expect(warnings(to(501), to(500))).toEqual(shut);
    expect(warnings(to(501), stored())).toEqual(shut);
    expect(impactOf(facts, { body: to(501), base: to(500), env }).risk).toBe("disruptive");
    expect(warnings(to(501, { referenceMinuteOfHour: 0 }), to(501))).toEqual([]);
    const unread = { ...facts, roles: null };
    expect(impactOf(unread, { body: to(501), base: to(500), env }).warnings).toEqual([]);
  });

  it("says of a rule that goes what becomes of its snapshots", async () => {
    const facts = await factsOf();
    const body = { ...stored(), policies: [{ id: id(800), policyItems: RULES.slice(1) }], restoreWindowDays: 7 };
    expect(impactOf(facts, { body, base: stored(), env }).warnings).toEqual([
      "every 6 hours: no new snapshots; 4 existing snapshots stay until they expire.",
    ]);
  });
});

describe("the sentence of a change", () => {
  const EXPORT = { autoExportEnabled: true, export: { exportBucketId: id(500), frequencyType: "monthly" } };
  const COPY = {
    ...{ cloudProvider: "AWS", regionName: "EU_WEST_1", zoneId: id(600) },
    ...{ frequencies: ["DAILY"], shouldCopyOplogs: true },
  };
  const extra = (...settings: readonly (readonly [string, number])[]): JsonObject =>
    stored({
      extraRetentionSettings: settings.map(([frequencyType, retentionDays]) => ({ frequencyType, retentionDays })),
    });

  it.each<[string, JsonObject, JsonObject]>([
    ["daily start 03:30 UTC", stored(), stored({ referenceHourOfDay: 3 })],
    ["automatic export of monthly snapshots to acme-db-exports", stored(), stored(EXPORT)],
    [
      "automatic exports to acme-db-exports → acme-legal-hold",
      stored(EXPORT),
      stored({ ...EXPORT, export: { exportBucketId: id(501), frequencyType: "monthly" } }),
    ],
    [
      "automatic export of monthly → yearly snapshots",
      stored(EXPORT),
      stored({ ...EXPORT, export: { exportBucketId: id(500), frequencyType: "yearly" } }),
    ],
    ["names instead of ids in export paths", stored(), stored({ useOrgAndGroupNamesInExportPrefix: true })],
    ["ids instead of names in export paths", stored({ useOrgAndGroupNamesInExportPrefix: true }), stored()],
    [
      "copies to eu-west-1: daily, with oplog → daily, weekly, with oplog",
      stored(),
      stored({ copySettings: [{ ...COPY, frequencies: ["DAILY", "WEEKLY"] }] }),
    ],
    [
      "copies to eu-west-1: daily, with oplog → daily",
      stored(),
      stored({ copySettings: [{ ...COPY, shouldCopyOplogs: false }] }),
    ],
    [
      `copies to eu-west-1: zone ${id(600)} → ${id(601)}`,
      stored(),
      stored({ copySettings: [{ ...COPY, zoneId: id(601) }] }),
    ],
    [
      "copies to eu-west-1: provider AWS → Azure",
      stored(),
      stored({ copySettings: [{ ...COPY, cloudProvider: "AZURE" }] }),
    ],
    ["every 6 hours: retention 7 days → 7 days + 1 extra day", stored(), extra(["HOURLY", 1])],
    ["every 6 hours: retention 7 days + 2 extra days → 7 days", extra(["HOURLY", 2]), stored()],
    ["extra retention of on demand snapshots: none → 3 days", stored(), extra(["ON_DEMAND", 3])],
    ["extra retention of on demand snapshots: 3 days → none", extra(["ON_DEMAND", 3]), stored()],
  ])("says %s", async (words, base, body) => {
    const facts = await factsOf(base);
    expect(formatSentence("prod-eu", facts, { body, base, env })).toBe(`prod-eu: ${words}.`);
  });

  it("says nothing of what stays", async () => {
    const same = stored({ ...EXPORT, copySettings: [COPY, { ...COPY, zoneId: id(602), frequencies: ["WEEKLY"] }] });
    const facts = await factsOf(same);
    expect(formatSentence("prod-eu", facts, { body: same, base: same, env })).toBe(
      "prod-eu: only changed fields are sent.",
    );
  });
});

describe("the form of a schedule", () => {
  it("sends nothing while nothing was changed, and one changed rule with all the others and their ids", async () => {
    const { plan, state } = await opened();
    expect(bodyOf(plan, state)).toEqual({});
    const changed = typed(plan, state, at(3, "retentionValue"), "36");
    expect(bodyOf(plan, changed)).toEqual({
      policies: [{ id: id(800), policyItems: RULES.with(3, { ...MONTHLY, retentionValue: 36 }) }],
    });
    // Yearly ones would go before monthly ones: that is said at the yearly rule.
    expect(problemsOf(plan, changed, env).map(({ label }) => label)).toEqual(["1 December › Retention"]);
    expect(problemsOf(plan, typed(plan, changed, at(4, "retentionValue"), "3"), env)).toEqual([]);
  });

  it("sends hour and minute together, and the export with its switch; switching off goes alone", async () => {
    const { plan, state } = await opened();
    expect(bodyOf(plan, typed(plan, state, ["referenceHourOfDay"], "3"))).toEqual({
      referenceHourOfDay: 3,
      referenceMinuteOfHour: 30,
    });
    const on = setValue(plan, state, ["autoExportEnabled"], true);
    expect(bodyOf(plan, on)).toEqual({
      autoExportEnabled: true,
      export: { exportBucketId: id(500), frequencyType: "monthly" },
    });
    const exporting = stored({
      autoExportEnabled: true,
      export: { exportBucketId: id(500), frequencyType: "monthly" },
    });
    const other = await opened(exporting);
    const off = setValue(other.plan, other.state, ["autoExportEnabled"], false);
    expect(bodyOf(other.plan, off)).toEqual({ autoExportEnabled: false });
    expect(problemsOf(other.plan, off, env)).toEqual([]);
    const yearly = typed(other.plan, other.state, ["export", "frequencyType"], "yearly");
    expect(bodyOf(other.plan, yearly)).toEqual({
      autoExportEnabled: true,
      export: { exportBucketId: id(500), frequencyType: "yearly" },
    });
  });

  it("goes back to the stored export when it is switched on again, from a draft and after an edit as text too", async () => {
    const yearly = { exportBucketId: id(501), frequencyType: "yearly" };
    const { plan, state } = await opened(stored({ autoExportEnabled: true, export: yearly }));
    const off = setValue(plan, state, ["autoExportEnabled"], false);
    const draft = restoreDraft(plan, draftOf(off));
    const asText = readEditorText(plan, off, editorText(plan, off), env);
    for (const kept of [off, draft, asText.ok ? asText.state : null]) {
      if (kept === null) throw new Error("not kept");
      const on = setValue(plan, kept, ["autoExportEnabled"], true);
      expect(on.body["export"]).toEqual(yearly);
      expect(bodyOf(plan, on)).toEqual({});
    }
  });

  it("says at the minute what it belongs to", async () => {
    const { plan, state } = await opened();
    const row = rowsOf(plan, state, env).find(({ path }) => path.at(-1) === "referenceMinuteOfHour");
    expect(row?.row === "field" ? [row.field.help, row.field.because] : null).toEqual([
      expect.stringMatching(/^Minute of the reference time/u),
      "required with the daily start",
    ]);
  });

  it("asks about existing snapshots only where a retention changed, with how many that concerns", async () => {
    const { plan, state } = await opened();
    expect(labels(plan, state)).not.toContain("Update existing snapshots?");
    const changed = typed(plan, state, at(0, "retentionValue"), "9");
    const row = rowsOf(plan, changed, env).find((found) => found.path.at(-1) === "updateSnapshots");
    expect(row?.row === "field" ? row.field.because : null).toBe("4 existing snapshots of the changed policy items");
    const back = typed(plan, setValue(plan, changed, ["updateSnapshots"], true), at(0, "retentionValue"), "7");
    expect(bodyOf(plan, back)).toEqual({});
  });

  it("keeps the frequency of a stored rule, and fills in what is usual for that of a new one", async () => {
    const { plan, state } = await opened();
    const kinds = (seen: FormState, index: number) => {
      const row = rowsOf(plan, seen, env).find(({ path }) => path.join() === at(index, "frequencyType").join());
      return row?.row === "field" ? row.field.choices.map(({ value }) => value) : [];
    };
    expect(kinds(state, 0)).toEqual(["hourly"]);
    const added = addItem(plan, state, ITEMS);
    // One hourly and one daily rule at most.
    expect(kinds(added, 5)).toEqual(["weekly", "monthly", "yearly"]);
    const monthly = typed(plan, added, at(5, "frequencyType"), "monthly");
    const { policies } = bodyOf(plan, monthly);
    expect(policies).toMatchObject([
      {
        policyItems: [
          ...RULES,
          { frequencyType: "monthly", frequencyInterval: 40, retentionUnit: "months", retentionValue: 12 },
        ],
      },
    ]);
    expect(problemsOf(plan, monthly, env)).toEqual([]);
  });

  it("turns a length into another unit instead of leaving its number", async () => {
    const { plan, state } = await opened();
    const years = typed(plan, state, at(3, "retentionUnit"), "years");
    expect(bodyOf(plan, years)["policies"]).toMatchObject([
      { policyItems: RULES.with(3, { ...MONTHLY, retentionUnit: "years", retentionValue: 1 }) },
    ]);
  });

  it("offers the least that other rules and the policy allow first", async () => {
    const { plan, state } = await opened(stored(), POLICY);
    const row = rowsOf(plan, state, env).find(({ path }) => path.join() === at(1, "retentionValue").join());
    const [first] = row?.row === "field" ? row.field.choices : [];
    expect(first).toMatchObject({ value: "30", note: "minimum, 30 snapshots" });
  });

  it("says a length that nothing suggests with its unit too", async () => {
    const { plan, state } = await opened();
    const changed = typed(plan, state, at(1, "retentionValue"), "17");
    const row = rowsOf(plan, changed, env).find(({ path }) => path.join() === at(1, "retentionValue").join());
    const labelled = row?.row === "field" ? row.field.choices.find(({ value }) => value === "17") : undefined;
    expect(labelled?.label).toBe("17 days");
  });

  it("deletes copies only of regions that get no more, and fills in where they are", async () => {
    const { plan, state, facts } = await opened();
    expect(orphanedRegions(stored(), stored(), facts.snapshots ?? [])).toEqual(["US_EAST_1"]);
    const without = removeItem(plan, state, ["copySettings", 0]);
    const withDeletion = addItem(plan, without, ["deleteCopiedBackups"]);
    expect(bodyOf(plan, withDeletion)).toEqual({
      copySettings: [],
      deleteCopiedBackups: [{ regionName: "EU_WEST_1", cloudProvider: "AWS", zoneId: id(600) }],
    });
    expect(problemsOf(plan, withDeletion, env)).toEqual([]);
    const alone = addItem(plan, state, ["deleteCopiedBackups"]);
    const said = [withDeletion, alone].map((one) => sentenceOf(plan, one, { env, names: () => undefined }));
    expect(said).toEqual([
      "prod-eu: no new copies to eu-west-1; the copies in eu-west-1 are deleted permanently.",
      "prod-eu: the copies in us-east-1 are deleted permanently.",
    ]);
  });

  it("checks regions and kinds of copies before the service does", async () => {
    const { plan, state } = await opened();
    const kinds = setValue(plan, state, ["copySettings", 0, "frequencies"], ["HOURLY", "ON_DEMAND"]);
    expect(problemsOf(plan, kinds, env)).toEqual([]);
    const hourless = removeItem(plan, typed(plan, kinds, ["restoreWindowDays"], "7"), at(0, "id").slice(0, -1));
    const wrong = setValue(plan, hourless, ["copySettings", 0, "frequencies"], ["HOURLY"]);
    expect(problemsOf(plan, wrong, env).map(({ message }) => message)).toContain("no policy item for hourly snapshots");
    const twice = typed(plan, addItem(plan, state, ["copySettings"]), ["copySettings", 1, "regionName"], "EU_WEST_1");
    expect(problemsOf(plan, twice, env).map(({ message }) => message)).toContain("eu-west-1 is already in the list");
  });

  it("says at the copies that the policy item of a kind is gone, and lets be what was stored so", async () => {
    const monthly = stored({ copySettings: [{ regionName: "EU_WEST_1", zoneId: id(600), frequencies: ["MONTHLY"] }] });
    const { plan, state } = await opened(monthly);
    const said = (of: FormState) => problemsOf(plan, of, env).map(({ label, message }) => `${label}: ${message}`);
    expect(said(removeItem(plan, state, [...ITEMS, 3]))).toEqual([
      "Copy to EU_WEST_1 › Frequencies: no policy item for monthly snapshots",
    ]);
    const gap = { ...monthly, policies: [{ id: id(800), policyItems: RULES.toSpliced(3, 1) }] };
    const stood = await opened(gap);
    expect(problemsOf(stood.plan, typed(stood.plan, stood.state, ["referenceMinuteOfHour"], "5"), env)).toEqual([]);
  });

  it("deletes no copies in a region that gets copies again", async () => {
    const { plan, state } = await opened();
    const moved = typed(plan, state, ["copySettings", 0, "regionName"], "EU_CENTRAL_1");
    const deleting = addItem(plan, moved, ["deleteCopiedBackups"]);
    expect(problemsOf(plan, deleting, env)).toEqual([]);
    const again = typed(plan, deleting, ["copySettings", 0, "regionName"], "EU_WEST_1");
    expect(problemsOf(plan, again, env).map(({ message }) => message)).toEqual([
      "eu-west-1 still gets copies: remove that copy region first",
    ]);
  });

  it("is not kept from a change by a gap that is stored and not sent, but is by one that is sent", async () => {
    const { plan, state } = await opened(
      stored({ autoExportEnabled: true, export: { exportBucketId: id(500) }, restoreWindowDays: null }),
    );
    const minute = typed(plan, state, ["referenceMinuteOfHour"], "5");
    expect(problemsOf(plan, minute, env)).toEqual([]);
    const exported = typed(plan, minute, ["export", "exportBucketId"], id(500));
    expect(problemsOf(plan, setValue(plan, exported, ["export", "exportBucketId"], id(501)), env)).toMatchObject([
      { label: "Export › Frequency", message: "required" },
    ]);
  });

  it("asks for one policy item, and for none where none is stored", async () => {
    const one = stored({
      restoreWindowDays: null,
      copySettings: [],
      policies: [{ id: id(800), policyItems: [DAILY] }],
    });
    const { plan, state } = await opened(one);
    expect(problemsOf(plan, removeItem(plan, state, [...ITEMS, 0]), env)).toMatchObject([
      { label: "Policy items", message: "at least one is required: to remove all, delete all schedules" },
    ]);
    const none = await opened({ ...one, policies: [{ id: id(800), policyItems: [] }] });
    expect(problemsOf(none.plan, typed(none.plan, none.state, ["referenceMinuteOfHour"], "5"), env)).toEqual([]);
  });

  it("reckons while a rule is not whole yet", async () => {
    const { plan, state, facts } = await opened();
    for (const field of ["retentionUnit", "retentionValue", "frequencyInterval", "frequencyType"]) {
      const half = setValue(plan, state, at(0, field), undefined);
      const lines = previewLines(facts, { body: half.body, base: stored(), env }).join("\n");
      expect(lines).not.toMatch(/NaN|undefined/u);
      expect(sentenceOf(plan, half, { env, names: () => undefined })).not.toMatch(/NaN|undefined| 0 /u);
    }
  });

  it("covers every field that the body may have", async () => {
    const { plan } = await opened();
    const planned = new Set<string>([...plan.fields, ...(plan.lists ?? [])].map(({ path }) => path));
    const known = (path: string): boolean => planned.has(path);
    expect(fieldsOf(ScheduleBody.shape).filter((path) => !known(path))).toEqual([]);
  });

  it("has rows for every field once all of them apply, each with a label and a help line", async () => {
    const all = stored({
      autoExportEnabled: true,
      export: { exportBucketId: id(500), frequencyType: "monthly" },
      extraRetentionSettings: [{ frequencyType: "DAILY", retentionDays: 2 }],
      deleteCopiedBackups: [{ regionName: "US_EAST_1", cloudProvider: "AWS", zoneId: id(600) }],
    });
    const { plan, state } = await opened(all, POLICY);
    const changed = typed(plan, state, at(1, "retentionValue"), "30");
    const rows = rowsOf(plan, changed, env);
    const shown = new Set(
      rows.map(({ path }) => path.map((step) => (typeof step === "number" ? "[]" : step)).join(".")),
    );
    const wanted = fieldsOf(ScheduleBody.shape).map((path) => path.replaceAll("[]", ".[]"));
    expect(wanted.filter((path) => path !== "policies" && !shown.has(path))).toEqual([]);
    for (const row of rows) {
      if (row.row === "field")
        expect([row.field.label, row.field.help].every((text) => (text ?? "") !== "")).toBe(true);
    }
  });
});

/** The paths of all fields of a shape that a person may fill in. */
function fieldsOf(shape: z.ZodObject, above = ""): readonly string[] {
  return Object.entries(shape.shape).flatMap(([name, schema]) => {
    if (name === "id") return [];
    const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    const path = `${above}${name}`;
    if (inner instanceof z.ZodObject) return [path, ...fieldsOf(inner, `${path}.`)];
    const element = inner instanceof z.ZodArray ? inner.element : undefined;
    return element instanceof z.ZodObject ? [path, ...fieldsOf(element, `${path}[].`)] : [path];
  });
}

describe("a compliance policy", () => {
  it("is held against a change at the fields where it can be mended", async () => {
    const facts = await factsOf(stored(), POLICY);
    const body = {
      ...stored(),
      restoreWindowDays: 2,
      policies: [{ policyItems: [rule(901, "hourly", 12, 2), MONTHLY] }],
    };
    expect(policyProblems(facts, { body, base: stored(), env }).map(({ field }) => field)).toEqual([
      "policies[0].policyItems[0].retentionValue",
      "policies[0].policyItems",
      "restoreWindowDays",
    ]);
  });

  it("keeps existing snapshots from going earlier", async () => {
    const enough = {
      ...stored(),
      policies: [{ id: id(800), policyItems: [HOURLY, { ...DAILY, retentionValue: 30 }, MONTHLY] }],
    };
    const facts = await factsOf(stored(), POLICY);
    const body = {
      ...enough,
      policies: [{ policyItems: [{ ...HOURLY, retentionValue: 3 }, { ...DAILY, retentionValue: 30 }, MONTHLY] }],
      restoreWindowDays: 3,
      updateSnapshots: true,
    };
    const [problem] = policyProblems(facts, { body, base: stored(), env });
    expect(problem?.field).toBe("updateSnapshots");
    expect(problem?.message).toMatch(/cannot expire earlier. Choose no/u);
  });

  it("asks for no less of a schedule than the service does", () => {
    const [wanted] = itemsIn({ policies: [{ policyItems: [rule(1, "hourly", 6, 3)] }] });
    if (wanted === undefined) throw new Error("no item");
    const policy = { ...NO_REQUIREMENTS, items: [wanted] };
    const violations = (interval: number, days: number) =>
      policyViolationsOf(itemsIn({ policies: [{ policyItems: [rule(1, "hourly", interval, days)] }] }), 0, policy).map(
        ({ of: what }) => what,
      );
    expect([violations(6, 3), violations(4, 9), violations(12, 9), violations(6, 2)]).toEqual([
      [],
      [],
      ["interval"],
      ["retention"],
    ]);
  });
});

describe("deleting all rules", () => {
  it("says that nothing more is taken, that what is there ages out, and what ends with it", async () => {
    const schedule = stored({ autoExportEnabled: true, export: { exportBucketId: id(500), frequencyType: "monthly" } });
    const given = answers(schedule, POLICY);
    const plan = removeAll(given.context({ scope }), "prod-eu");
    expect([plan.risk, plan.confirmName]).toEqual(["destructive", "prod-eu"]);
    const { warnings, facts } = await plan.preflight({
      ask: askFrom(given, schedule),
      context: given.context({ scope }),
    });
    expect(warnings[0]).toBe("No new snapshots of prod-eu are taken.");
    expect(warnings[1]).toMatch(/^Existing snapshots expire: latest in 6 days 22 h/u);
    expect(warnings).toContain("Point-in-time restore is disabled now: the window of 7 days is lost.");
    expect(warnings.join(" ")).toMatch(/No new copies to eu-west-1.*No more automatic exports to acme-db-exports/u);
    expect(warnings).toContain("The project has a compliance policy: the service will refuse this.");
    expect(facts.map(({ value }) => value)).toContain("every 6 hours, retention 7 days");
  });

  it("says that the snapshots cannot be read, and all else all the same", async () => {
    const given = answers();
    const ask: Ask = async (operation, args) => {
      if (operation === "listReplicaSetBackups") throw serviceError(operation, { kind: "refused", status: 500 });
      return askFrom(given, stored())(operation, args);
    };
    const { warnings, facts } = await removeAll(given.context({ scope }), "prod-eu").preflight({
      ask,
      context: given.context({ scope }),
    });
    expect(warnings).toContain("Existing snapshots of prod-eu expire; they are not loaded, so it is unknown when.");
    expect(facts).toContainEqual({ label: "Current snapshots", value: "not loaded" });
    expect(facts.map(({ label }) => label)).toContain("Removed items");
  });

  it("is not offered while the schedule is not read", () => {
    const action = backupSchedules.screen.actions.find((one) => one.id === "backup-schedules.delete");
    expect(action?.disabled?.(new Answers().context({ scope }), ["prod-eu"])).not.toBeNull();
    expect(action?.disabled?.(answers().context({ scope }), ["prod-eu"])).toBeNull();
  });
});
