import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { median, table } from "../figures.ts";
import { type Env, isUsable, SMALL, sextant } from "./programs.ts";
import { Tty } from "./tty.ts";

/** Where the time of a start goes, as the process itself sees it: moments of what the program does with Node, noted by what is loaded before it. */

const MOMENTS = [
  ["started", "Node, up to the first line of the program"],
  ["picture", "the first picture, of what is remembered"],
  ["read", "the script and its kept code read and checked"],
  ["compiled", "V8 takes the code"],
  ["run", "the modules run: contract, screens, React, Ink, Yoga, store"],
  ["taken", "files read, the last answers checked, the keyboard taken"],
  ["drawn", "the screen built by React, laid out, painted, written"],
] as const;

type Moment = (typeof MOMENTS)[number][0];

const Noted = z.record(z.string(), z.number());

/** Notes the first time of each, and writes them down at the end. */
const noting = (file: string): string => `
  const fs = process.getBuiltinModule("node:fs");
  const vm = process.getBuiltinModule("node:vm");
  const noted = {};
  const note = (name) => { noted[name] ??= performance.now(); };
  const { writeSync } = fs;
  // The picture is the first that is written, and brings the stream of standard output with it.
  fs.writeSync = (...given) => {
    const written = writeSync(...given);
    if (given[0] === 1 && noted.picture === undefined) { note("picture"); watch(process.stdout); }
    return written;
  };
  const { Script } = vm;
  vm.Script = class extends Script {
    constructor(...given) { note("read"); super(...given); note("compiled"); }
    runInThisContext(...given) {
      const made = super.runInThisContext(...given);
      return (...parts) => { made(...parts); note("run"); };
    }
  };
  const watch = (stdout) => {
    const { write } = stdout;
    stdout.write = function (bytes, ...rest) {
      const done = write.call(this, bytes, ...rest);
      if (bytes.includes("\\u001b[?2004h")) note("taken");
      if (noted.taken !== undefined && bytes.length > 200) note("drawn");
      return done;
    };
  };
  process.on("exit", () => fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify(noted)));
  note("started");
`;

/** One start, seen from within: milliseconds since the process began. */
export type Parts = Readonly<Record<string, number>>;

async function partsOf(env: Env): Promise<Parts> {
  const folder = mkdtempSync(join(tmpdir(), "sextant-parts-"));
  const file = join(folder, "noted.json");
  try {
    const program = sextant(env, SMALL);
    const flags = ["--import", `data:text/javascript,${encodeURIComponent(noting(file))}`];
    {
      await using tty = new Tty({ ...program, args: [...flags, ...program.args] });
      await tty.until(isUsable);
    }
    return Noted.parse(JSON.parse(readFileSync(file, "utf8")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Several starts of a console that was started before. */
export async function parts(env: Env, rounds: number): Promise<readonly Parts[]> {
  const all: Parts[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await partsOf(env));
  return all;
}

/** The parts of a start one after another: the least and the median of each over all starts. */
export function partTable(all: readonly Parts[]): string {
  const at = (one: Parts, moment: Moment | undefined): number =>
    moment === undefined ? 0 : (one[moment] ?? Number.NaN);
  const rows = MOMENTS.map(([moment, what], index) => {
    const lengths = all.map((one) => at(one, moment) - at(one, MOMENTS[index - 1]?.[0]));
    const until = median(all.map((one) => at(one, moment)));
    return [what, Math.min(...lengths).toFixed(1), median(lengths).toFixed(1), until.toFixed(1)];
  });
  return table([["", "least, ms", "median, ms", "from the start, ms"], ...rows]);
}
