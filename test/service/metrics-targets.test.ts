import { describe, expect, test } from "vitest";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { type Client, challengeOf, fetchRaw, type Reply, ready, readyForAll, signature, tokenOf } from "./support.ts";

/** For requests that change nothing. */
const shared = readyForAll();

const LABELS = ["availability_zone", "cl_name", "group_id", "node_type", "org_id", "provider", "region"];

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
const login = ({ scrapeUsername, scrapePassword }: ServiceReady): string => basic(scrapeUsername, scrapePassword);

type Question = { groupId?: string; query?: string; authorization?: string; method?: string; accept?: string };

function discover({ ready: line, groupId: main }: Client, raw: Question = {}): Promise<Reply> {
  const { groupId = main, query = "", authorization = login(line), method = "GET", accept } = raw;
  const { pathname } = new URL(line.metricsUrl);
  return fetchRaw(line.metricsUrl, `${pathname}/groups/${groupId}/discovery${query}`, {
    method,
    headers: {
      ...(authorization === "" ? {} : { Authorization: authorization }),
      ...(accept === undefined ? {} : { Accept: accept }),
    },
  });
}

const statusAndCode = (reply: Reply): unknown[] => [reply.status, reply.at("errorCode")];

const itemsOf = (reply: Reply): readonly { targets: readonly string[]; labels: Record<string, string> }[] => {
  if (!Array.isArray(reply.json)) throw new TypeError(`no bare array: ${reply.text}`);
  return reply.json;
};

describe("discovery", () => {
  test("is a bare array of plain JSON: one target an item, every label a text", async () => {
    const call = shared();
    expect(new URL(call.ready.metricsUrl).pathname.split("/").at(-1)).toBe("v1.0");
    for (const accept of [undefined, "application/json", "*/*"]) {
      const reply = await discover(call, accept === undefined ? {} : { accept });
      expect([reply.status, reply.headers["content-type"]]).toEqual([200, "application/json"]);
      const list = itemsOf(reply);
      expect(list.map(({ targets }) => targets.length)).toEqual(list.map(() => 1));
      for (const { targets, labels } of list) {
        expect(targets[0]).toMatch(/^[a-z0-9.-]+:27018$/u);
        expect(Object.keys(labels).toSorted()).toEqual([...LABELS, "group_name", "replica_set_name"].toSorted());
        expect(Object.values(labels).every((label) => typeof label === "string" && label !== "")).toBe(true);
      }
      expect(list[0]?.labels).toMatchObject({
        group_id: call.groupId,
        group_name: "Payments",
        org_id: call.ready.orgId,
        provider: "AWS",
      });
    }
  });

  test("has every process of the dedicated clusters, and none of shared or flex ones", async () => {
    const call = shared();
    const list = itemsOf(await discover(call));
    const clusters = Map.groupBy(list, ({ labels }) => labels["cl_name"]);
    expect([...clusters].map(([name, own]) => [name, own.length]).toSorted()).toEqual([
      ["analytics", 9],
      ["paused-1", 3],
      ["prod-eu", 3],
      ["prod-eu-side", 3],
      ["wallet-eu", 3],
    ]);
    const names = list.map(({ targets }) => targets[0]);
    expect(new Set(names).size).toBe(names.length);
    const first = clusters.get("prod-eu")?.[0]?.labels ?? {};
    expect([first["region"], first["availability_zone"], first["replica_set_name"]]).toEqual([
      "eu-west-1",
      "euw1-az1",
      "prod-eu-shard-0",
    ]);
    const hidden = itemsOf(await discover(call, { query: "?targetScheme=PRIVATE" }));
    expect(hidden.map(({ targets }) => targets[0]?.replace("-pri.", "."))).toEqual(names);
    expect(hidden.every(({ targets }) => targets[0]?.includes("-pri.") === true)).toBe(true);
    expect(itemsOf(await discover(call, { query: "?targetScheme=PUBLIC" }))).toEqual(list);
  });

  test("lacks one label in one item of another project, and is empty where there is no cluster", async () => {
    const call = await ready({ size: { projects: 4 } });
    const [, staging, , empty] = call.ready.groups;
    const lists = itemsOf(await discover(call, { groupId: staging?.id ?? "" }));
    const missing = lists.map(({ labels }) => LABELS.filter((name) => labels[name] === undefined));
    expect(missing.flat()).toEqual(["availability_zone"]);
    expect(itemsOf(await discover(call, { groupId: empty?.id ?? "" }))).toEqual([]);
  });

  test.each(["?targetScheme=LOCAL", "?targetScheme=", "?envelope=1", "?pretty=", "?itemsPerPage=1"])(
    "refuses %s",
    async (query) => {
      expect(statusAndCode(await discover(shared(), { query }))).toEqual([400, "VALIDATION_ERROR"]);
    },
  );

  test("is wrapped and indented as everything else, a refusal indented too", async () => {
    const call = shared();
    const plain = await discover(call);
    const wrapped = await discover(call, { query: "?targetScheme=PUBLIC&envelope=true&pretty=true" });
    expect([wrapped.status, wrapped.json]).toEqual([200, { status: 200, content: plain.json }]);
    expect(wrapped.text).toContain("\n  ");
    expect((await discover(call, { query: "?pretty=true&colour=red" })).text).toContain('\n  "errorCode"');
  });

  test("knows absent projects, those of others, and only one method", async () => {
    const call = shared();
    expect(statusAndCode(await discover(call, { groupId: "f".repeat(24) }))).toEqual([404, "GROUP_NOT_FOUND"]);
    expect(statusAndCode(await discover(call, { groupId: "x" }))).toEqual([400, "VALIDATION_ERROR"]);
    const wrong = await discover(call, { method: "POST" });
    expect([...statusAndCode(wrong), wrong.headers["allow"]]).toEqual([405, "METHOD_NOT_ALLOWED", "GET"]);
  });
});

describe("its login", () => {
  test("is asked for by Basic, and no other opens it", async () => {
    const call = shared();
    const { ready: line } = call;
    const token = await tokenOf(line, line.clientId, line.clientSecret);
    const { pathname } = new URL(line.metricsUrl);
    const target = `${pathname}/groups/${call.groupId}/discovery`;
    const raw = await fetchRaw(line.baseUrl, "/api/service/v2/groups");
    const challenge = challengeOf(raw.headers["www-authenticate"] ?? "");
    for (const authorization of [
      "",
      `Bearer ${token}`,
      signature(line, challenge, "GET", target),
      basic(line.publicKey, line.privateKey),
      basic(line.clientId, line.clientSecret),
      basic(line.scrapeUsername, ""),
      basic(line.scrapeUsername, `${line.scrapePassword}x`),
      "Basic",
      "Basic %%%",
    ]) {
      const reply = await discover(call, { authorization });
      expect(reply.status).toBe(401);
      expect(reply.headers["www-authenticate"]).toMatch(/^Basic realm="/u);
      expect(reply.at("error")).toBe(401);
    }
    expect((await discover(call, { authorization: login(line).replace("Basic", "basic") })).status).toBe(200);
  });

  test("opens nothing of the administration API, and names no challenge of its own there", async () => {
    const { ready: line, groupId } = shared();
    for (const path of ["/groups", `/groups/${groupId}/alerts`, "/alertConfigs/matchers/fieldNames"]) {
      const reply = await fetchRaw(line.baseUrl, `/api/service/v2${path}`, {
        headers: { Authorization: login(line), Accept: "application/vnd.service.2025-03-12+json" },
      });
      expect([reply.status, reply.headers["www-authenticate"]?.slice(0, 6)]).toEqual([401, "Digest"]);
    }
    const away = await fetchRaw(line.baseUrl, `/api/service/v2/groups/${groupId}/discovery`);
    expect(away.status).toBe(404);
  });
});
