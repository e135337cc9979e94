import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatCondition } from "../../src/domain/condition/format.ts";
import { neverHolds } from "../../src/domain/condition/never-holds.ts";
import { parseCondition, pointedAt } from "../../src/domain/condition/parse.ts";
import {
  type Condition,
  canStillHold,
  type FieldComparison,
  fieldsIn,
  holds,
  type Operator,
  type Positive,
  withoutNegations,
} from "../../src/domain/condition.ts";
import type { FieldInfo, FieldValues } from "../../src/domain/field-value.ts";
import { condition, FIELDS, NOW, values } from "./conditions.ts";

function parsed(text: string, infos = FIELDS): Condition {
  const read = parseCondition(text, infos);
  if (!read.ok) throw new Error(pointedAt(text, read.problem));
  return read.condition;
}

const problemOf = (text: string, infos = FIELDS): string => {
  const read = parseCondition(text, infos);
  return read.ok ? "none" : pointedAt(text, read.problem);
};

const isMet = (text: string, of: FieldValues): boolean => holds(parsed(text), of, NOW);

describe("what is read", () => {
  test.each([
    ["done", { done: true }, true],
    ["done", { done: false }, false],
    ["done=no", { done: false }, true],
    ["lag<5s", { lag: 4.9 }, true],
    ["lag < 5 s", { lag: 5 }, false],
    ["lag>=1h30m", { lag: 5400 }, true],
    ["lag<500ms", { lag: 0.4 }, true],
    ["progress>=50%", { progress: 0.5 }, true],
    ["progress >= 50 %", { progress: 0.49 }, false],
    ["progress<0.5", { progress: 0.49 }, true],
    ["size>=1.5GB", { size: 1_500_000_000 }, true],
    ["open=0 and not failed", { open: 0, failed: false }, true],
    ["open=0 or lag<1s and done", { open: 0 }, true],
    ["(open=0 or lag<1s) and done", { open: 0, done: false }, false],
    ["status=FAILED", { status: "failed" }, true],
    ["status~un", { status: "running" }, true],
    ["cluster='prod eu'", { cluster: "Prod EU" }, true],
    ['cluster~"\\"x"', { cluster: 'a "x" b' }, true],
    ["expires<1h", { expires: "2026-11-24T15:00:00Z" }, true],
    ["expires<1h", { expires: "2026-11-24T15:07:00Z" }, false],
    ["expires<0s", { expires: "2026-11-24T14:05:00Z" }, true],
    ["expires>=2026-11-25", { expires: "2026-11-25T00:00:00.000Z" }, true],
    ["expires<'2026-11-24 16:00'", { expires: "2026-11-24T15:59:59Z" }, true],
    ["expires<2026-11-24T16:00+02:00", { expires: "2026-11-24T14:30:00Z" }, false],
  ])("%s of %j: %s", (text, of, expected) => expect(isMet(text, of)).toBe(expected));

  test("what is not known holds nothing, and neither does its negation", () => {
    for (const text of ["lag<5s", "not lag<5s", "lag!=5s", "not (lag<5s and done)"]) {
      expect([text, isMet(text, { lag: null, done: true }), isMet(text, {})]).toEqual([text, false, false]);
    }
    expect(isMet("lag<5s or done", { lag: null, done: true })).toBe(true);
    expect(isMet("not (lag<5s and done)", { lag: null, done: false })).toBe(true);
  });

  test("it says which fields it is about", () => {
    expect([...fieldsIn(parsed("not done and (open=0 or not lag<1s)"))]).toEqual(["done", "open", "lag"]);
  });
});

describe("what is not read: a sentence, and where", () => {
  test.each([
    ["", "The condition is empty.", 0],
    ["lagg<5s", 'Unknown field "lagg". Did you mean lag?', 0],
    ["zzzz", 'Unknown field "zzzz". Fields: status, cluster, done,', 0],
    ["done and lag<", "A value is missing before the end: lag is a length of time (ms, s, m, h, d): write lag<5s.", 13],
    ["lag<5", "lag is a length of time (ms, s, m, h, d): write lag<5s.", 4],
    ["lag", "lag is a length of time (ms, s, m, h, d): write lag<5s.", 0],
    ["open", "open is a whole number: write open=0.", 0],
    ["open<1.5", "open is a whole number: write open=0.", 5],
    ["size>5 parsecs", "size is a size (B, KB, MB, GB, TB): write size>=10GB.", 5],
    ["size>99999999TB", "size is a size (B, KB, MB, GB, TB): write size>=10GB.", 5],
    ["done=maybe", "done is true or false: write done.", 5],
    ["done<true", "done takes = and !=.", 4],
    ["status>failed", "status takes = != and ~.", 6],
    ["expires=1h", "expires takes < <= > and >=.", 7],
    ["expires<2026-02-31", "expires is a time: write expires<1h", 8],
    ["status=fail", 'status is never "fail". Did you mean failed?', 7],
    ["status=xyzxyz", 'status is never "xyzxyz". It is one of queued, running, ready, failed.', 7],
    ["status==failed", 'Unknown operator "==". Operators: = != < <= > >= ~.', 6],
    ["done && failed", 'Unknown operator "&&".', 5],
    ["done failed", 'Write "and" or "or" before "failed".', 5],
    ["done and", "A field is missing before the end.", 8],
    ["and done", 'A field is missing before "and".', 0],
    ["=5", 'A field is missing before "=".', 0],
    ["(done", "This bracket is not closed.", 0],
    ["done)", "This bracket closes nothing.", 4],
    ["cluster='a", "This quote is not closed.", 8],
    ["cluster='日本' and lg<5s", 'Unknown field "lg".', 19],
    ["not ".repeat(30).concat("done"), "More than 20 brackets in one another.", 80],
    ["done or ".repeat(200).concat("done"), "Longer than 1000 characters.", 0],
  ])("%s", (text, sentence, column) => {
    const [first, line, mark] = problemOf(text).split("\n");
    expect(first).toContain(sentence);
    expect([line, mark]).toEqual([`  ${text}`, `  ${" ".repeat(column)}^`]);
  });

  test.each([
    ["progress>2", "progress is from 0 % to 100 %", 0],
    ["progress>=50", "progress is from 0 % to 100 %", 0],
    ["open<0", "open is never below 0", 0],
    ["not open>=0", "open is never below 0", 4],
    ["lag<0s", "lag is never below 0", 0],
    ["open<1 and open>3", "open<1 and open>3 exclude each other", 11],
    ["open>1 and open<2", "open>1 and open<2 exclude each other", 11],
    ["done and not done", "done and not done exclude each other", 13],
    ["status=failed and status=ready", "status=failed and status=ready exclude each other", 18],
    ["status~xyz", "status is one of queued, running, ready, failed", 0],
    ["cluster=a and cluster=b", "cluster=a and cluster=b exclude each other", 14],
    ["cluster=a and not cluster~a", "cluster=a and not cluster~a exclude each other", 18],
    ["done or lag>5s and (lag<3s or lag<2s)", "lag>5s and lag<3s exclude each other", 20],
    ["expires<1h and expires>2h", "expires<1h and expires>2h exclude each other", 15],
  ])("%s can never hold", (text, reason, column) => {
    expect(problemOf(text)).toBe(`This can never hold: ${reason}.\n  ${text}\n  ${" ".repeat(column)}^`);
  });

  test("fields of other kinds, and none at all", () => {
    expect(problemOf("done", [])).toContain('Unknown field "done". There are none here.');
    const infos: readonly FieldInfo[] = [{ id: "State", kind: "text", about: "", values: ["OPEN"] }];
    expect(formatCondition(parsed("state=open", infos))).toBe("State=OPEN");
  });
});

describe("what can still hold", () => {
  const ended = { done: false, failed: true, ended: true, expires: "2026-11-24T16:06:00Z" };
  test.each([
    ["done", { ...ended, ended: false }, true],
    ["done", { ...ended, ended: null }, true],
    ["done", ended, false],
    ["failed", ended, true],
    ["lag<5s", ended, false],
    ["expires<1h", ended, true],
    ["not expires>1h", ended, true],
    ["expires>3h", ended, false],
    ["expires<1h and done", ended, false],
    ["expires<1h", { ...ended, expires: null }, false],
  ])("%s of %j: %s", (text, of, expected) => expect(canStillHold(parsed(text), of, NOW)).toBe(expected));
});

/** The same in another way: true, false, or null where it is not known. */
function naive(of: Condition, read: FieldValues): boolean | null {
  if (of.kind === "not") {
    const part = naive(of.part, read);
    return part === null ? null : !part;
  }
  if (of.kind !== "comparison") {
    const parts = of.parts.map((part) => naive(part, read));
    const decides = of.kind === "or";
    if (parts.includes(decides)) return decides;
    return parts.includes(null) ? null : !decides;
  }
  return naiveComparison(of, read);
}

function naiveComparison({ field, operator, value }: FieldComparison, read: FieldValues): boolean | null {
  const own = read[field] ?? null;
  if (own === null) return null;
  const order = (left: number, right: number): number => Math.sign(left - right);
  const by: Readonly<Record<Exclude<Operator, "~">, readonly number[]>> = {
    "=": [0],
    "!=": [-1, 1],
    "<": [-1],
    "<=": [-1, 0],
    ">": [1],
    ">=": [0, 1],
  };
  const is = (sign: number): boolean => operator !== "~" && by[operator].includes(sign);
  if (value.kind === "text") {
    const [left, right] = [String(own).toLowerCase(), value.text.toLowerCase()];
    return operator === "~" ? left.split(right).length > 1 || right === "" : is(left === right ? 0 : 1);
  }
  if (value.kind === "flag") return is(own === value.isSet ? 0 : 1);
  if (value.kind === "time") return is(order(Date.parse(String(own)), value.at));
  if (value.kind === "from now") return is(order(Date.parse(String(own)) - NOW, Math.round(value.seconds * 1000)));
  return is(order(Number(own), value.value));
}

describe("for any condition", () => {
  test("print and parse is the identity, but for those that are refused because they never hold", () => {
    let read = 0;
    fc.assert(
      fc.property(condition, (any) => {
        const text = formatCondition(any);
        const again = parseCondition(text, FIELDS);
        if (again.ok) expect(again.condition).toEqual(any);
        else expect(again.problem.sentence).toMatch(/^(This can never hold|More than|Longer than)/u);
        read += again.ok ? 1 : 0;
      }),
      { numRuns: 2000 },
    );
    expect(read).toBeGreaterThan(500);
  });

  test("it holds as a naive evaluation says", () => {
    fc.assert(
      fc.property(condition, values, (any, read) => {
        expect(holds(any, read, NOW)).toBe(naive(any, read) === true);
      }),
      { numRuns: 5000 },
    );
  });

  test("what is refused because it never holds does not hold", () => {
    const hasChoice = (part: Positive): boolean =>
      part.kind !== "leaf" && (part.kind === "or" || part.parts.some(hasChoice));
    fc.assert(
      fc.property(condition, values, (any, read) => {
        // One way of a choice may be refused where the other holds.
        fc.pre(!hasChoice(withoutNegations(any)));
        if (holds(any, read, NOW)) expect(neverHolds(any, FIELDS)).toBeNull();
      }),
      { numRuns: 3000 },
    );
  });

  test("comparisons with few numbers are refused exactly where no number meets all of them", () => {
    const small = fc.record({
      operator: fc.constantFrom("=", "!=", "<", "<=", ">", ">="),
      value: fc.nat({ max: 4 }),
      isNegated: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(small, { minLength: 1, maxLength: 6 }), (all) => {
        const text = all.map(({ operator, value, isNegated }) => `${isNegated ? "not " : ""}open${operator}${value}`);
        const whole = text.join(" and ");
        const isPossible = [0, 1, 2, 3, 4, 5].some((open) => text.every((one) => naiveCount(one, open)));
        expect([whole, parseCondition(whole, FIELDS).ok]).toEqual([whole, isPossible]);
      }),
      { numRuns: 3000 },
    );
  });

  test("no text throws, and each problem points into it", () => {
    const piece = fc.constantFrom(
      "done",
      "lag",
      "<",
      "5s",
      "(",
      ")",
      "not",
      "and",
      "or",
      " ",
      '"',
      "'",
      "=",
      "status",
      "\\",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(piece, { maxLength: 40 }).map((all) => all.join(" ")),
      fc.array(piece, { maxLength: 400 }).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(text, (any) => {
        const read = parseCondition(any, FIELDS);
        if (read.ok) return;
        expect(read.problem.column).toBeGreaterThanOrEqual(0);
        expect(read.problem.sentence).toMatch(/[.?]$/u);
      }),
      { numRuns: 3000 },
    );
  });

  test("many choices that exclude each other are still answered", () => {
    const choices = Array.from({ length: 12 }, (_, index) => `(open=${index} or open=${index + 20})`);
    expect(parseCondition(choices.join(" and "), FIELDS).ok).toBe(false);
    const open = Array.from({ length: 24 }, (_, index) => `(open!=${index} or done)`).join(" and ");
    expect(parseCondition(`${open} and (failed or not done)`, FIELDS).ok).toBe(true);
  });
});

/** `not open<3` of a number. */
function naiveCount(text: string, open: number): boolean {
  const [, no, operator = "", value] = /^(not )?open(\D+)(\d+)$/u.exec(text) ?? [];
  const sign = Math.sign(open - Number(value));
  const is = { "=": sign === 0, "!=": sign !== 0, "<": sign < 0, "<=": sign <= 0, ">": sign > 0, ">=": sign >= 0 }[
    operator
  ];
  return (is === true) === (no === undefined);
}
