import { spawn } from "node:child_process";
import { programOf } from "../../build.ts";

/** What a program left behind. The code is null when something else ended it. */
export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Runs the built program to its end, with pipes in place of a terminal and nothing to read. */
export function ended(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [programOf(), ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    const texts = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      texts.stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      texts.stderr += text;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...texts }));
  });
}
