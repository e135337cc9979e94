import * as z from "zod";
import { isJson, isObject, type JsonObject } from "../contract/json/json.ts";
import { Secret } from "../contract/secret.ts";
import type { FileKind } from "../settings/files.ts";
import { messageOf } from "../text/thrown.ts";
import type { Core } from "./core.ts";
import { type CoalescedWriter, coalesced } from "./files/coalesced.ts";
import { fileName } from "./files/file-names.ts";
import type { StateFiles } from "./files/state-files.ts";

/** An unfinished form on disk, without its secrets. */
export type StoredDraft = {
  /** Unique per form and subject (`updateAlertConfiguration/PROJECT/65f0…`). */
  readonly id: string;
  readonly profile: string;
  readonly updatedAt: number;
  /** Form state as `forms/` wrote it. */
  readonly content: JsonObject;
};

type DraftsState = {
  /** Drafts of this profile, newest first. */
  readonly list: readonly StoredDraft[];
  /** Reason why drafts cannot be saved at the moment; null when they can. */
  readonly problem: string | null;
};

export type DraftsSlice = { readonly drafts: DraftsState };

export type DraftActions = {
  /** Reads the drafts on disk. */
  readonly load: () => Promise<void>;
  readonly find: (id: string) => StoredDraft | undefined;
  /** The file of a draft, below the state folder. */
  readonly fileOf: (id: string) => string;
  /**
   * Saves a draft: call it at each key. Writes are coalesced; `settled` waits for them.
   *
   * @throws TypeError when the content holds a `Secret`: nothing is saved then
   */
  readonly save: (draft: Pick<StoredDraft, "id" | "content">) => void;
  /** Removes a draft from memory and disk: its form was sent, or a person discarded it. */
  readonly discard: (id: string) => Promise<void>;
  /** Writes everything pending at once; for exit and signals. */
  readonly flushSync: () => void;
  readonly settled: () => Promise<void>;
};

export const NO_DRAFTS: DraftsState = { list: [], problem: null };

const FOLDER = "drafts";

const DraftFile = {
  what: "a draft",
  version: 1,
  schema: z.object({
    id: z.string(),
    profile: z.string(),
    updatedAt: z.number(),
    content: z.custom<JsonObject>((value) => isObject(value) && isJson(value)),
  }),
} satisfies FileKind;

/** One file per form: with two consoles in the same form, the last writer wins. */
const fileOf = (profile: string, id: string): string => `${FOLDER}/${fileName(`${profile}/${id}`)}.json`;

/** The files with drafts of a profile; a file that cannot be read is of nobody. */
export async function draftFilesOf(
  files: Pick<StateFiles, "list" | "read">,
  profile: string,
): Promise<readonly string[]> {
  const names = (await files.list(FOLDER)).map((name) => `${FOLDER}/${name}`);
  const drafts = await Promise.all(names.map((name) => files.read(name, DraftFile).catch(() => null)));
  return names.filter((_, index) => drafts[index]?.profile === profile);
}

/** Gives the drafts of a profile to another. */
export async function moveDrafts(
  files: Pick<StateFiles, "list" | "read" | "write" | "remove">,
  from: string,
  to: string,
): Promise<void> {
  for (const name of await draftFilesOf(files, from)) {
    const draft = await files.read(name, DraftFile);
    if (draft !== null) await files.write(fileOf(to, draft.id), DraftFile, { ...draft, profile: to });
    await files.remove(name);
  }
}

const newestFirst = (drafts: Iterable<StoredDraft>): readonly StoredDraft[] =>
  [...drafts].sort((left, right) => right.updatedAt - left.updatedAt);

/** True when a value contains a secret at any depth. */
function holdsSecret(value: unknown): boolean {
  if (value instanceof Secret) return true;
  if (Array.isArray(value)) return value.some(holdsSecret);
  return isObject(value) && Object.values(value).some(holdsSecret);
}

export function createDrafts(core: Core<DraftsSlice>): DraftActions {
  /** By file. Writing null removes the file: in order, so that no earlier write brings it back, and synchronously at exit. */
  const writers = new Map<string, CoalescedWriter<StoredDraft | null>>();
  const profile = (): string => core.profile().connection.profile;

  const setList = (list: readonly StoredDraft[]): void => core.set({ drafts: { ...core.get().drafts, list } });
  const setProblem = (problem: string | null): void => {
    if (core.get().drafts.problem !== problem) core.set({ drafts: { ...core.get().drafts, problem } });
  };
  const others = (id: string): readonly StoredDraft[] => core.get().drafts.list.filter((draft) => draft.id !== id);

  const failed = (error: unknown): void => {
    if (core.get().drafts.problem === null) {
      core.report(
        "bad",
        `Your input is not saved on disk: ${messageOf(error)} Send or copy your input before you quit.`,
      );
    }
    setProblem(messageOf(error));
  };

  const remove = async (file: string): Promise<void> => {
    try {
      await core.files.remove(file);
    } catch (error) {
      core.report("warning", `The draft was not deleted and will be restored again: ${messageOf(error)}`);
    }
  };

  const writerOf = (file: string): CoalescedWriter<StoredDraft | null> => {
    const known = writers.get(file);
    if (known !== undefined) return known;
    const writer = coalesced<StoredDraft | null>(async (draft) => {
      if (draft === null) return remove(file);
      await core.files.write(file, DraftFile, draft);
      setProblem(null);
    }, failed);
    writers.set(file, writer);
    return writer;
  };

  const readOne = async (name: string): Promise<StoredDraft | null> => {
    try {
      return await core.files.read(`${FOLDER}/${name}`, DraftFile);
    } catch (error) {
      core.report("warning", `Cannot read a draft: ${messageOf(error)}`);
      return null;
    }
  };

  return {
    load: async () => {
      const mine = profile();
      try {
        const names = (await core.files.list(FOLDER)).filter((name) => name.endsWith(".json"));
        const read = await Promise.all(names.map(readOne));
        const drafts = new Map(read.flatMap((draft) => (draft?.profile === mine ? [[draft.id, draft]] : [])));
        // Drafts in memory were typed during the read and are newer than the disk.
        if (profile() !== mine) return;
        for (const draft of core.get().drafts.list) if (draft.profile === mine) drafts.set(draft.id, draft);
        setList(newestFirst(drafts.values()));
      } catch (error) {
        core.report("warning", `Cannot read the drafts of earlier sessions: ${messageOf(error)}`);
      }
    },
    fileOf: (id) => fileOf(profile(), id),
    find: (id) => core.get().drafts.list.find((draft) => draft.id === id),
    save: ({ id, content }) => {
      if (holdsSecret(content)) throw new TypeError("a draft must not hold a secret");
      const draft = { id, profile: profile(), updatedAt: core.clock.now(), content };
      setList([draft, ...others(id)]);
      writerOf(fileOf(draft.profile, id)).write(draft);
    },
    discard: async (id) => {
      setList(others(id));
      const writer = writerOf(fileOf(profile(), id));
      writer.write(null);
      await writer.settled();
    },
    flushSync: () => {
      for (const [file, writer] of writers) {
        try {
          writer.flushSync((draft) =>
            draft === null ? core.files.removeSync(file) : core.files.writeSync(file, DraftFile, draft),
          );
        } catch (error) {
          failed(error);
        }
      }
    },
    settled: async () => {
      await Promise.all([...writers.values()].map((writer) => writer.settled()));
    },
  };
}
