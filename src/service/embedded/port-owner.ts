import { readFileSync } from "node:fs";

/** State of a listening socket in the kernel's table. */
const LISTENING = "0A";

/** True when the process that listens on a port of the loopback address runs as another user. False where the system does not report it. */
export function isForeignPort(port: number): boolean {
  const user = process.geteuid?.();
  if (process.platform !== "linux" || user === undefined) return false;
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    for (const line of linesOf(table)) {
      const [, local = "", , state, , , , owner] = line.trim().split(/\s+/u);
      if (local.endsWith(suffix) && state === LISTENING && Number(owner) !== user) return true;
    }
  }
  return false;
}

function linesOf(table: string): readonly string[] {
  try {
    return readFileSync(table, "utf8").split("\n").slice(1);
  } catch {
    return [];
  }
}
