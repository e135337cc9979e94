import { expect, onTestFinished, test } from "vitest";
import { openPostgres } from "../../src/service/postgres/open.ts";
import { startService } from "../../src/service/service.ts";
import { clientOf, fetchRaw } from "../service/support.ts";
import { makeServer, postgresPrograms } from "./server.ts";

/** What an instance says while its database is away, and how it goes on when it is back. */

const body = { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }] };

test("an instance without its database is healthy, not ready, and refuses with what helps", async ({ skip }) => {
  const programs = postgresPrograms();
  if (programs === undefined) return skip("there is no PostgreSQL here");
  const server = await makeServer(programs);
  onTestFinished(() => server.remove());
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const running = await startService({ place: server.url, quiet: true, size: { alerts: 12 }, metrics: true, log });
  onTestFinished(() => running.stop());
  const { baseUrl } = running.ready;
  const call = await clientOf(running.ready);
  await server.stop("immediate");

  expect((await fetchRaw(baseUrl, "/healthz")).status).toBe(200);
  const unready = await fetchRaw(baseUrl, "/readyz");
  expect(unready.status).toBe(503);
  expect(unready.text).not.toMatch(/postgres|127\.0\.0\.1/u);
  const metrics = await fetchRaw(baseUrl, "/metrics");
  expect(metrics.text).toMatch(/^sextant_pool_connections\{pool="transactions"\} \d+$/mu);
  const write = await call("POST", `/groups/${call.groupId}/alertConfigs`, { body });
  expect([write.status, write.headers["retry-after"], write.str("errorCode")]).toEqual([
    503,
    "2",
    "SERVICE_UNAVAILABLE",
  ]);
  expect(write.text).not.toMatch(/postgres|127\.0\.0\.1/u);
  // Paths of no operation, and what the control surface is asked, have a document too.
  for (const path of ["/nowhere", "/download/none", "/__sandbox/clock"]) {
    const headers = { Authorization: `Bearer ${running.ready.controlToken}` };
    expect((await fetchRaw(baseUrl, path, { headers })).at("errorCode"), path).toBe("SERVICE_UNAVAILABLE");
  }
  expect(lines.some((line) => line.includes('"level":"error"') && line.includes("cannot be reached"))).toBe(true);

  await server.start();
  await expect.poll(() => fetchRaw(baseUrl, "/readyz").then(({ status }) => status), { timeout: 20_000 }).toBe(200);
  expect((await call("POST", `/groups/${call.groupId}/alertConfigs`, { body })).status).toBe(200);
});

test("a scenario is counted when the database is back", async ({ skip }) => {
  const programs = postgresPrograms();
  if (programs === undefined) return skip("there is no PostgreSQL here");
  const server = await makeServer(programs);
  onTestFinished(() => server.remove());
  const { store, state } = await openPostgres(server.url, Date.now);
  onTestFinished(() => store.close());
  const { id } = await state.addFault({ scenario: "refused" }, null);
  await server.stop("immediate");
  const triggered = state.countHit(id, { nth: 1 });
  await server.start();
  expect(await triggered).toBe(true);
  expect(await state.countHit(id, { nth: 1 })).toBe(false);
});
