import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { changeDocument, changeDocumentNow } from "../../settings/changed-files.ts";
import { fileError } from "../../settings/file-errors.ts";
import {
  moveFile,
  readDocument,
  removeFile,
  removeFileNow,
  writeDocument,
  writeDocumentNow,
} from "../../settings/files.ts";
import { appendRecord, appendRecords, readRecords, rewriteRecords } from "../../settings/record-files.ts";
import { codeOf } from "../../text/thrown.ts";
import type { StateFiles } from "./state-files.ts";

/** State files on disk, below the folder from the settings (`Paths.state`). */
export function diskFiles(folder: string): StateFiles {
  const place = (name: string): string => join(folder, ...name.split("/"));
  return {
    read: (name, kind) => readDocument(place(name), kind),
    write: (name, kind, content) => writeDocument(place(name), kind, content),
    writeSync: (name, kind, content) => writeDocumentNow(place(name), kind, content),
    change: (name, kind, change) => changeDocument(place(name), kind, change),
    changeSync: (name, kind, change) => changeDocumentNow(place(name), kind, change),
    append: (name, kind, record, durable) => appendRecord(place(name), kind, record, durable),
    appendAll: (name, kind, records) => appendRecords(place(name), kind, records, false),
    rewrite: (name, kind, records) => rewriteRecords(place(name), kind, records),
    records: (name, kind, most) => readRecords(place(name), kind, most),
    stamp: async (name) => {
      try {
        const { ino, size, mtimeMs } = await stat(place(name));
        return `${ino} ${size} ${mtimeMs}`;
      } catch (error) {
        if (codeOf(error) === "ENOENT") return null;
        throw fileError("read", "the file", place(name), error);
      }
    },
    list: async (name) => {
      try {
        const entries = await readdir(place(name), { withFileTypes: true });
        return entries.filter((entry) => entry.isFile() && !entry.name.startsWith(".")).map((entry) => entry.name);
      } catch (error) {
        if (codeOf(error) === "ENOENT") return [];
        throw fileError("read", "the folder", place(name), error);
      }
    },
    remove: (name) => removeFile(place(name)),
    move: (from, to) => moveFile(place(from), place(to)),
    removeSync: (name) => removeFileNow(place(name)),
  };
}
