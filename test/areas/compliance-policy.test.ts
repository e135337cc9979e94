import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detail, list, queries, running } from "../../src/areas/compliance-policy/detail.ts";
import { cannotDisable, disable } from "../../src/areas/compliance-policy/disable.ts";
import { cannotUpdate, openUpdate } from "../../src/areas/compliance-policy/update.ts";
import type { Context } from "../../src/areas/model/context.ts";
import { FREQUENCIES } from "../../src/contract/backup-policy.ts";
import { BackupSchedule } from "../../src/contract/backup-schedules.ts";
import { complies, type RetainedItem, raisedToPolicy } from "../../src/contract/compliance-policy/complying.ts";
import { ComplianceBody, CompliancePolicy } from "../../src/contract/compliance-policy.ts";
import {
  type BodyObject,
  encodeBody,
  isJsonObject,
  type JsonObject,
  revealSecret,
} from "../../src/contract/json/json.ts";
import { operations } from "../../src/contract/operations.ts";
import { ClusterName, GroupId } from "../../src/contract/schema/ids.ts";
import { requirementsIn } from "../../src/domain/backup/policy-requirements.ts";
import {
  commonItems,
  formatFieldChange,
  type KnownSchedule,
  rewriteOf,
} from "../../src/domain/backup/policy-rewrites.ts";
import { itemOf } from "../../src/domain/backup/schedule-items.ts";
import { setText, setValue } from "../../src/forms/edit.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { addItem, removeItem } from "../../src/forms/lists.ts";
import { openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { conflictOf } from "../../src/forms/review/conflict.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { previewOf, sentenceOf } from "../../src/forms/summary.ts";
import { afterAll, edits } from "../forms/random-edits.ts";
import { bodiesOf } from "../forms/valid-bodies.ts";
import { Answers, ago, askFrom, cluster, GROUP, id, linesOf, NOW, summaryOf } from "./answers.ts";

/** The compliance policy as data: what it asks for, which schedules it rewrites, and what cannot be taken back. */

const groupId = GroupId.parse(GROUP);
const project = { params: { groupId } };
const of = (name: string) => ({ params: { groupId, clusterName: ClusterName.parse(name) } });

const item = (frequencyType: string, frequencyInterval: number, retentionValue: number, retentionUnit = "days") => ({
  frequencyType,
  frequencyInterval,
  retentionUnit,
  retentionValue,
});

const schedule = (items: readonly object[], windowDays = 0) =>
  BackupSchedule.parse({
    policies: [{ id: id(800), policyItems: items }],
    ...(windowDays === 0 ? {} : { restoreWindowDays: windowDays }),
  });

const STRONG = schedule([item("hourly", 6, 7), item("daily", 1, 30), item("weekly", 6, 5, "weeks")], 7);
const WEAK = schedule([item("hourly", 12, 2), item("daily", 1, 7)]);

const POLICY = {
  authorizedEmail: "ann@example.com",
  authorizedUserFirstName: "Ann",
  authorizedUserLastName: "Ode",
  copyProtectionEnabled: false,
  deletable: false,
  encryptionAtRestEnabled: false,
  onDemandPolicyItem: null,
  pitEnabled: true,
  projectId: GROUP,
  restoreWindowDays: 2,
  scheduledPolicyItems: [{ id: id(1), ...item("hourly", 6, 7) }],
  state: "ACTIVE",
  updatedDate: ago(90),
  updatedUser: "ops",
} satisfies JsonObject;

const answers = (policy: JsonObject = {}): Answers =>
  new Answers()
    .add("getDataProtectionSettings", project, CompliancePolicy.parse(policy))
    .add("getBackupSchedule", of("prod-eu"), STRONG)
    .add("getBackupSchedule", of("stage-1"), WEAK);

const scope = { clusters: [cluster("prod-eu"), cluster("stage-1"), cluster("flex", "serverless")] };
const shown = (policy: JsonObject): readonly string[] => linesOf(detail(answers(policy).context({ scope })));

describe("the screen of the policy", () => {
  it("takes an empty record and a 404 for no policy, and says what one would do", () => {
    const missing = { words: "absent", reason: "absent", status: 404, code: "RESOURCE_NOT_FOUND", isAbsent: true };
    const none = new Answers().context({
      scope,
      unread: (operation) => (operation === "getDataProtectionSettings" ? missing : null),
    });
    for (const context of [answers().context({ scope }), none]) {
      expect(summaryOf(list(context))[0]).toBe("no policy");
      const lines = linesOf(detail(context));
      expect(lines).toContain("Status: no policy: backups can be deleted");
      expect(lines.join(" ")).toMatch(/Only the vendor's support can disable a policy, with the authorised person/u);
    }
    expect(list(answers().context({ scope })).rows).toHaveLength(1);
  });

  it("says what is asked, who can lift it, and field by field which schedule is short of it", () => {
    const lines = shown(POLICY);
    expect(lines).toContain("Status: active");
    expect(lines).toContain("Authorised person: Ann Ode <ann@example.com>");
    expect(lines).toContain(
      "Can be disabled: only after the vendor's support has approved: file a ticket; Ann Ode <ann@example.com> must agree",
    );
    expect(lines).toContain("Snapshots: every 6 hours, retention 7 days");
    expect(lines).toContain("Point-in-time: window of at least 2 days");
    expect(lines).toContain("prod-eu: compliant");
    expect(lines).toContain("stage-1: not compliant: frequency: every 12 hours → every 6 hours");
    expect(lines).toContain(": not compliant: point-in-time: off → 2 days");
    expect(summaryOf(list(answers(POLICY).context({ scope })))).toEqual(["active", "1 schedule not compliant"]);
  });

  it("says what it does not understand of a policy as it came, and calls no cluster compliant by it", () => {
    const policy = {
      ...POLICY,
      pitEnabled: false,
      scheduledPolicyItems: [{ id: id(1), ...item("daily", 1, 3, "decades") }],
      onDemandPolicyItem: { id: id(2), ...item("ondemand", 1, 2, "decades") },
    };
    const lines = shown(policy);
    expect(lines).toContain("Snapshots: ! every day, retention 3 decades: unknown values");
    expect(lines).toContain("On demand: ! retention of at least 2 decades: unknown unit");
    expect(lines).toContain("prod-eu: unknown: requirement with unknown values");
    expect(lines.join("\n")).not.toContain(": compliant");
    expect(summaryOf(list(answers(policy).context({ scope })))).toEqual([
      "active",
      "! 2 requirements with unknown values",
    ]);
  });

  it("is asked again by itself only while it becomes something else", () => {
    const intervals = (state: string) =>
      running(answers({ ...POLICY, state }).context({ scope })).map(({ operation }) => operation);
    for (const state of ["ENABLING", "UPDATING", "DISABLING"]) {
      expect(intervals(state)).toEqual(["getDataProtectionSettings"]);
    }
    expect(intervals("ACTIVE")).toEqual([]);
    expect(running(answers().context({ scope }))).toEqual([]);
    const disabling = { ...POLICY, state: "DISABLING", deletable: true };
    expect(shown(disabling)).toContain("Can be disabled: being disabled now");
    expect(summaryOf(list(answers(disabling).context({ scope })))).not.toContain("can be disabled");
    expect(shown({ ...POLICY, state: "HIBERNATING" })).toContain("Status: HIBERNATING");
  });

  it("says that it shows one cluster only while it is narrowed to one", () => {
    const narrow = { cluster: "prod-eu", clusters: [cluster("prod-eu")] };
    expect(linesOf(detail(answers(POLICY).context({ scope: narrow }))).join(" ")).toMatch(
      /Only prod-eu is shown; c shows all clusters/u,
    );
    expect(shown(POLICY).join(" ")).not.toMatch(/is shown/u);
  });

  it("says why it could not be read, and asks no serverless instance for a schedule", () => {
    const why = {
      words: "needs the role Project Owner",
      reason: "needs the role Project Owner",
      status: 403,
      code: "USER_UNAUTHORIZED",
    };
    const context = new Answers().context({ unread: () => why });
    expect(linesOf(detail(context))).toEqual(["needs the role Project Owner"]);
    expect(list(context).empty).toBe("needs the role Project Owner");
    const requests = queries(answers().context({ scope }).scope).map(({ args }) => JSON.stringify(args));
    expect(requests.some((text) => text.includes("flex"))).toBe(false);
  });
});

const known = (items: readonly object[], windowDays = 0): KnownSchedule => ({
  cluster: "c",
  items: items.map((one) => itemOf({ ...one })),
  windowDays,
});
const rewritten = (schedule: KnownSchedule, policy: JsonObject): readonly string[] =>
  (rewriteOf(schedule, requirementsIn(policy))?.changes ?? []).map(formatFieldChange);

describe("what a policy makes of a schedule", () => {
  it("raises what is short, adds what is missing, and takes nothing away", () => {
    const policy = { scheduledPolicyItems: [item("daily", 1, 14), item("monthly", 40, 12, "months")] };
    expect(rewritten(known([item("hourly", 6, 7), item("daily", 1, 7)]), policy)).toEqual([
      "every day: retention 7 days → 14 days",
      "monthly, last day of the month: new, retention 365 days",
    ]);
    expect(rewritten(known([item("daily", 1, 30), item("monthly", 1, 12, "months")]), policy)).toEqual([]);
  });

  it("raises rarer items to what the more frequent ones are kept then", () => {
    const policy = { scheduledPolicyItems: [item("daily", 1, 60)] };
    expect(rewritten(known([item("daily", 1, 7), item("weekly", 6, 4, "weeks")]), policy)).toEqual([
      "every day: retention 7 days → 60 days",
      "weekly, Saturdays: retention 4 weeks → 60 days",
    ]);
  });

  const kept = fc.record({
    frequencyType: fc.constantFrom(...FREQUENCIES),
    frequencyInterval: fc.constantFrom(1, 2, 4, 6, 8, 12),
    retentionUnit: fc.constantFrom("days", "weeks", "months", "years"),
    retentionValue: fc.integer({ min: 1, max: 40 }),
  });
  const requirements = fc.record({
    items: fc.array(
      fc.record({
        frequencyType: fc.constantFrom(...FREQUENCIES),
        frequencyInterval: fc.constantFrom(1, 2, 4, 6, 8, 12),
        days: fc.integer({ min: 1, max: 900 }),
      }),
      { maxLength: 5 },
    ),
    windowDays: fc.integer({ min: 0, max: 14 }),
  });

  it("complies then, keeps every item, and changes nothing when it is done again", () => {
    fc.assert(
      fc.property(
        fc.array(kept, { maxLength: 6 }),
        fc.integer({ min: 0, max: 14 }),
        requirements,
        (items, windowDays, all) => {
          const before = { items, windowDays };
          const after = raisedToPolicy<RetainedItem>(before, all, (made) => made);
          expect(complies(after, all)).toBe(true);
          expect(after.items.length).toBeGreaterThanOrEqual(items.length);
          expect(raisedToPolicy<RetainedItem>(after, all, (made) => made)).toBe(after);
        },
      ),
    );
  });
});

describe("the minimum of all schedules", () => {
  it("is the strictest that none is short of, so that a policy of it rewrites nothing", () => {
    const schedules = [
      known([item("hourly", 6, 7), item("daily", 1, 30)]),
      known([item("hourly", 12, 3), item("daily", 1, 7), item("weekly", 6, 4, "weeks")]),
    ];
    const common = commonItems({ schedules: [...schedules, known([])], unread: [] });
    expect(common).toMatchObject([
      { frequencyType: "hourly", frequencyInterval: 12, days: 3 },
      { frequencyType: "daily", days: 7 },
    ]);
    const policy = {
      scheduledPolicyItems: common.map(({ frequencyType, frequencyInterval, value, unit }) =>
        item(frequencyType, frequencyInterval, value, unit),
      ),
    };
    for (const one of schedules) expect(rewritten(one, policy)).toEqual([]);
  });
});

const clusters = { results: [], totalCount: 0 };
async function formOn(policy: JsonObject, context?: Context) {
  const given = answers(policy).add("listClusters", project, clusters);
  const ask = askFrom(given);
  const effect = openUpdate(context ?? given.context({ scope: { ...scope, clusters: scope.clusters.slice(0, 2) } }));
  const found = effect.kind === "asking" ? await effect.load(ask) : effect;
  if (found.kind !== "form" || found.setup.base === undefined) throw new Error("no form");
  const { document } = await found.setup.base(ask);
  const { plan } = found.setup;
  const opened = openForm(plan, { mode: "replace", received: document });
  const now = context ?? given.context({ scope });
  return { setup: found.setup, plan, opened, document, ask, context: now };
}

const env = { now: NOW, timeZone: "UTC" };

describe("the form of the policy", () => {
  it("covers the whole body, and asks for the address once more and whether to rewrite", async () => {
    const { plan } = await formOn({});
    const top = plan.fields.map(({ path }) => path).filter((path) => !/[.[]/u.test(path));
    expect(top.sort()).toEqual(
      [...Object.keys(ComplianceBody.shape.shape), "authorizedEmailAgain", "overwriteBackupPolicies"].sort(),
    );
    const inner = plan.fields.map(({ path }) => path);
    const fields = ["frequencyType", "frequencyInterval", "retentionValue", "retentionUnit"];
    for (const field of fields) {
      expect(inner).toContain(`scheduledPolicyItems[].${field}`);
      expect(inner).toContain(`onDemandPolicyItem.${field}`);
    }
  });

  it("sends no silent yes: schedules are rewritten only when somebody says so", async () => {
    const { plan, opened, setup, ask, context } = await formOn({});
    let state = fill(plan, opened);
    state = addItem(plan, state, ["scheduledPolicyItems"]);
    state = setText(plan, state, ["scheduledPolicyItems", 0, "retentionValue"], "5", env);
    const review = (of: FormState) => reviewOf(plan, of, { asOf: NOW, request: { method: "PUT", path: "/p" }, env });
    expect(problemsOf(plan, state, env)).toEqual([]);
    const reviewed = review(state);
    expect(reviewed.request.path).toBe("/p?overwriteBackupPolicies=false");
    expect(reviewed.body).toEqual({
      projectId: GROUP,
      authorizedEmail: "ann@example.com",
      authorizedUserFirstName: "Ann",
      authorizedUserLastName: "Ode",
      scheduledPolicyItems: [item("hourly", 12, 5)],
    });
    expect([reviewed.risk, reviewed.confirm]).toEqual(["irreversible", "Payments"]);
    expect(reviewed.sentence).toBe("1 of 2 schedules not compliant: refused unless you rewrite them.");
    expect([...(setup.preview?.(state.body, env) ?? [])]).toEqual([
      "stage-1  every 12 hours: retention 2 days → 5 days",
    ]);
    const { problems } = await setup.preflight({ ask, context }, state.body);
    expect(problems).toEqual([
      {
        field: "overwriteBackupPolicies",
        message: "stage-1 is not compliant: turn this on to rewrite, or require less",
      },
    ]);
    // Without a value the service rewrites: an emptied switch is shown as on, and everything says so.
    const emptied = setValue(plan, state, ["overwriteBackupPolicies"], undefined);
    expect(review(emptied).sentence).toBe("1 of 2 schedules not compliant: they are rewritten.");
    expect((await setup.preflight({ ask, context }, emptied.body)).warnings.join()).toContain("rewritten now");
    const yes = setValue(plan, state, ["overwriteBackupPolicies"], true);
    expect(review(yes).query).toEqual({ overwriteBackupPolicies: true });
    const findings = await setup.preflight({ ask, context }, yes.body);
    expect(findings.problems ?? []).toEqual([]);
    expect(findings.facts[0]).toEqual({
      label: "stage-1",
      value: "every 12 hours: retention 2 days → 5 days",
    });
    expect(findings.warnings[0]).toBe("1 schedule is rewritten now and cannot be weakened again: stage-1.");
  });

  it("counts in its review the schedules of then, as its facts do", async () => {
    const { plan, opened, setup, context } = await formOn({});
    let state = addItem(plan, fill(plan, opened), ["scheduledPolicyItems"]);
    state = setText(plan, state, ["scheduledPolicyItems", 0, "retentionValue"], "5", env);
    const rewritten = answers({}).add("getBackupSchedule", of("stage-1"), STRONG);
    const found = await setup.preflight({ ask: askFrom(rewritten), context }, state.body);
    const request = { method: "PUT", path: "/p" };
    const review = reviewOf(found.plan ?? plan, state, { asOf: NOW, request, env });
    expect(review.sentence).toBe("All 2 known schedules are compliant.");
    expect(found.facts[0]).toEqual({ label: "Currently compliant", value: "2 of 2 known schedules" });
  });

  it("tells what both have changed in words: lengths can be compared, and nobody reads JSON", async () => {
    const onDemand = (retentionValue: number, retentionUnit: string) => ({
      ...{ frequencyType: "ondemand", frequencyInterval: 1, retentionValue, retentionUnit },
    });
    const { plan, opened, document } = await formOn(POLICY);
    const mine = setText(plan, opened, ["onDemandPolicyItem", "retentionValue"], "20", env);
    const theirs = { ...document, onDemandPolicyItem: onDemand(2, "weeks"), scheduledPolicyItems: [] };
    const fields = conflictOf(plan, mine, theirs, env)?.fields ?? [];
    expect(fields.map(({ label, service, yours }) => [label, service, yours])).toEqual([
      ["On-demand snapshots", "Retention 2 weeks, Retention unit weeks", "Retention 20 days, Retention unit days"],
      ["Policy item 1", null, "every 6 hours, retention 7 days"],
    ]);
  });

  const fill = (plan: Parameters<typeof setText>[0], opened: FormState): FormState =>
    Object.entries({
      authorizedEmail: "ann@example.com",
      authorizedEmailAgain: "ann@example.com",
      authorizedUserFirstName: "Ann",
      authorizedUserLastName: "Ode",
    }).reduce((state, [field, text]) => setText(plan, state, [field], text, env), opened);

  it("accepts no retention of more than 100 years, of the schedule or of snapshots on demand", async () => {
    const { plan, opened } = await formOn({});
    const problems = (path: readonly (string | number)[], years: number) => {
      let state = addItem(plan, fill(plan, opened), ["scheduledPolicyItems"]);
      state = setText(plan, state, [...path, "retentionValue"], String(years), env);
      state = setValue(plan, state, [...path, "retentionUnit"], "years");
      return problemsOf(plan, state, env).map(({ message }) => message);
    };
    for (const path of [["scheduledPolicyItems", 0], ["onDemandPolicyItem"]]) {
      expect(problems(path, 100)).toEqual([]);
      expect(problems(path, 300_000)).toEqual(["enter 100 years (36500 days) or less"]);
    }
  });

  it("is not offered while the policy is being disabled", () => {
    const reason = (policy: JsonObject) => cannotUpdate(answers(policy).context({ scope }));
    expect(reason({ ...POLICY, state: "DISABLING" })).toBe("the compliance policy is being disabled");
    for (const state of ["ACTIVE", "ENABLING", "UPDATING"]) expect(reason({ ...POLICY, state })).toBeNull();
    expect(reason({})).toBeNull();
    expect(cannotUpdate(new Answers().context({ scope }))).toBeNull();
  });

  it("wants a new address twice, and an old one not again", async () => {
    const { plan, opened } = await formOn({});
    const wrong = setText(plan, fill(plan, opened), ["authorizedEmailAgain"], "anne@example.com", env);
    expect(problemsOf(plan, wrong, env).map(({ message }) => message)).toEqual(["enter the same address as above"]);
    const stored = await formOn(POLICY);
    expect(problemsOf(stored.plan, stored.opened, env)).toEqual([]);
    const fields = rowsOf(stored.plan, stored.opened, env).flatMap((row) => (row.row === "field" ? row.path : []));
    expect(fields).not.toContain("authorizedEmailAgain");
  });

  it("says which schedules it concerns whatever is wrong with the addresses, and not while a policy item is wrong", async () => {
    const { plan, opened, setup } = await formOn({});
    const added = addItem(plan, fill(plan, opened), ["scheduledPolicyItems"]);
    const item = (text: string, of = added) =>
      setText(plan, of, ["scheduledPolicyItems", 0, "retentionValue"], text, env);
    const said = (of: FormState): readonly string[] => [
      sentenceOf(plan, of, { env, names: () => undefined }),
      ...previewOf(plan, of, env, (body) => setup.preview?.(body, env) ?? []),
    ];
    const state = item("5");
    expect(said(state)[0]).toMatch(/schedules not compliant/u);
    expect(said(setText(plan, state, ["authorizedEmailAgain"], "anne@example.com", env))).toEqual(said(state));
    expect(said(setText(plan, state, ["authorizedEmail"], "ann", env))).toEqual(said(state));
    const wrong = "A summary appears here when Policy item 1 › Retention is valid.";
    for (const text of ["0", "-3", "lots", "1e99"]) expect([text, ...said(item(text))]).toEqual([text, wrong, wrong]);
  });

  it("fills in what nobody means of manual snapshots, and takes it away with their length", async () => {
    const { plan, opened } = await formOn(POLICY);
    const length = ["onDemandPolicyItem", "retentionValue"];
    const row = rowsOf(plan, opened, env).find(({ path }) => path.join() === length.join());
    expect(row?.row === "field" && row.field.required).toBe(false);
    const set = setText(plan, opened, length, "7", env);
    expect(set.body["onDemandPolicyItem"]).toEqual({
      retentionValue: 7,
      retentionUnit: "days",
      frequencyType: "ondemand",
      frequencyInterval: 1,
    });
    expect(problemsOf(plan, set, env)).toEqual([]);
    expect(setText(plan, set, length, "", env).body["onDemandPolicyItem"]).toBeUndefined();
  });

  it("brings a window that the hourly retention allows with point-in-time", async () => {
    const { plan, opened } = await formOn({});
    let state = addItem(plan, fill(plan, opened), ["scheduledPolicyItems"]);
    state = setText(plan, state, ["scheduledPolicyItems", 0, "retentionValue"], "3", env);
    state = setValue(plan, state, ["pitEnabled"], true);
    expect(state.body["restoreWindowDays"]).toBe(3);
    expect(problemsOf(plan, state, env)).toEqual([]);
  });

  it("suggests windows that the hourly retention allows", async () => {
    const { plan, opened } = await formOn({
      ...POLICY,
      scheduledPolicyItems: [{ id: id(1), ...item("hourly", 6, 3) }],
    });
    const row = rowsOf(plan, opened, env).find(({ path }) => path[0] === "restoreWindowDays");
    expect(row?.row === "field" ? row.field.choices.map(({ value }) => value) : []).toEqual(["1", "2", "3"]);
  });

  it("says what becomes impossible, who alone can lift it, and what would be weaker than before", async () => {
    const first = await formOn({});
    const request = { method: "PUT", path: "/p" };
    const reviewed = reviewOf(first.plan, fill(first.plan, first.opened), { asOf: NOW, request, env });
    const words = reviewed.warnings.join(" ");
    expect(words).toMatch(/Only the vendor's support with Ann Ode <ann@example.com> can undo this/u);
    expect(words).toMatch(/Snapshots cannot be deleted.*names cannot be reused.*cannot go down.*wrong e-mail address/u);
    const { plan, opened } = await formOn(POLICY);
    const less = removeItem(plan, opened, ["scheduledPolicyItems", 0]);
    const off = setValue(plan, less, ["pitEnabled"], false);
    const review = reviewOf(plan, off, { asOf: NOW, request, env });
    expect(review.warnings.join(" ")).toContain(
      "Weaker than the current policy (every 6 hours, retention 7 days; point-in-time window 2 days): the service will refuse this.",
    );
  });

  it("keeps fields that it does not know when it changes a policy, and sends none that the service alone fills", async () => {
    const { plan, opened } = await formOn({
      ...POLICY,
      onDemandPolicyItem: { id: id(2), ...item("ondemand", 0, 3) },
      futureField: { a: 1 },
    });
    const state = setValue(plan, opened, ["copyProtectionEnabled"], true);
    const request = { method: "PUT", path: "/p" };
    const { body } = reviewOf(plan, state, { asOf: NOW, request, env });
    expect(body).toMatchObject({
      copyProtectionEnabled: true,
      futureField: { a: 1 },
      scheduledPolicyItems: [item("hourly", 6, 7)],
      onDemandPolicyItem: item("ondemand", 0, 3),
    });
    expect(JSON.stringify(body)).not.toMatch(/"(?:id|state|deletable)"/u);
  });
});

describe("any policy", () => {
  const wire = (body: BodyObject): JsonObject => {
    const json = encodeBody(body, revealSecret);
    return isJsonObject(json) ? json : {};
  };

  it("goes back as it came, and whatever is done to it, only what belongs there is in the body", async () => {
    const { plan, setup } = await formOn({});
    fc.assert(
      fc.property(bodiesOf(operations.updateDataProtectionSettings), edits, (valid, list) => {
        const received = { ...wire(valid), overwriteBackupPolicies: false };
        const opened = openForm(plan, { mode: "replace", received });
        const request = { method: "PUT", path: "/p" };
        const input = { current: received, asOf: NOW, request, env };
        const same = reviewOf(plan, opened, input);
        expect([wire(same.body), same.query]).toEqual([wire(valid), { overwriteBackupPolicies: false }]);
        const state = afterAll(plan, opened, list);
        const { body, query } = reviewOf(plan, state, input);
        expect(Object.keys(body)).not.toContain("authorizedEmailAgain");
        expect(Object.keys(body)).not.toContain("overwriteBackupPolicies");
        expect(Object.keys(query).every((name) => name === "overwriteBackupPolicies")).toBe(true);
        expect(rowsOf(plan, state, env).length).toBeGreaterThan(0);
        expect(() => [...(setup.preview?.(state.body, env) ?? [])]).not.toThrow();
      }),
      { numRuns: 150 },
    );
  });
});

describe("lifting the policy", () => {
  it("cannot be begun without a policy or an approval by support", async () => {
    expect(cannotDisable(answers().context({ scope }))).toBe("there is no compliance policy");
    expect(cannotDisable(answers({ ...POLICY, state: "DISABLING" }).context({ scope }))).toBe(
      "the compliance policy is already being disabled",
    );
    const context = answers(POLICY).context({ scope });
    expect(cannotDisable(context)).toBe("requires an approval by support; then press r");
    const { deletable: _deletable, ...unsaid } = POLICY;
    expect(cannotDisable(answers(unsaid).context({ scope }))).toBeNull();
    expect(cannotDisable(answers({ ...POLICY, deletable: true }).context({ scope }))).toBeNull();
    const plan = disable(context);
    expect([plan.risk, plan.confirmName]).toEqual(["destructive", "Payments"]);
    const { warnings, facts } = await plan.preflight({ ask: askFrom(answers(POLICY)), context });
    expect(warnings[0]).toMatch(/Support has not approved this yet.*File a ticket.*Ann Ode <ann@example.com>/u);
    expect(facts).toContainEqual({ label: "Approved by support", value: "no" });
    const approved = await plan.preflight({ ask: askFrom(answers({ ...POLICY, deletable: true })), context });
    expect(approved.warnings.join(" ")).not.toMatch(/ticket/u);
    expect(shown({ ...POLICY, deletable: true })).toContain("Can be disabled: yes, approved by support: x disables it");
  });
});
