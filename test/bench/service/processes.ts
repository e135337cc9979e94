import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { programOf } from "../../../build.ts";
import { type Server, startServer } from "../processes.ts";
import { type Job, type Kept, Measured } from "./job.ts";

/** The processes of a measurement: who answers, who stands beside, who asks. */

const Ready = z.object({
  baseUrl: z.string(),
  tokenUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  groupId: z.string(),
});

export type Service = Server & { readonly ready: z.infer<typeof Ready> };

/** The built program's service on these data. */
export async function startService(data: readonly string[], flags: readonly string[]): Promise<Service> {
  const server = await startServer([programOf(), "serve", "--json", "--quiet", ...data, ...flags]);
  return { ...server, ready: Ready.parse(JSON.parse(server.line)) };
}

/** The bare server with these answers. */
export async function startBare(answers: readonly Kept[]): Promise<Server & { readonly origin: string }> {
  const server = await startServer([join(import.meta.dirname, "bare.ts")], { input: JSON.stringify(answers) });
  return { ...server, origin: server.line };
}

/** Sends a job from a process of its own. */
export async function load(job: Job): Promise<Measured> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "load.ts")], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(job));
  return Measured.parse(JSON.parse(await text(child.stdout)));
}
