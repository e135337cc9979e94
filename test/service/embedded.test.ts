import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { connectionOfReady } from "../../src/commands/connect.ts";
import type { EmbeddedOptions } from "../../src/service/embedded.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { folder } from "../folder.ts";
import { bundledService } from "./bundled-service.ts";
import { started } from "./started.ts";
import { clientOf } from "./support.ts";

const { consoleProgram, startEarly, startEmbedded } = await bundledService();

const dataFolder = (): string => join(folder(), "data");

async function embedded(dataDir: string, options: Partial<EmbeddedOptions> = {}) {
  const running = await startEmbedded({ dataDir, quiet: true, ...options });
  onTestFinished(() => running.stop());
  return running;
}

type OtherConsole = { readonly ready: ServiceReady & { joined: boolean }; readonly process: ChildProcess };

/** A console in a process of its own. */
async function otherConsole(dataDir: string): Promise<OtherConsole> {
  const { ready, process: child } = await started([consoleProgram, dataDir]);
  if (!("joined" in ready) || typeof ready.joined !== "boolean") throw new TypeError("not ready");
  return { ready: { ...ready, joined: ready.joined }, process: child };
}

/** Waits until something holds; a failure of the question is a no. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await wait(20);
}

const answers = async (ready: ServiceReady): Promise<boolean> =>
  (await (await clientOf(ready))("GET", "/orgs")).status === 200;

const body = { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }] };

describe("the embedded service", () => {
  test("runs in a thread of its own, in memory or on disk", async () => {
    for (const dataDir of [":memory:", dataFolder()]) {
      const running = await embedded(dataDir);
      expect(running.joined).toBe(false);
      expect(await answers(running)).toBe(true);
    }
  });

  test("is started early on a free directory, and tells the ids of its sample before that is laid", async () => {
    const dataDir = dataFolder();
    const early = startEarly(dataDir);
    expect(early).toBeDefined();
    const running = await embedded(dataDir, { early });
    expect(await answers(running)).toBe(true);
    expect({ orgId: running.orgId, groupId: running.groupId }).toEqual(early?.ids);
    expect(startEarly(dataDir), "while it is held").toBeUndefined();
    expect(await embedded(dataDir)).toMatchObject({ joined: true, baseUrl: running.baseUrl });
  });

  test("leaves the directory free when an early start is not needed", async () => {
    const dataDir = dataFolder();
    startEarly(dataDir)?.abandon();
    expect(await embedded(dataDir)).toMatchObject({ joined: false });
  });

  test("is not started early in a place that cannot be used: the start itself says why", async () => {
    const dataDir = join(dataFolder(), "file");
    mkdirSync(dirname(dataDir), { recursive: true });
    writeFileSync(dataDir, "");
    expect(startEarly(dataDir)).toBeUndefined();
    await expect(startEmbedded({ dataDir })).rejects.toThrow(/directory/u);
  });

  test("keeps what was written, its keys and its address between starts", async () => {
    const dataDir = dataFolder();
    const first = await embedded(dataDir);
    const path = `/groups/${first.groupId}/alertConfigs`;
    const created = await (await clientOf(first))("POST", path, { body });
    await first.stop();
    const second = await embedded(dataDir);
    const { stop: _first, presence: _before, returned: _there, controlToken: token, ...before } = first;
    const { stop: _second, presence: _after, returned: _still, controlToken: newToken, ...after } = second;
    expect(after).toEqual(before);
    expect(newToken).not.toBe(token);
    expect((await (await clientOf(second))("GET", `${path}/${created.at("id")}`)).json).toEqual(created.json);
    await second.stop();
    const fresh = await embedded(dataDir, { fresh: true });
    expect(fresh.privateKey).not.toBe(first.privateKey);
    expect((await (await clientOf(fresh))("GET", `/groups/${fresh.groupId}/alertConfigs`)).at("totalCount")).toBe(14);
  });

  test("only its owner can read anything of it", async () => {
    const dataDir = dataFolder();
    await embedded(dataDir);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const files = readdirSync(dataDir);
    expect(files).toContain("service.lock");
    for (const file of files) expect([file, statSync(join(dataDir, file)).mode & 0o777]).toEqual([file, 0o600]);
  });

  test("gives the directory back when it stops", async () => {
    const dataDir = dataFolder();
    await (await embedded(dataDir)).stop();
    expect(readdirSync(dataDir)).toEqual(["service.sqlite"]);
  });

  test("says why it cannot start, and leaves the directory free", async () => {
    const dataDir = dataFolder();
    await (await embedded(dataDir)).stop();
    writeFileSync(join(dataDir, "service.sqlite"), "this is not a database, whatever its name says");
    for (const begin of [() => undefined, () => startEarly(dataDir)]) {
      await expect(startEmbedded({ dataDir, early: begin() })).rejects.toThrow(/database/u);
      expect(readdirSync(dataDir)).not.toContain("service.lock");
    }
  });
});

describe("two consoles", () => {
  test("the second joins the first one's service", async () => {
    const dataDir = dataFolder();
    const other = await otherConsole(dataDir);
    const mine = await embedded(dataDir);
    expect([other.ready.joined, mine.joined]).toEqual([false, true]);
    expect(mine.baseUrl).toBe(other.ready.baseUrl);
    await mine.stop();
    expect(await answers(other.ready)).toBe(true);
  });

  test("commands that begin while another one ends all get their answers", async () => {
    const dataDir = dataFolder();
    let running = await embedded(dataDir);
    for (let turn = 0; turn < 3; turn += 1) {
      const next = await embedded(dataDir);
      const client = createClient(connectionOfReady(next, null));
      onTestFinished(() => client.close());
      const ask = async () => (await client.call("listOrganizations", { params: {} }, { repeats: 0 })).status;
      expect(await ask()).toBe(200);
      const ended = running.stop();
      const statuses = [ask()];
      // As many as a command asks: hundreds at once would wait for one another's turn in the digest for longer than a call may take.
      while (next.presence() === "here" && statuses.length < 25) {
        await wait(5);
        statuses.push(ask());
      }
      statuses.push(ask());
      expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
      await ended;
      running = next;
    }
  });

  test.each<[string, (other: OtherConsole) => void]>([
    ["leaves", ({ process: child }) => child.stdin?.write("stop\n")],
    ["is killed", ({ process: child }) => child.kill("SIGKILL")],
  ])(
    "when the first one %s, the service goes on in the second: same address, same keys, same data",
    async (_name, end) => {
      const dataDir = dataFolder();
      const other = await otherConsole(dataDir);
      const created = await (await clientOf(other.ready))("POST", `/groups/${other.ready.groupId}/alertConfigs`, {
        body,
      });
      const mine = await embedded(dataDir);
      const exited = once(other.process, "exit");
      end(other);
      await exited;
      await until(() => answers(mine));
      const path = `/groups/${mine.groupId}/alertConfigs/${created.at("id")}`;
      expect((await (await clientOf(mine))("GET", path)).json).toEqual(created.json);
      expect(JSON.parse(readFileSync(join(dataDir, "service.lock"), "utf8")).pid).toBe(process.pid);
      await mine.stop();
      expect(readdirSync(dataDir)).toEqual(["service.sqlite"]);
    },
  );

  test("starting at the same moment, one service comes of it", async () => {
    const dataDir = dataFolder();
    const consoles = await Promise.all([otherConsole(dataDir), otherConsole(dataDir), otherConsole(dataDir)]);
    expect(new Set(consoles.map(({ ready }) => ready.baseUrl)).size).toBe(1);
    expect(consoles.filter(({ ready }) => !ready.joined)).toHaveLength(1);
  });

  test.each([
    ["a process that is gone", { pid: 2 ** 22 + 1, at: null }],
    [
      "an address where nobody answers",
      { pid: process.ppid, at: { controlUrl: "http://127.0.0.1:1/x", controlToken: "x" } },
    ],
    ["nonsense", "nonsense"],
  ])("a lock left behind by %s is cleared away", async (_name, lock) => {
    const dataDir = dataFolder();
    await (await embedded(dataDir)).stop();
    writeFileSync(join(dataDir, "service.lock"), JSON.stringify(lock));
    expect((await embedded(dataDir)).joined).toBe(false);
  });
});

test("a write that was answered is there after the process is killed in the middle of others", async () => {
  const dataDir = dataFolder();
  const other = await otherConsole(dataDir);
  const call = await clientOf(other.ready);
  const path = `/groups/${other.ready.groupId}/alertConfigs`;
  const acknowledged: string[] = [];
  const writing = Array.from({ length: 4 }, async () => {
    for (;;) {
      const reply = await call("POST", path, { body });
      acknowledged.push(reply.str("id"));
      if (acknowledged.length >= 40) other.process.kill("SIGKILL");
    }
  });
  await Promise.allSettled(writing);
  const mine = await embedded(dataDir);
  const again = await clientOf(mine);
  for (const id of acknowledged) expect((await again("GET", `${path}/${id}`)).status).toBe(200);
  const total = Number((await again("GET", path)).at("totalCount"));
  const rows = (await again("GET", path, { query: "itemsPerPage=500" })).rows();
  expect(rows).toHaveLength(total);
});
