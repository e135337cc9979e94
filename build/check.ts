/**
 * `npm run check`: types, lint and the rules of the sources, beside each other. Each is told when it is over, whole; all are told.
 */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

const CHECKS = [
  ["tsc"],
  ["biome", "ci", "--colors=off", "--error-on-warnings"],
  ["vitest", "run", "--project", "rules"],
] as const;

/** Runs one to its end, and says what it said. */
async function isFine([command, ...args]: readonly [string, ...string[]]): Promise<boolean> {
  // Npm puts the commands of the packages into the path; on Windows a shell finds them.
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  process.stdout.write(`-- ${[command, ...args].join(" ")}\n${output}${errors}`);
  return code === 0;
}

const fine = await Promise.all(CHECKS.map(isFine));
if (fine.includes(false)) process.exitCode = 1;
