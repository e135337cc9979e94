import { statSync } from "node:fs";
import { fileRemoved } from "../storage/storage-problem.ts";

/**
 * Watches the open files of a service by their inodes: writes to a file that was deleted or replaced would be lost silently when the process ends.
 */
export class OpenFiles {
  readonly #inodes = new Map<string, string | null>();

  constructor(files: readonly string[]) {
    for (const file of files) this.#inodes.set(file, inodeOf(file));
  }

  /** @throws StorageProblem if one of them has been deleted or replaced */
  check(): void {
    for (const [file, opened] of this.#inodes) {
      const present = inodeOf(file);
      if (opened !== null && present !== opened) throw fileRemoved(file);
      // SQLite creates its log with the first write.
      if (opened === null) this.#inodes.set(file, present);
    }
  }
}

function inodeOf(file: string): string | null {
  const entry = statSync(file, { throwIfNoEntry: false });
  return entry === undefined ? null : `${entry.dev}:${entry.ino}`;
}
