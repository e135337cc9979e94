import { describe, expect, test } from "vitest";
import { writeJson } from "../../src/contract/json/json.ts";
import { absent, type Client, clientWith, type Row, ready, readyForAll } from "./support.ts";

/** For requests that change nothing. */
const shared = readyForAll();

const alertsOf = async (call: Client, query = "itemsPerPage=500"): Promise<readonly Row[]> =>
  (await call("GET", `/groups/${call.groupId}/alerts`, { query })).rows();

const one = (call: Client, id: unknown) => `/groups/${call.groupId}/alerts/${id}`;

/** An open alert of the sample that nobody has taken. */
async function untaken(call: Client): Promise<Row> {
  const found = (await alertsOf(call, "status=OPEN")).find(({ acknowledgedUntil }) => acknowledgedUntil === undefined);
  if (found === undefined) throw new TypeError("no open alert");
  return found;
}

describe("the sample", () => {
  test("has alerts of every state, with what each kind of event brings", async () => {
    const call = shared();
    const all = await alertsOf(call);
    const count = (status: string) => all.filter((alert) => alert["status"] === status).length;
    expect(all).toHaveLength(220);
    expect({ open: count("OPEN"), tracking: count("TRACKING") }).toEqual({ open: 8, tracking: 2 });
    expect(count("CLOSED")).toBeGreaterThan(150);
    expect(count("CANCELLED")).toBeGreaterThan(0);
    const silenced = all.filter(
      ({ status, acknowledgedUntil }) => status === "OPEN" && acknowledgedUntil !== undefined,
    );
    expect(silenced).toHaveLength(2);
    // Acknowledging is the last that was done with them, and nobody was notified since.
    for (const { lastNotified, updated } of silenced) {
      expect(Date.parse(String(lastNotified))).toBeLessThan(Date.parse(String(updated)));
    }
    const metric = all.filter(({ eventTypeName }) => eventTypeName === "OUTSIDE_METRIC_THRESHOLD");
    for (const alert of metric) {
      expect(alert).toMatchObject({
        metricName: expect.any(String),
        currentValue: { number: expect.any(Number), units: "RAW" },
        hostnameAndPort: expect.stringMatching(/:\d+$/u),
        clusterName: expect.any(String),
        replicaSetName: expect.any(String),
      });
    }
    expect(all.some((alert) => alert["clusterId"] !== undefined && alert["userAlias"] !== undefined)).toBe(true);
    expect(all.some(({ acknowledgementComment: note }) => typeof note === "string" && note.length === 190)).toBe(true);
    expect(all.some(({ acknowledgingUsername: name }) => String(name).includes("\u001b"))).toBe(true);
  });

  test("ids hold the second of their creation, and are listed in its order", async () => {
    const call = shared();
    const all = await alertsOf(call);
    for (const { id, created } of all) {
      expect(Number.parseInt(String(id).slice(0, 8), 16) * 1000).toBe(Date.parse(String(created)));
    }
    expect(all.map(({ created }) => created)).toEqual(all.map(({ created }) => String(created)).toSorted());
  });

  test("covers every severity among the open ones", async () => {
    const call = shared();
    const configurations = (await call("GET", `/groups/${call.groupId}/alertConfigs`)).rows();
    const severities = new Map(configurations.map(({ id, severityOverride }) => [id, severityOverride]));
    const open = (await alertsOf(call, "status=OPEN")).filter(
      ({ acknowledgedUntil }) => acknowledgedUntil === undefined,
    );
    expect(open).toHaveLength(6);
    expect(new Set(open.map(({ alertConfigId }) => severities.get(alertConfigId)))).toEqual(
      new Set(["CRITICAL", "ERROR", "WARNING", "INFO"]),
    );
  });

  test("one alert outlived its configuration, and it is not the oldest", async () => {
    const call = shared();
    const configurations = (await call("GET", `/groups/${call.groupId}/alertConfigs`)).rows().map(({ id }) => id);
    const all = await alertsOf(call);
    const orphans = all.filter(({ alertConfigId }) => !configurations.includes(alertConfigId));
    expect(orphans).toHaveLength(1);
    expect(orphans[0]).not.toEqual(all[0]);
    const reply = await call("GET", `${one(call, orphans[0]?.["id"])}/alertConfigs`);
    expect([reply.status, reply.rows(), reply.at("totalCount")]).toEqual([200, [], 0]);
  });

  test("follows from its seed", async () => {
    const wallClock = () => Date.UTC(2026, 5, 1, 3);
    const texts = await Promise.all(
      [1, 1, 2].map(async (seed) => {
        const call = await ready({ wallClock, size: { seed } });
        const text = JSON.stringify(await alertsOf(call));
        return text.replaceAll(call.ready.baseUrl, "");
      }),
    );
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).not.toBe(texts[2]);
  });
});

describe("reading", () => {
  test("a status filter tells that status only, and all of it", async () => {
    const call = shared();
    const all = await alertsOf(call);
    for (const status of ["OPEN", "TRACKING", "CLOSED"]) {
      const some = await alertsOf(call, `status=${status}&itemsPerPage=500`);
      expect(some).toEqual(all.filter((alert) => alert["status"] === status));
    }
  });

  test("lists and single records agree, and the record leads to its configurations", async () => {
    const call = shared();
    for (const alert of [...(await alertsOf(call)).slice(0, 5), ...(await alertsOf(call, "status=OPEN"))]) {
      const reply = await call("GET", one(call, alert["id"]));
      const { links, ...rest } = Object(reply.json);
      const { links: _fewer, ...listed } = alert;
      expect(rest).toEqual(listed);
      expect(reply.rows("links").map(({ rel }) => rel)).toEqual(["self", "alertConfig", "alertConfigs"]);
      const configurations = await call("GET", `${one(call, alert["id"])}/alertConfigs`);
      expect(configurations.rows().map(({ id }) => id)).toEqual([alert["alertConfigId"]]);
    }
  });

  test.each([true, false])(
    "rows go out as they are stored, and are those that are read and written (quiet %s)",
    async (quiet) => {
      const call = await ready({ quiet, speed: 0 });
      const path = `/groups/${call.groupId}/alerts`;
      for (const query of [
        "itemsPerPage=500",
        "itemsPerPage=30&pageNum=2&includeCount=false",
        "status=OPEN",
        "pageNum=9",
      ]) {
        for (const envelope of ["false", "true"]) {
          const [stored, read] = await Promise.all(
            ["false", "true"].map((pretty) =>
              call("GET", path, { query: `${query}&envelope=${envelope}&pretty=${pretty}` }),
            ),
          );
          if (stored === undefined || read === undefined) throw new TypeError("no answers");
          expect(stored.text).toBe(writeJson(read.json).replaceAll("pretty=true&", ""));
          expect(stored.rows()).toEqual(read.rows());
        }
      }
    },
  );

  test("a configuration's list has its open alerts, silenced ones too", async () => {
    const call = shared();
    const open = await alertsOf(call, "status=OPEN");
    const silenced = open.find(({ acknowledgedUntil }) => acknowledgedUntil !== undefined);
    for (const id of new Set(open.map(({ alertConfigId }) => alertConfigId))) {
      const reply = await call("GET", `/groups/${call.groupId}/alertConfigs/${id}/alerts`);
      expect(reply.rows()).toEqual(open.filter(({ alertConfigId }) => alertConfigId === id));
    }
    expect(silenced).toBeDefined();
  });

  test.each([
    ["GET", "/alerts/ID", "ALERT_NOT_FOUND"],
    ["PATCH", "/alerts/ID", "ALERT_NOT_FOUND"],
    ["GET", "/alerts/ID/alertConfigs", "ALERT_NOT_FOUND"],
    ["GET", "/alertConfigs/ID/alerts", "ALERT_CONFIG_NOT_FOUND"],
  ])("%s %s of nothing is 404", async (method, path, code) => {
    const call = shared();
    const reply = await call(
      method,
      `/groups/${call.groupId}${path.replace("ID", absent)}`,
      method === "PATCH" ? { body: {} } : {},
    );
    expect([reply.status, reply.at("errorCode")]).toEqual([404, code]);
  });

  test("another project's alert is not there", async () => {
    const call = shared();
    const { id } = await untaken(call);
    const [, staging] = call.ready.groups;
    expect((await call("GET", `/groups/${staging?.id}/alerts/${id}`)).status).toBe(404);
  });
});

describe("acknowledging", () => {
  const until = "2030-01-02T03:04:05Z";

  test("stores time, note and who it was, and leaves the alert open", async () => {
    const call = await ready();
    const { id, status } = await untaken(call);
    const body = { acknowledgedUntil: until, acknowledgementComment: "Disk being extended, CHG-1142" };
    const reply = await call("PATCH", one(call, id), { body });
    expect(reply.status).toBe(200);
    expect(reply.json).toMatchObject({ ...body, status, acknowledgingUsername: call.ready.clientId });
    expect((await call("GET", one(call, id))).json).toEqual(reply.json);
    expect((await alertsOf(call, "status=OPEN")).map((alert) => alert["id"])).toContain(id);
  });

  test("a time of another zone is told in UTC", async () => {
    const call = await ready();
    const { id } = await untaken(call);
    const reply = await call("PATCH", one(call, id), { body: { acknowledgedUntil: "2030-01-02T05:04:05.5+02:00" } });
    expect(reply.at("acknowledgedUntil")).toBe(until);
  });

  test("taking back wins, and leaves no trace", async () => {
    const call = await ready();
    const { id, updated: _before, ...rest } = await untaken(call);
    await call("PATCH", one(call, id), { body: { acknowledgedUntil: until, acknowledgementComment: "mine" } });
    const body = { acknowledgedUntil: until, acknowledgementComment: "no", unacknowledgeAlert: true };
    const reply = await call("PATCH", one(call, id), { body });
    expect(Object.keys(Object(reply.json)).filter((name) => name.startsWith("acknowledg"))).toEqual([]);
    const { links: _links, ...fields } = rest;
    expect(reply.json).toMatchObject(fields);
  });

  test("what is not named stays", async () => {
    const call = await ready();
    const { id } = await untaken(call);
    await call("PATCH", one(call, id), { body: { acknowledgedUntil: until, acknowledgementComment: "first" } });
    const later = "2031-01-01T00:00:00Z";
    const extended = await call("PATCH", one(call, id), { body: { acknowledgedUntil: later } });
    expect(extended.json).toMatchObject({ acknowledgedUntil: later, acknowledgementComment: "first" });
    const same = await call("PATCH", one(call, id), { body: { unacknowledgeAlert: false } });
    expect(same.json).toEqual(extended.json);
  });

  test("an empty note takes the former one away", async () => {
    const call = await ready();
    const { id } = await untaken(call);
    await call("PATCH", one(call, id), { body: { acknowledgedUntil: until, acknowledgementComment: "first" } });
    const reply = await call("PATCH", one(call, id), { body: { acknowledgementComment: "" } });
    expect(reply.at("acknowledgedUntil")).toBe(until);
    expect(Object(reply.json)).not.toHaveProperty("acknowledgementComment");
  });

  test("a note alone is no acknowledgement, and whoever changes one has not acknowledged", async () => {
    const call = await ready();
    const { id } = await untaken(call);
    const noted = await call("PATCH", one(call, id), { body: { acknowledgementComment: "looking" } });
    expect(noted.at("acknowledgementComment")).toBe("looking");
    expect(Object(noted.json)).not.toHaveProperty("acknowledgingUsername");
    await call("PATCH", one(call, id), { body: { acknowledgedUntil: until } });
    const other = await clientWith(call.ready, { projects: { [call.groupId]: ["Project Owner"] } });
    const changed = await other("PATCH", one(call, id), { body: { acknowledgementComment: "still looking" } });
    expect(changed.json).toMatchObject({
      acknowledgementComment: "still looking",
      acknowledgingUsername: call.ready.clientId,
    });
  });

  test("a closed alert takes the fields and stays closed", async () => {
    const call = await ready();
    const [closed] = await alertsOf(call, "status=CLOSED");
    const reply = await call("PATCH", one(call, closed?.["id"]), { body: { acknowledgedUntil: until } });
    expect(reply.json).toMatchObject({ status: "CLOSED", acknowledgedUntil: until });
  });

  test("a note may have 200 characters and not one more", async () => {
    const call = await ready();
    const { id } = await untaken(call);
    const note = (length: number) => ({ acknowledgedUntil: until, acknowledgementComment: "n".repeat(length) });
    expect((await call("PATCH", one(call, id), { body: note(200) })).status).toBe(200);
    const reply = await call("PATCH", one(call, id), { body: note(201) });
    expect(reply.status).toBe(400);
    expect(reply.at("badRequestDetail", "fields", 0, "field")).toBe("acknowledgementComment");
    expect((await call("GET", one(call, id))).str("acknowledgementComment")).toHaveLength(200);
  });

  test.each<[string, unknown]>([
    ["acknowledgedUntil", "tomorrow"],
    ["acknowledgedUntil", 1_893_553_445],
    ["acknowledgedUntil", "2030-02-30T00:00:00Z"],
    ["acknowledgedUntil", "2030-01-02"],
    ["acknowledgedUntil", null],
    ["acknowledgementComment", 5],
    ["acknowledgementComment", null],
    ["unacknowledgeAlert", "true"],
    ["status", "CLOSED"],
    ["acknowledgingUsername", "ann@acme.example"],
    ["links", []],
  ])("%s of %j is refused and named", async (field, value) => {
    const call = shared();
    const { id } = await untaken(call);
    const before = (await call("GET", one(call, id))).text;
    const reply = await call("PATCH", one(call, id), { body: { [field]: value } });
    expect([reply.status, reply.at("errorCode")]).toEqual([400, "VALIDATION_ERROR"]);
    expect(reply.at("badRequestDetail", "fields", 0, "field")).toBe(field);
    expect((await call("GET", one(call, id))).text).toBe(before);
  });

  test("is not for those who only read", async () => {
    const call = shared();
    const reader = await clientWith(call.ready, { projects: { [call.groupId]: ["Project Read Only"] } });
    const { id } = await untaken(call);
    const reply = await reader("PATCH", one(call, id), { body: { acknowledgedUntil: until } });
    expect([reply.status, reply.at("errorCode")]).toEqual([401, "USER_UNAUTHORIZED"]);
  });
});
