/**
 * `npm run dev [-- ARGUMENTS]`: builds and restarts the console whenever one of its sources is saved.
 *
 * A failed build ends the console, so that the error is visible; the next successful one starts it again. Leaving the console (`q`, Ctrl-C) ends
 * both. The build is a separate process, so changes to the build itself take effect immediately.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, watch } from "node:fs";
import { join, resolve } from "node:path";

const CHECKOUT = resolve(import.meta.dirname, "..");

/** Files and folders that a build depends on. */
const WATCHED = ["src", "themes", "build", "build.ts", "package.json", "tsconfig.json"];

/** Editors save in several steps, and checking out a branch writes many files: a build waits until there are no changes for this long (ms). */
const QUIET = 150;

const say = (text: string): void => {
  process.stderr.write(`dev: ${text}\n`);
};

/** Calls back after each burst of changes. */
function onChange(call: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  for (const path of WATCHED.map((name) => join(CHECKOUT, name)).filter((path) => existsSync(path))) {
    watch(path, { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(call, QUIET);
    });
  }
}

/** Builds what is out of date. @returns the output if it failed, else null */
async function build(): Promise<string | null> {
  const builder = spawn(process.execPath, ["build.ts", "--if-stale"], {
    cwd: CHECKOUT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [builder.stdout, builder.stderr]) stream.on("data", (text: Buffer) => (said += String(text)));
  const [code] = await once(builder, "close");
  return code === 0 ? null : said.trimEnd();
}

/** Starts and ends the running console. */
class ConsoleProcess {
  #running: ChildProcess | null = null;

  start(): void {
    const program = spawn(process.execPath, [join(CHECKOUT, "dist/main.js"), ...process.argv.slice(2)], {
      stdio: "inherit",
    });
    this.#running = program;
    program.once("exit", (code, signal) => {
      if (this.#running !== program) return;
      this.#running = null;
      if (code === 0 || signal === "SIGINT") process.exit(0);
      say(`the console ended with ${code ?? signal}; it starts again after the next change (Ctrl-C ends)`);
    });
  }

  async end(): Promise<void> {
    const program = this.#running;
    if (program === null) return;
    this.#running = null;
    const ended = once(program, "exit");
    // The console saves drafts and restores the terminal.
    program.kill("SIGTERM");
    await ended;
  }
}

const running = new ConsoleProcess();
let isBuilding = false;
let isChanged = false;

/** Builds until nothing has changed meanwhile, then restarts the console. */
async function rebuild(): Promise<void> {
  isChanged = true;
  if (isBuilding) return;
  isBuilding = true;
  let problem: string | null = null;
  while (isChanged) {
    isChanged = false;
    problem = await build();
  }
  isBuilding = false;
  await running.end();
  if (problem === null) running.start();
  else say(`${problem}\ndev: the console starts again after the next change (Ctrl-C ends)`);
}

// While a console runs, the terminal passes Ctrl-C to it as a key, and it ends by itself.
process.on("SIGINT", () => process.exit(0));
for (const signal of ["SIGTERM", "SIGHUP"] as const) {
  process.on(signal, async () => {
    await running.end();
    process.exit(0);
  });
}
onChange(() => void rebuild());
await rebuild();
