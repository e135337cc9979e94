import { count, median, percentile, table, times } from "../figures.ts";
import type { Held } from "./held.ts";
import { bytesOf, type Change, type Changes } from "./moves.ts";
import { type Parts, partTable } from "./parts.ts";
import { LARGE, SIZES, type Size, SMALL, sizeName } from "./programs.ts";
import { ALONE, type Idle, type MemoryStep as Memory, WITH_SERVICE } from "./rest.ts";
import { LINE, type Slow } from "./slow.ts";
import { SLOWEST, type Slowest, slowestPair, slowestTable } from "./slowest.ts";
import type { Stages } from "./stage/figures.ts";
import { absentPeers, STARTED, type Starts } from "./start.ts";
import { STORM, type Storm } from "./storm.ts";

/** The figures of the terminal's bench as a page. */

/** One round of one program at one size. */
export type Round = {
  readonly name: string;
  readonly size: Size;
  readonly changes: Changes;
  /** Keys that are held: so slowly that each has a frame of its own, then as fast as a keyboard repeats, then slowly again. */
  readonly single: Held;
  readonly held: Held;
  readonly inUse: Held;
};

export type Figures = {
  readonly machine: string;
  readonly rows: number;
  readonly started: Starts;
  readonly parts: readonly Parts[];
  readonly measured: readonly Round[];
  readonly staged: readonly { readonly size: Size; readonly stages: Stages }[];
  readonly memory: readonly Memory[];
  readonly slow: { readonly sextant: Slow; readonly ink: Slow };
  readonly stormed: readonly Storm[];
  readonly idle: { readonly seconds: number; readonly still: Idle; readonly alive: Idle; readonly overview: Idle };
  readonly slowest: readonly Slowest[];
};

const NAMES: Readonly<Record<string, string>> = {
  text: "sextant, frames by Ink",
  ink: "stock Ink",
  before: "sextant of the other checkout",
};
const nameOf = (name: string): string => NAMES[name] ?? name;

const ms = (value: number): string => value.toFixed(value < 100 ? 1 : 0);
const percent = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} %`;
const ratio = (value: number, to: number): string => `${(value / to).toFixed(value / to < 10 ? 2 : 0)}x`;

const roundsOf = ({ measured }: Pick<Figures, "measured">, name: string, { cols }: Size): readonly Round[] =>
  measured.filter((round) => round.name === name && round.size.cols === cols);

const least = (values: readonly number[]): number => Math.min(...values);

/** The best of the rounds: what the machine does beside it only makes a round worse. */
const best = (rounds: readonly Round[], of: (round: Round) => number): number => least(rounds.map(of));

const KINDS = { move: "cursor move", scroll: "move at the edge", page: "page", cell: "time in the title" } as const;
type Kind = keyof typeof KINDS;
const kinds: readonly Kind[] = ["move", "scroll", "page", "cell"];

function costOf(rounds: readonly Round[], kind: Kind): { readonly bytes: number; readonly least: number } | null {
  const all = rounds.flatMap(({ changes }) => changes[kind] ?? []);
  if (all.length === 0) return null;
  const joined: Change = {
    responses: all.flatMap(({ responses }) => responses),
    least: all.flatMap((change) => change.least),
  };
  return bytesOf(joined);
}

/** Milliseconds from each key of a list to its last byte. */
const keysOf = ({ changes }: Round): readonly number[] =>
  [...changes.move.responses, ...changes.scroll.responses].map(({ milliseconds }) => milliseconds);

const keyPair = (rounds: readonly Round[]): string =>
  `${ms(best(rounds, (round) => median(keysOf(round))))} / ${ms(best(rounds, (round) => percentile(keysOf(round), 0.95)))}`;

const PARTS = ["inUse", "held", "single"] as const;

/** Processor time (ms) for a key of a part. */
const perKey = (rounds: readonly Round[], part: (typeof PARTS)[number]): number =>
  best(rounds, ({ [part]: { used, keys } }) => used / keys);

const startMedian = ({ started }: Figures, name: string, moment: "first" | "usable"): number =>
  median((started[name] ?? []).map((start) => start[moment]));

const both = (of: (size: Size) => string): string => SIZES.map(of).join("; ");

function startRows(figures: Figures): string[][] {
  const baseline = startMedian(figures, STARTED.baseline, "first");
  const usable = startMedian(figures, STARTED.embedded, "usable");
  const lnav = startMedian(figures, "lnav", "usable");
  return [
    ["first text / `node -e`", ratio(startMedian(figures, STARTED.embedded, "first"), baseline), "1.3x"],
    ["usable frame / the same", ratio(usable, baseline), "3.7x"],
    ["usable frame / lnav", Number.isNaN(lnav) ? "lnav is not installed" : ratio(usable, lnav), "1x"],
  ];
}

function byteRows(figures: Figures): string[][] {
  return kinds.map((kind) => {
    const own = (size: Size): string => {
      const cost = costOf(roundsOf(figures, "sextant", size), kind);
      return cost === null ? "–" : `${ratio(cost.bytes, cost.least)} (${count(cost.bytes)} B)`;
    };
    return [`bytes of a ${KINDS[kind]} / the least, ${SIZES.map(sizeName).join("; ")}`, both(own), "1.15x"];
  });
}

function workRows(figures: Figures): string[][] {
  const of = (name: string, size: Size): readonly Round[] => roundsOf(figures, name, size);
  const held = (size: Size): string => {
    const rounds = of("sextant", size);
    const { frames = 0, keys = 0 } =
      rounds.toSorted((one, other) => other.held.frames - one.held.frames)[0]?.held ?? {};
    const tail = best(rounds, (round) => round.held.tail);
    return `${frames} of ${keys}, ${ms(tail)} ms, ${percent(best(rounds, ({ held: { used, passed } }) => (used / passed) * 100))}`;
  };
  return [
    ["key to last byte p50 / p95, ms, 80x24", keyPair(of("sextant", SMALL)), "4 / 8"],
    ["key to last byte p50 / p95, ms, 200x60", keyPair(of("sextant", LARGE)), "8 / 15"],
    [
      `the slowest of ${count(SLOWEST.keys)} keys in use: p95 / most, ms, ${SIZES.map(sizeName).join("; ")}`,
      both((size) => slowestPair(figures.slowest, size)),
      "5 / 20",
    ],
    [
      "processor for an update at 200x60 / stock Ink: in use; held; the first",
      PARTS.map((part) => ratio(perKey(of("sextant", LARGE), part), perKey(of("ink", LARGE), part))).join("; "),
      "0.33x",
    ],
    ["`j` held 10 s: frames, tail, processor, 80x24", held(SMALL), "all, 35 ms, 9.5 %"],
    ["`j` held 10 s: frames, tail, processor, 200x60", held(LARGE), "all, 35 ms, 19 %"],
  ];
}

const memoryAt = ({ memory }: Figures, size: Size): readonly Memory[] =>
  memory.filter((step) => step.size.cols === size.cols);

function restRows(figures: Figures): string[][] {
  const { idle, slow } = figures;
  const whole = (size: Size): string => {
    const steps = memoryAt(figures, size);
    return ratio(steps.at(-1)?.atRest ?? Number.NaN, steps[0]?.atRest ?? Number.NaN);
  };
  const atRest = (name: string): number =>
    memoryAt(figures, SMALL).find(({ what }) => what === name)?.atRest ?? Number.NaN;
  const bare = memoryAt(figures, SMALL)[0]?.atRest ?? Number.NaN;
  const page = slow.sextant.page;
  return [
    [
      `idle ${idle.seconds} s on an on-demand list`,
      `${idle.still.bytes} B, ${percent(idle.still.processor)}`,
      "0 B, 0.1 %",
    ],
    [
      `rest ${idle.seconds} s: live alerts; overview of three projects`,
      `${percent(idle.alive.processor)}; ${percent(idle.overview.processor)}`,
      "0.3 %",
    ],
    [
      "memory at rest, 80x24: another process's service; its own / bare Node",
      `${atRest(ALONE).toFixed(0)} MB; ${ratio(atRest(WITH_SERVICE), bare)}`,
      "95 MB; 2.4x",
    ],
    ["memory at rest with the service and 20,000 alerts / bare Node, 80x24; 200x60", both(whole), "3x"],
    ["slow line: a page after / round trip and bytes by rate", ratio(page.milliseconds, page.line), "1x"],
    ["slow line: bytes of a held key / stock Ink", ratio(slow.sextant.held.bytes, slow.ink.held.bytes), "0.1x"],
    ["slow line: rows that were blank between two frames", String(slow.sextant.blankRows), "0"],
  ];
}

const startTable = (figures: Figures): string => {
  const { started } = figures;
  const baseline = startMedian(figures, STARTED.baseline, "first");
  const triple = (values: readonly number[]): string =>
    [percentile(values, 0), median(values), percentile(values, 1)].map((value) => value.toFixed(0)).join(" / ");
  const rows = Object.entries(started).flatMap(([name, all]) =>
    (["first", "usable"] as const)
      .filter((moment) => name !== STARTED.baseline || moment === "first")
      .map((moment) => {
        const values = all.map((start) => start[moment]);
        return [
          `${name}: ${moment === "first" ? "first text" : "usable"}`,
          triple(values),
          ratio(median(values), baseline),
        ];
      }),
  );
  return table([["", "ms, min / median / max", "to bare Node"], ...rows]);
};

function changeTable(figures: Pick<Figures, "measured">, size: Size): string {
  const names = [...new Set(figures.measured.map(({ name }) => name))];
  const rows = names.flatMap((name) =>
    kinds.flatMap((kind) => {
      const cost = costOf(roundsOf(figures, name, size), kind);
      if (cost === null) return [];
      return [[`${nameOf(name)}: ${KINDS[kind]}`, count(cost.bytes), count(cost.least), ratio(cost.bytes, cost.least)]];
    }),
  );
  return table([["", "bytes", "the least", "ratio"], ...rows]);
}

function keyTable(figures: Pick<Figures, "measured">): string {
  const rows = SIZES.flatMap((size) =>
    [...new Set(figures.measured.map(({ name }) => name))].map((name) => {
      const rounds = roundsOf(figures, name, size);
      const frames = Math.max(...rounds.map(({ held }) => held.frames));
      return [
        `${sizeName(size)}, ${nameOf(name)}`,
        keyPair(rounds),
        `${perKey(rounds, "single").toFixed(2)} / ${perKey(rounds, "inUse").toFixed(2)}`,
        `${frames} of ${rounds[0]?.held.keys ?? 0}`,
        ms(best(rounds, ({ held }) => held.tail)),
        percent(best(rounds, ({ held: { used, passed } }) => (used / passed) * 100)),
        count(best(rounds, ({ held }) => held.bytes / held.keys)),
      ];
    }),
  );
  const head = [
    "",
    "key to last byte p50 / p95, ms",
    "processor a key, ms: the first / in use",
    "held: screens",
    "tail, ms",
    "processor",
    "bytes a key",
  ];
  return table([head, ...rows]);
}

function stageTable({ staged }: Figures): string {
  const rows = staged.map(({ size, stages: { times: taken, frames, others, unpainted } }) => {
    const [paint, ink, read, write] = [taken.paint, taken.ink, taken.read, taken.write].map(median);
    const byInk = (ink ?? 0) + (read ?? 0);
    return [
      sizeName(size),
      ...[paint, ink, read, write].map((value) => (value ?? 0).toFixed(3)),
      times(byInk / (paint ?? 0)),
      `${others} of ${count(frames)}`,
      count(unpainted),
    ];
  });
  return table([
    [
      "",
      "painted into cells, ms",
      "Ink's text, ms",
      "text read into cells, ms",
      "what to write, ms",
      "faster",
      "other frames",
      "left to Ink",
    ],
    ...rows,
  ]);
}

function memoryTable(figures: Figures): string {
  const [small, large] = SIZES.map((size) => memoryAt(figures, size));
  const memoryCells = (used: number | undefined, baseline: number | undefined): readonly string[] => [
    (used ?? Number.NaN).toFixed(0),
    ratio(used ?? Number.NaN, baseline ?? Number.NaN),
  ];
  const both = (steps: readonly Memory[] | undefined, index: number): readonly string[] => [
    ...memoryCells(steps?.[index]?.memory, steps?.[0]?.memory),
    ...memoryCells(steps?.[index]?.atRest, steps?.[0]?.atRest),
  ];
  const rows = (small ?? []).map(({ what }, index) => [what, ...both(small, index), ...both(large, index)]);
  const heads = SIZES.flatMap((size) => [`MB, ${sizeName(size)}`, "to bare Node", "at rest", "to bare Node"]);
  return table([["", ...heads], ...rows]);
}

function slowTable({ slow }: Figures): string {
  const row = (name: string, { page, held, blankRows }: Slow): string[] => [
    name,
    count(page.bytes),
    ms(page.milliseconds),
    ms(page.line),
    count(held.bytes),
    ms(held.tail),
    count(blankRows),
  ];
  const head = ["", "bytes of a page", "ms", "of these the line, ms", "bytes, key held 3 s", "tail, ms", "blank rows"];
  return table([head, row("sextant", slow.sextant), row("stock Ink", slow.ink)]);
}

function stormTable({ stormed }: Figures): string {
  const rows = stormed.map(({ size, reading, keys, used, passed, bytes, from, to }) => [
    `${sizeName(size)}, read ${reading}`,
    `${ms(median(keys))} / ${ms(percentile(keys, 0.95))}`,
    percent((used / passed) * 100),
    count((bytes / passed) * 1000),
    `${from} to ${to}`,
  ]);
  return table([["", "key to last byte p50 / p95, ms", "processor", "bytes a second", "open"], ...rows]);
}

const SUMMARY = "## Beside what is wanted";

/** The first table of a page, for CONTRIBUTING.md. */
export function summaryOf(page: string): string {
  const from = page.indexOf("|", page.indexOf(SUMMARY));
  const to = page.indexOf("\n\n", from);
  if (from === -1 || to === -1) throw new Error("The page has no first table.");
  return page.slice(from, to);
}

export const markdown = (figures: Figures): string => `# What the console costs at the terminal

Written by \`npm run bench:terminal -- --write\`, on ${figures.machine}. Milliseconds are those of that machine at that time, and it was not
alone with them; the ratios, taken in one run with all sides asked in turn, travel better. What is measured is the built program with its
screens in a pseudo terminal with an emulator behind it (Linux: processor time and memory are read from \`/proc\`). Of several rounds the best
counts. lnav and tig (Debian's packages of these names; tig needs git) are measured where they are installed, and a list made with OpenTUI, on Bun, where
SEXTANT_OPENTUI names a folder in which \`npm install bun @opentui/core\` was run. ${absentPeers(figures.started)}

${SUMMARY}

${table([["", "measured", "wanted, at most"], ...startRows(figures), ...byteRows(figures), ...workRows(figures), ...restRows(figures)])}

## Start

From the start of the process; usable is a list with its rows, one of them selected, and the hints. The last console's answers are shown
again while the service comes up. At ${sizeName(SMALL)}.

${startTable(figures)}

The console on its own service, part by part, as the process itself sees it (what notes the times is loaded before it, and takes its time too):

${partTable(figures.parts)}

## Bytes

A key in a list of ${count(figures.rows)} rows of access history (lnav: a log of 20,000 lines, tig: 20,000 commits), beside the least that leads
from the screen before it to the one after it, as the differ of \`src/terminal/screen/\` finds it: no cheaper output is claimed to be
impossible (tig fills the end of a coloured row by erasing it, which our rows, whose selection is inverse, cannot). Stock Ink is the same console with \`SEXTANT_OUTPUT=whole\`; with \`SEXTANT_OUTPUT=text\` Ink makes the frames and only the cells
that differ are written. The time in the title changes when the list is refreshed: once, or twice where its answers come on both sides of a second, and then the least is that of both. Our list stands beside a sidebar, so that the terminal can scroll only what is below that.

${SIZES.map((size) => `### ${sizeName(size)}\n\n${changeTable(figures, size)}`).join("\n\n")}

## Keys and processor

In the same lists. A key a time: \`j\` every ${ms((figures.measured[0]?.single.passed ?? 0) / (figures.measured[0]?.single.keys ?? 1))} ms, the first ${figures.measured[0]?.single.keys ?? 0} soon after the rows have come, while V8 compiles what has
become hot and gives back the memory that they took on their way; held: \`j\` 60 times a second for 10 s; in use: a key a time again, ${figures.measured[0]?.inUse.keys ?? 0} of them.
Screens are the different ones that were seen; of a frame that comes in two pieces both count. The tail is the time from the last key to the last byte.

${keyTable(figures)}

### The slowest of a thousand

In the same list on a service in which time passes: ${count(SLOWEST.keys)} keys, ${SLOWEST.perSecond} a second, and \`r\` after each ${SLOWEST.refreshEvery}, which has all rows read again;
alerts are read by themselves meanwhile. A key ends when the list on screen is another. What the slowest came with: no free processor (the main thread
waited for one for more than half of the time), an answer that was read, garbage that was collected, a minute's tick. What the main thread
was at work says more than the clock on a machine that is not alone.

${slowestTable(figures.slowest)}

## The stage that makes a frame

The console without a terminal makes every frame twice: painted from the laid-out tree into cells (\`src/ui/paint/\`), and as the text that
Ink makes of the same tree, which then has to be read into cells. Painting was to stay if it is at least twice as fast with all frames equal. Medians over \`j\` and \`k\` in the access history; the frames that are compared are
those and a walk through lists, details, forms and the layers over them.

${stageTable(figures)}

## Memory

Resident memory of the process, each line a console of its own: 1.5 s after its screen is whole, and half a minute later, when V8 has given back
what a start needs and a console that stands there does not.

${memoryTable(figures)}

## A slow line

${LINE.roundTrip} ms there and back, ${count(LINE.rate)} bytes a second by a token bucket that takes all that it is given, as \`sshd\` does; ${sizeName(SMALL)}.
What the line takes is the round trip and the bytes by the rate. Blank rows: after so many deliveries of a page's bytes the terminal showed a blank
row where there was none before nor after the page; what is marked as one update (mode 2026) is shown when it is whole.

${slowTable(figures)}

## A storm of alerts

${count(STORM.alerts)} alerts open at once, and ${STORM.changes} a second acknowledged by somebody else, while ${STORM.keys} keys a second move through the list, its first group
unfolded, for ${STORM.seconds} s. By itself the list is read every 20 s; every second is somebody who presses \`r\` all the time. A key waits for an answer of that length
to be taken in: that is the difference between the two percentiles.

${stormTable(figures)}

## Nothing

${figures.idle.seconds} s on the access history, which is asked on demand, half a minute after the start (V8 tidies up until then): ${figures.idle.still.bytes} bytes, ${percent(figures.idle.still.processor)} of a processor. On the alerts of a
service in which time passes, ages and new alerts: ${count(figures.idle.alive.bytes)} bytes, ${percent(figures.idle.alive.processor)}; on the overview of its
three projects ${percent(figures.idle.overview.processor)}.
`;

/** The tables of keys alone, for builds that were measured in turn. */
export const keysPage = (measured: readonly Round[]): string =>
  [...SIZES.map((size) => `${sizeName(size)}\n\n${changeTable({ measured }, size)}`), keyTable({ measured })].join(
    "\n\n",
  );
