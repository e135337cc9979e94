import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Start time of a process, as a text for comparison: the id alone does not identify a process, because the system reuses ids. Null where the process
 * has ended or the system does not report it.
 */
export function startOf(pid: number): string | null {
  try {
    return process.platform === "linux" ? startOnLinux(pid) : startByPs(pid);
  } catch {
    return null;
  }
}

/** Fields of `/proc/PID/stat` after the name in brackets: the state, and the start time in clock ticks since boot. */
function startOnLinux(pid: number): string | null {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state = "", ticks] = [fields[0], fields[19]];
  // A zombie process holds nothing.
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
