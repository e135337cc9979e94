import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { onTestFinished } from "vitest";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { isReady } from "../../src/service/server/ready.ts";

/** A process that serves, and what it said of it: the line itself, and what stands in it. */
export type Started = { readonly ready: ServiceReady; readonly line: string; readonly process: ChildProcess };

/**
 * Starts a program with Node, and waits until it has said in a line where its service is. It is killed when the test is over, and the
 * certificate of its run removed: tests beside each other say how they hear of it.
 */
export async function started(
  args: readonly string[],
  onOver: (end: () => void) => void = onTestFinished,
): Promise<Started> {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  onOver(() => {
    child.kill("SIGKILL");
    if (certificate !== undefined) rmSync(dirname(certificate), { recursive: true, force: true });
  });
  let line = "";
  let certificate: string | undefined;
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    line += String(chunk);
    if (line.includes("\n")) break;
  }
  const ready: unknown = JSON.parse(line);
  if (!isReady(ready)) throw new TypeError(line);
  certificate = ready.caFile;
  return { ready, line, process: child };
}
