import type { OperationId } from "../../contract/operations.ts";
import { merged, NO_SAMPLES, type Ring, type Sample, withSample } from "../../domain/sample-ring.ts";
import { MINUTE } from "../../text/durations.ts";
import { messageOf } from "../../text/thrown.ts";
import type { AnyArgs } from "../answers/query.ts";
import type { Core } from "../core.ts";
import { serverTime, speedOf } from "../session/server-clock.ts";
import { createAlertPlaces } from "./alert-places.ts";
import { type Measured, measuredIn } from "./measured.ts";
import { createSampleFiles, type KeyedSample } from "./sample-files.ts";
import {
  ALERTS_FILE,
  boundedAs,
  fileOf,
  inFile,
  isAlertValue,
  type Rings,
  type SampleKey,
  tooMany,
} from "./sample-kinds.ts";

/**
 * Curves of things that are watched: lag of migrations, progress of exports, values of alerts. They are read off every answer, whoever asked for
 * it, and kept on disk, so that a curve survives a restart; two consoles may watch one thing (`design.md`, state).
 */

/** The readings of all things that were watched lately, by key. A ring keeps its identity while nothing new was read. */
export type SamplesState = Rings;

export const NO_CURVES: SamplesState = new Map();

/** How it stands with the readings that earlier and other consoles noted: a figure that rests upon them is not known before they are read. */
export type SavedReadings = {
  /** They are read from the disk. */
  readonly isReading: boolean;
  /** Why those that something is judged by could not be read; null where they could. */
  readonly failure: string | null;
};

export const NOTHING_READ: SavedReadings = { isReading: false, failure: null };

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

/** After so long without a reading of ours, another console's are looked for (ms of the service's time). */
const GAP = 120_000;

/** A value that stays the same is noted again after so long, so that it is told from one that nobody read (ms of the service's time). */
const STILL = 100_000;

export const ringOf = (samples: SamplesState, key: SampleKey): Ring => samples.get(key) ?? NO_SAMPLES;

const atTime = (ring: Ring, time: number): Sample | undefined => ring.findLast(({ at }) => at === time);

export function createSamples(core: Core): Samples {
  let isSaid = false;
  const failed = (error: unknown): void => {
    if (isSaid) return;
    isSaid = true;
    core.report("warning", `Charts are not saved: ${messageOf(error)}`);
  };
  const open = () => createSampleFiles(core, failed);
  let files = open();
  /** Reading from disk, or read: by the name of the file. */
  let read = new Map<string, Promise<void>>();
  const places = createAlertPlaces();
  /** The service's time of the newest answer, this machine's, how long the machine had run (ms), and how fast the service's time goes. */
  let newest: Readonly<Record<"server" | "local" | "elapsed" | "speed", number>> | null = null;
  /** The readings of this run. Those of others were noted by clocks of their own. */
  const own = new WeakSet<Sample>();
  /** When something that a file is about was read last, by the name of the file (ms of the service's time). */
  let lastRead = new Map<string, number>();

  const ring = (key: SampleKey): Ring => ringOf(core.get().samples, key);

  const putAll = (rings: Rings): void => {
    const changed = [...rings].filter(([key, next]) => next !== ring(key));
    if (changed.length === 0) return;
    const samples = new Map(core.get().samples);
    for (const [key, next] of changed) {
      samples.delete(key);
      samples.set(key, next);
    }
    for (const key of tooMany(samples)) {
      samples.delete(key);
      if (fileOf(key) !== key) continue;
      read.delete(key);
      lastRead.delete(key);
    }
    core.set({ samples });
  };

  /** Files that are read just now, and why some could not be. */
  let underWay = 0;
  const failures = new Map<string, string>();
  const tellReading = (): void => {
    const [failure = null] = failures.values();
    const { savedReadings } = core.get();
    const isReading = underWay > 0;
    if (savedReadings.isReading === isReading && savedReadings.failure === failure) return;
    core.set({ savedReadings: { isReading, failure } });
  };

  const readAgain = (file: string): Promise<void> => {
    const mine = files;
    const taken = (found: Rings): void => {
      failures.delete(file);
      putAll(new Map([...found].map(([key, noted]) => [key, boundedAs(key, merged(ring(key), noted))])));
    };
    const missed = (error: unknown): void => {
      failed(error);
      // Values of alerts are only drawn.
      if (file !== ALERTS_FILE) failures.set(file, `Readings not loaded: ${messageOf(error)}`);
    };
    const entered = (enter: () => void): void => {
      if (mine !== files) return;
      underWay -= 1;
      core.together(() => {
        enter();
        tellReading();
      });
    };
    underWay += 1;
    tellReading();
    const reading = mine.read(file).then(
      (found) => entered(() => taken(found)),
      (error: unknown) => entered(() => missed(error)),
    );
    read.set(file, reading);
    return reading;
  };
  const load = (key: SampleKey): Promise<void> => read.get(fileOf(key)) ?? readAgain(fileOf(key));

  /** That something was read; after a while in which nothing was, what others noted meanwhile is read from the disk. */
  const lookedAt = (file: string, at: number): void => {
    const before = lastRead.get(file);
    lastRead.set(file, at);
    if (!read.has(file) || (before !== undefined && at - before > GAP * speed())) void readAgain(file);
  };

  const recordAll = (readings: readonly KeyedSample[]): void => {
    const next = new Map<SampleKey, Ring>();
    const lines = new Map<string, KeyedSample[]>();
    for (const { key, sample: reading } of readings) {
      const before = next.get(key) ?? ring(key);
      // A ring has one reading a moment: what is told next in the same one (a cut-over right after a reading) stands behind it.
      let { at } = reading;
      let same = atTime(before, at);
      while (same !== undefined && (same.state !== reading.state || same.value !== reading.value)) {
        at += 1;
        same = atTime(before, at);
      }
      if (same !== undefined) continue;
      const sample = { ...reading, at };
      own.add(sample);
      next.set(key, boundedAs(key, withSample(before, sample)));
      const file = fileOf(key);
      lookedAt(file, at);
      lines.set(file, [...(lines.get(file) ?? []), { key, sample }]);
    }
    putAll(next);
    for (const [file, ofFile] of lines) files.append(file, ofFile, () => inFile(file, core.get().samples));
  };

  const speed = (): number => speedOf(core.get().session.serverClock);

  /** The service's clock was set, or is known now: what this run noted keeps its distance from now, here and on the disk. */
  const shift = (by: number): void => {
    const shifted = (sample: Sample): Sample => {
      if (!own.has(sample)) return sample;
      const moved = { ...sample, at: sample.at + by };
      own.add(moved);
      return moved;
    };
    const noted = [...core.get().samples].filter(([, ring]) => ring.some((sample) => own.has(sample)));
    putAll(new Map(noted.map(([key, ring]) => [key, merged(ring.map(shifted), NO_SAMPLES)])));
    for (const file of new Set(noted.map(([key]) => fileOf(key)))) {
      files.rewrite(file, () => inFile(file, core.get().samples));
    }
    lastRead = new Map([...lastRead].map(([file, at]) => [file, at + by]));
    // What others noted for a time to come is there again when the clock is.
    read = new Map();
  };

  /** The service's time of an answer. A machine that slept, or whose own clock was set, changes nothing of it. */
  const timeOf = (local: number): number => {
    const { serverClock } = core.get().session;
    const before = newest;
    const { speed: rate } = serverClock ?? { speed: 1 };
    const elapsed = core.clock.elapsed() - (core.clock.now() - local);
    newest = { server: serverTime(serverClock, local), local, elapsed, speed: rate };
    if (before?.speed !== rate) return newest.server;
    const passed = newest.server - before.server;
    const byElapsed = passed - (elapsed - before.elapsed) * rate;
    const by = Math.min(byElapsed, passed - (local - before.local) * rate);
    if (by > MINUTE || byElapsed < -MINUTE) shift(by);
    return newest.server;
  };

  /** Whether a value says more than the one before it. One that is told no more is noted once, and never where none was known. */
  const isNews = ({ key, value, state }: Measured, time: number): boolean => {
    const last = ring(key).at(-1);
    if (value === null) return last !== undefined && last.value !== null;
    if (last === undefined || last.value !== value || last.state !== state) return true;
    return Math.abs(time - last.at) >= STILL * speed();
  };

  /** The values of alerts that an answer brings; of one that has ended, what is known is looked up where it is opened. */
  const newValues = (found: readonly Measured[], isOpened: boolean, time: number): readonly Measured[] => {
    const [first] = found;
    if (first === undefined) return [];
    if (first.ended && isOpened) void load(first.key);
    const kept = places.keep(found, isOpened, core.clock.now());
    if (kept.length > 0) lookedAt(fileOf(first.key), time);
    return kept.filter((one) => isNews(one, time));
  };

  /**
   * It was watched and ended while nobody looked. When it was seen to have ended is noted for those that read it later; in this run it is
   * no time of an end: a command that is run for a moment would say "now" each time.
   */
  const noteEnd = (key: SampleKey, state: string, at: number): void => {
    const last = ring(key).at(-1);
    if (last === undefined || last.state === state || at <= last.at) return;
    const file = fileOf(key);
    files.append(file, [{ key, sample: { at, value: null, state } }], () => inFile(file, core.get().samples));
  };

  /** An ended job is told again for as long as it is listed: its end is noted once, and only where it was watched. */
  const newStates = (found: readonly Measured[], time: number): readonly Measured[] =>
    found.filter(({ key, state, ended }) => {
      const last = ring(key).at(-1);
      if (ended && last === undefined && found.length === 1) void load(key).then(() => noteEnd(key, state, time));
      return !ended || (last !== undefined && last.state !== state);
    });

  return {
    actions: { record: (key, sample) => recordAll([{ key, sample }]), ring, load },
    learn: (operation, args, data, at) => {
      const time = timeOf(at);
      const found = measuredIn(operation, args, data);
      if (found.length === 0) return;
      const news = found.every(({ key }) => isAlertValue(key))
        ? newValues(found, operation === "getAlert", time)
        : newStates(found, time);
      recordAll(news.map(({ key, value, state }) => ({ key, sample: { at: time, value, state } })));
    },
    clear: () => {
      files = open();
      read = new Map();
      lastRead = new Map();
      places.clear();
      newest = null;
      underWay = 0;
      failures.clear();
      core.set({ samples: NO_CURVES, savedReadings: NOTHING_READ });
    },
    settled: async () => {
      await Promise.all(read.values());
      await files.settled();
    },
  };
}
