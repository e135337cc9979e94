import fc from "fast-check";
import type { ComparedValue, Condition, FieldComparison, Operator } from "../../src/domain/condition.ts";
import type { FieldInfo, FieldValue, FieldValues } from "../../src/domain/field-value.ts";
import { printable } from "../../src/text/printable.ts";

/** Fields of all kinds, and conditions and values by chance over them. */

const STATUSES = ["queued", "running", "ready", "failed"];

export const FIELDS: readonly FieldInfo[] = [
  { id: "status", kind: "text", about: "", values: STATUSES },
  { id: "cluster", kind: "text", about: "" },
  { id: "done", kind: "flag", about: "" },
  { id: "failed", kind: "flag", about: "" },
  { id: "open", kind: "count", about: "" },
  { id: "value", kind: "number", about: "" },
  { id: "lag", kind: "seconds", about: "" },
  { id: "size", kind: "bytes", about: "" },
  { id: "progress", kind: "ratio", about: "" },
  { id: "expires", kind: "time", about: "" },
];

export const NOW = Date.UTC(2026, 10, 24, 14, 6);

const EQUAL: readonly Operator[] = ["=", "!="];
const ORDER: readonly Operator[] = ["<", "<=", ">", ">="];

const moment = fc.integer({ min: NOW - 10_000, max: NOW + 10_000 });
const text = fc
  .oneof(fc.constantFrom("a", "b", "ab", "prod-eu"), fc.string({ unit: "binary", maxLength: 8 }))
  .map(printable);

const compared = (
  field: string,
  operators: readonly Operator[],
  value: fc.Arbitrary<ComparedValue>,
): fc.Arbitrary<FieldComparison> =>
  fc.record({
    kind: fc.constant("comparison"),
    field: fc.constant(field),
    operator: fc.constantFrom(...operators),
    value,
  });

/** Few numbers, so that some meet, and large ones. */
const number = (most: number): fc.Arbitrary<number> => fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: most }));

export const comparison: fc.Arbitrary<FieldComparison> = fc.oneof(
  compared(
    "status",
    EQUAL,
    fc.constantFrom(...STATUSES).map((one) => ({ kind: "text", text: one })),
  ),
  compared(
    "status",
    ["~"],
    text.map((one) => ({ kind: "text", text: one })),
  ),
  compared(
    "cluster",
    [...EQUAL, "~"],
    text.map((one) => ({ kind: "text", text: one })),
  ),
  compared(
    "done",
    EQUAL,
    fc.boolean().map((isSet) => ({ kind: "flag", isSet })),
  ),
  compared(
    "failed",
    EQUAL,
    fc.boolean().map((isSet) => ({ kind: "flag", isSet })),
  ),
  compared(
    "open",
    [...EQUAL, ...ORDER],
    number(1e12).map((value) => ({ kind: "count", value })),
  ),
  compared(
    "value",
    [...EQUAL, ...ORDER],
    number(1e15).map((value) => ({ kind: "number", value: value / 1e6 })),
  ),
  compared(
    "lag",
    [...EQUAL, ...ORDER],
    number(2 ** 50).map((ms) => ({ kind: "seconds", value: ms / 1000 })),
  ),
  compared(
    "size",
    [...EQUAL, ...ORDER],
    number(2 ** 53 - 1).map((value) => ({ kind: "bytes", value })),
  ),
  compared(
    "progress",
    [...EQUAL, ...ORDER],
    fc.nat({ max: 1e6 }).map((parts) => ({ kind: "ratio", value: parts / 1e6 })),
  ),
  compared(
    "expires",
    ORDER,
    moment.map((at) => ({ kind: "time", at })),
  ),
  compared(
    "expires",
    ORDER,
    fc.integer({ min: -20_000, max: 20_000 }).map((ms) => ({ kind: "from now", seconds: ms / 1000 })),
  ),
);

export const condition: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    comparison,
    fc.record({ kind: fc.constant("not"), part: tie("condition") }),
    fc.record({
      kind: fc.constantFrom("and", "or"),
      parts: fc.array(tie("condition"), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).condition;

const known = <Value extends FieldValue>(value: fc.Arbitrary<Value>): fc.Arbitrary<FieldValue> =>
  fc.option(value, { freq: 5 });

export const values: fc.Arbitrary<FieldValues> = fc.record({
  status: known(fc.constantFrom(...STATUSES)),
  cluster: known(text),
  done: known(fc.boolean()),
  failed: known(fc.boolean()),
  open: known(number(1e12)),
  lag: known(number(2 ** 50).map((ms) => ms / 1000)),
  size: known(number(2 ** 53 - 1)),
  progress: known(fc.nat({ max: 1e6 }).map((parts) => parts / 1e6)),
  expires: known(moment.map((at) => new Date(at).toISOString())),
});
