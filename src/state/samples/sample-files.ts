import * as z from "zod";
import { MOST_SAMPLES, merged, NO_SAMPLES, type Ring, type Sample } from "../../domain/sample-ring.ts";
import type { FileKind } from "../../settings/files.ts";
import type { Core } from "../core.ts";
import { fileName, servicePath } from "../files/file-names.ts";
import { speedOf } from "../session/server-clock.ts";
import type { SessionSlice } from "../session/session.ts";
import { boundedAs, type Rings, type SampleKey, tooMany } from "./sample-kinds.ts";

/**
 * Readings on disk: each run of a console appends to its own files (one per thing, and one for all alerts), and all files of a name are merged
 * when they are read. So two consoles can watch the same thing without cutting off or shifting each other's lines. A run's file is rewritten from
 * memory now and then, and includes what ended runs left; so a name has few files, and each is bounded.
 */

const SamplesFile = {
  what: "the charts",
  version: 1,
  /** `key`: the series, when a file has several. */
  schema: z.object({
    key: z.string().optional(),
    at: z.number(),
    value: z.number().nullable(),
    state: z.string().optional(),
  }),
} satisfies FileKind;

/** A reading and its series. */
export type KeyedSample = { readonly key: SampleKey; readonly sample: Sample };

/** From more files of one name than this, ended ones are merged. */
const MOST_FILES_OF_A_NAME = 4;
/** Upper bound of files per profile; files of the oldest runs are removed. */
export const MOST_FILES = 300;
/** A run without a line for this long has ended, or will start a new file (service clock, ms). */
const SILENT = 3_600_000;

const ENDING = ".jsonl";

/** Start time of the run that wrote a file. */
const beganOf = (name: string): number => Number(name.slice(0, -ENDING.length).split("-").at(-1));

const sampleOf = ({ at, value, state }: z.output<typeof SamplesFile.schema>): Sample =>
  state === undefined ? { at, value } : { at, value, state };

const recordOf = (file: string, { key, sample }: KeyedSample) => (key === file ? sample : { key, ...sample });

const recordsOf = (file: string, rings: Rings) =>
  [...rings].flatMap(([key, ring]) => ring.map((sample) => recordOf(file, { key, sample })));

const newestIn = (rings: Rings): number => Math.max(0, ...[...rings.values()].map((ring) => ring.at(-1)?.at ?? 0));

/** Merges readings of the same things from several files, within the bounds. */
function together(all: Iterable<Rings>): Rings {
  const whole = new Map<SampleKey, Ring>();
  for (const rings of all) {
    for (const [key, ring] of rings) whole.set(key, boundedAs(key, merged(whole.get(key) ?? NO_SAMPLES, ring)));
  }
  for (const key of tooMany(whole)) whole.delete(key);
  return whole;
}

type SampleFiles = {
  /** All readings in files of this name, of any run. @throws SettingsError when they cannot be read */
  readonly read: (file: string) => Promise<Rings>;
  /** @param whole returns all readings in memory for this file, called when the file is rewritten */
  readonly append: (file: string, readings: readonly KeyedSample[], whole: () => Rings) => void;
  /** Rewrites this run's file. */
  readonly rewrite: (file: string, whole: () => Rings) => void;
  readonly settled: () => Promise<void>;
};

/** @param failed called with every write error; the chart in memory continues */
export function createSampleFiles(core: Core<SessionSlice>, failed: (error: unknown) => void): SampleFiles {
  const folder = servicePath("samples", core.profile().connection);
  const run = `${core.process}-${core.clock.now()}`;
  /** Lines appended to this run's files since they were last rewritten. */
  const lines = new Map<string, number>();
  /** Pending work by file, one after another. */
  const underWay = new Map<string, Promise<void>>();
  let pruned: Promise<void> | undefined;

  const own = (file: string): string => `${folder}/${fileName(file)}.${run}${ENDING}`;

  const inTurn = (file: string, work: () => Promise<void>): Promise<void> => {
    const turn = (underWay.get(file) ?? Promise.resolve()).then(work).catch(failed);
    underWay.set(file, turn);
    void turn.then(() => {
      if (underWay.get(file) === turn) underWay.delete(file);
    });
    return turn;
  };

  const prune = async (): Promise<void> => {
    const names = (await core.files.list(folder)).filter((name) => name.endsWith(ENDING));
    const oldest = names.toSorted((left, right) => beganOf(left) - beganOf(right));
    for (const name of oldest.slice(0, Math.max(0, names.length - MOST_FILES))) {
      await core.files.remove(`${folder}/${name}`);
    }
  };

  const ringsIn = async (file: string, name: string): Promise<Rings> => {
    const { records } = await core.files.records(name, SamplesFile);
    const byKey = Map.groupBy(records, ({ key }) => key ?? file);
    return new Map([...byKey].map(([key, own]) => [key, own.map(sampleOf)]));
  };

  const writeWhole = (file: string, whole: Rings): Promise<void> => {
    lines.set(file, 0);
    return core.files.rewrite(own(file), SamplesFile, recordsOf(file, whole));
  };

  /** Merges files of ended runs into this run's file: written first, then the old ones removed. */
  const takeIn = async (file: string, all: ReadonlyMap<string, Rings>, whole: Rings): Promise<void> => {
    const speed = speedOf(core.get().session.serverClock);
    const newest = newestIn(whole);
    const ended = [...all].filter(([name, rings]) => name !== own(file) && newest - newestIn(rings) >= SILENT * speed);
    if (ended.length === 0) return;
    await writeWhole(file, whole);
    for (const [name] of ended) await core.files.remove(name);
  };

  const readAll = async (file: string): Promise<Rings> => {
    pruned ??= prune().catch(failed);
    await pruned;
    const start = `${fileName(file)}.`;
    const names = (await core.files.list(folder)).filter((name) => name.startsWith(start) && name.endsWith(ENDING));
    const all = new Map<string, Rings>();
    for (const name of names) all.set(`${folder}/${name}`, await ringsIn(file, `${folder}/${name}`));
    const whole = together(all.values());
    // A failed merge does not matter: the readings are valid either way.
    if (names.length > MOST_FILES_OF_A_NAME) await takeIn(file, all, whole).catch(failed);
    return whole;
  };

  return {
    read: (file) => {
      const { promise, resolve, reject } = Promise.withResolvers<Rings>();
      void inTurn(file, () => readAll(file).then(resolve, reject));
      return promise;
    },
    append: (file, readings, whole) => {
      void inTurn(file, async () => {
        const count = (lines.get(file) ?? 0) + readings.length;
        lines.set(file, count);
        if (count <= MOST_SAMPLES) {
          return core.files.appendAll(
            own(file),
            SamplesFile,
            readings.map((reading) => recordOf(file, reading)),
          );
        }
        return writeWhole(file, whole());
      });
    },
    rewrite: (file, whole) => void inTurn(file, () => writeWhole(file, whole())),
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
  };
}
