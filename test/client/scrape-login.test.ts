import { describe, expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { curlOf } from "../../src/client/curl.ts";
import { operations } from "../../src/contract/operations.ts";
import { ClusterName, GroupId } from "../../src/contract/schema/ids.ts";
import { Secret } from "../../src/contract/secret.ts";
import type { Connection } from "../../src/contract/wire/connection.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { startService } from "../../src/service/service.ts";
import { AT_ONCE, failureOf } from "./outcome.ts";
import { connectionTo } from "./scripted-server.ts";

async function service(): Promise<ServiceReady> {
  const running = await startService({ place: ":memory:", quiet: true });
  onTestFinished(() => running.stop());
  return running.ready;
}

/** A connection that has what the ready line tells, but for the changes. */
const connectionOf = (ready: ServiceReady, changes: Partial<Connection> = {}): Connection =>
  connectionTo(new URL(ready.baseUrl), {
    credentials: { kind: "digest", publicKey: ready.publicKey, privateKey: new Secret(ready.privateKey) },
    metricsUrl: new URL(ready.metricsUrl),
    scrape: { username: ready.scrapeUsername, password: new Secret(ready.scrapePassword) },
    ...changes,
  });

function clientOf(connection: Connection) {
  const client = createClient(connection, {}, AT_ONCE);
  onTestFinished(() => client.close());
  return client;
}

describe("the metrics address", () => {
  test("is asked with its own login, beside the administration API with the key", async () => {
    const ready = await service();
    const client = clientOf(connectionOf(ready));
    const args = { params: { groupId: GroupId.of(ready.groupId) } };
    const targets = await client.call("listMetricsTargets", args);
    expect(targets.data.length).toBeGreaterThan(10);
    expect((await client.call("listAlerts", args)).data.results.length).toBeGreaterThan(0);
    const hidden = await client.call("listMetricsTargets", { ...args, query: { targetScheme: "PRIVATE" } });
    expect(hidden.data[0]?.targets?.[0]).toContain("-pri.");
  });

  test("that the profile does not name, or has no login for, is not asked: it says so and names what to set", async () => {
    const ready = await service();
    const args = { params: { groupId: GroupId.of(ready.groupId) } };
    for (const [changes, lack] of [
      [{ metricsUrl: null }, "metrics address"],
      [{ scrape: null }, "scrape login"],
    ] as const) {
      const client = clientOf(connectionOf(ready, changes));
      const error = await failureOf(client.call("listMetricsTargets", args));
      expect(error.kind).toBe("no-scrape-login");
      const { why, next } = error.explain();
      expect(why).toContain(lack);
      expect(next).toContain("SEXTANT_SCRAPE_PASSWORD");
      expect((await client.call("listAlerts", args)).status).toBe(200);
    }
  });

  test("that refuses the login says that it is not the key's, and tells no password", async () => {
    const ready = await service();
    const scrape = { username: ready.scrapeUsername, password: new Secret("open-sesame-1") };
    const client = clientOf(connectionOf(ready, { scrape }));
    const error = await failureOf(
      client.call("listMetricsTargets", { params: { groupId: GroupId.of(ready.groupId) } }),
    );
    expect([error.kind, error.status]).toEqual(["refused", 401]);
    expect(error.explain().why).toContain("scrape login");
    expect(JSON.stringify([error.explain(), error.facts, error.message])).not.toContain("sesame");
  });

  test("gets no password over an unprotected connection", async () => {
    const connection = connectionOf(await service(), { metricsUrl: new URL("http://metrics.example.net/v1.0") });
    const call = clientOf(connection).call("listMetricsTargets", { params: { groupId: GroupId.of("f".repeat(24)) } });
    const { kind, facts } = await failureOf(call);
    expect([kind, facts.host]).toEqual(["insecure", "metrics.example.net"]);
  });

  test("stands in the curl command, with the login as variables", async () => {
    const connection = connectionOf(await service(), { metricsUrl: new URL("https://metrics.example.net/any/v1.0/") });
    const params = { groupId: GroupId.of("f".repeat(24)) };
    expect(curlOf(connection, operations.listMetricsTargets, { params, query: { targetScheme: "PRIVATE" } })).toBe(
      "curl --config - --header 'accept: application/json' " +
        `'https://metrics.example.net/any/v1.0/groups/${params.groupId}/discovery?targetScheme=PRIVATE' <<LOGIN\n` +
        'user = "$SEXTANT_SCRAPE_USERNAME:$SEXTANT_SCRAPE_PASSWORD"\nLOGIN',
    );
  });
});

test("rules across query parameters hold before anything is sent", async () => {
  const ready = await service();
  const client = clientOf(connectionOf(ready));
  const params = { groupId: GroupId.of(ready.groupId), clusterName: ClusterName.of("prod-eu") };
  const error = await failureOf(
    client.call("listAccessLogsByClusterName", { params, query: { start: 1763733972000 } }),
  );
  expect([error.kind, error.fields]).toEqual(["invalid", [{ path: ["end"], message: "required with start" }]]);
  const rows = await client.call("listAccessLogsByClusterName", { params, query: { nLogs: 3 } });
  expect(rows.data.accessLogs).toHaveLength(3);
});
