/**
 * `npm run dev [-- ARGUMENTS]`: the console, built and started anew whenever something it is made of is saved.
 *
 * A build that fails ends the console, so that the reason can be read; the next one that succeeds starts it again. Leaving the
 * console (`q`, Ctrl-C) ends both. The build is a process of its own: a change to the build itself counts at once.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, watch } from "node:fs";
import { join, resolve } from "node:path";

const CHECKOUT = resolve(import.meta.dirname, "..");

/** Folders and files whose change makes another program. */
const WATCHED = ["src", "themes", "build", "build.ts", "package.json", "tsconfig.json"];

/** Editors save in several steps, and a checkout of a branch saves many files: a build waits until it is quiet for so long (milliseconds). */
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

/** Builds what is out of date. @returns what was said where it failed, else null */
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

/** The running console, and starting and ending it. */
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
    // It saves drafts and gives the terminal back.
    program.kill("SIGTERM");
    await ended;
  }
}

const running = new ConsoleProcess();
let isBuilding = false;
let isChanged = false;

/** Builds until nothing has changed meanwhile, then starts the console anew. */
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

// While a console runs the terminal hands Ctrl-C over as a key, and the console ends by itself.
process.on("SIGINT", () => process.exit(0));
for (const signal of ["SIGTERM", "SIGHUP"] as const) {
  process.on(signal, async () => {
    await running.end();
    process.exit(0);
  });
}
onChange(() => void rebuild());
await rebuild();
