import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ExactNumber,
  encodeBody,
  isJson,
  MAX_DEPTH,
  parseJson,
  parseJsonInText,
  pathText,
  revealSecret,
  sameJson,
  secretVariable,
  valueAt,
  writeJson,
} from "../../src/contract/json/json.ts";
import { measureJson } from "../../src/contract/json/json-size.ts";
import { Secret } from "../../src/contract/secret.ts";
import { anyJson } from "./schema-documents.ts";

const read = (text: string) => {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
};

const problem = (text: string, maxDepth?: number): string | undefined => {
  const result = parseJson(text, maxDepth);
  return result.ok ? undefined : result.problem.kind;
};

describe("a JSON text", () => {
  test("that was written is read as the same document", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const text = writeJson(value);
        expect(isJson(value)).toBe(true);
        expect(writeJson(read(text))).toBe(text);
        expect(sameJson(read(text), value)).toBe(true);
        expect(writeJson(read(writeJson(value, 2)))).toBe(text);
      }),
    );
  });

  test("is measured without being read: its depth, and never fewer values than it holds", () => {
    const countOf = (value: unknown): number =>
      typeof value !== "object" || value === null || value instanceof ExactNumber
        ? 1
        : Object.values(value).reduce((sum: number, item) => sum + countOf(item), 0);
    fc.assert(
      fc.property(anyJson, (value) => {
        const { depth, values } = measureJson(writeJson(value));
        expect(values).toBeGreaterThanOrEqual(countOf(value));
        expect(values).toBeLessThanOrEqual(
          1 + [...writeJson(value)].filter((sign) => sign === "," || sign === ":").length,
        );
        expect(problem(writeJson(value), depth)).toBeUndefined();
        if (depth > 0) expect(problem(writeJson(value), depth - 1)).toBe("too-deep");
      }),
    );
    expect(measureJson('{"a":[1,"],:{",{}],"b":null}')).toEqual({ depth: 3, values: 6 });
  });

  test("keeps every digit of numbers wherever they stand, with blanks and among texts that look like them", () => {
    const sign = fc.constantFrom("", "-");
    const digits = fc.stringMatching(/^[1-9]\d{0,24}$/u);
    const fraction = fc.oneof(fc.constant(""), fc.stringMatching(/^\.\d{1,20}$/u));
    const exponent = fc.oneof(fc.constant(""), fc.stringMatching(/^[eE][+-]?\d{1,3}$/u));
    const number = fc.tuple(sign, digits, fraction, exponent).map((parts) => parts.join(""));
    const blank = fc.constantFrom("", " ", "\n  ", "\t");
    fc.assert(
      fc.property(number, number, blank, (first, second, space) => {
        const text = `{"a":${space}${first}${space},"b":[${space}"65f05e123", ${second}${space}]}`;
        const value = read(text);
        expect(sameJson(valueAt(value, ["a"]), new ExactNumber(first))).toBe(true);
        expect(sameJson(valueAt(value, ["b", 1]), new ExactNumber(second))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("keeps every digit of every whole number", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n }), (number) => {
        expect(writeJson(read(`{"size":${number}}`))).toBe(`{"size":${number}}`);
      }),
    );
  });

  test.each([
    "0.1",
    "1e2",
    "1.10",
    "123.456",
    "-2.5E-7",
    "9007199254740991",
    "1e21",
    "1.7976931348623157e308",
    "5e-324",
    "-0.5",
    "0",
    "100",
  ])("has %s as a plain number, because a double holds it", (text) => {
    expect(read(text)).toBe(Number(text));
  });

  test.each([
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "1e400",
    "0.1000000000000000055511151231257827",
    "9.007199254740993e15",
    "9007199254740993.0",
    "1e-400",
    "123456789.123456789123456789",
  ])("keeps %s as it is written, because a double does not hold it", (text) => {
    expect(read(text)).toEqual(new ExactNumber(text));
    expect(writeJson([read(text)])).toBe(`[${text}]`);
  });

  test("with a prototype in it is refused, wherever it hides", () => {
    for (const text of [
      '{"__proto__":1}',
      '[{"a":{"__proto__":{}}}]',
      '{"\\u005f_proto__":1}',
      '{"a":1,"__proto__":null}',
    ]) {
      expect(problem(text)).toBe("forbidden-key");
    }
    expect(problem('{"proto":"__proto__","constructor":1}')).toBeUndefined();
  });

  test("may nest so deep and no deeper, and brackets inside texts do not count", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(problem(nested(MAX_DEPTH))).toBeUndefined();
    expect(problem(nested(MAX_DEPTH + 1))).toBe("too-deep");
    expect(problem(`"${nested(MAX_DEPTH + 1)}"`)).toBeUndefined();
    expect(problem(`["\\"${"[".repeat(500)}"]`)).toBeUndefined();
    expect(problem(nested(1_000_000))).toBe("too-deep");
    expect(problem('{"a":[1]}', 1)).toBe("too-deep");
  });

  test("that is none is told", () => {
    for (const text of ["", "{", "nul", '{"a":1}x', "'a'", "NaN"]) expect(problem(text)).toBe("syntax");
  });

  test("never throws, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(typeof parseJson(text).ok).toBe("boolean");
      }),
    );
  });
});

describe("a JSON text inside a document", () => {
  test("is read where a person could", () => {
    expect(parseJsonInText('{"atype":"authenticate"}')).toEqual({ ok: true, value: { atype: "authenticate" } });
    expect(parseJsonInText("{")).toMatchObject({ ok: false, problem: { kind: "syntax" } });
  });

  test.each([
    ["of many values", `[${"{},".repeat(30_000)}{}]`],
    ["of megabytes", `["${"x".repeat(2 ** 21)}"]`],
  ])("%s is refused before it is made", (_what, text) => {
    const problem = { kind: "too-long", message: "more than 20 thousand values" };
    expect(parseJsonInText(text)).toEqual({ ok: false, problem });
  });
});

describe("documents", () => {
  test("are the same whatever the order of their keys, and not when a key is missing or null", () => {
    expect(sameJson({ a: 1, b: [{ c: 2 }] }, { b: [{ c: 2 }], a: 1 })).toBe(true);
    expect(sameJson({ a: null }, {})).toBe(false);
    expect(sameJson({}, { a: null })).toBe(false);
    expect(sameJson([1, 2], [2, 1])).toBe(false);
    expect(sameJson(new ExactNumber("9007199254740993"), new ExactNumber("9007199254740992"))).toBe(false);
    expect(sameJson(new ExactNumber("1e400"), new ExactNumber("1e400"))).toBe(true);
    expect(sameJson(new ExactNumber("9007199254740992"), 9007199254740992)).toBe(true);
    expect(sameJson(-9007199254740992, new ExactNumber("9007199254740992"))).toBe(false);
    expect(sameJson(new ExactNumber("9007199254740993"), "9007199254740993")).toBe(false);
    expect(sameJson({ a: 1 }, [1])).toBe(false);
    expect(sameJson({ constructor: 1 }, { a: 1 })).toBe(false);
  });

  test("are equal to themselves", () => {
    fc.assert(fc.property(anyJson, (value) => sameJson(value, read(writeJson(value)))));
  });

  test("have values at paths, and nothing where a path leaves them", () => {
    const document = { a: [{ b: 1 }], constructor: 2 };
    expect(valueAt(document, ["a", 0, "b"])).toBe(1);
    expect(valueAt(document, ["a", 1, "b"])).toBeUndefined();
    expect(valueAt(document, ["a", "0"])).toBeUndefined();
    expect(valueAt(document, ["toString"])).toBeUndefined();
    expect(valueAt(document, [])).toBe(document);
    expect(pathText(["notifications", 1, "delayMin"])).toBe("notifications[1].delayMin");
    expect(pathText([])).toBe("");
  });
});

describe("a secret", () => {
  test("has no readable form but the one for the wire", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 5 }).map((text) => `~${text}~`),
        (text) => {
          const body = { list: [{ key: new Secret(text) }], plain: 1 };
          for (const shown of [
            writeJson(body),
            JSON.stringify(body),
            String(body.list[0]?.key),
            `${body.list[0]?.key}`,
          ]) {
            expect(shown).not.toContain(JSON.stringify(text).slice(1, -1));
          }
          expect(encodeBody(body, revealSecret)).toEqual({ list: [{ key: text }], plain: 1 });
          expect(encodeBody(body, secretVariable)).toEqual({ list: [{ key: "$LIST_0_KEY" }], plain: 1 });
        },
      ),
    );
  });

  test("is no JSON, and the same as another only when its text is", () => {
    expect(isJson({ a: new Secret("x") })).toBe(false);
    expect(sameJson(new Secret("x"), new Secret("x"))).toBe(true);
    expect(sameJson(new Secret("x"), new Secret("y"))).toBe(false);
    expect(new Secret("").isEmpty).toBe(true);
  });
});
