import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startService } from "../../src/service/service.ts";
import { folder } from "../folder.ts";
import {
  type Client,
  clientOf,
  clientWith,
  control,
  type Reply,
  type Row,
  ready,
  readyForAll,
  service,
} from "./support.ts";

/** For requests that change nothing. */
const shared = readyForAll();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/u;
const BURST = "203.0.113.66";

const statusAndCode = (reply: Reply): unknown[] => [reply.status, reply.at("errorCode")];
const fieldsOf = (reply: Reply): unknown[] => reply.rows("badRequestDetail", "fields").map((row) => row["field"]);

const ofCluster = (call: Client, name = "prod-eu", query = "", groupId = call.groupId): Promise<Reply> =>
  call("GET", `/groups/${groupId}/dbAccessHistory/clusters/${name}`, { query });
const ofHost = (call: Client, host: string, query = ""): Promise<Reply> =>
  call("GET", `/groups/${call.groupId}/dbAccessHistory/processes/${encodeURIComponent(host)}`, { query });

const rowsOf = (reply: Reply): readonly Row[] => reply.rows("accessLogs");
const timeOf = (row: Row | undefined): number => Date.parse(String(row?.["timestamp"]));
const range = (start: number, end: number): string => `start=${start}&end=${end}`;

describe("the access history of the main cluster", () => {
  test("is a week of some twelve thousand rows, newest first, with what to look for in it", async () => {
    const call = shared();
    const reply = await ofCluster(call);
    const rows = rowsOf(reply);
    expect([reply.status, Object.keys(reply.json ?? {})]).toEqual([200, ["accessLogs"]]);
    expect(rows.length).toBeGreaterThan(11_000);
    expect(rows.length).toBeLessThan(13_000);
    const times = rows.map(timeOf);
    expect(times).toEqual(times.toSorted((left, right) => right - left));
    const [newest = 0, oldest = 0] = [times[0], times.at(-1)];
    expect(newest - oldest).toBeGreaterThan(6.9 * DAY);
    expect(newest - oldest).toBeLessThanOrEqual(7 * DAY);
    expect(String(rows[0]?.["ipAddress"])).toMatch(IPV4);

    const burst = rows.filter((row) => row["ipAddress"] === BURST);
    expect(burst).toHaveLength(140);
    expect(timeOf(burst[0]) - timeOf(burst.at(-1))).toBeLessThanOrEqual(240_000);
    expect(new Set(burst.map((row) => row["failureReason"]))).toEqual(
      new Set(["AuthenticationFailed", "UserNotFound"]),
    );
    expect(new Set(burst.map((row) => row["username"])).size).toBeGreaterThan(4);

    const retired = rows.filter((row) => row["username"] === "svc-reports");
    expect(retired.length).toBeGreaterThan(100);
    expect(newest - timeOf(retired[0])).toBeGreaterThan(1.9 * DAY);

    const sixth = rows.map((row) => String(row["ipAddress"])).filter((address) => !IPV4.test(address));
    expect(new Set(sixth)).toEqual(new Set(["2001:db8:4f:1:0:0:0:2a"]));
    expect(rows.filter((row) => String(row["username"]).includes("\u001b[2J\u202E"))).not.toHaveLength(0);
    for (const row of rows) {
      expect(row["groupId"]).toBe(call.groupId);
      expect(Object.hasOwn(row, "failureReason")).toBe(row["authResult"] === false);
    }
  });

  test("is narrowed by time, by success, by address and in number, and each way is a part of the whole", async () => {
    const call = shared();
    const newest = timeOf(rowsOf(await ofCluster(call))[0]);
    // Without the oldest, which go while this reads.
    const recent = range(newest - 6 * DAY, newest);
    const all = rowsOf(await ofCluster(call, "prod-eu", recent));
    const [start, end] = [newest - 30 * HOUR, newest - 20 * HOUR];
    const inside = (row: Row): boolean => timeOf(row) >= start && timeOf(row) <= end;
    const window = rowsOf(await ofCluster(call, "prod-eu", range(start, end)));
    expect(window).toEqual(all.filter(inside));
    const successes = all.filter((row) => row["authResult"] === true);
    expect(rowsOf(await ofCluster(call, "prod-eu", `authResult=true&${recent}`))).toEqual(successes);
    // Not the failures: `false` does not restrict.
    expect(rowsOf(await ofCluster(call, "prod-eu", `authResult=false&${recent}`))).toEqual(all);
    expect(rowsOf(await ofCluster(call, "prod-eu", `ipAddress=${BURST}`))).toHaveLength(140);
    const sixth = rowsOf(await ofCluster(call, "prod-eu", `ipAddress=2001:0db8:4f:1:0:0:0:2a&${recent}`));
    expect(sixth).toEqual(all.filter((row) => row["ipAddress"] === "2001:db8:4f:1:0:0:0:2a"));
    expect(rowsOf(await ofCluster(call, "prod-eu", "nLogs=25"))).toEqual(all.slice(0, 25));
    expect((await ofCluster(call, "prod-eu", "nLogs=0")).json).toEqual({ accessLogs: [] });
    expect(rowsOf(await ofCluster(call, "prod-eu", `${range(start, end)}&nLogs=7&authResult=true`))).toEqual(
      window.filter((row) => row["authResult"] === true).slice(0, 7),
    );
    expect(rowsOf(await ofCluster(call, "prod-eu", range(newest + DAY, newest + 2 * DAY)))).toEqual([]);
  });

  test("has an IPv4 row first whatever the window and the limit, and two windows make one", async () => {
    const call = shared();
    const newest = timeOf(rowsOf(await ofCluster(call, "prod-eu", "nLogs=1"))[0]);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(6 * 86_400),
        fc.integer({ min: 2, max: 7200 }),
        fc.boolean(),
        async (back, long, only) => {
          const end = newest - back * 1000;
          const [start, middle] = [end - long * 1000, end - Math.floor(long / 2) * 1000];
          const more = only ? "&authResult=true" : "";
          const whole = rowsOf(await ofCluster(call, "prod-eu", range(start, end) + more));
          const laterRows = rowsOf(await ofCluster(call, "prod-eu", range(middle, end) + more));
          const early = rowsOf(await ofCluster(call, "prod-eu", range(start, middle - 1) + more));
          expect([...laterRows, ...early]).toEqual(whole);
          if (whole.length > 0) expect(String(whole[0]?.["ipAddress"])).toMatch(IPV4);
        },
      ),
      { numRuns: 40 },
    );
  });

  test.each([
    ["start=1763733972000", ["end"]],
    ["end=1763733972000", ["start"]],
    ["start=1763733972000&end=1763733972000", ["end"]],
    ["start=1763733972001&end=1763733972000", ["end"]],
    ["start=1199145599999&end=1763733972000", ["start"]],
    ["start=1763733972&end=1763733973", ["start", "end"]],
    ["start=1763733972000.5&end=1763733973000", ["start"]],
    ["start=99999999999999999999&end=1763733973000", ["start"]],
    ["nLogs=-1", ["nLogs"]],
    ["nLogs=20001", ["nLogs"]],
    ["nLogs=many", ["nLogs"]],
    ["authResult=yes", ["authResult"]],
    ["ipAddress=300.1.1.1", ["ipAddress"]],
    ["ipAddress=10.0.0", ["ipAddress"]],
    ["ipAddress=10.0.0.0/8", ["ipAddress"]],
    ["ipAddress=2001:db8::2a", ["ipAddress"]],
    ["itemsPerPage=10", ["itemsPerPage"]],
    ["username=ann", ["username"]],
  ])("refuses ?%s and names what is wrong", async (query, wrong) => {
    const call = shared();
    const reply = await ofCluster(call, "prod-eu", query);
    expect([...statusAndCode(reply), fieldsOf(reply).slice(0, wrong.length)]).toEqual([400, "VALIDATION_ERROR", wrong]);
  });

  test("is wrapped and printed as asked", async () => {
    const call = shared();
    const reply = await ofCluster(call, "prod-eu", "nLogs=2&envelope=true&pretty=true");
    expect(reply.rows("content", "accessLogs")).toHaveLength(2);
    expect([reply.at("status"), reply.text.includes("\n  ")]).toEqual([200, true]);
  });
});

describe("which history there is", () => {
  test("of other clusters: a part of the traffic, none where nobody logs in, none of shared ones", async () => {
    const call = await ready({ dialect: "atlas" });
    expect(rowsOf(await ofCluster(call, "analytics", "nLogs=500"))).toHaveLength(500);
    expect(rowsOf(await ofCluster(call, "orders-sls", "nLogs=5"))).toHaveLength(5);
    expect((await ofCluster(call, "prod-eu-side")).json).toEqual({ accessLogs: [] });
    expect((await ofCluster(call, "paused-1")).json).toEqual({ accessLogs: [] });
    expect(statusAndCode(await ofCluster(call, "tiny"))).toEqual([400, "FEATURE_UNSUPPORTED"]);
    expect(statusAndCode(await ofCluster(call, "nothing"))).toEqual([404, "CLUSTER_NOT_FOUND"]);
    expect(statusAndCode(await ofCluster(call, "-x"))).toEqual([400, "VALIDATION_ERROR"]);
    expect(statusAndCode(await ofCluster(call, "prod-eu", "", "f".repeat(24)))).toEqual([404, "GROUP_NOT_FOUND"]);
    expect(statusAndCode(await ofCluster(call, "prod-eu", "", call.ready.groups[1]?.id))).toEqual([
      404,
      "CLUSTER_NOT_FOUND",
    ]);
  });

  test("of a host: its part of the cluster's, with or without its port", async () => {
    const call = shared();
    const all = rowsOf(await ofCluster(call));
    const host = String(all[0]?.["hostname"]);
    const own = all.filter((row) => row["hostname"] === host);
    expect(own.length).toBeLessThan(all.length);
    expect(rowsOf(await ofHost(call, host))).toEqual(own);
    expect(rowsOf(await ofHost(call, `${host}:27017`, "nLogs=10"))).toEqual(own.slice(0, 10));
    expect(fieldsOf(await ofHost(call, host, "end=1763733972000"))).toEqual(["start"]);
    expect(statusAndCode(await ofHost(call, `${host}:27018`))).toEqual([404, "HOSTNAME_AND_PORT_NOT_FOUND"]);
    for (const wrong of [
      "no.such.host",
      "10.0.0.1",
      host.replace(/-\d\d\./u, "-09."),
      host.slice(1),
      "%",
      "x-shard-00-00",
    ]) {
      expect(statusAndCode(await ofHost(call, wrong))).toEqual([404, "HOST_NOT_FOUND"]);
    }
    expect(statusAndCode(await ofHost(call, host.replace("prod-eu", "tiny")))).toEqual([400, "FEATURE_UNSUPPORTED"]);
  });

  test("is for those who watch a project or its database users, and its owner", async () => {
    const call = shared();
    const asking = async (role: Parameters<typeof clientWith>[1]["projects"]): Promise<unknown> => {
      const client = await clientWith(call.ready, { projects: role ?? {} });
      return statusAndCode(await ofCluster(client, "prod-eu", "nLogs=1"));
    };
    const grant = (role: "Project Read Only" | "Project Monitoring Admin" | "Project Database Access Admin") =>
      asking({ [call.groupId]: [role] });
    expect(await grant("Project Read Only")).toEqual([401, "USER_UNAUTHORIZED"]);
    expect(await grant("Project Monitoring Admin")).toEqual([200, undefined]);
    expect(await grant("Project Database Access Admin")).toEqual([200, undefined]);
    expect(await asking({ [call.groupId]: ["Project Owner"] })).toEqual([200, undefined]);
    const organization = await clientWith(call.ready, {
      organizations: { [call.ready.orgId]: ["Organization Owner"] },
    });
    expect(statusAndCode(await ofCluster(organization, "prod-eu", "nLogs=1"))).toEqual([200, undefined]);
    const [host] = rowsOf(await ofCluster(call, "prod-eu", "nLogs=1")).map((row) => String(row["hostname"]));
    expect(statusAndCode(await ofHost(organization, host ?? "", "nLogs=1"))).toEqual([200, undefined]);
  });
});

describe("time", () => {
  test("brings a row every few seconds, forgets what is older than a week, and stands still for a quiet service", async () => {
    const call = await ready({ quiet: false, speed: 0 });
    const before = rowsOf(await ofCluster(call));
    await control(call.ready, "POST", "/clock/step", { seconds: 60 });
    const after = rowsOf(await ofCluster(call));
    const fresh = after.filter((row) => timeOf(row) > timeOf(before[0]));
    expect(fresh.length).toBeGreaterThanOrEqual(8);
    expect(after.slice(fresh.length, fresh.length + 500)).toEqual(before.slice(0, 500));
    await control(call.ready, "POST", "/clock/step", { seconds: 30 * 86_400 });
    const later = rowsOf(await ofCluster(call));
    expect(later).toHaveLength(20_000);
    expect(timeOf(later[0]) - timeOf(before[0])).toBeGreaterThan(29 * DAY);

    const quiet = await ready({ speed: 0 });
    const first = (await ofCluster(quiet, "prod-eu", "nLogs=100")).json;
    await control(quiet.ready, "POST", "/clock/step", { seconds: 3600 });
    expect((await ofCluster(quiet, "prod-eu", "nLogs=100")).json).toEqual(first);
    await control(quiet.ready, "POST", "/clock/step", { seconds: 8 * 86_400 });
    expect((await ofCluster(quiet)).json).toEqual({ accessLogs: [] });
  });

  test("tells the same after a restart, and to a second process", async () => {
    const place = join(folder(), "data");
    const first = await startService({ place, quiet: false, speed: 0 });
    const call = await clientOf(first.ready);
    await control(first.ready, "POST", "/clock/step", { seconds: 600 });
    const rows = rowsOf(await ofCluster(call, "prod-eu", "nLogs=400"));
    const beside = await clientOf((await service({ place, quiet: false, speed: 0 })).ready);
    expect(rowsOf(await ofCluster(beside, "prod-eu", "nLogs=400"))).toEqual(rows);
    await first.stop();
    const again = await clientOf((await service({ place, quiet: true, speed: 0 })).ready);
    expect(rowsOf(await ofCluster(again, "prod-eu", "nLogs=400"))).toEqual(rows);
    await control(again.ready, "POST", "/clock/step", { seconds: 600 });
    expect(rowsOf(await ofCluster(again, "prod-eu", "nLogs=400"))).toEqual(rows);
  });
});
