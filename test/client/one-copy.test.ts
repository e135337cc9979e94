import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readData } from "../../src/client/answers/answer.ts";
import { keepOneCopy } from "../../src/client/answers/one-copy.ts";
import { isJsonObject, type Json } from "../../src/contract/json/json.ts";
import { operations } from "../../src/contract/operations.ts";
import { anyJson } from "../contract/schema-documents.ts";

const row = {
  authResult: true,
  hostname: "db-00.example.net",
  ipAddress: "10.0.0.1",
  username: "app",
  more: [1, null],
};

/** What was read of rows, and the rows as they were received. */
function readRows(...rows: readonly Json[]) {
  const raw = { accessLogs: [...rows] };
  const read = readData(operations.listAccessLogsByClusterName.response, raw);
  if (!read.ok || !isJsonObject(read.raw)) throw new Error("the rows were not read");
  const received = read.raw["accessLogs"];
  return { data: read.data.accessLogs ?? [], received: Array.isArray(received) ? received : [] };
}

describe("a row of an answer", () => {
  test("that was checked and says what was received is previous once", () => {
    const { data, received } = readRows(row, { ...row, username: "other" });
    expect(data).toHaveLength(2);
    for (const [at, one] of data.entries()) expect(one).toBe(received[at]);
  });

  test("that is made safe to print, or of which something is left out, stays beside what was received", () => {
    const { data, received } = readRows({ ...row, username: "a\u0007b" }, { ...row, authResult: "yes" }, row);
    expect(data.map(({ username }) => username)).toEqual(["a·b", "app", "app"]);
    expect(data.map((one, at) => one === received[at])).toEqual([false, false, true]);
    expect(received).toEqual([{ ...row, username: "a\u0007b" }, { ...row, authResult: "yes" }, row]);
  });
});

test("keeping one copy changes nothing that is said, whatever it is", () => {
  fc.assert(
    fc.property(anyJson, anyJson, fc.boolean(), (one, other, isSame) => {
      const [data, raw] = [structuredClone(one), isSame ? structuredClone(one) : other];
      const before = structuredClone(data);
      keepOneCopy(data, raw);
      expect(data).toEqual(before);
    }),
  );
});
