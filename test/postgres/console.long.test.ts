import { describe, expect, onTestFinished, test } from "vitest";
import { Home } from "../journeys/home.ts";
import { lookUntil } from "../journeys/look-again.ts";
import { Sextant } from "../journeys/sextant.ts";
import { World } from "../journeys/world.ts";
import { killInstance, replaceInstance, startCluster } from "./cluster.ts";
import { DATABASE, newPlace } from "./database.ts";

/** A console on a service of several instances, of which one after the other dies. */

const body = {
  eventTypeName: "HOST_DOWN",
  enabled: true,
  notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }],
};

/** How many configurations the title counts. */
const countOf = (screen: string): number => Number(screen.match(/Alert configs +(\d+) on/u)?.[1]);

/** What a person would read of a read that failed. */
const TROUBLE = /no connection|next try|not reached|closed before/u;

describe.skipIf(DATABASE === undefined)("a console on three instances", () => {
  test("shows nothing of the death of any of them", async () => {
    const cluster = await startCluster(newPlace());
    const home = new Home();
    const [first] = cluster.all;
    if (first === undefined) throw new RangeError("no instance");
    const env = { ...home.env, ...new World(first.ready, null).env() };
    const console = new Sextant({ args: ["dist/main.js", "alert-configurations"], cols: 120, rows: 40, env });
    onTestFinished(async () => {
      await console.close();
      home[Symbol.dispose]();
    });
    await console.waitFor(/Alert configs +\d+ on/u);
    const path = `/groups/${cluster.call.groupId}/alertConfigs`;
    const troubles = new Set<string>();
    const { balancer, all } = cluster;
    for (const [index, { port, process }] of [...all].entries()) {
      const on = countOf(console.text());
      expect((await cluster.call("POST", path, { body })).status).toBe(200);
      // One dies idle, the others with a question that they have not answered.
      if (index > 0) {
        process.kill("SIGSTOP");
        balancer.leadTo(port);
        const asks = (): boolean => {
          console.press("refresh");
          return balancer.hasUnanswered(port);
        };
        // What was read within the second is not read again.
        await expect.poll(asks, { timeout: 30_000, interval: 500 }).toBe(true);
        balancer.ports = all.map((one) => one.port);
      }
      await killInstance(cluster, index);
      const isThere = (): boolean => {
        if (TROUBLE.test(console.text())) troubles.add(console.text());
        return countOf(console.text()) === on + 1;
      };
      await lookUntil(console, isThere, `the ${on + 1} configurations`);
      await replaceInstance(cluster, index);
    }
    expect([...troubles]).toEqual([]);
  });
});
