import type { OperationId } from "../../contract/operations.ts";
import { merged, NO_SAMPLES, type Ring, type Sample, withSample } from "../../domain/sample-ring.ts";
import { MINUTE } from "../../text/durations.ts";
import { messageOf } from "../../text/thrown.ts";
import type { AnyArgs } from "../answers/query.ts";
import type { Core } from "../core.ts";
import { serverTime, speedOf } from "../session/server-clock.ts";
import type { SessionSlice } from "../session/session.ts";
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
 * Charts of watched things: lag of migrations, progress of exports, values of alerts. Readings come from every answer, for any caller, and are
 * stored on disk, so that a chart survives a restart; two consoles may watch one thing (`design.md`, state).
 */

/** Readings of all recently watched things, by key. A ring keeps its identity until there is a new reading. */
export type SamplesState = Rings;

export const NO_CURVES: SamplesState = new Map();

/** Loading of the readings that earlier and other consoles stored: figures based on them are unknown until they are loaded. */
export type SavedReadings = {
  /** True while they are being read from disk. */
  readonly isReading: boolean;
  /** Reason why readings needed for a judgement could not be loaded; null when they could. */
  readonly failure: string | null;
};

export const NOTHING_READ: SavedReadings = { isReading: false, failure: null };

export type SamplesSlice = { readonly samples: SamplesState; readonly savedReadings: SavedReadings };

export type SampleActions = {
  /** Records a reading. The disk is written asynchronously; a failure is reported once. */
  readonly record: (key: SampleKey, sample: Sample) => void;
  /** Known readings of a series, oldest first. Empty before `load` or the first reading. */
  readonly ring: (key: SampleKey) => Ring;
  /** Loads readings of earlier and other consoles, for a screen that opens on the series. Never rejects. */
  readonly load: (key: SampleKey) => Promise<void>;
};

type Samples = {
  readonly actions: SampleActions;
  /** Records the readings in an answer that arrived at a local time (ms). */
  readonly learn: (operation: OperationId, args: AnyArgs, data: unknown, at: number) => void;
  /** Drops everything on a switch of profile. */
  readonly clear: () => void;
  readonly settled: () => Promise<void>;
};

/** After a gap of this length in this console's readings, those of other consoles are loaded (service clock, ms). */
const GAP = 120_000;

/** An unchanged value is recorded again after this time, to distinguish it from a gap in reading (service clock, ms). */
const STILL = 100_000;

export const ringOf = (samples: SamplesState, key: SampleKey): Ring => samples.get(key) ?? NO_SAMPLES;

const atTime = (ring: Ring, time: number): Sample | undefined => ring.findLast(({ at }) => at === time);

export function createSamples(core: Core<SamplesSlice & SessionSlice>): Samples {
  let isSaid = false;
  const failed = (error: unknown): void => {
    if (isSaid) return;
    isSaid = true;
    core.report("warning", `Charts are not saved: ${messageOf(error)}`);
  };
  const open = () => createSampleFiles(core, failed);
  let files = open();
  /** Loads from disk, running or done, by file name. */
  let read = new Map<string, Promise<void>>();
  const places = createAlertPlaces();
  /** Newest answer: service time, local time, elapsed running time (all ms), and the speed of the service clock. */
  let newest: Readonly<Record<"server" | "local" | "elapsed" | "speed", number>> | null = null;
  /** Readings of this run. Readings of others were timed by other clocks. */
  const own = new WeakSet<Sample>();
  /** Time of the last reading for each file, by file name (service clock, ms). */
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

  /** Number of files being read, and errors by file. */
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
      // Not for alerts: their values are only drawn, nothing is judged by them.
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

  /** Notes a reading; after a gap, loads what others stored in the meantime. */
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
      // A ring has one reading per millisecond: another one in the same millisecond (a cut-over right after a reading)
      // is put 1 ms later.
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

  /** The service clock was set, or has just become known: readings of this run keep their distance from now, in memory and on disk. */
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
    // Readings that others timed later than now are loaded again when the clock gets there.
    read = new Map();
  };

  /** Service time of an answer. Sleep of the machine, or a change of its clock, does not shift earlier readings. */
  const timeOf = (local: number): number => {
    const { serverClock, sandbox } = core.get().session;
    const before = newest;
    const { speed: rate } = serverClock ?? { speed: 1 };
    const elapsed = core.clock.elapsed() - (core.clock.now() - local);
    newest = { server: serverTime(serverClock, local), local, elapsed, speed: rate };
    // The time of the embedded service can be stepped ahead: what was read before it is that much older then.
    if (before?.speed !== rate || sandbox) return newest.server;
    const passed = newest.server - before.server;
    const byElapsed = passed - (elapsed - before.elapsed) * rate;
    const by = Math.min(byElapsed, passed - (local - before.local) * rate);
    if (by > MINUTE || byElapsed < -MINUTE) shift(by);
    return newest.server;
  };

  /** True when a value adds something to the one before. A missing value is recorded once, and only after a known one. */
  const isNews = ({ key, value, state }: Measured, time: number): boolean => {
    const last = ring(key).at(-1);
    if (value === null) return last !== undefined && last.value !== null;
    if (last === undefined || last.value !== value || last.state !== state) return true;
    return Math.abs(time - last.at) >= STILL * speed();
  };

  /** Values of alerts to record from an answer; for an ended alert that is opened, stored values are loaded. */
  const newValues = (found: readonly Measured[], isOpened: boolean, time: number): readonly Measured[] => {
    const [first] = found;
    if (first === undefined) return [];
    if (first.ended && isOpened) void load(first.key);
    const kept = places.keep(found, isOpened, core.clock.now());
    if (kept.length > 0) lookedAt(fileOf(first.key), time);
    return kept.filter((one) => isNews(one, time));
  };

  /**
   * A watched thing ended unobserved. The time at which its end was noticed is only written to disk, for later readers; this run must not take it
   * for the end time: a short-lived command would say "now" each time.
   */
  const noteEnd = (key: SampleKey, state: string, at: number): void => {
    const last = ring(key).at(-1);
    if (last === undefined || last.state === state || at <= last.at) return;
    const file = fileOf(key);
    files.append(file, [{ key, sample: { at, value: null, state } }], () => inFile(file, core.get().samples));
  };

  /** Ended jobs stay in lists: an end is recorded once, and only if the job was watched. */
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
