import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { FileKind } from "../../src/settings/files.ts";
import { appendRecord, readRecords } from "../../src/settings/record-files.ts";
import { home } from "./home.ts";

const Line = z.strictObject({ id: z.string(), at: z.number() });
const LINES: FileKind<typeof Line> = { what: "the journal", version: 1, schema: Line };

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe("a file of lines", () => {
  test("keeps every record in its order, each with the version", async () => {
    await using person = await home();
    const path = join(person.paths.state, "journal.jsonl");
    for (let at = 0; at < 3; at += 1) await appendRecord(path, LINES, { id: `line\n${at}`, at });
    expect(await readRecords(path, LINES)).toEqual({
      records: [0, 1, 2].map((at) => ({ id: `line\n${at}`, at })),
      broken: 0,
      newer: 0,
      isCut: false,
    });
    expect((await readFile(path, "utf8")).split("\n")[0]).toBe('{"v":1,"id":"line\\n0","at":0}');
    expect(await modeOf(path)).toBe("600");
  });

  test("takes records from many at once, whole", async () => {
    await using person = await home();
    const path = join(person.folder, "journal.jsonl");
    const ids = Array.from({ length: 50 }, (_, index) => `${index}`.padStart(3000, "x"));
    await Promise.all(ids.map((id) => appendRecord(path, LINES, { id, at: 1 }, false)));
    const { records, broken } = await readRecords(path, LINES);
    expect(records.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(broken).toBe(0);
  });

  test("survives a line that was cut off, and the next record is not lost in it", async () => {
    await using person = await home();
    const path = join(person.folder, "journal.jsonl");
    await writeFile(path, '{"v":1,"id":"a","at":1}\n{"v":1,"id":"b"');
    await appendRecord(path, LINES, { id: "c", at: 3 });
    const { records, broken } = await readRecords(path, LINES);
    expect(records.map(({ id }) => id)).toEqual(["a", "c"]);
    expect(broken).toBe(1);
  });

  test("counts what it cannot use, and what a newer program wrote", async () => {
    await using person = await home();
    const path = join(person.folder, "journal.jsonl");
    await writeFile(
      path,
      '\n7\n{"id":"no version","at":1}\n{"v":1,"id":5,"at":1}\n{"v":9,"new":true}\n{"v":1,"id":"a","at":1}\n',
    );
    expect(await readRecords(path, LINES)).toEqual({
      records: [{ id: "a", at: 1 }],
      broken: 3,
      newer: 1,
      isCut: false,
    });
    expect(await readRecords(join(person.folder, "none.jsonl"), LINES)).toEqual({
      records: [],
      broken: 0,
      newer: 0,
      isCut: false,
    });
  });

  test("is cut into files of a size, of which the newest are kept, and read as one", async () => {
    await using person = await home();
    const path = join(person.paths.state, "journal.jsonl");
    const kind = { ...LINES, rotation: { bytes: 1000, files: 3 } };
    for (let at = 0; at < 200; at += 1) await appendRecord(path, kind, { id: "x".repeat(60), at }, false);
    const names = await readdir(person.paths.state);
    expect(names.filter((name) => name !== "journal.jsonl")).toHaveLength(3);
    for (const name of names) {
      expect(await modeOf(join(person.paths.state, name))).toBe("600");
      expect((await stat(join(person.paths.state, name))).size).toBeLessThan(1100);
    }
    const { records, broken } = await readRecords(path, kind);
    expect(broken).toBe(0);
    expect(records.length).toBeGreaterThan(30);
    expect(records.map(({ at }) => at)).toEqual(records.map((_, index) => 200 - records.length + index));
  });

  test("loses nothing while many append to it and it is rotated, and reading it then finds no line twice", async () => {
    await using person = await home();
    const path = join(person.folder, "journal.jsonl");
    const kind = { ...LINES, rotation: { bytes: 2000, files: 1000 } };
    const ids = Array.from({ length: 300 }, (_, index) => `${index}`.padStart(300, "x"));
    const appended = Promise.all(ids.map((id) => appendRecord(path, kind, { id, at: 1 }, false)));
    for (let round = 0; round < 20; round += 1) {
      const { records, broken } = await readRecords(path, kind);
      expect(broken).toBe(0);
      expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
    }
    await appended;
    const { records } = await readRecords(path, kind);
    expect(records.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  test("is read from its end where it is longer than wanted, an old huge one too", async () => {
    await using person = await home();
    const path = join(person.folder, "journal.jsonl");
    const lines = Array.from({ length: 5000 }, (_, at) => JSON.stringify({ v: 1, id: "x".repeat(50), at }));
    await writeFile(path, `${lines.join("\n")}\n`);
    const { records, broken, isCut } = await readRecords(path, LINES, 10_000);
    expect(isCut).toBe(true);
    expect(broken).toBe(0);
    expect(records.at(-1)?.at).toBe(4999);
    expect(records.length).toBeGreaterThan(100);
    expect(records.length).toBeLessThan(200);
    const kind = { ...LINES, rotation: { bytes: 1000, files: 3 } };
    await appendRecord(path, kind, { id: "new", at: 5000 });
    expect((await readRecords(path, kind)).records).toHaveLength(5001);
  });

  test("lets other work be done while it is read", async () => {
    await using person = await home();
    const path = join(person.folder, "journal.jsonl");
    const line = JSON.stringify({ v: 1, id: "x".repeat(300), at: 1 });
    await writeFile(path, `${line}\n`.repeat(20_000));
    let turns = 0;
    let isRead = false;
    const reading = readRecords(path, LINES).then(({ records }) => {
      isRead = true;
      return records;
    });
    while (!isRead) {
      turns += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await reading).toHaveLength(20_000);
    expect(turns).toBeGreaterThan(4);
  });
});
