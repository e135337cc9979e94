import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { type FileKind, readDocument, writeDocument } from "../../src/settings/files.ts";
import { appendRecord, readRecords } from "../../src/settings/record-files.ts";

/** A user that is not the one of the tests, and a group that is none of its own. */
const SOMEBODY = 65_534;

const kind = { what: "the profiles", version: 1, schema: z.object({ name: z.string() }) } satisfies FileKind;
const lines = { what: "the journal", version: 1, schema: z.object({ name: z.string() }) } satisfies FileKind;

let folder: string;
let path: string;
beforeEach(async () => {
  folder = join(mkdtempSync(join(tmpdir(), "ownership-")), "sextant");
  path = join(folder, "profiles.json");
  await writeDocument(path, kind, { name: "mine" });
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

describe("a file that somebody else may change", () => {
  test.each([
    ["everybody writes it", 0o602, "every user of this machine can change it"],
    ["its group writes it", 0o620, "its group can change it"],
  ])("is not read where %s, and the way out is said", async (_, mode, reason) => {
    chownSync(path, process.getuid?.() ?? 0, process.getuid?.() === 0 ? SOMEBODY : (process.getgid?.() ?? 0));
    chmodSync(path, mode);
    await expect(readDocument(path, kind)).rejects.toThrow(
      `Not using the profiles in ${path}: ${reason}. Run: chmod go-w ${path}`,
    );
  });

  test("is not read from a folder where everybody writes", async () => {
    chmodSync(folder, 0o777);
    await expect(readDocument(path, kind)).rejects.toThrow(`Run: chmod go-w ${folder}`);
  });

  test("is read from a folder where everybody writes and nobody replaces another's", async () => {
    chmodSync(folder, 0o1777);
    expect(await readDocument(path, kind)).toEqual({ name: "mine" });
  });

  test("is not written to: neither a document, nor a line", async () => {
    chmodSync(folder, 0o777);
    await expect(writeDocument(path, kind, { name: "other" })).rejects.toThrow("chmod go-w");
    await expect(appendRecord(join(folder, "journal"), lines, { name: "sent" })).rejects.toThrow("chmod go-w");
    expect(readFileSync(path, "utf8")).toContain("mine");
  });

  test.runIf(process.getuid?.() === 0)("is not read when it is another user's", async () => {
    chownSync(path, SOMEBODY, SOMEBODY);
    await expect(readDocument(path, kind)).rejects.toThrow(`${path}: it belongs to another user.`);
    await appendRecord(join(folder, "journal"), lines, { name: "sent" });
    chownSync(join(folder, "journal"), SOMEBODY, SOMEBODY);
    await expect(readRecords(join(folder, "journal"), lines)).rejects.toThrow("it belongs to another user");
  });
});
