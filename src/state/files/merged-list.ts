import type { z } from "zod";
import type { Connection } from "../../contract/wire/connection.ts";
import type { FileKind } from "../../settings/files.ts";
import { messageOf } from "../../text/thrown.ts";
import type { Core } from "../core.ts";
import { coalesced } from "./coalesced.ts";

/**
 * A list of the profile on disk that two consoles may change at once: each write merges what the other console has written.
 */
export type MergedList<Item> = {
  /** Replaces the list; the disk follows asynchronously. */
  readonly put: (items: readonly Item[]) => void;
  /** Reads the list from disk. Never rejects: an unreadable file is reported, and left as it is. */
  readonly load: () => Promise<void>;
  /** Writes everything pending at once; for exit and signals. */
  readonly flushSync: () => void;
  readonly settled: () => Promise<void>;
};

type Kept<Item, Schema extends z.ZodType> = {
  /** File of a profile's list. */
  readonly file: (connection: Connection) => string;
  /** Warning when writing fails: `Runbooks are not saved`. */
  readonly notSaved: string;
  readonly kind: FileKind<Schema>;
  readonly itemsIn: (content: z.output<Schema>) => readonly Item[];
  readonly contentOf: (items: readonly Item[]) => z.input<Schema> & object;
  /** Merges two lists; of an item in both, the one changed last wins. */
  readonly merged: (left: readonly Item[], right: readonly Item[]) => readonly Item[];
  /** The list in memory; empty before it is read. */
  readonly known: () => readonly Item[];
  readonly take: (items: readonly Item[]) => void;
};

/** The items of two lists by id; of an item in both, the one changed last. */
export function latestOf<Item extends { readonly id: string; readonly changedAt: number }>(
  left: readonly Item[],
  right: readonly Item[],
): readonly Item[] {
  const all = new Map(left.map((item) => [item.id, item]));
  for (const item of right) {
    const known = all.get(item.id);
    if (known === undefined || item.changedAt > known.changedAt) all.set(item.id, item);
  }
  return [...all.values()];
}

export function createMergedList<Item, Schema extends z.ZodType>(
  core: Core,
  kept: Kept<Item, Schema>,
): MergedList<Item> {
  const { known, take, merged, kind } = kept;
  let isReadable = true;
  const file = (): string => kept.file(core.profile().connection);
  const unsaved = (error: unknown): void => core.report("warning", `${kept.notSaved}: ${messageOf(error)}`);

  const withThose = (content: z.output<Schema> | null): readonly Item[] =>
    merged(known(), content === null ? [] : kept.itemsIn(content));

  const writer = coalesced<string>(
    (name) =>
      core.files.change(name, kind, (now) => {
        // The profile was switched meanwhile: this file belongs to the old one.
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
