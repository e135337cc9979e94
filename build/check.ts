/**
 * `npm run check`: types, lint and source rules, in parallel. The complete output of each is printed when it ends; a failure stops none of the
 * others.
 */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

const CHECKS = [
  ["tsc"],
  ["biome", "ci", "--colors=off", "--error-on-warnings"],
  ["vitest", "run", "--project", "rules"],
] as const;

/** Runs one check to its end, and prints its output. */
async function isFine([command, ...args]: readonly [string, ...string[]]): Promise<boolean> {
  // npm puts the packages' commands into the path; on Windows a shell is needed to find them.
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
