import type { z } from "zod";
import type { FileKind } from "../../settings/files.ts";
import { messageOf } from "../../text/thrown.ts";
import type { Core } from "../core.ts";
import { coalesced } from "./coalesced.ts";
import { fileName, serviceFileName } from "./file-names.ts";

/**
 * A list of the profile that is kept on disk and that two consoles may change at once: each write takes in what the other one has
 * written since.
 */
export type MergedList<Item> = {
  /** The list is this from now on; the disk follows in its own time. */
  readonly put: (items: readonly Item[]) => void;
  /** Reads what is on disk. Never rejects: a file that cannot be read is reported, and left as it is. */
  readonly load: () => Promise<void>;
  /** Writes at once what is not on disk; for exit and signals. */
  readonly flushSync: () => void;
  readonly settled: () => Promise<void>;
};

type Kept<Item, Schema extends z.ZodType> = {
  /** The folder that has a file for each profile. */
  readonly folder: string;
  /** What the list says is of the profile's service: where the profile means another one, that has another file. */
  readonly isOfService?: true;
  /** `Runbooks are not saved`: what is said where the disk does not take it. */
  readonly notSaved: string;
  readonly kind: FileKind<Schema>;
  readonly itemsIn: (content: z.output<Schema>) => readonly Item[];
  readonly contentOf: (items: readonly Item[]) => z.input<Schema> & object;
  /** Two lists as one: of an item that both have, the one that was changed last counts. */
  readonly merged: (left: readonly Item[], right: readonly Item[]) => readonly Item[];
  /** The list in memory; empty while it was not read. */
  readonly known: () => readonly Item[];
  readonly take: (items: readonly Item[]) => void;
};

export function createMergedList<Item, Schema extends z.ZodType>(
  core: Core,
  kept: Kept<Item, Schema>,
): MergedList<Item> {
  const { known, take, merged, kind } = kept;
  let isReadable = true;
  const file = (): string => {
    const { connection } = core.profile();
    return `${kept.folder}/${kept.isOfService === true ? serviceFileName(connection) : fileName(connection.profile)}.json`;
  };
  const unsaved = (error: unknown): void => core.report("warning", `${kept.notSaved}: ${messageOf(error)}`);

  const withThose = (content: z.output<Schema> | null): readonly Item[] =>
    merged(known(), content === null ? [] : kept.itemsIn(content));

  const writer = coalesced<string>(
    (name) =>
      core.files.change(name, kind, (now) => {
        // Another profile's by now: its list is not this file's.
        if (name !== file()) return null;
        take(withThose(now));
        return kept.contentOf(known());
      }),
    unsaved,
  );

  return {
    put: (items) => {
      take(items);
      if (isReadable) writer.write(file());
    },
    load: async () => {
      const name = file();
      try {
        const content = await core.files.read(name, kind);
        isReadable = true;
        if (name === file()) take(withThose(content));
      } catch (error) {
        isReadable = false;
        take(known());
        unsaved(error);
      }
    },
    flushSync: () => {
      if (!isReadable) return;
      try {
        writer.flushSync((name) => core.files.changeSync(name, kind, (now) => kept.contentOf(withThose(now))));
      } catch (error) {
        unsaved(error);
      }
    },
    settled: () => writer.settled(),
  };
}
