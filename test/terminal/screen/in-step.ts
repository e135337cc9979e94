import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { createOutput, type TerminalOutput } from "../../../src/terminal/output.ts";
import type { OutputOptions } from "../../../src/terminal/output-options.ts";
import { seedsOfRun } from "../../seed.ts";
import { asOldTerminal, asWideTerminal, Emulator } from "./emulator.ts";
import { Dice, RandomFrames, type Repertoire } from "./random-frames.ts";

const CSI = "\u001b[";

/** What Ink writes before a frame: it goes up line by line and erases. */
function erasure(lines: number): string {
  return lines === 0 ? "" : `${CSI}2K${`${CSI}1A${CSI}2K`.repeat(lines - 1)}${CSI}G`;
}

/** The adapter with an emulator behind it, driven as Ink drives it. */
export class Adapted extends EventEmitter {
  readonly isTTY = true;
  readonly emulator: Emulator;
  readonly output: TerminalOutput;
  /** Bytes written so far. */
  bytes = 0;
  /** Looks at the screen after each byte, once it is there. */
  watch: (() => void) | undefined;
  #written: Promise<void> = Promise.resolve();
  #lines = 0;

  constructor(emulator: Emulator, options: OutputOptions = {}) {
    super();
    this.emulator = emulator;
    this.output = createOutput(this, { isAnswered: true, ...options });
    this.output.write(`${CSI}?2004h`);
    this.output.write(`${CSI}?1049h`);
    this.output.write(`${CSI}?25l`);
  }

  get columns(): number {
    return this.emulator.columns;
  }

  get rows(): number {
    return this.emulator.rows;
  }

  write(bytes: string | Uint8Array): boolean {
    const text = typeof bytes === "string" ? bytes : Buffer.from(bytes).toString();
    this.bytes += Buffer.byteLength(text);
    const { watch } = this;
    this.#written = this.#written.then(() =>
      watch === undefined ? this.emulator.write(text) : this.emulator.writeBytes(text, watch),
    );
    return true;
  }

  frame(text: string): void {
    this.output.write(`${CSI}?2026h`);
    this.output.write(erasure(this.#lines) + text);
    this.output.write(`${CSI}?2026l`);
    this.#lines = text.split("\n").length;
  }

  resize(columns: number, rows: number): void {
    this.emulator.resize(columns, rows);
    this.emit("resize");
  }

  /** Until all that was written is shown, and all that was asked is answered. */
  async settled(): Promise<void> {
    for (let before: Promise<void> | undefined; before !== this.#written; ) {
      before = this.#written;
      await before;
      for (const answer of this.emulator.answers().split(/(?=\u001b)/u)) {
        this.output.takeReply(answer);
      }
    }
  }
}

/** A disagreement, for a failure to show. */
function difference(step: number, wanted: Emulator, got: Emulator): string | undefined {
  for (let y = 0; y < wanted.rows; y += 1) {
    if (got.holdsRowOf(wanted, y)) continue;
    const [one, other] = [wanted.seenRow(y), got.seenRow(y)];
    const cells = one.flatMap((cell, x) =>
      cell === other[x] ? [] : [`column ${x}: wanted "${cell}", got "${other[x]}"`],
    );
    if (cells.length === 0) continue;
    return [
      `Step ${step}, ${wanted.columns}x${wanted.rows}, row ${y}:`,
      `wanted ${JSON.stringify(wanted.texts()[y])}`,
      `got    ${JSON.stringify(got.texts()[y])}`,
      ...cells,
    ].join("\n");
  }
  return undefined;
}

const SIZES: readonly [readonly [number, number], ...(readonly [number, number])[]] = [
  [1, 1],
  [300, 100],
  [80, 24],
  [120, 40],
  [200, 60],
  [60, 15],
  [2, 3],
];

/** What a terminal shows that gets a frame through an adapter of its own, as the first that it gets. */
async function showAnew(make: MakeEmulator, columns: number, rows: number, text: string): Promise<Emulator> {
  const adapted = new Adapted(make(columns, rows));
  adapted.frame(text);
  await adapted.settled();
  adapted.output.close();
  return adapted.emulator;
}

type MakeEmulator = (columns: number, rows: number) => Emulator;

interface Comparison extends OutputOptions {
  readonly seed: number;
  readonly steps: number;
  readonly repertoire?: Repertoire;
  /** The terminal behind the adapter, when it measures characters in its own way. The comparison is with the same frame anew. */
  readonly terminal?: MakeEmulator;
}

interface Compared {
  readonly difference: string | undefined;
  readonly bytes: number;
  readonly wholeBytes: number;
}

/** Random frames through the adapter into one emulator, whole into another. @returns the first disagreement, and bytes */
export async function inStep({
  seed,
  steps,
  repertoire = "agreed",
  terminal,
  ...options
}: Comparison): Promise<Compared> {
  const dice = new Dice(seed);
  const [columns, rows] = [dice.between(20, 100), dice.between(5, 40)];
  const frames = new RandomFrames(dice, columns, rows, repertoire);
  const make = terminal ?? ((width, height) => new Emulator(width, height));
  const adapted = new Adapted(make(columns, rows), options);
  let wholeBytes = 0;
  let found: string | undefined;
  let whole = new Emulator(columns, rows);
  await whole.write(`${CSI}?1049h`);
  for (let step = 0; step < steps && found === undefined; step++) {
    if (dice.chance(0.04)) {
      const [newColumns, newRows] = dice.chance(0.4) ? dice.pick(SIZES) : [dice.between(1, 120), dice.between(1, 40)];
      frames.resize(newColumns, newRows);
      whole.resize(newColumns, newRows);
      adapted.resize(newColumns, newRows);
    } else {
      frames.next();
    }
    // Now and then several frames come before the terminal has taken the first.
    for (let extra = dice.chance(0.1) ? dice.between(1, 4) : 0; extra > 0; extra--) {
      adapted.frame(frames.text());
      frames.next();
    }
    const text = frames.text();
    wholeBytes += Buffer.byteLength(text);
    adapted.frame(text);
    await adapted.settled();
    if (terminal === undefined) {
      await whole.write(`${CSI}m${CSI}H${CSI}2J${text}`);
    } else {
      whole.dispose();
      whole = await showAnew(terminal, frames.columns, frames.rows, text);
    }
    found = difference(step, whole, adapted.emulator);
  }
  const { bytes } = adapted;
  adapted.output.close();
  whole.dispose();
  adapted.emulator.dispose();
  return { difference: found, bytes, wholeBytes };
}

/**
 * Random frames on a line that delivers byte by byte: a row that is blank neither in one frame nor in the next is never seen blank between
 * them. @returns where one was
 */
async function blankBetween(seed: number, steps: number): Promise<readonly string[]> {
  const dice = new Dice(seed);
  const [columns, rows] = [dice.between(20, 100), dice.between(5, 40)];
  const frames = new RandomFrames(dice, columns, rows, "agreed");
  const emulator = new Emulator(columns, rows);
  const adapted = new Adapted(emulator);
  const found = new Set<string>();
  let seen: (readonly string[])[] = [];
  adapted.watch = () => {
    if (!emulator.isMidway) seen.push(emulator.texts());
  };
  for (let step = 0; step < steps; step++) {
    const before = emulator.texts();
    seen = [];
    frames.next();
    adapted.frame(frames.text());
    await adapted.settled();
    const after = emulator.texts();
    for (const y of after.keys()) {
      const isBlank = before[y] !== "" && after[y] !== "" && seen.some((texts) => texts[y] === "");
      // Before the first frame the terminal has not said that it holds back what is marked.
      if (isBlank && step > 0) found.add(`step ${step}, row ${y}: ${JSON.stringify([before[y], after[y]])}`);
    }
  }
  adapted.output.close();
  emulator.dispose();
  return [...found];
}

/** Holds so many runs to that. */
export function holdNoBlankRows(runs: number, steps: number): void {
  it.each(seedsOfRun(runs))(`${steps} steps, seed %i`, async (seed) => {
    expect(await blankBetween(seed, steps)).toEqual([]);
  });
}

/** Mostly as terminals of today move rows. */
const SCROLLINGS = ["scroll", "lines", "none", "scroll"] as const;

/** Holds so many runs of so many steps, at random, to what whole frames show. */
export function holdInStep(runs: number, steps: number): void {
  const cases = seedsOfRun(runs).map((seed, index) => ({
    seed,
    scrolling: SCROLLINGS[index % SCROLLINGS.length] ?? "scroll",
  }));
  it.each(cases)(`${steps} steps, seed $seed, rows moved by: $scrolling`, async (given) => {
    const { difference, bytes, wholeBytes } = await inStep({ ...given, steps });
    expect(difference).toBeUndefined();
    expect(bytes).toBeLessThan(wholeBytes);
  });
}

/** The same on terminals that measure characters in their own ways: what a change leaves is what the frame anew leaves. */
export function holdOnOtherTerminals(runs: number, steps: number): void {
  const cases = Object.entries({ asOldTerminal, asWideTerminal }).flatMap(([name, measure]) =>
    seedsOfRun(runs).map((seed) => ({ name, seed, measure })),
  );
  it.each(cases)(`$name, ${steps} steps, seed $seed`, async ({ seed, measure }) => {
    const terminal = (columns: number, rows: number) => new Emulator(columns, rows, measure);
    const { difference } = await inStep({ seed, steps, repertoire: "disputed", terminal });
    expect(difference).toBeUndefined();
  });
}
