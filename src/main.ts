#!/usr/bin/env node
/**
 * Entry point. Node versions that cannot run the rest must be able to parse it: built, it is one file that imports only Node's own modules at first.
 * For the console it draws the splash screen at once; everything else is loaded after that.
 */
import * as nodeModule from "node:module";
import { join } from "node:path";
import { codeCacheFolder } from "./commands/start/code-cache.ts";
import { fatalErrorText } from "./commands/start/fatal-error.ts";
import { open, type Splash } from "./commands/start/splash.ts";

/** The oldest Node that runs Sextant; `engines` in package.json says the same. */
const OLDEST_NODE = [22, 19] as const;

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
}

/**
 * Removes the variable that disables certificate checks from the environment: Sextant ignores it (`client/transport/transport.ts`), and Node's
 * warning about it would appear in the middle of the screen.
 *
 * @returns warnings for the console
 */
function checkCertificates(env: NodeJS.ProcessEnv): readonly string[] {
  const isUnchecked = env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0";
  delete env["NODE_TLS_REJECT_UNAUTHORIZED"];
  if (!isUnchecked) return [];
  return [
    "NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored: certificates are checked. For a private certificate authority, set SEXTANT_CA_FILE.",
  ];
}

/**
 * Runs the command line.
 *
 * @param warnings messages that a console shows at its start
 * @returns the exit code
 */
async function run(argv: readonly string[], splash: Splash | null, warnings: readonly string[]): Promise<number> {
  if (splash !== null) return (await import("./commands/console.ts")).runConsoleCommand(argv, warnings, splash);
  const folder = codeCacheFolder();
  if (folder !== null) nodeModule.enableCompileCache(join(folder, "modules"));
  return (await import("./commands/command-line.ts")).runCommandLine(argv, warnings);
}

if (isTooOld(process.versions.node)) {
  process.stderr.write(
    `Sextant needs Node ${OLDEST_NODE.join(".")} or newer, and this is Node ${process.versions.node}. Install a current Node and start Sextant again.\n`,
  );
  process.exitCode = 1;
} else {
  // Node would open its inspector on this signal, and any process of this user could then run code in here.
  process.on("SIGUSR1", () => undefined);
  const warnings = checkCertificates(process.env);
  const argv = process.argv.slice(2);
  const splash = open(argv, process.env);
  const endByError = (error: unknown): void => {
    splash?.withdraw();
    process.stderr.write(`${fatalErrorText(error)}\n`);
    process.exit(1);
  };
  process.on("uncaughtException", (error) => {
    // A console restores the terminal first, and then prints the error (`terminal/session.ts`).
    if (process.listenerCount("uncaughtException") === 1) endByError(error);
  });
  run(argv, splash, warnings).then((code) => {
    process.exitCode = code;
  }, endByError);
}
