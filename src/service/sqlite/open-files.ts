import { statSync } from "node:fs";
import { fileRemoved } from "../storage/storage-problem.ts";

/**
 * The files that a service has open, by their inodes: what is written to a file that was deleted or replaced is gone with the process,
 * and nobody would learn of it.
 */
export class OpenFiles {
  readonly #inodes = new Map<string, string | null>();

  constructor(files: readonly string[]) {
    for (const file of files) this.#inodes.set(file, inodeOf(file));
  }

  /** @throws StorageProblem when one of them is not the one that was opened */
  check(): void {
    for (const [file, opened] of this.#inodes) {
      const present = inodeOf(file);
      if (opened !== null && present !== opened) throw fileRemoved(file);
      // The log of SQLite comes with the first write.
      if (opened === null) this.#inodes.set(file, present);
    }
  }
}

function inodeOf(file: string): string | null {
  const entry = statSync(file, { throwIfNoEntry: false });
  return entry === undefined ? null : `${entry.dev}:${entry.ino}`;
}
