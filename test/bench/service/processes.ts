import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { programOf } from "../../../build.ts";
import { type Job, type Kept, Measured } from "./job.ts";

/** The processes of a measurement: who answers, who stands beside, who asks. */

const CHECKOUT = resolve(import.meta.dirname, "../../..");

const Ready = z.object({
  baseUrl: z.string(),
  tokenUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  groupId: z.string(),
});

/** A process that listens until it is told to end. */
export type Server = {
  /** Milliseconds from the start of the process to its word that it is ready. */
  readonly readyAfter: number;
  /** Resident memory in MB, now. */
  memory(): number;
  stop(): Promise<void>;
};

export type Service = Server & { readonly ready: z.infer<typeof Ready> };

async function start(args: readonly string[], input = ""): Promise<{ readonly line: string; readonly server: Server }> {
  const began = performance.now();
  const child: ChildProcess = spawn(process.execPath, [...args], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error("The process has no input or output.");
  stdin.end(input);
  const line = await Promise.race([
    new Promise<string>((done) => createInterface({ input: stdout }).once("line", done)),
    ended.then(() => Promise.reject(new Error(`It ended before it was ready: node ${args.join(" ")}`))),
  ]);
  const readyAfter = performance.now() - began;
  return {
    line,
    server: {
      readyAfter,
      memory: () => {
        const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
        return Number(/^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1]) / 1024;
      },
      async stop() {
        child.kill("SIGTERM");
        await ended;
      },
    },
  };
}

/** The built program's service on a data directory. */
export async function startService(data: string, flags: readonly string[]): Promise<Service> {
  const args = [programOf(CHECKOUT), "serve", "--json", "--quiet", "--data", data, ...flags];
  const { line, server } = await start(args);
  return { ...server, ready: Ready.parse(JSON.parse(line)) };
}

/** The bare server with these answers. */
export async function startBare(answers: readonly Kept[]): Promise<Server & { readonly origin: string }> {
  const { line, server } = await start([join(import.meta.dirname, "bare.ts")], JSON.stringify(answers));
  return { ...server, origin: line };
}

/** Sends a job from a process of its own. */
export async function load(job: Job): Promise<Measured> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "load.ts")], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(job));
  return Measured.parse(JSON.parse(await text(child.stdout)));
}
