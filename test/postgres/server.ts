import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";

/** A PostgreSQL server of the tests' own, in a folder of its own on a free port of the loopback address. */

/** Where Debian has the programs of each version, which are not on the path. */
const DEBIAN = "/usr/lib/postgresql";

/** The folder with `initdb` and `postgres`, or undefined where there is none. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).toSorted((left, right) => Number(right) - Number(left))
    : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, "bin")),
    ...(process.env["PATH"] ?? "").split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new TypeError("no port was free");
  return address.port;
}

/** `initdb` refuses to run as root: nobody is somebody else there. */
const NOBODY = 65_534;
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Where tests run under a shifted clock (faketime), the server has the true one: under another it hangs. */
const { LD_PRELOAD: _shifted, ...env } = process.env;

export type PostgresServer = {
  /** The address of its one database. */
  readonly url: string;
  readonly port: number;
  /** Ends it: at once without a word to anybody (`immediate`), or when what runs is over (`fast`). */
  stop(mode: "immediate" | "fast"): Promise<void>;
  start(): Promise<void>;
  /** Ends it, and removes its folder. */
  remove(): Promise<void>;
};

/** A folder for a server: where its data will be, and what it has besides. */
type Folder = { readonly folder: string; readonly data: string };

function newFolder(): Folder {
  const folder = mkdtempSync(join(tmpdir(), "sextant-postgres-"));
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined) for (const path of [folder, data]) chownSync(path, user.uid, user.gid);
  return { folder, data };
}

/** Starts a server on data that are there. */
async function serverOn(
  programs: string,
  { folder, data }: Folder,
  settings: readonly string[],
): Promise<PostgresServer> {
  const port = await freePort();
  const url = `postgres://sextant@127.0.0.1:${port}/postgres`;
  const usual = [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    "fsync=off",
    "max_connections=200",
  ];
  const options = [...usual, ...settings].flatMap((setting) => ["-c", setting]);
  let server: ReturnType<typeof spawn> | undefined;

  const start = async (): Promise<void> => {
    server = spawn(join(programs, "postgres"), ["-D", data, ...options], { ...user, env, stdio: "ignore" });
    for (;;) {
      const client = new Client({ connectionString: url });
      const isThere = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => undefined);
      if (isThere) return;
      if (server.exitCode !== null) throw new Error(`the database server ended with ${server.exitCode}`);
      await wait(50);
    }
  };
  const stop = async (mode: "immediate" | "fast"): Promise<void> => {
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, "exit");
    server.kill(mode === "immediate" ? "SIGQUIT" : "SIGINT");
    await ended;
  };
  await start();
  return {
    url,
    port,
    start,
    stop,
    async remove() {
      await stop("immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const runIn = (programs: string, program: string, args: readonly string[]): Buffer =>
  execFileSync(join(programs, program), args, { ...user, env, stdio: ["ignore", "ignore", "pipe"] });

/**
 * Makes a server and starts it.
 *
 * @param settings of its own, as `name=value`
 */
export function makeServer(programs: string, settings: readonly string[] = []): Promise<PostgresServer> {
  const made = newFolder();
  const initdb = ["-D", made.data, "-U", "sextant", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
  runIn(programs, "initdb", initdb);
  return serverOn(programs, made, settings);
}

/** Makes a replica that follows a server and can be read (hot standby). */
export function makeReplica(programs: string, primary: PostgresServer): Promise<PostgresServer> {
  const made = newFolder();
  const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "sextant"];
  runIn(programs, "pg_basebackup", [...from, "-D", made.data, "-R", "-X", "stream", "-c", "fast", "--no-sync"]);
  return serverOn(programs, made, []);
}

/** Makes a small disk at a path for the server's user; false where this machine lets nobody do that. */
export function mountSmallDisk(path: string, megabytes: number): boolean {
  if (user.uid === undefined) return false;
  const owner = `uid=${user.uid},gid=${user.gid}`;
  const options = `size=${megabytes}m,mode=0700,${owner}`;
  return spawnSync("mount", ["-t", "tmpfs", "-o", options, "none", path]).status === 0;
}

export const unmount = (path: string): void => {
  spawnSync("umount", ["--lazy", path]);
};
