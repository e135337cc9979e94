import { describe, expect, test } from "vitest";
import { emittedAlerts, sourceDraft } from "../../src/service/alerts/sources.ts";
import { type Client, clientOf, control, moving, type Row, service, step } from "./support.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const alerts = async (call: Client, status: string): Promise<readonly Row[]> =>
  (await call("GET", `/groups/${call.groupId}/alerts`, { query: `status=${status}&itemsPerPage=500` })).rows();

const alert = (call: Client, id: unknown) => call("GET", `/groups/${call.groupId}/alerts/${id}`);

describe("the clock", () => {
  test("goes at its speed, and the Date header with it", async () => {
    let wallClock = Date.UTC(2026, 2, 1, 3);
    const running = await service({ speed: 60, wallClock: () => wallClock });
    const call = await clientOf(running.ready);
    const date = async () => Date.parse((await call("GET", "/orgs")).headers["date"] ?? "");
    const start = await date();
    expect(start).toBe(wallClock);
    wallClock += 10_000;
    expect((await date()) - start).toBe(600_000);
    await control(call.ready, "PUT", "/clock", { speed: 2 });
    wallClock += 10_000;
    expect((await date()) - start).toBe(620_000);
    expect((await call("GET", "/orgs")).headers["x-sextant-speed"]).toBe("2");
  });

  test("is set and stepped, and told", async () => {
    const call = await moving();
    const now = "2027-05-06T07:08:09Z";
    expect((await control(call.ready, "PUT", "/clock", { now })).at("now")).toBe(now);
    expect((await step(call, HOUR)).at("now")).toBe("2027-05-06T08:08:09Z");
    expect((await control(call.ready, "GET", "/clock")).json).toMatchObject({ now: "2027-05-06T08:08:09Z", speed: 1 });
    expect(Date.parse((await call("GET", "/orgs")).headers["date"] ?? "")).toBe(Date.parse("2027-05-06T08:08:09Z"));
  });
});

describe("alerts live", () => {
  test("what builds up is told after its delay and closes later, or goes away untold", async () => {
    const call = await moving();
    const [first, second] = (await alerts(call, "TRACKING")).toSorted((left, right) =>
      String(right["created"]).localeCompare(String(left["created"])),
    );
    await step(call, 3 * MINUTE);
    const ended = await alert(call, second?.["id"]);
    expect(ended.json).toMatchObject({ status: "CLOSED", resolved: expect.any(String) });
    expect(Object(ended.json)).not.toHaveProperty("lastNotified");
    expect((await alert(call, first?.["id"])).at("status")).toBe("TRACKING");
    await step(call, 2 * MINUTE);
    const notified = await alert(call, first?.["id"]);
    expect(notified.json).toMatchObject({ status: "OPEN", lastNotified: notified.at("updated") });
    await step(call, 25 * MINUTE);
    expect((await alert(call, first?.["id"])).at("status")).toBe("CLOSED");
  });

  test("new ones come about every 90 seconds, and end within the hour", async () => {
    const call = await moving();
    const known = new Set((await alerts(call, "OPEN")).map(({ id }) => id));
    const fresh = new Map<unknown, Row>();
    for (let minute = 0; minute < 60; minute += 1) {
      await step(call, MINUTE);
      for (const one of await alerts(call, "OPEN")) if (!known.has(one["id"])) fresh.set(one["id"], one);
    }
    expect(fresh.size).toBeGreaterThan(30);
    expect(fresh.size).toBeLessThan(90);
    const configurations = (await call("GET", `/groups/${call.groupId}/alertConfigs`)).rows();
    const enabled = new Set(configurations.filter((one) => one["enabled"] === true).map(({ id }) => id));
    for (const one of fresh.values()) expect(enabled.has(one["alertConfigId"])).toBe(true);
    await step(call, 2 * HOUR);
    const open = new Set((await alerts(call, "OPEN")).map(({ id }) => id));
    for (const id of fresh.keys()) expect(open.has(id)).toBe(false);
  });

  test("one pair flaps: the same configuration and host, three times within the hour", async () => {
    const call = await moving();
    await step(call, HOUR);
    const since = Date.parse(String((await control(call.ready, "GET", "/clock")).at("now"))) - HOUR * 1000;
    const recent = (await alerts(call, "CLOSED")).filter(({ created }) => Date.parse(String(created)) > since);
    const times = new Map<string, number>();
    for (const { alertConfigId, hostnameAndPort } of recent) {
      const name = `${alertConfigId} ${hostnameAndPort}`;
      times.set(name, (times.get(name) ?? 0) + 1);
    }
    expect([...times.values()].filter((count) => count >= 10)).toHaveLength(2);
  });

  test("messages are repeated, held back while somebody has it, and resume", async () => {
    const call = await moving();
    const open = (await alerts(call, "OPEN")).find(({ metricName }) => metricName === "DISK_PARTITION_SPACE_USED_DATA");
    const notified = async () => Date.parse((await alert(call, open?.["id"])).str("lastNotified"));
    const first = await notified();
    await step(call, 30 * MINUTE);
    expect((await notified()) - first).toBe(30 * MINUTE * 1000);
    const now = (await control(call.ready, "GET", "/clock")).at("milliseconds");
    const acknowledgedUntil = new Date(Number(now) + 2 * HOUR * 1000).toISOString();
    await call("PATCH", `/groups/${call.groupId}/alerts/${open?.["id"]}`, { body: { acknowledgedUntil } });
    await step(call, 115 * MINUTE);
    expect((await notified()) - first).toBe(30 * MINUTE * 1000);
    await step(call, 40 * MINUTE);
    expect((await notified()) - first).toBeGreaterThan(120 * MINUTE * 1000);
  });

  test("one that is acknowledged while it builds up opens without a notification", async () => {
    const call = await moving();
    const [newest] = (await alerts(call, "TRACKING")).toSorted((left, right) =>
      String(right["created"]).localeCompare(String(left["created"])),
    );
    const now = Number((await control(call.ready, "GET", "/clock")).at("milliseconds"));
    const acknowledgedUntil = new Date(now + 2 * HOUR * 1000).toISOString();
    await call("PATCH", `/groups/${call.groupId}/alerts/${newest?.["id"]}`, { body: { acknowledgedUntil } });
    await step(call, 6 * MINUTE);
    const opened = await alert(call, newest?.["id"]);
    expect(opened.at("status")).toBe("OPEN");
    expect(Object(opened.json)).not.toHaveProperty("lastNotified");
  });

  test("a value goes on being measured, the same for everybody at one time", async () => {
    const call = await moving();
    const values = async () =>
      (await alerts(call, "OPEN")).map(({ id, currentValue }) => [id, JSON.stringify(currentValue)] as const);
    const before = new Map(await values());
    expect(new Map(await values())).toEqual(before);
    await step(call, 35);
    const after = await values();
    expect(after.some(([id, value]) => before.has(id) && value !== before.get(id))).toBe(true);
    for (const [id, value] of after) {
      expect(JSON.stringify((await alert(call, id)).at("currentValue"))).toBe(value);
    }
  });

  test("a configuration that is switched off raises nothing more; a new one begins to", async () => {
    const call = await moving();
    const path = `/groups/${call.groupId}/alertConfigs`;
    for (const { id } of (await call("GET", path)).rows())
      await call("PATCH", `${path}/${id}`, { body: { enabled: false } });
    const before = (await call("GET", `/groups/${call.groupId}/alerts`)).at("totalCount");
    await step(call, HOUR);
    expect((await call("GET", `/groups/${call.groupId}/alerts`)).at("totalCount")).toBe(before);
    const created = await call("POST", path, {
      body: {
        eventTypeName: "HOST_DOWN",
        enabled: true,
        matchers: [{ fieldName: "HOSTNAME", operator: "STARTS_WITH", value: "prod-eu-shard" }],
        notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0 }],
      },
    });
    await step(call, HOUR);
    const mine = [...(await alerts(call, "CLOSED")), ...(await alerts(call, "OPEN"))].filter(
      ({ alertConfigId }) => alertConfigId === created.at("id"),
    );
    expect(mine.length).toBeGreaterThan(10);
    for (const { hostnameAndPort } of mine) expect(hostnameAndPort).toMatch(/^prod-eu-shard/u);
  });

  test("what was read once stays: a second look at the same time writes and changes nothing", async () => {
    const call = await moving();
    await step(call, 3 * HOUR);
    const look = async () => (await call("GET", `/groups/${call.groupId}/alerts`, { query: "itemsPerPage=500" })).text;
    expect(await look()).toBe(await look());
  });

  test("a week away is caught up with in one bounded go, and everything that came is over", async () => {
    const call = await moving();
    await step(call, 7 * 24 * HOUR);
    const reply = await call("GET", `/groups/${call.groupId}/alerts`);
    expect(reply.at("totalCount")).toBeLessThan(220 + 400);
    expect(reply.at("totalCount")).toBeGreaterThan(220 + 100);
    const open = await alerts(call, "OPEN");
    expect(open.length).toBeLessThan(60);
    const now = Date.parse(reply.headers["date"] ?? "");
    for (const { created } of open.slice(8)) expect(now - Date.parse(String(created))).toBeLessThan(2 * HOUR * 1000);
  });

  test("nothing moves while it is quiet", async () => {
    const wallClock = Date.UTC(2026, 2, 1, 3);
    const call = await clientOf((await service({ quiet: true, wallClock: () => wallClock })).ready);
    const look = async () => (await call("GET", `/groups/${call.groupId}/alerts`, { query: "itemsPerPage=500" })).text;
    const before = await look();
    await step(call, 24 * HOUR);
    expect(await look()).toBe(before);
  });
});

describe("a source", () => {
  const target = { clusterName: "a", replicaSetName: "a-0", hostname: "a-0-0", port: 1, typeName: "PRIMARY" };
  const source = {
    groupId: "g",
    orgId: "o",
    seed: "s",
    start: 0,
    every: 90_000,
    number: 1,
    targets: [target],
    flapping: null,
  };
  const watching = [{ id: "c", eventTypeName: "HOST_DOWN", enabled: true, notifications: [] }];
  const first = { ...sourceDraft("s", source), version: 1 };
  const childrenOf = (from: typeof first, now: number) => emittedAlerts(from, now, watching).slice(1);

  test("brings the same children however often somebody looks", () => {
    const end = 100 * 90_000;
    const once = childrenOf(first, end);
    let current = first;
    const often = Array.from({ length: 50 }, (_, index) => (index + 1) * (end / 50)).flatMap((now) => {
      const [next, ...children] = emittedAlerts(current, now, watching);
      if (next === undefined) throw new TypeError("a source is always written back");
      current = { ...next, version: 1 };
      return children;
    });
    expect(often).toEqual(once);
    expect(once.length).toBeGreaterThan(90);
  });

  test("has nothing to bring before its next time, and everything when that has come", () => {
    expect(childrenOf(first, Number(first.nextDue) - 1)).toEqual([]);
    expect(childrenOf(first, Number(first.nextDue))).toHaveLength(1);
  });

  test("is bounded after any absence", () => {
    expect(emittedAlerts(first, 1000 * 365 * 86_400_000, watching).length).toBeLessThanOrEqual(121);
  });
});
