import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** Memory that a process holds (MB), now. Linux alone tells it so. */
export function memoryOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1]) / 1024;
}

/** A process that listens until it is told to end. */
export type Server = {
  /** The line with which it says that it is ready, and the milliseconds from its start to that. */
  readonly line: string;
  readonly readyAfter: number;
  /** Resident memory in MB, now. */
  memory(): number;
  stop(): Promise<void>;
};

/**
 * Starts a server with Node, and waits for its first line.
 *
 * @throws Error when it ends before that
 */
export async function startServer(
  args: readonly string[],
  { input = "", env = process.env }: { readonly input?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Server> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  child.stdin.end(input);
  const line = await Promise.race([
    new Promise<string>((done) => createInterface({ input: child.stdout }).once("line", done)),
    ended.then(() => Promise.reject(new Error(`It ended before it was ready: node ${args.join(" ")}`))),
  ]);
  return {
    line,
    readyAfter: performance.now() - began,
    memory: () => memoryOf(child.pid),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
