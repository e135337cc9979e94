import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readData, readJson } from "../../src/client/answers/answer.ts";
import { readInPieces } from "../../src/client/answers/long-answer.ts";
import { type Json, writeJson } from "../../src/contract/json/json.ts";
import { newScan, scanJson } from "../../src/contract/json/json-size.ts";
import { operations } from "../../src/contract/operations.ts";
import type { Misfit } from "../../src/contract/schema/tolerant.ts";
import { anyJson } from "../contract/schema-documents.ts";

const { response } = operations.listAccessLogsByClusterName;

const partsOf = (text: string, length: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length));

function listIn(texts: readonly string[], piece: number) {
  const scan = newScan(piece);
  let from = 0;
  for (const text of texts) {
    scanJson(text, scan, from);
    from += text.length;
  }
  return scan.list;
}

/** The text in pieces, and how often rows were checked. */
async function inPieces(text: string, piece: number, previous: Held | null = null, part = 1000) {
  const texts = partsOf(text, part);
  let checked = 0;
  const found = await readInPieces(
    texts,
    { depth: 1, values: 1, list: listIn(texts, piece) },
    {
      spell: (json) => json,
      check: (raw) => {
        const read = readData(response, raw);
        if (!read.ok) return null;
        checked += read.data.accessLogs?.length ?? 0;
        return read;
      },
      mostMisfits: 1000,
      previous,
      letOthers: () => Promise.resolve(),
    },
  );
  return { found, checked };
}

function asWhole(text: string) {
  const json = readJson(text);
  const read = readData(response, json.ok ? json.value : null);
  if (!read.ok) throw new Error(read.problem);
  const { data, raw, misfits } = read;
  return { data, raw, misfits };
}

const written = (misfit: Misfit): string => writeJson(misfit);

type Held = ReturnType<typeof asWhole>;

/** Texts that look like the marks of JSON. */
const Text = fc.oneof(fc.string(), fc.constantFrom("[", "],", '"', '\\"', "}, {", "\\", "é\u{1F600}"));
const Row = fc.record(
  {
    authResult: fc.oneof(fc.boolean(), fc.constant("yes"), fc.constant(null)),
    failureReason: fc.oneof(Text, fc.constant(null)),
    hostname: Text,
    ipAddress: fc.oneof(Text, fc.integer()),
    timestamp: Text,
    username: Text,
    more: anyJson,
  },
  { requiredKeys: [] },
);
const RowOrNone = fc.oneof({ weight: 20, arbitrary: Row }, { weight: 1, arbitrary: anyJson });

describe("a long answer that is read in pieces", () => {
  test("says what it says as a whole, wherever it is cut, with what does not fit at its own place", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(RowOrNone, { minLength: 2, maxLength: 40, size: "max" }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom(0, 1),
        async (rows, piece, part, indent) => {
          const text = writeJson({ accessLogs: rows, totalCount: rows.length }, indent);
          const list = listIn([text], piece);
          expect(listIn(partsOf(text, part), piece)).toEqual(list);
          const { found } = await inPieces(text, piece, null, part);
          expect(found === null).toBe(list === null);
          if (found === null) return;
          const whole = asWhole(text);
          expect([found.data, found.raw]).toEqual([whole.data, whole.raw]);
          // By their places: one whole round of checking finds some before others.
          expect(found.misfits.map(written).toSorted()).toEqual(whole.misfits.map(written).toSorted());
        },
      ),
      { numRuns: 400 },
    );
  });

  const numbered = (from: number, to: number): readonly Json[] =>
    Array.from({ length: to - from }, (_, index) => ({ hostname: `host-${from + index}` }));
  const documentOf = (accessLogs: readonly Json[]): string => writeJson({ accessLogs, totalCount: accessLogs.length });

  test("takes from the answer before it what is as it was, and checks only the rest", async () => {
    const before = (await inPieces(documentOf(numbered(10, 400)), 500)).found;
    if (before === null) throw new Error("not read in pieces");
    const changed = { hostname: "host-101", username: "ann" };
    const after = [...numbered(0, 100), changed, ...numbered(102, 150), ...numbered(152, 390)];
    const { found, checked } = await inPieces(documentOf(after), 500, before);
    expect([found?.data, found?.raw]).toEqual([asWhole(documentOf(after)).data, JSON.parse(documentOf(after))]);
    expect(checked).toBe(10 + 1);
    const rows = (data: typeof before.data | undefined) => new Map(data?.accessLogs?.map((row) => [row.hostname, row]));
    const [old, now] = [rows(before.data), rows(found?.data)];
    expect([...now].filter(([name, row]) => old.get(name) !== row).map(([name]) => name)).toEqual([
      ...numbered(0, 10).map((_, index) => `host-${index}`),
      "host-101",
    ]);
  });

  test("says with any answer before it what it says without", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(RowOrNone, { minLength: 2, maxLength: 40, size: "max" }),
        fc.array(fc.tuple(fc.nat(40), fc.nat(3), RowOrNone), { maxLength: 5 }),
        fc.integer({ min: 1, max: 200 }),
        async (rows, changes, piece) => {
          const earlier = [...rows];
          for (const [at, removed, row] of changes) earlier.splice(at, removed, row);
          const previous = readData(response, { accessLogs: earlier });
          const text = documentOf(rows);
          const { found } = await inPieces(text, piece, previous.ok ? previous : null);
          expect(found).toEqual((await inPieces(text, piece)).found);
        },
      ),
      { numRuns: 200 },
    );
  });

  const rows = (count: number): string => new Array<string>(count).fill('{"hostname":"a"}').join(",");

  test.each([
    ["names its list twice", `{"accessLogs":[${rows(9)}],"accessLogs":[{}]}`],
    ["has a long list within another", `{"page":{"accessLogs":[${rows(9)}]}}`],
    ["ends too early", `{"accessLogs":[${rows(9)}]`],
    ["closes its list with another sign", `{"accessLogs":[${rows(9)}}}`],
    ["has a row that is no JSON", `{"accessLogs":[${rows(9)},{a},${rows(9)}]}`],
    ["has much around its list", `{"about":"${"a".repeat(20_000)}","accessLogs":[${rows(9)}]}`],
  ])("is left to be read as a whole where it %s", async (_, text) => {
    expect((await inPieces(text, 20)).found).toBeNull();
  });

  test("keeps the list that counts where its name stands before it too", async () => {
    const text = `{"accessLogs":[],"accessLogs":[${rows(9)}]}`;
    const { found } = await inPieces(text, 20);
    expect(found).toEqual(asWhole(text));
  });
});
