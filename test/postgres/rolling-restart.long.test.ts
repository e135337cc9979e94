import { describe, expect, onTestFinished, test } from "vitest";
import { type RunningService, startService } from "../../src/service/service.ts";
import { clientOf, fetchRaw } from "../service/support.ts";
import { makeBalancer } from "./balancer.ts";
import { DATABASE, newPlace } from "./database.ts";

/** Instances are replaced one after the other, as docs/operations.md has it, while callers read and write. */

const body = { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }] };

/** How many callers there are at once. */
const CALLERS = 4;

describe.skipIf(DATABASE === undefined)("instances that are replaced", () => {
  test("fail no request, and lose and double no write", async () => {
    const place = newPlace();
    const balancer = await makeBalancer();
    const running = new Set<RunningService>();
    onTestFinished(async () => {
      await Promise.all([...running].map((one) => one.stop()));
      balancer.close();
    });
    const start = async (): Promise<RunningService> => {
      const options = { place, quiet: true, size: { alerts: 12 }, origin: balancer.origin, drainTime: 300 };
      const one = await startService(options);
      running.add(one);
      balancer.ports = [...balancer.ports, one.port];
      return one;
    };
    /** What a balancer does: it asks how the instance is, and sends nothing more there once it stops. */
    const replace = async (one: RunningService): Promise<void> => {
      await start();
      const stopped = one.stop();
      const own = `http://127.0.0.1:${one.port}`;
      await expect.poll(async () => (await fetchRaw(own, "/readyz")).status, { interval: 20 }).toBe(503);
      balancer.ports = balancer.ports.filter((port) => port !== one.port);
      await stopped;
      running.delete(one);
    };
    const former = [await start(), await start(), await start()];
    const [first] = former;
    if (first === undefined) throw new RangeError("no instance");
    const call = await clientOf(first.ready);
    const path = `/groups/${call.groupId}/alertConfigs`;
    const before = Number((await call("GET", path)).at("totalCount"));

    let isOver = false;
    const statuses: number[] = [];
    const created: string[] = [];
    const caller = async (): Promise<void> => {
      while (!isOver) {
        const written = await call("POST", path, { body });
        created.push(written.str("id"));
        statuses.push(written.status, (await call("GET", `${path}/${written.str("id")}`)).status);
      }
    };
    const callers = Array.from({ length: CALLERS }, caller);
    for (const one of former) await replace(one);
    isOver = true;
    await Promise.all(callers);
    expect(statuses.length).toBeGreaterThan(20);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(new Set(created).size).toBe(created.length);
    expect((await call("GET", path)).at("totalCount")).toBe(before + created.length);
  });
});
