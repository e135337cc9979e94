import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { operations } from "../../src/contract/operations.ts";
import { prometheusMeasures } from "../../src/service/server/prometheus.ts";
import { programOrSkip } from "../programs/found.ts";
import { clientOf, fetchRaw, service } from "./support.ts";

/** What a service tells Prometheus about itself: one instance, because each counts what it does itself. */

/** One sample: a name, labels, and a number. */
const SAMPLE =
  /^[a-z_][a-z0-9_]*(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\.)*",?)*\})? (?:[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|Na[Nn])$/u;

/** A service with some requests behind it, and its page of metrics. */
async function metricsPage(): Promise<string> {
  const { ready } = await service({ place: ":memory:", metrics: true });
  const call = await clientOf(ready);
  await call("GET", `/groups/${call.groupId}/alerts`, { query: "status=OPEN" });
  await call("GET", `/groups/${"a".repeat(24)}/alerts`);
  for (const path of ["/one", "/two", "/three"]) await call("GET", path);
  const { status, headers, text } = await fetchRaw(ready.baseUrl, "/metrics");
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  const secrets = [ready.privateKey, ready.clientSecret, ready.controlToken, ready.scrapePassword, call.groupId];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  return text;
}

const sampleOf = (page: string, name: string): number =>
  Number(
    page
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length),
  );

test("counts requests by operation and status, and how long they took", async () => {
  const page = await metricsPage();
  expect(sampleOf(page, 'sextant_requests_total{operation="listAlerts",status="200"}')).toBe(1);
  expect(sampleOf(page, 'sextant_requests_total{operation="listAlerts",status="404"}')).toBe(1);
  expect(sampleOf(page, 'sextant_requests_total{operation="none",status="404"}')).toBe(3);
  expect(sampleOf(page, 'sextant_requests_total{operation="token",status="200"}')).toBe(1);
  expect(sampleOf(page, 'sextant_request_seconds_count{operation="listAlerts"}')).toBe(2);
  expect(sampleOf(page, "sextant_write_conflicts_total")).toBe(0);
  expect(page).toContain("process_cpu_seconds_total");
});

test("names operations alone: no path, no id, and nothing that a caller can invent", async () => {
  const page = await metricsPage();
  const named = [...page.matchAll(/operation="([^"]*)"/gu)].map(([, name = ""]) => name);
  const known = [...Object.keys(operations), "none", "token"];
  expect([...new Set(named)].filter((name) => !known.includes(name))).toEqual([]);
});

test("is in the text format of Prometheus", async () => {
  const lines = (await metricsPage()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.filter((line) => !SAMPLE.test(line))).toEqual([]);
});

test("has nothing that promtool finds wrong", async (context) => {
  const program = programOrSkip(context, "promtool", "SEXTANT_PROMTOOL");
  const input = await metricsPage();
  const { status, stdout, stderr } = spawnSync(program, ["check", "metrics"], { input, encoding: "utf8" });
  // promtool says what it would name otherwise, of Node's own metrics too; what it cannot read ends with 1.
  const ours = `${stdout}${stderr}`.split("\n").filter((line) => line.startsWith("sextant_"));
  expect({ isRead: status !== 1, ours }).toEqual({ isRead: true, ours: [] });
});

test("counts documents that moved because they were due", async () => {
  const { ready } = await service({ place: ":memory:", metrics: true, quiet: false, speed: 0 });
  const call = await clientOf(ready);
  await fetchRaw(ready.baseUrl, "/__sandbox/clock", {
    method: "PUT",
    headers: { Authorization: `Bearer ${ready.controlToken}`, "Content-Type": "application/json" },
    body: JSON.stringify({ now: new Date(Date.now() + 86_400_000).toISOString() }),
  });
  await call("GET", `/groups/${call.groupId}/alerts`);
  const { text } = await fetchRaw(ready.baseUrl, "/metrics");
  expect(sampleOf(text, "sextant_transitions_due_total")).toBeGreaterThan(0);
});

test("counts documents that a step of the time moved", async () => {
  const { ready } = await service({ place: ":memory:", metrics: true, quiet: false, speed: 0 });
  await fetchRaw(ready.baseUrl, "/__sandbox/clock/step", {
    method: "POST",
    headers: { Authorization: `Bearer ${ready.controlToken}`, "Content-Type": "application/json" },
    body: JSON.stringify({ seconds: 86_400 }),
  });
  const { text } = await fetchRaw(ready.baseUrl, "/metrics");
  expect(sampleOf(text, "sextant_transitions_due_total")).toBeGreaterThan(0);
});

test("tells of pools, conflicts and retries what it is told", async () => {
  const measures = prometheusMeasures();
  measures.watchPools(() => [{ pool: "transactions", total: 3, idle: 1, waiting: 2 }]);
  measures.conflicted();
  measures.retried();
  measures.outcomeUnknown();
  const page = await measures.text();
  const pools = ["sextant_pool_connections", "sextant_pool_idle_connections", "sextant_pool_waiting"];
  expect(pools.map((name) => sampleOf(page, `${name}{pool="transactions"}`))).toEqual([3, 1, 2]);
  const counters = ["sextant_write_conflicts_total", "sextant_write_retries_total", "sextant_outcomes_unknown_total"];
  expect(counters.map((name) => sampleOf(page, name))).toEqual([1, 1, 1]);
});

test("is not there for a service that counts nothing", async () => {
  const { ready } = await service();
  expect((await fetchRaw(ready.baseUrl, "/metrics")).status).toBe(404);
});
