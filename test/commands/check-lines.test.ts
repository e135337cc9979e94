import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgedFigures, worstOf } from "../../src/commands/check/judge.ts";
import { type CheckFinding, pluginLines } from "../../src/commands/check/plugin-output.ts";
import { formatRange, raisesAlert, readRange } from "../../src/commands/check/range.ts";
import { type KnownFigure, rangesOf } from "../../src/commands/check/thresholds.ts";

/** The parts of `sextant check` that need no service: ranges, thresholds, the line. */

/** What the guidelines of monitoring plugins say of a range, read word by word. */
function naive(text: string, value: number): boolean {
  const inside = text.startsWith("@");
  const body = inside ? text.slice(1) : text;
  const [from, to] = body.includes(":") ? body.split(":") : ["0", body];
  const start = from === "~" ? Number.NEGATIVE_INFINITY : from === "" ? 0 : Number(from);
  const end = to === "" ? Number.POSITIVE_INFINITY : Number(to);
  return inside ? value >= start && value <= end : value < start || value > end;
}

describe("ranges", () => {
  test.each<readonly [range: string, alerting: readonly number[], silent: readonly number[]]>([
    // The examples of the guidelines.
    ["10", [-1, 11, 10.1], [0, 10, 5]],
    ["10:", [9, 9.9, -3], [10, 11, 1e9]],
    ["~:10", [10.1, 11], [10, 0, -1e9]],
    ["10:20", [9, 21], [10, 15, 20]],
    ["@10:20", [10, 15, 20], [9, 21]],
    ["@10", [0, 10], [11, -1]],
    ["~:", [], [-1e9, 0, 1e9]],
    ["-5:5", [-6, 6], [-5, 0, 5]],
    ["0.5:1.5", [0.4, 1.6], [0.5, 1]],
  ])("%s", (text, alerting, silent) => {
    const range = readRange(text);
    if (range === null) throw new TypeError(text);
    for (const value of alerting) expect([text, value, raisesAlert(range, value)]).toEqual([text, value, true]);
    for (const value of silent) expect([text, value, raisesAlert(range, value)]).toEqual([text, value, false]);
  });

  test.each(["", ":", "@", "@:", "x", "20:10", "1:2:3", "-1", "1,5", "0x10", "1e3", "~", "10:~", "10 :20", "1 0"])(
    "%j is none",
    (text) => expect(readRange(text)).toBeNull(),
  );

  const bound = fc.integer({ min: -3000, max: 3000 }).map((value) => value / 100);
  const written = fc.oneof(
    fc.tuple(fc.constantFrom("", "@"), bound.map(Math.abs)).map(([at, end]) => `${at}${end}`),
    fc.tuple(fc.constantFrom("", "@"), bound).map(([at, start]) => `${at}${start}:`),
    fc.tuple(fc.constantFrom("", "@"), bound).map(([at, end]) => `${at}~:${end}`),
    fc
      .tuple(fc.constantFrom("", "@"), bound, bound)
      .map(([at, one, other]) => `${at}${Math.min(one, other)}:${Math.max(one, other)}`),
  );

  test("alert as the guidelines say, and are written so that they are read again", () => {
    fc.assert(
      fc.property(written, bound, (text, value) => {
        const range = readRange(text);
        if (range === null) throw new TypeError(text);
        expect(raisesAlert(range, value)).toBe(naive(text, value));
        expect(readRange(formatRange(range))).toEqual(range);
      }),
    );
  });
});

const FIGURES: readonly KnownFigure[] = [
  { id: "critical", kind: "count", words: "critical", critical: "0" },
  { id: "error", kind: "count", words: "error", several: "errors", warning: "0" },
  { id: "oldest", kind: "seconds", words: "oldest", warning: "1d" },
  { id: "part", kind: "ratio", words: "part", warning: "90%" },
];

const judgedBy = (
  values: Readonly<Record<string, number | null>>,
  warnings: readonly string[] = [],
  criticals: readonly string[] = [],
) => judgedFigures(FIGURES, rangesOf(FIGURES, warnings, criticals), values);

const finding = (values: Readonly<Record<string, number | null>>, more: Partial<CheckFinding> = {}): CheckFinding => {
  const figures = judgedBy(values);
  return {
    name: "alerts",
    status: worstOf(figures.map(({ status }) => status)),
    reasons: [],
    figures,
    nothing: "no open alerts",
    problems: [],
    ...more,
  };
};

test("spans and percents are units of their figures", () => {
  const ranges = rangesOf(FIGURES, ["oldest=30m", "part=0.5:75%"], ["1:3", "OLDEST=@2h:1.5d"]);
  expect(ranges.get("oldest")).toEqual({
    warning: { start: 0, end: 1800, alertsInside: false },
    critical: { start: 7200, end: 129_600, alertsInside: true },
  });
  expect(ranges.get("part")?.warning).toEqual({ start: 0.5, end: 0.75, alertsInside: false });
  expect(ranges.get("critical")?.critical).toEqual({ start: 1, end: 3, alertsInside: false });
  expect(() => rangesOf(FIGURES, ["critical=30m"], [])).toThrow('--warning critical: "30m" is no range');
  expect(() => rangesOf(FIGURES, ["olest=1"], [])).toThrow("Did you mean oldest?");
});

test("the line is that of a plugin", () => {
  const line = (values: Readonly<Record<string, number | null>>, more: Partial<CheckFinding> = {}) =>
    pluginLines(finding(values, more), false)[0];
  expect(line({ critical: 2, error: 1, oldest: 2340.4, part: 0.5 }, { problems: ["no primary on prod-eu-side"] })).toBe(
    "ALERTS CRITICAL - 2 critical, 1 error, oldest 39m. Worst: no primary on prod-eu-side | critical=2;;0;0 error=1;0;;0 oldest=2340s;86400;;0 part=0.5;0.9;;0",
  );
  expect(line({ critical: 0, error: 0, oldest: null, part: null })).toBe(
    "ALERTS OK - no open alerts | critical=0;;0;0 error=0;0;;0 oldest=U;86400;;0 part=U;0.9;;0",
  );
  expect(line({ critical: 0, error: 3, oldest: 90_000, part: 0.95 })).toContain(
    "WARNING - 3 errors, oldest 1d 1h, part 95 % |",
  );
});

test("what is not known is UNKNOWN, unless something is known to be critical", () => {
  expect(finding({ critical: null, error: 0, oldest: null, part: null }).status).toBe("UNKNOWN");
  expect(finding({ critical: 0, error: null, oldest: null, part: null }).status).toBe("UNKNOWN");
  expect(finding({ critical: 1, error: null, oldest: null, part: null }).status).toBe("CRITICAL");
  expect(worstOf(["WARNING", "UNKNOWN", "OK"])).toBe("UNKNOWN");
});

test("text from outside neither begins performance data nor another line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (problem, reason) => {
      const values = { critical: 1, error: 0, oldest: null, part: null };
      const lines = pluginLines(
        finding(values, { problems: [problem, `${problem}|${reason}`], reasons: [reason] }),
        true,
      );
      expect(lines).toHaveLength(3);
      expect(lines[0]?.split("|")).toHaveLength(2);
      for (const line of lines) expect(line).not.toMatch(/[\n\r\u001b]/u);
    }),
    { numRuns: 40 },
  );
});

test("what is critical of a part is critical of the whole, and of a part nothing else is said", () => {
  const figure: KnownFigure = { id: "late", kind: "count", words: "late" };
  const ends = fc.tuple(fc.nat(9), fc.nat(9)).map(([one, other]) => `${Math.min(one, other)}:${Math.max(one, other)}`);
  const range = fc.oneof(
    ends,
    ends.map((text) => `@${text}`),
    fc.nat(9).map((end) => `~:${end}`),
  );
  fc.assert(
    fc.property(range, fc.nat(12), fc.nat(12), (text, part, missing) => {
      const ranges = rangesOf([figure], [], [text]);
      const [half] = judgedFigures([figure], ranges, { late: null }, { late: part });
      const [whole] = judgedFigures([figure], ranges, { late: part + missing });
      expect(["CRITICAL", "UNKNOWN"]).toContain(half?.status);
      if (half?.status === "CRITICAL") expect([half.value, whole?.status]).toEqual([part, "CRITICAL"]);
      else expect(half?.value).toBeNull();
    }),
  );
  const left: KnownFigure = { id: "left", kind: "seconds", isTimeLeft: true, words: "left" };
  const ranges = rangesOf([left], [], ["1h:"]);
  const [soon] = judgedFigures([left], ranges, { left: null }, { left: 60 });
  const [late] = judgedFigures([left], ranges, { left: null }, { left: 7200 });
  expect([soon?.status, late?.status]).toEqual(["CRITICAL", "OK"]);
});
