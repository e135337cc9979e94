import { expect, test } from "vitest";
import { actions as configurationActions } from "../../src/areas/alert-configurations/actions.ts";
import { updatePlan as updateConfiguration } from "../../src/areas/alert-configurations/form.ts";
import { update as updateAuditing } from "../../src/areas/auditing/form.ts";
import { formatWindowChange } from "../../src/areas/backup-schedules/labels.ts";
import type { Effect } from "../../src/areas/model/effect.ts";
import { restorePlan } from "../../src/areas/restore-jobs/form.ts";
import { updatePlan } from "../../src/areas/search-indexes/form.ts";
import { updatePlan as firstGeneration } from "../../src/areas/search-indexes-first-generation/form.ts";
import { take } from "../../src/areas/snapshots/take.ts";
import { AlertConfiguration } from "../../src/contract/alert-configurations.ts";
import { BackupSchedule } from "../../src/contract/backup-schedules.ts";
import { AlertConfigId, ClusterName, GroupId } from "../../src/contract/schema/ids.ts";
import { formatFilter } from "../../src/domain/auditing/audit-filter.ts";
import { ofReplicaSet } from "../../src/domain/backup/snapshot.ts";
import { setText } from "../../src/forms/edit.ts";
import type { SentenceContext } from "../../src/forms/form-plan.ts";
import { openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { sentenceOf } from "../../src/forms/summary.ts";
import { Answers, ago, askFrom, cluster, GROUP, id, NOW } from "./answers.ts";
import { snapshot } from "./snapshot-samples.ts";

/** Sentences of forms that must not say what is not so. */

const seen: SentenceContext = {
  body: {},
  base: null,
  mode: "replace",
  raw: { body: {}, base: null },
  env: { now: 0, timeZone: "UTC" },
  names: () => undefined,
};

test("an index that serves nothing is not said to go on serving", () => {
  for (const planOf of [
    (serves: boolean) => updatePlan("shop.names", true, serves),
    (serves: boolean) => firstGeneration("shop.names", "an end", serves),
  ]) {
    expect(planOf(true).sentence(seen)).toContain("The old definition serves until the build is done.");
    expect(planOf(false).sentence(seen)).toContain("No host serves until the build is done.");
    expect(planOf(false).sentence(seen)).not.toContain("goes on");
  }
});

test("an index whose fields are found by type sets is not said to index the listed ones only", () => {
  const plan = updatePlan("shop.names", true, true);
  const mappings = { dynamic: { typeSet: "texts" }, fields: { title: { type: "string" } } };
  const opened = openForm(plan, { mode: "replace", received: { definition: { mappings } } });
  expect(sentenceOf(plan, opened, seen)).toContain("fields by type set and 1 listed field");
});

test("a filter that cannot be read is not said to record everything, whether there was one before or not", () => {
  const { plan } = updateAuditing(new Answers().context());
  for (const before of ["", '{"atype":"authenticate"}']) {
    const base = { enabled: true, auditFilter: before, auditAuthorizationSuccess: false };
    const opened = openForm(plan, { mode: "replace", received: base });
    const typed = setText(plan, opened, ["auditFilter"], "{oops", seen.env);
    expect(sentenceOf(plan, typed, seen)).toBe("A summary appears here when Audit filter is valid.");
    const cleared = setText(plan, typed, ["auditFilter"], "{}", seen.env);
    expect(sentenceOf(plan, cleared, seen)).toContain("Audits everything");
  }
  expect(formatFilter("{oops")).toBe("not JSON");
});

test("a filter that was emptied is not said to be taken away: the service takes a JSON document alone", () => {
  const { plan } = updateAuditing(new Answers().context());
  const base = { enabled: true, auditFilter: '{"atype":"authenticate"}', auditAuthorizationSuccess: false };
  const emptied = setText(plan, openForm(plan, { mode: "merge", received: base }), ["auditFilter"], "", seen.env);
  expect(problemsOf(plan, emptied, seen.env).map(({ key, message }) => [key, message])).toEqual([
    ["auditFilter", "cannot be cleared: the stored filter stays; choose Everything, or turn auditing off"],
  ]);
  expect(sentenceOf(plan, emptied, seen)).toBe("A filter cannot be cleared: the stored one stays.");
});

test("point-in-time that is off or is switched on does not tell of the last 0 days", () => {
  for (const [before, after] of [
    [0, 0],
    [0, 3],
    [3, 0],
    [7, 2],
  ] as const) {
    expect(formatWindowChange(before, after).join(" ")).not.toMatch(/\b0 days/u);
  }
});

/** The form of a restore of `prod-eu`, of which one snapshot of 1.1 TB is held. */
function restoreForm() {
  const large = snapshot(1, 180, { storageSizeBytes: 1_100_000_000_000 });
  const source = {
    cluster: "prod-eu",
    family: "cluster",
    kind: "replicaSet",
    snapshots: [ofReplicaSet(large, "prod-eu")],
    windowDays: 2,
    jobs: [],
    areJobsRead: true,
  } as const;
  return restorePlan({ source, clusters: [], isRead: true }, new Answers().context());
}

test("a download of any size is not said to come in some minutes", () => {
  const plan = restoreForm();
  const initial = { deliveryType: "download", snapshotId: id(1) };
  const said = sentenceOf(plan, openForm(plan, { mode: "create", initial }), seen);
  expect(said).toContain("1.1 TB");
  expect(said).toContain("for download");
  expect(said).not.toContain("minutes");
});

test("an exact operation is named because no point in time is chosen, and not called a time for want of a time", () => {
  const plan = restoreForm();
  const state = openForm(plan, { mode: "create", initial: { deliveryType: "pointInTime" } });
  const why = rowsOf(plan, state, { now: NOW, timeZone: "UTC" }, { showAll: true }).flatMap((row) =>
    row.row === "field" && row.field.label.startsWith("Oplog ") ? [row.field.because] : [],
  );
  expect(why).toEqual(["no point in time is given", "no point in time is given"]);
});

/** The review of a deletion, and what it warns of; the project's first configuration is half a year old. */
async function deletionOf(created: string) {
  const params = { groupId: GroupId.parse(GROUP) };
  const results = [
    { id: id(1), created: ago(180 * 24 * 60) },
    { id: id(2), created },
  ].map((one) => AlertConfiguration.parse({ ...one, groupId: GROUP, eventTypeName: "NO_PRIMARY", enabled: true }));
  const given = new Answers()
    .add("listAlertConfigurations", { params }, { results })
    .add(
      "listAlertsByAlertConfigurationId",
      { params: { ...params, alertConfigId: AlertConfigId.parse(id(2)) } },
      { results: [] },
    );
  const action = configurationActions.find(({ standard }) => standard === "delete");
  const effect: Effect | undefined = action?.open(given.context(), [id(2)]);
  if (effect?.kind !== "write") throw new Error(`no review: ${effect?.kind}`);
  const { warnings } = await effect.plan.preflight({ ask: askFrom(given), context: given.context() });
  return { sentence: effect.plan.sentence, warnings };
}

test("a configuration made seconds ago is not said to be one that the service makes with a project", async () => {
  expect((await deletionOf(new Date(NOW - 25_000).toISOString())).warnings).toEqual([]);
  const first = await deletionOf(ago(180 * 24 * 60));
  expect(first.warnings).toEqual(["The service does not recreate the default configurations of a project."]);
});

test("nothing is said of other configurations of the same event when one is deleted", async () => {
  const { sentence } = await deletionOf(ago(10));
  expect(sentence).toMatch(/ is deleted permanently and raises no more alerts\.$/u);
});

test("a schedule that could not be read is not said to plan nothing", async () => {
  const params = { groupId: GroupId.parse(GROUP), clusterName: ClusterName.parse("prod-eu") };
  const answers = new Answers().add("listReplicaSetBackups", { params }, { results: [] });
  const context = answers.context({ scope: { clusters: [cluster("prod-eu")] } });
  const planned = async (given: Answers) =>
    (await take(context, "prod-eu").preflight({ ask: askFrom(given), context }, {})).facts.find(
      ({ label }) => label === "Next scheduled",
    );
  expect(await planned(answers)).toMatchObject({ value: "unknown" });
  answers.add("getBackupSchedule", { params }, BackupSchedule.parse({ policies: [] }));
  expect(await planned(answers)).toMatchObject({ value: "none: the schedule is empty" });
});

test.each([
  [
    true,
    [
      "No matchers left: alerts are raised for everything in the project.",
      "Recipients removed (e-mail): they get no more of these alerts.",
    ],
  ],
  [
    false,
    [
      "The configuration stays off: no notifications are sent.",
      "No matchers left: once it is on, alerts are raised for everything in the project.",
      "Recipients removed (e-mail): they get no alerts once the configuration is on.",
    ],
  ],
] as const)(
  "an edit of a configuration whose enabled is %s is not said to do what it does only while on",
  (enabled, said) => {
    const of = { eventTypeName: "NO_PRIMARY", enabled };
    const base = { ...of, matchers: [{ fieldName: "CLUSTER_NAME" }], notifications: [{ typeName: "EMAIL" }] };
    const body = { ...of, matchers: [], notifications: [] };
    expect(updateConfiguration.warnings?.({ ...seen, body, base })).toEqual(said);
  },
);
