import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeJson } from "../contract/json.ts";
import { readDocument, removeFile, writeDocument } from "../settings/files.ts";
import { appendRecord, appendRecords, readRecords, rewriteRecords } from "../settings/record-files.ts";
import { SettingsError } from "../settings/settings-error.ts";
import type { StateFiles } from "./dependencies.ts";

/** The files of the state on the disk, below the folder that the settings name (`Paths.state`). */
export function diskFiles(folder: string): StateFiles {
  const place = (name: string): string => join(folder, ...name.split("/"));
  return {
    read: (name, kind) => readDocument(place(name), kind),
    write: (name, kind, content) => writeDocument(place(name), kind, content),
    writeSync: (name, kind, content) =>
      replaceSync(place(name), `${writeJson({ version: kind.version, ...content }, 2)}\n`, kind.what),
    append: (name, kind, record, durable) => appendRecord(place(name), kind, record, durable),
    appendAll: (name, kind, records) => appendRecords(place(name), kind, records, false),
    rewrite: (name, kind, records) => rewriteRecords(place(name), kind, records),
    records: (name, kind, most) => readRecords(place(name), kind, most),
    list: async (name) => {
      try {
        const entries = await readdir(place(name), { withFileTypes: true });
        return entries.filter((entry) => entry.isFile() && !entry.name.startsWith(".")).map((entry) => entry.name);
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
        throw new SettingsError(`Cannot read the folder ${place(name)}.`, { cause: error });
      }
    },
    remove: (name) => removeFile(place(name)),
  };
}

/** Replaces a file whole, while no other code runs: for the last moment of the program. */
function replaceSync(path: string, text: string, what: string): void {
  const folder = dirname(path);
  const draft = join(folder, `.${randomUUID()}.tmp`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = openSync(draft, "wx", 0o600);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new SettingsError(`Cannot write ${what} in ${path}.`, { cause: error });
  }
}
