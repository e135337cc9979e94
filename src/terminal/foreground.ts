import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The process's own group, and the group that has the terminal. */
type Groups = { readonly own: number; readonly foreground: number };

/** As Linux has them (proc(5)): behind the command, which may hold anything, stand the state, the parent, the group, the session, the terminal and its group. */
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
 * Whether the shell has this job in the foreground. A process in the background that changes its terminal's settings is stopped in the middle
 * of it (SIGTTOU), and hears no other signal. Where nobody can tell, it is in the foreground.
 */
export function isInForeground(): boolean {
  try {
    const { own, foreground } = process.platform === "linux" ? groupsOfLinux() : groupsByPs();
    return !(foreground > 0) || own === foreground;
  } catch {
    return true;
  }
}
