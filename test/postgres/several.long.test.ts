import { describe, expect, onTestFinished, test } from "vitest";
import { mediaType } from "../../src/contract/wire/dialect.ts";
import { openPostgres } from "../../src/service/postgres/open.ts";
import { type ServiceOptions, startService } from "../../src/service/service.ts";
import { DYNAMIC, text } from "../service/search-support.ts";
import {
  type Client,
  challengeOf,
  clientOf,
  control,
  fetchRaw,
  type Reply,
  signature,
  tokenOf,
} from "../service/support.ts";
import { ask, DATABASE, newPlace } from "./database.ts";
import { instances } from "./instances.ts";

/** Several instances of a service on one database: what one knows the others know. */

type Running = Awaited<ReturnType<typeof instances>>;

/** Three instances, stopped when the test is over. */
async function three(options: Partial<ServiceOptions> = {}): Promise<Running> {
  const running = await instances(options, 3);
  onTestFinished(() => running.stop());
  return running;
}

/** The addresses of the instances themselves. */
const origins = ({ all }: Running): readonly string[] => all.map(({ port }) => `http://127.0.0.1:${port}`);

const statuses = (replies: readonly Reply[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(replies, ({ status }) => String(status))].map(([status, all]) => [status, all.length]),
  );

const fifty = (work: () => Promise<Reply>): Promise<Reply[]> => Promise.all(Array.from({ length: 50 }, work));

describe.skipIf(DATABASE === undefined)("three instances", () => {
  test("lay the sample once, whoever comes first", async () => {
    const place = newPlace();
    const all = await Promise.all(Array.from({ length: 3 }, () => startService({ place, quiet: true })));
    const worlds = new Set(all.map(({ ready }) => JSON.stringify([ready.groups, ready.publicKey, ready.privateKey])));
    expect(worlds.size).toBe(1);
    const [, second] = all;
    if (second === undefined) throw new RangeError("three instances");
    const call = await clientOf(second.ready);
    const list = await call("GET", `/groups/${call.groupId}/alerts`, { query: "itemsPerPage=1" });
    expect(list.at("totalCount")).toBe(220);
    await Promise.all(all.map((one) => one.stop()));
  });

  test("do one of fifty equal creates, and one of fifty equal deletes", async () => {
    const running = await three();
    const call = await clientOf(running.ready);
    const indexes = `/groups/${call.groupId}/clusters/prod-eu-side/search/indexes`;
    expect(statuses(await fifty(() => call("POST", indexes, { body: text("one", DYNAMIC) })))).toEqual({
      201: 1,
      400: 49,
    });
    const configuration = {
      eventTypeName: "HOST_DOWN",
      enabled: true,
      notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }],
    };
    const created = await call("POST", `/groups/${call.groupId}/alertConfigs`, { body: configuration });
    const path = `/groups/${call.groupId}/alertConfigs/${created.str("id")}`;
    expect(statuses(await fifty(() => call("DELETE", path)))).toEqual({ 204: 1, 404: 49 });
  });

  test("take a nonce as far as it was counted at any of them", async () => {
    const running = await three();
    const { ready } = running;
    const [first = "", second = "", third = ""] = origins(running);
    const target = `/api/service/v2/groups/${ready.groupId}/alerts`;
    const key = { publicKey: ready.publicKey, privateKey: ready.privateKey };
    const challenge = challengeOf((await fetchRaw(first, target)).headers["www-authenticate"] ?? "");
    const signed = (nc: string) => ({
      headers: { Accept: mediaType(ready.dialect), Authorization: signature(key, challenge, "GET", target, { nc }) },
    });
    const used = signed("00000001");
    expect((await fetchRaw(first, target, used)).status).toBe(200);
    for (const origin of [first, second, third]) {
      const again = await fetchRaw(origin, target, used);
      expect([again.status, challengeOf(again.headers["www-authenticate"] ?? "")["stale"]]).toEqual([401, "true"]);
    }
    expect((await fetchRaw(second, target, signed("00000003"))).status).toBe(200);
    expect((await fetchRaw(third, target, signed("00000002"))).status).toBe(401);
    const race = signed("00000004");
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, index) => fetchRaw(origins(running)[index % 3] ?? "", target, race)),
    );
    expect(statuses(replies)).toEqual({ 200: 1, 401: 59 });
  });

  test("forget no nonce without refusing it: tables that are lost with a crash are begun anew", async () => {
    const place = newPlace();
    const { state, store } = await openPostgres(place, Date.now);
    const made = Date.now() + 1;
    expect(await state.countNonce("a", made, 1)).toBe(true);
    const schema = new URL(place).searchParams.get("schema");
    await ask(DATABASE ?? "", `TRUNCATE ${schema}.nonces`);
    expect(await state.countNonce("b", made, 1)).toBe(false);
    expect(await state.countNonce("a", made, 2)).toBe(false);
    expect(await state.countNonce("c", Date.now() + 1, 1)).toBe(true);
    await store.close();
  });

  test("hold one request budget together, within 2 %", async () => {
    const running = await three({ budgetFactor: 1 });
    const call = await clientOf(running.ready);
    const began = performance.now();
    const replies: Reply[] = [];
    for (let round = 0; round < 8; round += 1) {
      replies.push(...(await fifty(() => call("GET", "/alertConfigs/matchers/fieldNames"))));
    }
    const refilled = ((performance.now() - began) / 60_000) * 100;
    const taken = statuses(replies)["200"] ?? 0;
    expect(taken).toBeGreaterThanOrEqual(300);
    expect(taken).toBeLessThanOrEqual((300 + Math.ceil(refilled)) * 1.02);
    expect(replies.find(({ status }) => status === 429)?.headers["retry-after"]).toMatch(/^\d+$/u);
  });

  test("know one clock, one journal, one list of scenarios, and which tokens were revoked", async () => {
    const running = await three({ speed: 0 });
    const [one, two, other] = running.all;
    if (one === undefined || two === undefined || other === undefined) throw new RangeError("three instances");
    const at = (running: { readonly port: number }) => ({ ...one.ready, baseUrl: `http://127.0.0.1:${running.port}` });
    await control(at(one), "PUT", "/clock", { now: "2030-01-01T00:00:00Z" });
    const path = `/api/service/v2/groups/${one.ready.groupId}/alerts`;
    const call = await clientOf(at(two));
    expect(Date.parse((await call("GET", `/groups/${call.groupId}/alerts`)).headers["date"] ?? "")).toBe(
      Date.UTC(2030, 0, 1),
    );
    const journal = await control(at(other), "GET", "/journal");
    expect(journal.rows("entries").map(({ target }) => target)).toContain(path);
    await control(at(two), "POST", "/scenarios", { scenario: "server-error", times: 2 });
    const failures: number[] = [];
    for (const running of [one, other, two, one]) {
      const client: Client = await clientOf(at(running));
      failures.push((await client("GET", `/groups/${client.groupId}/alerts`)).status);
    }
    expect(failures).toEqual([500, 500, 200, 200]);
    const token = await tokenOf(at(one), one.ready.clientId, one.ready.clientSecret);
    const basic = `Basic ${Buffer.from(`${one.ready.clientId}:${one.ready.clientSecret}`).toString("base64")}`;
    const form = { Authorization: basic, "Content-Type": "application/x-www-form-urlencoded" };
    await fetchRaw(at(one).baseUrl, "/api/oauth/revoke", { method: "POST", headers: form, body: `token=${token}` });
    const refused = await fetchRaw(at(other).baseUrl, path, { headers: { Authorization: `Bearer ${token}` } });
    expect(refused.status).toBe(401);
  });
});
