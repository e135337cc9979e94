import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * When a process began, as a text to be compared: its number alone says little, because the system gives the numbers of processes that
 * are gone to others. Null where the process is gone or the system does not tell.
 */
export function startOf(pid: number): string | null {
  try {
    return process.platform === "linux" ? startOnLinux(pid) : startByPs(pid);
  } catch {
    return null;
  }
}

/** Of `/proc/PID/stat` behind the name in brackets: the state, and the clock ticks since the machine was started. */
function startOnLinux(pid: number): string | null {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state = "", ticks] = [fields[0], fields[19]];
  // What has ended and was not yet collected by its parent holds nothing.
  if (ticks === undefined || state === "Z" || state === "X") return null;
  return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${ticks}`;
}

function startByPs(pid: number): string | null {
  if (process.platform === "win32") return null;
  const env = { PATH: process.env["PATH"] ?? "/bin:/usr/bin", LC_ALL: "C", TZ: "UTC" };
  const said = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
    encoding: "utf8",
    env,
    stdio: "pipe",
  }).trim();
  return said === "" ? null : said;
}
