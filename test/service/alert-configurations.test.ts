import { describe, expect, test } from "vitest";
import {
  absent,
  create,
  created,
  email,
  fieldsOf,
  KINDS,
  list,
  metric,
  one,
  sentBack,
  usual,
} from "./configurations.ts";
import { ready, readyForAll } from "./support.ts";

/** For requests that change nothing. */
const shared = readyForAll();

describe("the sample", () => {
  test("has fourteen configurations with every kind of notification, two of them off", async () => {
    const call = await ready();
    const all = (await call("GET", list(call))).rows();
    const kinds = all.flatMap(({ notifications }) => (Array.isArray(notifications) ? notifications : []));
    expect(all).toHaveLength(14);
    expect(new Set(kinds.map(({ typeName }) => typeName))).toEqual(new Set(Object.keys(KINDS)));
    expect(all.filter(({ enabled }) => enabled === false)).toHaveLength(2);
    expect(all.some(({ threshold }) => threshold !== undefined)).toBe(true);
    expect(all.some(({ metricThreshold }) => metricThreshold !== undefined)).toBe(true);
    for (const configuration of all) expect(configuration["matchers"]).toBeInstanceOf(Array);
    for (const { notifierId } of kinds) expect(notifierId).toMatch(/^[a-f0-9]{24}$/u);
  });

  test("every configuration of the main project goes back as it came", async () => {
    const call = await ready();
    for (const { id } of (await call("GET", list(call))).rows()) {
      const before = await call("GET", one(call, id));
      const reply = await call("PUT", one(call, id), { body: sentBack(before) });
      expect([reply.status, reply.text.includes("VALIDATION")]).toEqual([200, false]);
      const { updated: _then, ...rest } = Object(before.json);
      expect((await call("GET", one(call, id))).json).toMatchObject(rest);
    }
  });

  test("the second project has one of an unknown kind, an unknown field and an interval out of range", async () => {
    const call = await ready();
    const [, staging] = call.ready.groups;
    const path = `/groups/${staging?.id}/alertConfigs`;
    const odd = (await call("GET", path)).rows().find(({ escalationPolicy }) => escalationPolicy !== undefined);
    const before = await call("GET", `${path}/${odd?.["id"]}`);
    const body = sentBack(before);
    expect(before.str("notifications", 0, "typeName")).toBe("CARRIER_PIGEON");
    expect(before.at("notifications", 0, "intervalMin")).toBe(0);
    const reply = await call("PUT", `${path}/${odd?.["id"]}`, { body: { ...body, severityOverride: "ERROR" } });
    expect(reply.status).toBe(200);
    const { updated: _then, ...rest } = Object(before.json);
    expect(reply.json).toMatchObject({ ...rest, severityOverride: "ERROR" });
    const stranger = { ...body, notifications: [{ typeName: "SMOKE_SIGNAL", hill: "north" }] };
    expect((await call("PUT", `${path}/${odd?.["id"]}`, { body: stranger })).status).toBe(400);
    expect((await call("PUT", `${path}/${odd?.["id"]}`, { body: { ...body, escalationPolicy: {} } })).status).toBe(400);
    expect((await create(call, body)).status).toBe(400);
  });
});

describe("matcher field names", () => {
  test("are a bare list that holds every name a family takes", async () => {
    const call = await ready();
    const reply = await call("GET", "/alertConfigs/matchers/fieldNames");
    expect(reply.json).toEqual(expect.arrayContaining(["CLUSTER_NAME", "HOSTNAME_AND_PORT", "PROCESSOR_NAME"]));
  });
});

describe("creating", () => {
  test("answers the whole configuration: off unless told otherwise, with ids and times", async () => {
    const call = await ready();
    const reply = await created(call, { eventTypeName: "NO_PRIMARY", notifications: [email] });
    expect(reply.json).toMatchObject({
      id: expect.stringMatching(/^[a-f0-9]{24}$/u),
      groupId: call.groupId,
      enabled: false,
      eventTypeName: "NO_PRIMARY",
      matchers: [],
      notifications: [{ ...email, notifierId: expect.stringMatching(/^[a-f0-9]{24}$/u) }],
    });
    expect(reply.at("created")).toBe(reply.at("updated"));
    expect(Object(reply.json)).not.toHaveProperty("severityOverride");
    expect((await call("GET", one(call, reply.at("id")))).json).toEqual(reply.json);
    expect((await call("GET", list(call))).rows()).toContainEqual(reply.json);
    expect((await call("GET", list(call))).at("totalCount")).toBe(15);
  });

  test.each(Object.entries(KINDS))(
    "%s is taken, and its secrets never come back",
    async (typeName, { fields, secret }) => {
      const call = await ready();
      const reply = await created(call, { ...usual, notifications: [{ typeName, ...fields, ...secret }] });
      const id = reply.at("id");
      const replies = [
        reply,
        await call("GET", one(call, id)),
        await call("GET", list(call), { query: "itemsPerPage=500" }),
        await call("PATCH", one(call, id), { body: { enabled: false } }),
        await call("PUT", one(call, id), { body: sentBack(reply) }),
        await call("GET", one(call, id)),
      ];
      for (const { status, text } of replies) {
        expect(status).toBe(200);
        for (const value of Object.values(secret)) expect(text).not.toContain(value);
      }
      for (const [field, value] of Object.entries(secret)) {
        const mask = replies.at(-1)?.str("notifications", 0, field) ?? "";
        expect(mask).toHaveLength(value.length);
        expect(mask).toBe(
          "*".repeat(value.length - (field === "webhookSecret" ? 0 : 4)) +
            (field === "webhookSecret" ? "" : value.slice(-4)),
        );
      }
      expect(reply.at("notifications", 0)).toMatchObject({ typeName, ...fields });
    },
  );

  test("a short secret is covered whole", async () => {
    const call = await ready();
    const reply = await created(call, { ...usual, notifications: [{ typeName: "PAGER_DUTY", serviceKey: "abcdef" }] });
    expect(reply.at("notifications", 0, "serviceKey")).toBe("******");
  });

  test("limits get what the service fills in, and keep 0", async () => {
    const call = await ready();
    const disk = await created(call, {
      ...usual,
      eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
      metricThreshold: { ...metric, threshold: 0 },
    });
    expect(disk.at("metricThreshold")).toEqual({ ...metric, threshold: 0, mode: "AVERAGE", units: "RAW" });
    const limit = { operator: "LESS_THAN", threshold: 0 };
    const window = await created(call, {
      ...usual,
      eventTypeName: "REPLICATION_OPLOG_WINDOW_RUNNING_OUT",
      threshold: limit,
    });
    expect(window.at("threshold")).toEqual({ ...limit, units: "HOURS" });
  });

  test.each(["9007199254740993", "1e999", "-1e999", "12.5"])("a limit of %s is refused, not bent", async (number) => {
    const call = shared();
    const limit = { operator: "GREATER_THAN", threshold: 3 };
    const body = JSON.stringify({ ...usual, eventTypeName: "TOO_MANY_ELECTIONS", threshold: limit });
    expect(fieldsOf(await create(call, body.replace(":3}", `:${number}}`)))).toEqual(["threshold.threshold"]);
  });

  test.each<[string, unknown, string]>([
    ["no event", { notifications: [email] }, "eventTypeName"],
    ["no notifications", { eventTypeName: "NO_PRIMARY" }, "notifications"],
    ["an empty list of them", { ...usual, notifications: [] }, "notifications"],
    ["26 of them", { ...usual, notifications: Array.from({ length: 26 }, () => email) }, "notifications"],
    [
      "two for the project",
      { ...usual, notifications: [0, 1].map(() => ({ typeName: "GROUP", emailEnabled: true })) },
      "notifications",
    ],
    ["an event that is none", { ...usual, eventTypeName: "SKY_FELL_DOWN" }, "eventTypeName"],
    ["an event of the wrong type", { ...usual, eventTypeName: 7 }, "eventTypeName"],
    ["an enabled that is a text", { ...usual, enabled: "yes" }, "enabled"],
    ["an enabled that is null", { ...usual, enabled: null }, "enabled"],
    ["an unknown severity", { ...usual, severityOverride: "FATAL" }, "severityOverride"],
    ["an undeclared field", { ...usual, colour: "red" }, "colour"],
    ["a response-only field", { ...usual, id: absent }, "id"],
    ["links", { ...usual, links: [] }, "links"],
    ["a limit where there is none", { ...usual, threshold: { operator: "GREATER_THAN", threshold: 1 } }, "threshold"],
    ["a metric where there is none", { ...usual, metricThreshold: metric }, "metricThreshold"],
    ["a missing limit", { ...usual, eventTypeName: "TOO_MANY_ELECTIONS" }, "threshold"],
    ["a missing metric", { ...usual, eventTypeName: "OUTSIDE_METRIC_THRESHOLD" }, "metricThreshold"],
    [
      "a limit the other way",
      { ...usual, eventTypeName: "TOO_MANY_ELECTIONS", threshold: { operator: "LESS_THAN", threshold: 3 } },
      "threshold.operator",
    ],
    [
      "a limit in the wrong unit",
      {
        ...usual,
        eventTypeName: "TOO_MANY_ELECTIONS",
        threshold: { operator: "GREATER_THAN", threshold: 3, units: "HOURS" },
      },
      "threshold.units",
    ],
    [
      "a metric of another family",
      {
        ...usual,
        eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
        metricThreshold: { ...metric, metricName: "FLEX_CONNECTIONS" },
      },
      "metricThreshold.metricName",
    ],
    [
      "a metric in the wrong unit",
      { ...usual, eventTypeName: "OUTSIDE_METRIC_THRESHOLD", metricThreshold: { ...metric, units: "HOURS" } },
      "metricThreshold.units",
    ],
    [
      "a matcher without a value",
      { ...usual, matchers: [{ fieldName: "CLUSTER_NAME", operator: "EQUALS" }] },
      "matchers[0].value",
    ],
    [
      "a matcher with an unknown operator",
      { ...usual, matchers: [{ fieldName: "CLUSTER_NAME", operator: "LIKE", value: "x" }] },
      "matchers[0].operator",
    ],
    [
      "a matcher of another family",
      { ...usual, matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "x" }] },
      "matchers[0].fieldName",
    ],
    [
      "a matcher with a name that is none",
      {
        ...usual,
        eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE",
        matchers: [{ fieldName: "COLOUR", operator: "EQUALS", value: "x" }],
      },
      "matchers[0].fieldName",
    ],
    [
      "a process type that is none",
      {
        ...usual,
        eventTypeName: "HOST_DOWN",
        matchers: [{ fieldName: "TYPE_NAME", operator: "EQUALS", value: "TOASTER" }],
      },
      "matchers[0].value",
    ],
    ["a kind that is none", { ...usual, notifications: [{ typeName: "CARRIER_PIGEON" }] }, "notifications[0].typeName"],
    ["a negative delay", { ...usual, notifications: [{ ...email, delayMin: -1 }] }, "notifications[0].delayMin"],
    [
      "an interval of 4",
      { ...usual, notifications: [email, { ...email, intervalMin: 4 }] },
      "notifications[1].intervalMin",
    ],
    ["half a minute", { ...usual, notifications: [{ ...email, delayMin: 0.5 }] }, "notifications[0].delayMin"],
    [
      "an address that is none",
      { ...usual, notifications: [{ ...email, emailAddress: "nobody" }] },
      "notifications[0].emailAddress",
    ],
    [
      "a field of another kind",
      { ...usual, notifications: [{ ...email, channelName: "#db" }] },
      "notifications[0].channelName",
    ],
    [
      "neither e-mail nor text message",
      { ...usual, notifications: [{ typeName: "GROUP", emailEnabled: false }] },
      "notifications[0].emailEnabled",
    ],
    [
      "an empty list of roles",
      { ...usual, notifications: [{ typeName: "GROUP", emailEnabled: true, roles: [] }] },
      "notifications[0].roles",
    ],
    [
      "a role that is none",
      { ...usual, notifications: [{ typeName: "ORG", emailEnabled: true, roles: ["GOD"] }] },
      "notifications[0].roles[0]",
    ],
    [
      "an interval for a pager",
      { ...usual, notifications: [{ typeName: "PAGER_DUTY", serviceKey: "k".repeat(32), intervalMin: 60 }] },
      "notifications[0].intervalMin",
    ],
    [
      "an unknown region",
      {
        ...usual,
        notifications: [{ typeName: "MONITORING", monitoringApiKey: "k".repeat(32), monitoringRegion: "MOON" }],
      },
      "notifications[0].monitoringRegion",
    ],
  ])("%s is 400 and named", async (_name, body, field) => {
    const call = shared();
    const reply = await create(call, body);
    expect([reply.status, reply.at("errorCode")]).toEqual([400, "VALIDATION_ERROR"]);
    expect(fieldsOf(reply)).toContain(field);
    expect((await call("GET", list(call))).at("totalCount")).toBe(14);
  });

  test.each(Object.entries(KINDS).filter(([, { secret }]) => Object.keys(secret).length > 0))(
    "%s without its credential is 400, even when it names a stored notification",
    async (typeName, { fields }) => {
      const call = shared();
      const bare = await create(call, { ...usual, notifications: [{ typeName, ...fields }] });
      expect(bare.status).toBe(400);
      const named = await create(call, { ...usual, notifications: [{ typeName, ...fields, notifierId: absent }] });
      expect([named.status, named.at("errorCode")]).toEqual([400, "MISSING_ATTRIBUTE"]);
    },
  );

  test("the project's integration stands in for a credential", async () => {
    const call = await ready();
    const notification = { typeName: "PAGER_DUTY", integrationId: "a".repeat(24) };
    expect((await create(call, { ...usual, notifications: [notification] })).status).toBe(200);
  });
});
