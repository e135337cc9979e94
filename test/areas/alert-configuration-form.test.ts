import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { create, edit } from "../../src/areas/alert-configurations/actions.ts";
import { updatePlan } from "../../src/areas/alert-configurations/form.ts";
import type { FormSetup } from "../../src/areas/model/effect.ts";
import { AlertConfiguration } from "../../src/contract/alert-configurations.ts";
import { type BodyObject, type JsonObject, type Path, valueAt } from "../../src/contract/json/json.ts";
import { Secret } from "../../src/contract/secret.ts";
import { setText, setValue } from "../../src/forms/edit.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { openForm } from "../../src/forms/open.ts";
import { contextAt } from "../../src/forms/plans.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import type { NameKind } from "../../src/state/names/name-kind.ts";
import type { KnownName } from "../../src/state/names/names.ts";
import { Answers, askFrom, GROUP, id, NOW } from "./answers.ts";

/** The form of an alert configuration: what it suggests for a field beside the others, and what its review says of an edit. */

const TEAM = "65f0000000000000000000aa";
const OTHER_TEAM = "65f0000000000000000000bb";
const ENV = { now: NOW, timeZone: "UTC" };

const configuration = (number: number, change: JsonObject = {}): JsonObject => ({
  id: id(number),
  groupId: GROUP,
  eventTypeName: "NO_PRIMARY",
  enabled: true,
  created: "2026-01-01T00:00:00Z",
  matchers: [],
  notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0, intervalMin: 60 }],
  ...change,
});

const team = (teamId: string, teamName: string): JsonObject => ({
  typeName: "TEAM",
  teamId,
  teamName,
  emailEnabled: true,
});

const seen = (kind: NameKind, ...names: readonly string[]): readonly KnownName[] =>
  names.map((name) => ({
    kind,
    name,
    id: null,
    project: GROUP,
    source: "seen in alerts",
    firstSeen: NOW - 60_000,
    lastSeen: NOW - 60_000,
  }));

const NAMES: Readonly<Partial<Record<NameKind, readonly KnownName[]>>> = {
  cluster: seen("cluster", "prod-eu"),
  host: seen("host", "eu-00.acme.example.net:27017", "eu-01.acme.example.net:27018", "eu-02.acme.example.net"),
  "replica-set": seen("replica-set", "eu-shard-0"),
};

const MATCHER_FIELDS = ["CLUSTER_NAME", "HOSTNAME", "PORT", "REPLICA_SET_NAME", "TYPE_NAME"];

function world(stored: readonly JsonObject[]) {
  const projectArgs = { params: { groupId: GROUP } };
  const answers = new Answers()
    .add(
      "listAlertConfigurations",
      projectArgs,
      { results: stored.map((one) => AlertConfiguration.parse(one)) },
      { results: [...stored] },
    )
    .add("listAlertConfigurationMatchersFieldNames", { params: {} }, MATCHER_FIELDS);
  return { context: answers.context({ known: (kind) => NAMES[kind] ?? [] }), ask: askFrom(answers) };
}

/** What is offered for the field at a path, as the form asks for it. */
async function offered(stored: readonly JsonObject[], initial: BodyObject, path: Path): Promise<readonly string[]> {
  const { context, ask } = world(stored);
  const { plan, suggest }: FormSetup = create(context);
  const state = openForm(plan, { mode: "create", initial });
  const pattern = path
    .map((step) => (typeof step === "number" ? "[]" : `.${step}`))
    .join("")
    .slice(1);
  const source = plan.fields.find((field) => field.path === pattern)?.suggest ?? "";
  const { body, subject } = contextAt(plan, state, path);
  return ((await suggest?.[source]?.(ask, body, subject)) ?? []).map(({ value }) => value);
}

const matcher = (fieldName: string, value = ""): JsonObject => ({ fieldName, operator: "EQUALS", value });

describe("values for a matcher", () => {
  const stored = [
    configuration(1, { matchers: [matcher("CLUSTER_NAME", "analytics")] }),
    configuration(2, { matchers: [matcher("TYPE_NAME", "ARBITER"), matcher("PORT", "27019")] }),
    configuration(3, { matchers: [matcher("RULE_ID", "r-7")] }),
  ];

  it.each([
    ["CLUSTER_NAME", ["prod-eu", "analytics"]],
    ["HOSTNAME", ["eu-00.acme.example.net", "eu-01.acme.example.net", "eu-02.acme.example.net"]],
    ["HOSTNAME_AND_PORT", ["eu-00.acme.example.net:27017", "eu-01.acme.example.net:27018"]],
    ["PORT", ["27017", "27018", "27019"]],
    ["REPLICA_SET_NAME", ["eu-shard-0"]],
    ["SHARD_NAME", ["eu-shard-0"]],
    ["TYPE_NAME", ["STANDALONE", "PRIMARY", "SECONDARY", "ARBITER", "MONGOS", "CONFIG", "MONGOT"]],
    ["RULE_ID", ["r-7"]],
    ["FIELD_OF_TOMORROW", []],
  ])("are those of its own property: %s", async (fieldName, values) => {
    const initial = { eventTypeName: "HOST_DOWN", matchers: [matcher("CLUSTER_NAME"), matcher(fieldName)] };
    const found = await offered(stored, initial, ["matchers", 1, "value"]);
    expect(found).toEqual(values);
  });
});

describe("the threshold of an event", () => {
  const { plan }: FormSetup = create(world([]).context);
  const notifications = [{ typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0, intervalMin: 60 }];
  const begun = openForm(plan, { mode: "create", initial: { enabled: true, notifications } });
  const typed = (state: FormState, ...texts: readonly (readonly [string, string])[]): FormState =>
    texts.reduce((now, [path, text]) => setText(plan, now, path.split("."), text, ENV), state);
  const problems = (state: FormState) => problemsOf(plan, state, ENV).map(({ key, message }) => `${key}: ${message}`);
  const noteAt = (state: FormState, key: string): string | null => {
    const row = rowsOf(plan, state, ENV).find((one) => one.key === key);
    return row?.row === "field" ? row.field.note : null;
  };

  it("is known where the event was typed as it is shown, also without choosing it", () => {
    const state = typed(begun, ["eventTypeName", "Host down"]);
    expect([bodyOf(plan, state)["eventTypeName"], noteAt(state, "eventTypeName")]).toEqual(["HOST_DOWN", null]);
    expect(noteAt(typed(begun, ["eventTypeName", "host upside"]), "eventTypeName")).toContain("an unknown value");
  });

  const onMetric = (metric: string) =>
    typed(
      begun,
      ["eventTypeName", "OUTSIDE_METRIC_THRESHOLD"],
      ["metricThreshold.metricName", metric],
      ["metricThreshold.operator", "GREATER_THAN"],
      ["metricThreshold.threshold", "80"],
    );

  it.each([
    ["DISK_PARTITION_SPACE_USED_DATA", "RAW"],
    ["AVG_READ_EXECUTION_TIME", "MILLISECONDS"],
    ["DISK_PARTITION_READ_LATENCY_DATA", "MILLISECONDS"],
    ["BACKGROUND_FLUSH_AVG", "MILLISECONDS"],
    ["OPLOG_SLAVE_LAG_MASTER_TIME", "SECONDS"],
    ["SEARCH_REPLICATION_LAG", "SECONDS"],
    ["OPLOG_MASTER_TIME", "HOURS"],
    ["OPLOG_MASTER_LAG_TIME_DIFF", "HOURS"],
    ["NETWORK_BYTES_IN", "MEGABYTES"],
    ["JOURNALING_MB", "MEGABYTES"],
    ["OPLOG_RATE_GB_PER_HOUR", "GIGABYTES"],
    ["CACHE_USAGE_DIRTY", "GIGABYTES"],
  ])("is sent with the unit that its metric is thought of in: %s", (metric, unit) => {
    const state = onMetric(metric);
    expect(problems(state)).toEqual([]);
    expect(bodyOf(plan, state)["metricThreshold"]).toMatchObject({ metricName: metric, threshold: 80, units: unit });
    expect(problems(typed(state, ["metricThreshold.units", ""]))).toEqual(["metricThreshold.units: required"]);
  });

  it("keeps a unit that was chosen and that another metric has too, and takes the usual one otherwise", () => {
    const seconds = typed(onMetric("AVG_READ_EXECUTION_TIME"), ["metricThreshold.units", "SECONDS"]);
    const units = (state: FormState) => valueAt(bodyOf(plan, state), ["metricThreshold", "units"]);
    expect(units(typed(seconds, ["metricThreshold.metricName", "AVG_WRITE_EXECUTION_TIME"]))).toBe("SECONDS");
    expect(units(typed(seconds, ["metricThreshold.metricName", "CONNECTIONS"]))).toBe("RAW");
    const window = onMetric("OPLOG_MASTER_TIME");
    expect(units(typed(window, ["metricThreshold.metricName", "AVG_READ_EXECUTION_TIME"]))).toBe("MILLISECONDS");
  });

  it("begins with what the event decides of it", () => {
    const elections = typed(begun, ["eventTypeName", "TOO_MANY_ELECTIONS"]);
    expect(bodyOf(plan, elections)["threshold"]).toEqual({ operator: "GREATER_THAN", units: "RAW" });
    const oplog = typed(
      elections,
      ["threshold.threshold", "3"],
      ["eventTypeName", "REPLICATION_OPLOG_WINDOW_RUNNING_OUT"],
    );
    expect(bodyOf(plan, oplog)["threshold"]).toEqual({ operator: "LESS_THAN", units: "HOURS", threshold: 3 });
    expect(problems(oplog)).toEqual([]);
  });

  it("is sent of a metric that is not known, which the form says; one of another event is refused", () => {
    const state = onMetric("DISK_OF_TOMORROW");
    expect(problems(state)).toEqual([]);
    expect(noteAt(state, "metricThreshold.metricName")).toMatch(
      /^DISK_OF_TOMORROW is an unknown value: sent as typed/u,
    );
    expect(problems(onMetric("FLEX_CONNECTIONS"))).toEqual(["metricThreshold.metricName: not a metric of this event"]);
  });

  it("can be entered for an event that is not known, and need not be", () => {
    const event = typed(begun, ["eventTypeName", "DISK_ON_FIRE"]);
    expect(problems(event)).toEqual([]);
    expect(noteAt(event, "eventTypeName")).toMatch(/^DISK_ON_FIRE is an unknown value: sent as typed/u);
    const limited = typed(
      event,
      ["threshold.operator", "GREATER_THAN"],
      ["threshold.threshold", "3"],
      ["threshold.units", "HOURS"],
    );
    expect(problems(limited)).toEqual([]);
    expect(bodyOf(plan, limited)).toMatchObject({
      eventTypeName: "DISK_ON_FIRE",
      threshold: { operator: "GREATER_THAN", threshold: 3, units: "HOURS" },
    });
    // What is typed to look for an event brings no rows.
    const shown = (text: string) => rowsOf(plan, typed(begun, ["eventTypeName", text]), ENV).map(({ key }) => key);
    expect(shown("disk")).not.toContain("threshold.threshold");
  });
});

describe("the operator of a matcher", () => {
  it("says of an expression that the embedded service does not evaluate it", () => {
    const { plan }: FormSetup = create(world([]).context);
    const because = (operator: string) => {
      const initial = { eventTypeName: "HOST_DOWN", matchers: [{ ...matcher("HOSTNAME", "^analytics"), operator }] };
      const rows = rowsOf(plan, openForm(plan, { mode: "create", initial }), ENV);
      const row = rows.find(({ path }) => path.join(".") === "matchers.0.operator");
      return row?.row === "field" ? row.field.because : undefined;
    };
    expect(because("REGEX")).toContain("does not evaluate expressions");
    expect(because("STARTS_WITH")).toBeNull();
  });
});

describe("properties of a matcher", () => {
  it("are those that the service names and the event has", async () => {
    const of = (eventTypeName: string) =>
      offered([], { eventTypeName, matchers: [matcher("")] }, ["matchers", 0, "fieldName"]);
    expect(await of("HOST_DOWN")).toEqual(["TYPE_NAME", "HOSTNAME", "PORT", "REPLICA_SET_NAME"]);
    expect(await of("CPS_SNAPSHOT_FAILED")).toEqual(MATCHER_FIELDS);
  });
});

describe("addresses of a notification", () => {
  it("are those of its own channel: an integration of another one is of no use", async () => {
    const stored = [
      configuration(1, { notifications: [{ typeName: "PAGER_DUTY", integrationId: id(51) }] }),
      configuration(2, { notifications: [{ typeName: "SLACK", channelName: "#db", integrationId: id(52) }] }),
    ];
    const initial = { notifications: [{ typeName: "SLACK" }] };
    expect(await offered(stored, initial, ["notifications", 0, "integrationId"])).toEqual([id(52)]);
  });
});

describe("an edit of what is matched and who is notified", () => {
  const EMAIL = { typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0, notifierId: id(71) };
  const PAGER = { typeName: "PAGER_DUTY", serviceKey: `${"*".repeat(28)}c77a`, delayMin: 0, notifierId: id(72) };
  const stored = configuration(1, {
    matchers: [matcher("CLUSTER_NAME", "prod-eu")],
    notifications: [EMAIL, PAGER],
  });
  const { notifierId: _id, ...emailAnew } = EMAIL;

  /** The review of an edit that leaves these lists. */
  function reviewed(change: BodyObject) {
    const { plan }: FormSetup = edit(world([stored]).context, id(1));
    const opened = openForm(plan, { mode: "replace", received: stored });
    const state = Object.entries(change).reduce((now, [name, list]) => setValue(plan, now, [name], list), opened);
    return reviewOf(plan, state, { asOf: NOW, request: { method: "PUT", path: "/" }, env: ENV });
  }

  it.each<[string, BodyObject, string]>([
    [
      "a recipient replaced by another",
      { notifications: [EMAIL, { typeName: "EMAIL", emailAddress: "new@example.com" }] },
      "Recipients removed (PagerDuty …c77a): they get no more of these alerts.",
    ],
    [
      "an address changed in place",
      { notifications: [{ ...EMAIL, emailAddress: "new@example.com" }, PAGER] },
      "Recipients removed (e-mail dba@example.com): they get no more of these alerts.",
    ],
    [
      "a channel changed in place",
      { notifications: [{ typeName: "SMS", mobileNumber: "+49151" }, PAGER] },
      "Recipients removed (e-mail dba@example.com): they get no more of these alerts.",
    ],
    [
      "a paging service replaced by another of its kind",
      { notifications: [EMAIL, { typeName: "PAGER_DUTY", serviceKey: new Secret("0".repeat(32)) }] },
      "Recipients removed (PagerDuty …c77a): they get no more of these alerts.",
    ],
    [
      "a matcher replaced by another",
      { matchers: [matcher("REPLICA_SET_NAME", "rs-a")] },
      "Matcher removed (cluster = prod-eu): alerts are raised for other targets than before.",
    ],
    [
      "a matcher changed in place",
      { matchers: [matcher("CLUSTER_NAME", "analytics")] },
      "Matcher removed (cluster = prod-eu): alerts are raised for other targets than before.",
    ],
    ["no matcher left", { matchers: [] }, "No matchers left: alerts are raised for everything in the project."],
  ])("asks first, and says what is gone: %s", (_what, change, warning) => {
    const { risk, warnings } = reviewed(change);
    expect({ risk, warnings }).toEqual({ risk: "disruptive", warnings: [warning] });
  });

  it.each<[string, BodyObject]>([
    ["one more recipient", { notifications: [EMAIL, PAGER, { typeName: "ORG", emailEnabled: true }] }],
    ["the recipients in another order, one made anew", { notifications: [PAGER, emailAnew] }],
    ["another delay", { notifications: [{ ...EMAIL, delayMin: 15 }, PAGER] }],
    [
      "a new key in place of the stored one",
      { notifications: [EMAIL, { ...PAGER, serviceKey: new Secret("1".repeat(32)) }] },
    ],
    ["one more matcher", { matchers: [matcher("SHARD_NAME", "rs-a"), matcher("CLUSTER_NAME", "prod-eu")] }],
  ])("goes by Enter where nothing is gone: %s", (_what, change) => {
    const { risk, warnings } = reviewed(change);
    expect({ risk, warnings }).toEqual({ risk: "reversible", warnings: [] });
  });

  const people = (typeName: "GROUP" | "ORG", given: JsonObject): JsonObject => ({
    typeName,
    emailEnabled: true,
    smsEnabled: true,
    delayMin: 0,
    notifierId: id(73),
    ...given,
  });
  const GONE = "they get no more of these alerts.";

  it.each<[string, JsonObject, JsonObject, string]>([
    [
      "other roles",
      people("GROUP", { roles: ["GROUP_OWNER"] }),
      people("GROUP", { roles: ["GROUP_READ_ONLY"] }),
      `Recipients removed (project members with GROUP_OWNER (e-mail, SMS)): ${GONE}`,
    ],
    [
      "fewer roles",
      people("GROUP", { roles: ["GROUP_OWNER", "GROUP_READ_ONLY"] }),
      people("GROUP", { roles: ["GROUP_OWNER"] }),
      `Recipients removed (project members with GROUP_READ_ONLY (e-mail, SMS)): ${GONE}`,
    ],
    [
      "some roles instead of all",
      people("ORG", {}),
      people("ORG", { roles: ["ORG_OWNER"] }),
      `Recipients removed (organisation members other than ORG_OWNER): ${GONE}`,
    ],
    [
      "e-mail instead of SMS",
      people("ORG", { emailEnabled: false }),
      people("ORG", { smsEnabled: false }),
      "No more SMS to organisation members.",
    ],
    [
      "no SMS to one user",
      { typeName: "USER", username: "ann@example.com", emailEnabled: true, smsEnabled: true },
      { typeName: "USER", username: "ann@example.com", emailEnabled: true },
      "No more SMS to user ann@example.com.",
    ],
    ["more roles", people("GROUP", { roles: ["GROUP_OWNER"] }), people("GROUP", {}), ""],
    ["one more way", people("GROUP", { smsEnabled: false }), people("GROUP", {}), ""],
  ])("says who of a group is notified no more, or in one way less: %s", (_what, before, after, warning) => {
    const base = { ...stored, notifications: [before] };
    const state = setValue(
      updatePlan,
      openForm(updatePlan, { mode: "replace", received: base }),
      ["notifications"],
      [after],
    );
    const input = { current: base, asOf: NOW, request: { method: "PUT", path: "/" }, env: ENV };
    const { risk, warnings } = reviewOf(updatePlan, state, input);
    expect({ risk, warnings }).toEqual(
      warning === "" ? { risk: "reversible", warnings: [] } : { risk: "disruptive", warnings: [warning] },
    );
  });

  it("asks for any role and any way that is gone from a group", () => {
    const ROLES = ["GROUP_OWNER", "GROUP_READ_ONLY", "GROUP_CLUSTER_MANAGER"];
    const group = fc.record({
      emailEnabled: fc.boolean(),
      smsEnabled: fc.boolean(),
      roles: fc.option(fc.subarray(ROLES, { minLength: 1 }), { nil: undefined }),
    });
    // Anybody may have a role that is not named here.
    const reached = ({
      emailEnabled,
      smsEnabled,
      roles,
    }: {
      emailEnabled: boolean;
      smsEnabled: boolean;
      roles?: string[] | undefined;
    }) =>
      (roles ?? [...ROLES, "any other"]).flatMap((role) => [
        ...(emailEnabled ? [`${role} e-mail`] : []),
        ...(smsEnabled ? [`${role} SMS`] : []),
      ]);
    fc.assert(
      fc.property(group, group, (before, after) => {
        fc.pre(before.emailEnabled || before.smsEnabled);
        const [was, is] = [before, after].map(({ roles, ...ways }) =>
          people("GROUP", roles === undefined ? ways : { ...ways, roles }),
        );
        const base = { ...stored, notifications: [was ?? {}] };
        const opened = openForm(updatePlan, { mode: "replace", received: base });
        const state = setValue(updatePlan, opened, ["notifications"], [is ?? {}]);
        const input = { current: base, asOf: NOW, request: { method: "PUT", path: "/" }, env: ENV };
        const left = reached(after);
        const isGone = reached(before).some((one) => !left.includes(one));
        expect(reviewOf(updatePlan, state, input).risk).toBe(isGone ? "disruptive" : "reversible");
      }),
    );
  });

  it("asks for any of them that is gone, whatever else changes", () => {
    const address = fc.constantFrom("a@example.com", "b@example.com", "c@example.com");
    const recipients = fc.array(address, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(recipients, recipients, (before, after) => {
        const listed = (all: readonly string[]) =>
          all.map((emailAddress) => ({ typeName: "EMAIL", emailAddress, delayMin: 0 }));
        const { plan }: FormSetup = edit(world([stored]).context, id(1));
        const base = { ...stored, notifications: listed(before) };
        const opened = openForm(plan, { mode: "replace", received: base });
        const state = setValue(plan, opened, ["notifications"], listed(after));
        const request = { method: "PUT", path: "/" };
        const { risk } = reviewOf(plan, state, { asOf: NOW, request, env: ENV });
        const count = (all: readonly string[], one: string) => all.filter((other) => other === one).length;
        const isGone = before.some((one) => count(after, one) < count(before, one));
        expect(risk).toBe(isGone ? "disruptive" : "reversible");
      }),
    );
  });
});

describe("the key of a notification", () => {
  it("is said to look wrong while it is typed, and is sent all the same", () => {
    const { plan }: FormSetup = create(world([]).context);
    const begun = openForm(plan, { mode: "create", initial: { notifications: [{ typeName: "PAGER_DUTY" }] } });
    const noteOf = (key: string) => {
      const path = ["notifications", 0, "serviceKey"];
      const state = setText(plan, begun, path, key, ENV);
      const row = rowsOf(plan, state, ENV).find((one) => one.path.join(".") === path.join("."));
      return row?.row === "field" ? [row.field.note, row.field.error] : undefined;
    };
    const words = "Not 32 hexadecimal characters: sent as typed; the service may refuse it";
    expect(noteOf("")).toEqual([null, null]);
    expect(noteOf("0123456789abcdef0123456789abcde")).toEqual([words, null]);
    expect(noteOf("0123456789abcdef0123456789abcdeg")).toEqual([words, null]);
    expect(noteOf("0123456789abcdef0123456789abcdef")).toEqual([null, null]);
  });
});

describe("the review of a new configuration", () => {
  it("says of each notification all that is sent, and of a matcher nothing twice", () => {
    const { plan }: FormSetup = create(world([]).context);
    const initial = {
      eventTypeName: "HOST_DOWN",
      matchers: [{ ...matcher("PORT", "27017"), operator: "NOT_EQUALS" }],
      notifications: [
        { typeName: "SLACK", channelName: "#db", delayMin: 0, intervalMin: 60 },
        { typeName: "GROUP", emailEnabled: true, roles: ["GROUP_OWNER"], delayMin: 5 },
      ],
    };
    const begun = openForm(plan, { mode: "create", initial });
    const state = setText(plan, begun, ["notifications", 0, "apiToken"], "xoxb-1", ENV);
    const { changes } = reviewOf(plan, state, {
      asOf: NOW,
      request: { method: "POST", path: "/" },
      env: ENV,
    });
    expect(changes.filter(({ lines }) => lines !== undefined).map(({ to }) => to)).toEqual([
      "port ≠ 27017",
      "Slack #db · API token entered · Delay 0 min · Repeat every 60 min",
      "project members with GROUP_OWNER (e-mail) · Delay 5 min",
    ]);
  });

  it("names no value of a matcher where none is entered yet", () => {
    const { plan }: FormSetup = create(world([]).context);
    const initial = { eventTypeName: "HOST_DOWN", matchers: [{ fieldName: "PORT", operator: "EQUALS" }] };
    const row = rowsOf(plan, openForm(plan, { mode: "create", initial }), ENV).find((one) => one.row === "item");
    expect(row?.row === "item" ? row.summary : undefined).toBe("port = …");
  });
});

describe("the team of a notification", () => {
  const stored = [
    configuration(1, { notifications: [team(TEAM, "Platform")] }),
    configuration(2, { notifications: [team(OTHER_TEAM, "Payments")] }),
  ];

  function edited(teamId: string): { readonly sent: unknown; readonly sentence: string } {
    const { context } = world(stored);
    const { plan }: FormSetup = edit(context, id(1));
    const opened = openForm(plan, { mode: "replace", received: stored[0] ?? {} });
    const state: FormState = setText(plan, opened, ["notifications", 0, "teamId"], teamId, ENV);
    const request = { method: "PUT", path: "/" };
    const { sentence } = reviewOf(plan, state, { asOf: NOW, request, env: ENV });
    return { sent: bodyOf(plan, state)["notifications"], sentence };
  }

  it("is picked by its name", async () => {
    const { context, ask } = world(stored);
    const found = await create(context).suggest?.["teamId"]?.(ask, {}, { typeName: "TEAM" });
    expect(found).toEqual([
      { value: TEAM, label: "Platform", note: TEAM },
      { value: OTHER_TEAM, label: "Payments", note: OTHER_TEAM },
    ]);
  });

  it("brings its name, and one that nobody here knows has none", () => {
    expect(edited(OTHER_TEAM).sent).toEqual([{ ...team(OTHER_TEAM, "Payments") }]);
    expect(edited(OTHER_TEAM).sentence).toContain("notifies team Payments");
    expect(edited("payments").sent).toEqual(edited(OTHER_TEAM).sent);
    const unknown = edited("65f0000000000000000000cc");
    expect(unknown.sent).toEqual([{ typeName: "TEAM", teamId: "65f0000000000000000000cc", emailEnabled: true }]);
    expect(unknown.sentence).not.toContain("Platform");
  });
});
