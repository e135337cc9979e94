import * as z from "zod";
import { MOST_SAMPLES, merged, NO_SAMPLES, type Ring, type Sample } from "../domain/sample-ring.ts";
import type { FileKind } from "../settings/files.ts";
import type { Core } from "./core.ts";
import { fileName } from "./file-names.ts";

/**
 * Readings on disk: each run of a console appends to a file of its own a thing, and all files of a thing are put together when
 * they are read. So two consoles may watch one thing, and neither can cut off or shift the other's lines. A run's file is written
 * anew from memory now and then, and takes in what ended runs left; so a thing has few files, and each is bounded.
 */

const SamplesFile = {
  what: "the lag and progress charts",
  version: 1,
  schema: z.object({ at: z.number(), value: z.number().nullable(), state: z.string().optional() }),
} satisfies FileKind;

/** More files of one thing than this are put together. */
const MOST_FILES_OF_A_THING = 4;
/** More files of a profile than this: those of the oldest runs go. */
export const MOST_FILES = 300;
/** A run without a line for so long has ended, or will start a new file (ms of the service's time). */
const SILENT = 3_600_000;

const ENDING = ".jsonl";

/** When the run that wrote a file began. */
const beganOf = (name: string): number => Number(name.slice(0, -ENDING.length).split("-").at(-1));

const sampleOf = ({ at, value, state }: z.output<typeof SamplesFile.schema>): Sample =>
  state === undefined ? { at, value } : { at, value, state };

export type SampleFiles = {
  /** All that any run noted of a thing; nothing where it cannot be read, which is said. */
  readonly read: (key: string) => Promise<Ring>;
  /** @param whole what memory holds of the thing, asked for when the file is written anew */
  readonly append: (key: string, sample: Sample, whole: () => Ring) => void;
  readonly settled: () => Promise<void>;
};

/** @param failed told of every failure; the curve in memory goes on */
export function createSampleFiles(core: Core, profile: string, failed: (error: unknown) => void): SampleFiles {
  const folder = `samples/${fileName(profile)}`;
  const run = `${core.process}-${core.clock.now()}`;
  /** Lines of this run's files since they were last written whole. */
  const lines = new Map<string, number>();
  /** What is under way, by thing: one after another. */
  const underWay = new Map<string, Promise<void>>();
  let pruned: Promise<void> | undefined;

  const own = (key: string): string => `${folder}/${fileName(key)}.${run}${ENDING}`;

  const inTurn = (key: string, work: () => Promise<void>): Promise<void> => {
    const turn = (underWay.get(key) ?? Promise.resolve()).then(work).catch(failed);
    underWay.set(key, turn);
    void turn.then(() => {
      if (underWay.get(key) === turn) underWay.delete(key);
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

  const ringIn = async (name: string): Promise<Ring> => {
    const { records } = await core.files.records(name, SamplesFile);
    return records.map(sampleOf);
  };

  /** Takes what ended runs left into this run's file: written first, removed then. */
  const takeIn = async (key: string, rings: ReadonlyMap<string, Ring>, whole: Ring): Promise<void> => {
    const speed = Math.max(1, core.get().session.serverClock?.speed ?? 1);
    const newest = whole.at(-1)?.at ?? 0;
    const ended = [...rings].filter(
      ([name, ring]) => name !== own(key) && newest - (ring.at(-1)?.at ?? 0) >= SILENT * speed,
    );
    if (ended.length === 0) return;
    await core.files.rewrite(own(key), SamplesFile, [...whole]);
    lines.set(key, 0);
    for (const [name] of ended) await core.files.remove(name);
  };

  const readAll = async (key: string): Promise<Ring> => {
    pruned ??= prune();
    await pruned;
    const start = `${fileName(key)}.`;
    const names = (await core.files.list(folder)).filter((name) => name.startsWith(start) && name.endsWith(ENDING));
    const rings = new Map<string, Ring>();
    for (const name of names) rings.set(`${folder}/${name}`, await ringIn(`${folder}/${name}`));
    const whole = [...rings.values()].reduce(merged, NO_SAMPLES);
    if (names.length > MOST_FILES_OF_A_THING) await takeIn(key, rings, whole);
    return whole;
  };

  return {
    read: async (key) => {
      let found = NO_SAMPLES;
      await inTurn(key, async () => {
        found = await readAll(key);
      });
      return found;
    },
    append: (key, sample, whole) => {
      void inTurn(key, async () => {
        const count = (lines.get(key) ?? 0) + 1;
        lines.set(key, count);
        if (count <= MOST_SAMPLES) return core.files.append(own(key), SamplesFile, sample, false);
        lines.set(key, 0);
        return core.files.rewrite(own(key), SamplesFile, [...whole()]);
      });
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
  };
}
