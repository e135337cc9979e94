import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { ENDING_SIGNALS, type EndingSignal } from "./ending-signals.ts";

/** The process's own group, and the foreground group of the terminal. */
type Groups = { readonly own: number; readonly foreground: number };

/** From proc(5) on Linux: after the command, which may contain any character, come state, parent, group, session, terminal and foreground group. */
function groupsOfLinux(): Groups {
  const stat = readFileSync("/proc/self/stat", "latin1");
  const [, , own, , , foreground] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { own: Number(own), foreground: Number(foreground) };
}

function groupsByPs(): Groups {
  const args = ["-o", "pgid=", "-o", "tpgid=", "-p", String(process.pid)];
  const [own, foreground] = spawnSync("ps", args, { encoding: "utf8" }).stdout.trim().split(/\s+/u);
  return { own: Number(own), foreground: Number(foreground) };
}

/**
 * True when the shell has this job in the foreground. A background process that changes terminal settings is stopped in the middle of it (SIGTTOU),
 * and handles no other signal. True when it cannot be determined.
 */
export function isInForeground(): boolean {
  try {
    const { own, foreground } = process.platform === "linux" ? groupsOfLinux() : groupsByPs();
    return !(foreground > 0) || own === foreground;
  } catch {
    return true;
  }
}

/** A job that was really stopped goes on later than this (ms); an earlier return means that the stop signal had no effect. */
const AT_ONCE = 100;

/** Stop signals without effect before the job counts as one that stays in the background. */
const MOST_TRIES = 3;

/** Lets a signal end the process by the system default: Node's own handler would also reset the terminal, which the shell has set for itself. */
function endPlainly(signal: EndingSignal): void {
  const listener = (): void => undefined;
  process.on(signal, listener);
  process.off(signal, listener);
}

/**
 * Stops a job that was started in the background until it has the terminal, as the terminal would at the first touch, but before that touch:
 * the terminal would stop it again whenever it goes on, and a signal that ends it would never be heard. No handler of ours may be there yet.
 *
 * @returns false where nobody does job control, and the job stays in the background
 */
export function stopUntilInForeground(): boolean {
  if (isInForeground()) return true;
  for (const signal of ENDING_SIGNALS) endPlainly(signal);
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; !isInForeground() && tries < MOST_TRIES; ) {
    const before = Date.now();
    process.kill(0, "SIGTTOU");
    // Another thread may take the signal, and this one go on for a moment.
    Atomics.wait(sleeper, 0, 0, AT_ONCE / 2);
    tries = Date.now() - before < AT_ONCE ? tries + 1 : 0;
  }
  return isInForeground();
}
