import { describe, expect, test } from "vitest";
import { absent, create, created, email, fieldsOf, list, one, sentBack, usual } from "./configurations.ts";
import { type Client, type Row, ready } from "./support.ts";

describe("updating", () => {
  test("replaces: what is left out is gone, and off is the default", async () => {
    const call = await ready();
    const full = {
      ...usual,
      severityOverride: "ERROR",
      matchers: [{ fieldName: "CLUSTER_NAME", operator: "EQUALS", value: "prod-eu" }],
    };
    const before = await created(call, full);
    const body = { eventTypeName: "NO_PRIMARY", notifications: [email] };
    const reply = await call("PUT", one(call, before.at("id")), { body });
    expect(reply.json).toMatchObject({
      id: before.at("id"),
      created: before.at("created"),
      enabled: false,
      matchers: [],
    });
    expect(Object(reply.json)).not.toHaveProperty("severityOverride");
  });

  test("keeps a secret that is left out beside the notification's id; another delay changes nothing else", async () => {
    const call = await ready();
    const pager = { typeName: "PAGER_DUTY", serviceKey: "fedcba9876543210fedcba987654c77a", delayMin: 0 };
    const before = await created(call, { ...usual, notifications: [email, pager] });
    const body = sentBack(before);
    const [first, second] = before.rows("notifications");
    const { serviceKey: mask, ...kept } = Object(second);
    const reply = await call("PUT", one(call, before.at("id")), {
      body: { ...body, notifications: [{ ...kept, delayMin: 15 }, first] },
    });
    expect(reply.status).toBe(200);
    expect(reply.at("notifications")).toEqual([{ ...kept, serviceKey: mask, delayMin: 15 }, first]);
  });

  test("a new secret replaces the stored one", async () => {
    const call = await ready();
    const before = await created(call, {
      ...usual,
      notifications: [{ typeName: "PAGER_DUTY", serviceKey: `${"a".repeat(28)}1111` }],
    });
    const [stored] = before.rows("notifications");
    const notifications = [{ ...stored, serviceKey: `${"b".repeat(28)}2222` }];
    const reply = await call("PUT", one(call, before.at("id")), { body: { ...usual, notifications } });
    expect(reply.at("notifications", 0, "serviceKey")).toBe(`${"*".repeat(28)}2222`);
    expect(reply.at("notifications", 0, "notifierId")).toBe(stored?.["notifierId"]);
  });

  test("without the id the notification is a new one", async () => {
    const call = await ready();
    const before = await created(call, usual);
    const reply = await call("PUT", one(call, before.at("id")), { body: usual });
    expect(reply.at("notifications", 0, "notifierId")).not.toBe(before.at("notifications", 0, "notifierId"));
  });

  test.each<[string, string, Row]>([
    ["PAGER_DUTY", "INVALID_PAGER_DUTY_SERVICE_KEY", { serviceKey: "k".repeat(32) }],
    ["MONITORING", "INVALID_MONITORING_API_KEY", { monitoringApiKey: "k".repeat(32) }],
    ["WEBHOOK", "INVALID_URL", { webhookUrl: "https://hooks.example.com/a1", webhookSecret: "long-enough" }],
    ["SLACK", "INVALID_INTEGRATION_SETTINGS", { channelName: "#db", apiToken: "xoxb-123456789012" }],
  ])("a mask of %s that comes back is %s, with and without the id", async (typeName, code, fields) => {
    const call = await ready();
    const before = await created(call, { ...usual, notifications: [{ typeName, ...fields }] });
    const [former] = before.rows("notifications");
    const { notifierId: _left, ...without } = Object(former);
    for (const notification of [former, without]) {
      const reply = await call("PUT", one(call, before.at("id")), {
        body: { ...usual, notifications: [notification] },
      });
      expect([reply.status, reply.at("errorCode")]).toEqual([400, code]);
      expect(reply.str("badRequestDetail", "fields", 0, "field")).toMatch(/^notifications\[0\]\.\w+$/u);
    }
    expect((await call("GET", one(call, before.at("id")))).json).toEqual(before.json);
  });

  test("a stored notification is kept once: a second one that names it is new, and has no secret", async () => {
    const call = await ready();
    const pager = { typeName: "PAGER_DUTY", serviceKey: "k".repeat(32) };
    const before = await created(call, { ...usual, notifications: [email, pager] });
    const [mail, stored] = before.rows("notifications");
    const { serviceKey: _mask, ...kept } = Object(stored);
    const twice = (notifications: readonly unknown[]) =>
      call("PUT", one(call, before.at("id")), { body: { ...usual, notifications } });
    const refused = await twice([kept, kept]);
    expect([refused.status, refused.at("errorCode")]).toEqual([400, "MISSING_ATTRIBUTE"]);
    expect(refused.at("badRequestDetail", "fields", 0, "field")).toBe("notifications[1].serviceKey");
    const reply = await twice([mail, mail, kept]);
    const ids = reply.rows("notifications").map(({ notifierId }) => notifierId);
    expect(new Set(ids).size).toBe(3);
    expect([ids[0], ids[2]]).toEqual([mail?.["notifierId"], stored?.["notifierId"]]);
  });

  test("a notification of another configuration keeps nothing", async () => {
    const call = await ready();
    const other = await created(call, {
      ...usual,
      notifications: [{ typeName: "PAGER_DUTY", serviceKey: "k".repeat(32) }],
    });
    const mine = await created(call, usual);
    const stolen = { typeName: "PAGER_DUTY", notifierId: other.at("notifications", 0, "notifierId") };
    const reply = await call("PUT", one(call, mine.at("id")), { body: { ...usual, notifications: [stolen] } });
    expect([reply.status, reply.at("errorCode")]).toEqual([400, "MISSING_ATTRIBUTE"]);
    const retyped = { typeName: "OPS_GENIE", notifierId: other.at("notifications", 0, "notifierId") };
    expect(
      (await call("PUT", one(call, other.at("id")), { body: { ...usual, notifications: [retyped] } })).status,
    ).toBe(400);
  });

  test("a new notification without an address is not excused by another of its kind", async () => {
    const call = await ready();
    const before = await created(call, usual);
    const notifications = [...before.rows("notifications"), { typeName: "EMAIL" }];
    const reply = await call("PUT", one(call, before.at("id")), { body: { ...usual, notifications } });
    expect(reply.status).toBe(400);
    expect(fieldsOf(reply)).toContain("notifications[1].typeName");
  });

  test("a response-only field is refused, even with the value that stands there", async () => {
    const call = await ready();
    const before = await created(call, usual);
    for (const field of ["id", "groupId", "created", "updated", "links"]) {
      const reply = await call("PUT", one(call, before.at("id")), { body: { ...usual, [field]: before.at(field) } });
      expect([reply.status, fieldsOf(reply)]).toEqual([400, [field]]);
    }
  });
});

describe("switching and deleting", () => {
  /** A configuration of the sample that has an open alert. */
  async function withOpenAlert(call: Client): Promise<{ configuration: string; alert: string }> {
    const [alert] = (await call("GET", `/groups/${call.groupId}/alerts`, { query: "status=OPEN" })).rows();
    return { configuration: String(alert?.["alertConfigId"]), alert: String(alert?.["id"]) };
  }
  const statusOf = async (call: Client, alert: string) =>
    (await call("GET", `/groups/${call.groupId}/alerts/${alert}`)).at("status");

  test("the toggle touches its flag alone", async () => {
    const call = await ready();
    const before = await created(call, { ...usual, severityOverride: "INFO" });
    const reply = await call("PATCH", one(call, before.at("id")), { body: { enabled: false } });
    const { updated: _then, ...rest } = Object(before.json);
    expect(reply.json).toMatchObject({ ...rest, enabled: false });
  });

  test.each<[string, unknown]>([
    ["nothing", {}],
    ["a text", { enabled: "false" }],
    ["another field", { enabled: true, severityOverride: "INFO" }],
  ])("a toggle of %s is 400", async (_name, body) => {
    const call = await ready();
    const before = await created(call, usual);
    expect((await call("PATCH", one(call, before.at("id")), { body })).status).toBe(400);
  });

  test("switching off cancels what is open", async () => {
    const call = await ready();
    const { configuration, alert } = await withOpenAlert(call);
    await call("PATCH", one(call, configuration), { body: { enabled: false } });
    expect(await statusOf(call, alert)).toBe("CANCELLED");
    expect((await call("GET", `${one(call, configuration)}/alerts`)).rows()).toEqual([]);
  });

  test("so does an update that leaves the flag out", async () => {
    const call = await ready();
    const { configuration, alert } = await withOpenAlert(call);
    const { enabled: _left, ...body } = sentBack(await call("GET", one(call, configuration)));
    expect((await call("PUT", one(call, configuration), { body })).at("enabled")).toBe(false);
    expect(await statusOf(call, alert)).toBe("CANCELLED");
  });

  test("deleting answers 204 without a body, cancels, and leaves nothing to find", async () => {
    const call = await ready();
    const { configuration, alert } = await withOpenAlert(call);
    const reply = await call("DELETE", one(call, configuration));
    expect([reply.status, reply.text, reply.headers["content-type"]]).toEqual([204, "", undefined]);
    expect(await statusOf(call, alert)).toBe("CANCELLED");
    for (const method of ["GET", "DELETE"]) {
      const again = await call(method, one(call, configuration));
      expect([again.status, again.at("errorCode")]).toEqual([404, "ALERT_CONFIG_NOT_FOUND"]);
    }
    for (const [method, body] of [
      ["PUT", usual],
      ["PATCH", { enabled: true }],
    ] as const) {
      expect((await call(method, one(call, configuration), { body })).status).toBe(404);
    }
    expect((await call("GET", list(call))).at("totalCount")).toBe(13);
  });
});

describe("the hosted dialect", () => {
  const notification = { typeName: "DATADOG", datadogApiKey: "0123456789abcdef0123456789abc77a", datadogRegion: "EU" };

  test("speaks its own names both ways", async () => {
    const call = await ready({ dialect: "atlas" });
    const reply = await created(call, { ...usual, notifications: [notification] });
    expect(reply.headers["content-type"]).toBe("application/vnd.atlas.2023-01-01+json;charset=utf-8");
    expect(reply.at("notifications", 0)).toMatchObject({
      typeName: "DATADOG",
      datadogApiKey: `${"*".repeat(28)}c77a`,
      datadogRegion: "EU",
    });
    expect(reply.text).not.toMatch(/monitoring/iu);
    const body = sentBack(reply);
    expect((await call("PUT", one(call, reply.at("id")), { body })).at("notifications")).toEqual(
      reply.at("notifications"),
    );
  });

  test("names the field as the caller wrote it, and knows nothing of the other names", async () => {
    const call = await ready({ dialect: "atlas" });
    const wrong = await create(call, { ...usual, notifications: [{ ...notification, datadogRegion: "MOON" }] });
    expect(fieldsOf(wrong)).toEqual(["notifications[0].datadogRegion"]);
    const { datadogApiKey: _left, ...bare } = notification;
    const missing = await create(call, { ...usual, notifications: [{ ...bare, notifierId: absent }] });
    expect(fieldsOf(missing)).toEqual(["notifications[0].datadogApiKey"]);
    const stored = await created(call, { ...usual, notifications: [notification] });
    const echoed = await call("PUT", one(call, stored.at("id")), {
      body: { ...usual, notifications: stored.at("notifications") },
    });
    expect(echoed.at("errorCode")).toBe("INVALID_DATADOG_API_KEY");
    const foreign = { typeName: "MONITORING", monitoringApiKey: "k".repeat(32) };
    expect((await create(call, { ...usual, notifications: [foreign] })).status).toBe(400);
  });
});
