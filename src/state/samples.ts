import type { OperationId } from "../contract/operations.ts";
import { merged, NO_SAMPLES, type Ring, type Sample, withSample } from "../domain/sample-ring.ts";
import { type Core, wordsOf } from "./core.ts";
import { measuredIn } from "./measured.ts";
import type { AnyArgs } from "./query.ts";
import { createSampleFiles } from "./sample-files.ts";
import { serverTime } from "./server-clock.ts";

/**
 * Curves of things that are watched: lag of migrations, progress of exports. They are read off every answer, whoever asked for
 * it, and kept on disk, so that a curve survives a restart; two consoles may watch one thing (`design.md`, state).
 */

/** Names a thing and what is read of it: `lag/PROJECT/MIGRATION`. */
export type SampleKey = string;

/** The readings of all things that were watched lately, by key. A ring keeps its identity while nothing new was read. */
export type SamplesState = ReadonlyMap<SampleKey, Ring>;

export const NO_CURVES: SamplesState = new Map();

export type SampleActions = {
  /** Notes a reading. The disk is written in its own time; that it cannot be is said once. */
  readonly record: (key: SampleKey, sample: Sample) => void;
  /** What is known of a thing, the oldest first. Nothing before `load` or the first reading. */
  readonly ring: (key: SampleKey) => Ring;
  /** Reads what earlier and other consoles noted of a thing; for a screen that opens on it. Never rejects. */
  readonly load: (key: SampleKey) => Promise<void>;
};

export type Samples = {
  readonly actions: SampleActions;
  /** Takes the readings out of an answer that arrived at a time of this machine (ms). */
  readonly learn: (operation: OperationId, args: AnyArgs, data: unknown, at: number) => void;
  /** Another profile's things are not these. */
  readonly clear: () => void;
  readonly settled: () => Promise<void>;
};

/** So many things are held in memory; the one without news for longest goes, and is read again when it is opened. */
const MOST_THINGS = 200;

/** After so long without a reading of ours, another console's are looked for (ms of the service's time). */
const GAP = 120_000;

export const ringOf = (samples: SamplesState, key: SampleKey): Ring => samples.get(key) ?? NO_SAMPLES;

const atTime = (ring: Ring, time: number): Sample | undefined => ring.findLast(({ at }) => at === time);

export function createSamples(core: Core): Samples {
  let isSaid = false;
  const failed = (error: unknown): void => {
    if (isSaid) return;
    isSaid = true;
    core.report("warning", `The curves of lag and progress are not kept on disk: ${wordsOf(error)}`);
  };
  const open = () => createSampleFiles(core, core.profile().connection.profile, failed);
  let files = open();
  /** Reading from disk, or read: by key. */
  let read = new Map<SampleKey, Promise<void>>();

  const ring = (key: SampleKey): Ring => ringOf(core.get().samples, key);

  const put = (key: SampleKey, next: Ring): void => {
    if (next === ring(key)) return;
    const samples = new Map(core.get().samples);
    samples.delete(key);
    samples.set(key, next);
    for (const oldest of [...samples.keys()].slice(0, Math.max(0, samples.size - MOST_THINGS))) {
      samples.delete(oldest);
      read.delete(oldest);
    }
    core.set({ samples });
  };

  const readAgain = (key: SampleKey): Promise<void> => {
    const mine = files;
    const reading = mine.read(key).then((found) => {
      if (mine === files && found.length > 0) put(key, merged(ring(key), found));
    });
    read.set(key, reading);
    return reading;
  };
  const load = (key: SampleKey): Promise<void> => read.get(key) ?? readAgain(key);

  const record = (key: SampleKey, reading: Sample): void => {
    const before = ring(key).at(-1);
    // A ring has one reading a moment: what is told next in the same one (a cut-over right after a reading) stands behind it.
    let { at } = reading;
    for (let same = atTime(ring(key), at); same !== undefined; same = atTime(ring(key), at)) {
      if (same.state === reading.state && same.value === reading.value) return;
      at += 1;
    }
    const sample = { ...reading, at };
    const isAfterGap = before !== undefined && sample.at - before.at > GAP * speed();
    if (!read.has(key) || isAfterGap) void readAgain(key);
    put(key, withSample(ring(key), sample));
    files.append(key, sample, () => ring(key));
  };

  const speed = (): number => Math.max(1, core.get().session.serverClock?.speed ?? 1);

  return {
    actions: { record, ring, load },
    learn: (operation, args, data, at) => {
      const found = measuredIn(operation, args, data);
      for (const { key, ended, ...reading } of found) {
        const last = ring(key).at(-1);
        // An ended thing is told again for as long as it is listed: its end is noted once, and only where it was watched.
        if (!ended || (last !== undefined && last.state !== reading.state)) {
          record(key, { at: serverTime(core.get().session.serverClock, at), ...reading });
        } else if (last === undefined && found.length === 1) void load(key);
      }
    },
    clear: () => {
      files = open();
      read = new Map();
      core.set({ samples: NO_CURVES });
    },
    settled: async () => {
      await Promise.all(read.values());
      await files.settled();
    },
  };
}
