import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startOf } from "../../src/service/embedded/process-start.ts";
import type { EmbeddedOptions } from "../../src/service/embedded.ts";
import { folder } from "../folder.ts";
import { bundledService } from "./bundled-service.ts";

/** Who holds a directory of data: a live process of this program that proves it, and nobody else. */

const { startEmbedded } = await bundledService();

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const TOKEN = "a-token-that-nobody-else-may-see";

const dataFolder = (): string => join(folder(), "data");

async function embedded(dataDir: string, options: Partial<EmbeddedOptions> = {}) {
  const running = await startEmbedded({ dataDir, quiet: true, ...options });
  onTestFinished(() => running.stop());
  return running;
}

/** A program on a free port that takes every caller in; what it was sent can be asked for. */
async function listener(
  ready: object,
  user?: number,
): Promise<{ port: number; process: ChildProcess; seen(): string }> {
  const probe = spawn(process.execPath, [
    "-e",
    "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})",
  ]);
  const [chunk] = await once(probe.stdout, "data");
  const port = Number(String(chunk));
  const answer = JSON.stringify({ ...ready, controlUrl: `http://127.0.0.1:${port}/__sandbox` });
  const args = [join(import.meta.dirname, "programs/listener.ts"), String(port), answer];
  const child = spawn(process.execPath, user === undefined ? args : [...args, String(user)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let seen = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    seen += text;
  });
  while (!seen.includes("listening")) await once(child.stdout, "data");
  return { port, process: child, seen: () => seen };
}

/** The ready line that a stranger would like to be believed. */
const FOREIGN = {
  baseUrl: "http://127.0.0.1:1",
  metricsUrl: "http://127.0.0.1:1",
  tokenUrl: "http://127.0.0.1:1",
  controlToken: TOKEN,
  orgId: "a".repeat(24),
  groupId: "b".repeat(24),
  groups: [],
};

function leaveLock(dataDir: string, lock: object, mode = 0o600): string {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, "service.lock");
  writeFileSync(file, JSON.stringify(lock), { mode });
  chmodSync(file, mode);
  return file;
}

const at = (port: number) => ({ controlUrl: `http://127.0.0.1:${port}/__sandbox`, controlToken: TOKEN });

/** A process that has nothing to do with it. */
async function stranger(): Promise<number> {
  const child = spawn(process.execPath, ["-e", "console.log(1); setInterval(() => undefined, 1e6)"]);
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  await once(child.stdout, "data");
  return child.pid ?? 0;
}

describe("a lock that was left behind", () => {
  test.each([
    ["that began at another time", "another boot 1"],
    ["of which the lock says nothing", undefined],
  ])("whose number is now that of a stranger %s is cleared away at once", async (_name, started) => {
    const dataDir = dataFolder();
    leaveLock(dataDir, { pid: await stranger(), at: null, ...(started === undefined ? {} : { started }) });
    expect((await embedded(dataDir)).joined).toBe(false);
  });

  test("leads nobody to who listens at its port now, when its process is gone", async () => {
    const other = await listener(FOREIGN);
    const dataDir = dataFolder();
    leaveLock(dataDir, { pid: 2 ** 22 + 1, started: "gone 1", at: at(other.port) });
    const mine = await embedded(dataDir);
    expect([mine.joined, other.seen()]).toEqual([false, "listening\n"]);
  });

  test("does not hand the control token to who answers there without knowing it", async () => {
    const other = await listener(FOREIGN);
    const dataDir = dataFolder();
    const pid = await stranger();
    leaveLock(dataDir, { pid, started: startOf(pid), at: at(other.port) });
    const mine = await embedded(dataDir);
    expect([mine.joined, mine.groupId === FOREIGN.groupId]).toEqual([false, false]);
    expect(other.seen()).toContain("/__sandbox/ready");
    expect(other.seen()).not.toContain(TOKEN);
  });

  test.runIf(isRoot && process.platform === "linux")("is not followed to a port of another user", async () => {
    const other = await listener(FOREIGN, NOBODY);
    const dataDir = dataFolder();
    const pid = await stranger();
    leaveLock(dataDir, { pid, started: startOf(pid), at: at(other.port) });
    expect([(await embedded(dataDir)).joined, other.seen()]).toEqual([false, "listening\n"]);
  });

  test("is not followed off this machine", async () => {
    const dataDir = dataFolder();
    const pid = await stranger();
    const away = { controlUrl: "http://sextant.invalid:1/__sandbox", controlToken: TOKEN };
    leaveLock(dataDir, { pid, started: startOf(pid), at: away });
    expect((await embedded(dataDir)).joined).toBe(false);
  });
});

describe("a lock that somebody else may have put there", () => {
  test.runIf(isRoot)("is refused in a sentence with its name when it is another user's", async () => {
    const dataDir = dataFolder();
    const file = leaveLock(dataDir, { pid: 1, at: null });
    chownSync(file, NOBODY, NOBODY);
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      new RegExp(`^${file} is not used: .*another user.*--data`, "u"),
    );
  });

  test("is refused when everybody may change it", async () => {
    const dataDir = dataFolder();
    leaveLock(dataDir, { pid: 1, at: null }, 0o666);
    await expect(startEmbedded({ dataDir })).rejects.toThrow(/service\.lock is not used/u);
  });

  test("is refused when it is a link", async () => {
    const dataDir = dataFolder();
    mkdirSync(dataDir);
    symlinkSync("/etc/hostname", join(dataDir, "service.lock"));
    await expect(startEmbedded({ dataDir })).rejects.toThrow(/service\.lock is a link/u);
  });
});

test("the lock says when its process began, and the token is another at every start", async () => {
  const dataDir = dataFolder();
  const first = await embedded(dataDir);
  const lock: unknown = JSON.parse(readFileSync(join(dataDir, "service.lock"), "utf8"));
  expect(lock).toMatchObject({ pid: process.pid, started: startOf(process.pid) });
  await first.stop();
  expect((await embedded(dataDir)).controlToken).not.toBe(first.controlToken);
});

test.each([0o755, 0o750, 0o2755])("a folder that was there keeps its mode: %o", async (mode) => {
  const dataDir = dataFolder();
  mkdirSync(dataDir);
  chmodSync(dataDir, mode);
  await embedded(dataDir);
  expect(statSync(dataDir).mode & 0o7777).toBe(mode);
});

describe("a folder that another user can change", () => {
  test.each([
    ["everybody writes to it", 0o777, "every user of this machine can change it. Run chmod go-w DIR"],
    ["its group writes to it", 0o770, "its group can change it. Run chmod go-w DIR"],
    [
      "everybody makes files in it, as in /tmp",
      0o1777,
      "every user of this machine can create files in it. Make a directory of your own in it and name that",
    ],
  ])("is refused where %s, with what helps, and stays as it was", async (_, mode, reason) => {
    const dataDir = dataFolder();
    mkdirSync(dataDir);
    if (isRoot) chownSync(dataDir, 0, NOBODY);
    chmodSync(dataDir, mode);
    // Where each user has a group of the same number, that one may write.
    const { uid, gid } = statSync(dataDir);
    if (mode === 0o770 && uid === gid) return;
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      `${dataDir} is not used: ${reason.replace("DIR", dataDir)}, or choose another directory with sextant serve --data.`,
    );
    expect([readdirSync(dataDir), statSync(dataDir).mode & 0o7777]).toEqual([[], mode]);
  });

  test("is refused where another user made it first, with a file for the data in it", async ({ skip }) => {
    if (!isRoot) return skip("not run: only root can act as a second user");
    const shared = folder();
    chmodSync(shared, 0o1777);
    const dataDir = join(shared, "data");
    const script =
      "require('fs').mkdirSync(process.argv[1]);require('fs').writeFileSync(process.argv[1]+'/service.sqlite','')";
    const planted = spawn(process.execPath, ["-e", script, dataDir], { uid: NOBODY, gid: NOBODY, stdio: "inherit" });
    expect(await once(planted, "exit")).toEqual([0, null]);
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      `${dataDir} is not used: it belongs to another user. Give it to yourself with chown "$USER" ${dataDir}, or choose another directory`,
    );
    expect(readdirSync(dataDir)).toEqual(["service.sqlite"]);
  });

  test.each(["service.sqlite-wal", "service.sqlite-shm", "service.sqlite-journal"])(
    "is no way in for a file that was put beside the data: %s",
    async (name) => {
      const dataDir = dataFolder();
      mkdirSync(dataDir);
      symlinkSync("/etc/hostname", join(dataDir, name));
      await expect(startEmbedded({ dataDir })).rejects.toThrow(
        `${join(dataDir, name)} is a link. Links are not followed`,
      );
    },
  );
});
