import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { randomOf } from "../../src/service/random.ts";
import { isWhole } from "../extent.ts";
import { folder } from "../folder.ts";
import { bundledService } from "./bundled-service.ts";
import { type Started, started } from "./started.ts";
import { type Client, clientOf } from "./support.ts";

/**
 * The process is killed at random moments under concurrent writers. Afterwards every write that was answered is there and
 * whole, and of every other there is all or nothing: a configuration that is deleted takes its alerts with it in the same
 * transaction, and counts agree with lists.
 */
const KILLS = isWhole ? 200 : 12;
const WRITERS = 4;

const { consoleProgram: program } = await bundledService();

const start = (dataDir: string): Promise<Started> => started([program, dataDir]);

/** What the writers know: the last answer about each configuration, and what was asked last and not answered. */
type Known = { readonly answered: Map<string, string | null>; readonly uncertain: Set<string> };

const body = (severityOverride: string) => ({
  eventTypeName: "HOST_DOWN",
  enabled: true,
  severityOverride,
  notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }],
});

const SEVERITIES = ["INFO", "WARNING", "ERROR", "CRITICAL"] as const;

/** Writes until the service is gone. */
async function write(call: Client, known: Known, words: string): Promise<void> {
  const random = randomOf(words);
  const path = `/groups/${call.groupId}/alertConfigs`;
  const mine: string[] = [];
  for (;;) {
    const id = mine[random.whole(0, 2 * mine.length)];
    const severity = random.pick(SEVERITIES);
    if (id === undefined) {
      const reply = await call("POST", path, { body: body(severity) });
      mine.push(reply.str("id"));
      known.answered.set(reply.str("id"), severity);
    } else if (random.next() < 0.3) {
      mine.splice(mine.indexOf(id), 1);
      known.uncertain.add(id);
      await call("DELETE", `${path}/${id}`);
      known.answered.set(id, null);
      known.uncertain.delete(id);
    } else {
      known.uncertain.add(id);
      await call("PUT", `${path}/${id}`, { body: body(severity) });
      known.answered.set(id, severity);
      known.uncertain.delete(id);
    }
  }
}

test(`${KILLS} kills lose nothing that was answered`, { timeout: 1_800_000 }, async () => {
  const dataDir = join(folder(), "data");
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { ready, process: child } = await start(dataDir);
    const call = await clientOf(ready);
    const known: Known = { answered: new Map(), uncertain: new Set() };
    const random = randomOf("kill", kill);
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(call, known, `${kill} ${writer}`));
    const after = random.whole(1, 25);
    const enough = (async () => {
      while (known.answered.size < after) await new Promise((resolve) => setImmediate(resolve));
    })();
    await Promise.race([enough, ...writers]);
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await Promise.allSettled(writers);
    await exited;

    const again = await start(dataDir);
    const look = await clientOf(again.ready);
    const path = `/groups/${look.groupId}/alertConfigs`;
    for (const [id, severity] of known.answered) {
      if (known.uncertain.has(id)) continue;
      const reply = await look("GET", `${path}/${id}`);
      expect([kill, id, reply.status, severity === null ? null : reply.at("severityOverride")]).toEqual([
        kill,
        id,
        severity === null ? 404 : 200,
        severity,
      ]);
    }
    const list = await look("GET", path, { query: "itemsPerPage=500" });
    expect(list.rows().length).toBe(Math.min(500, Number(list.at("totalCount"))));
    for (const row of list.rows()) {
      expect(row).toMatchObject({ eventTypeName: expect.any(String), notifications: expect.any(Array) });
      if (known.answered.has(String(row["id"]))) await look("DELETE", `${path}/${row["id"]}`);
    }
    again.process.stdin?.write("stop\n");
    await once(again.process, "exit");
  }
});
