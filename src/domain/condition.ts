import { timeOf } from "../text/format.ts";
import type { FieldValue, FieldValues, ValueKind } from "./field-value.ts";

/**
 * Conditions over fields: `done`, `lag<5s`, `open=0 and critical=0`. They are parsed by `condition/parse.ts` and printed by `condition/format.ts`.
 * An unknown value (null) makes its comparison neither true nor false: neither it nor its negation holds.
 */

export type Operator = "=" | "!=" | "<" | "<=" | ">" | ">=" | "~";

/** Value that a field is compared with. */
export type ComparedValue =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "flag"; readonly isSet: boolean }
  /** In the unit of the field: seconds, bytes, 0 to 1. */
  | { readonly kind: Exclude<ValueKind, "text" | "flag" | "time">; readonly value: number }
  /** A time in ms. */
  | { readonly kind: "time"; readonly at: number }
  /** Time relative to now, in seconds; negative is in the past. */
  | { readonly kind: "from now"; readonly seconds: number };

export type FieldComparison = {
  readonly kind: "comparison";
  readonly field: string;
  readonly operator: Operator;
  readonly value: ComparedValue;
};

export type Condition =
  | FieldComparison
  | { readonly kind: "not"; readonly part: Condition }
  /** At least two parts. */
  | { readonly kind: "and" | "or"; readonly parts: readonly Condition[] };

/** A condition in which only comparisons are negated. */
export type Positive =
  | { readonly kind: "leaf"; readonly comparison: FieldComparison; readonly isNegated: boolean }
  | { readonly kind: "and" | "or"; readonly parts: readonly Positive[] };

/** The equivalent condition with its negations moved to the comparisons. */
export function withoutNegations(condition: Condition, isNegated = false): Positive {
  switch (condition.kind) {
    case "comparison":
      return { kind: "leaf", comparison: condition, isNegated };
    case "not":
      return withoutNegations(condition.part, !isNegated);
    default: {
      const kind = isNegated === (condition.kind === "and") ? "or" : "and";
      return { kind, parts: condition.parts.map((part) => withoutNegations(part, isNegated)) };
    }
  }
}

function compareOrdered(operator: Operator, left: number, right: number): boolean {
  switch (operator) {
    case "=":
      return left === right;
    case "!=":
      return left !== right;
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
    case "~":
      return false;
  }
}

/** Text comparisons ignore case. */
export const foldText = (text: string): string => text.toLowerCase();

function compareTexts(operator: Operator, left: string, right: string): boolean {
  const [own, other] = [foldText(left), foldText(right)];
  return operator === "~" ? own.includes(other) : (own === other) === (operator === "=");
}

/** Truth of a comparison; null when the value is unknown, or of another kind. */
function isTrue({ operator, value }: FieldComparison, read: FieldValue | undefined, now: number): boolean | null {
  switch (value.kind) {
    case "text":
      return typeof read === "string" ? compareTexts(operator, read, value.text) : null;
    case "flag":
      return typeof read === "boolean" ? (read === value.isSet) === (operator === "=") : null;
    case "time":
    case "from now": {
      const time = typeof read === "string" ? timeOf(read) : null;
      if (time === null) return null;
      return compareOrdered(operator, time, value.kind === "time" ? value.at : now + value.seconds * 1000);
    }
    default:
      return typeof read === "number" ? compareOrdered(operator, read, value.value) : null;
  }
}

type Leaf = Extract<Positive, { readonly kind: "leaf" }>;

const isMet = (condition: Positive, isLeafMet: (leaf: Leaf) => boolean): boolean => {
  if (condition.kind === "leaf") return isLeafMet(condition);
  const is = (part: Positive): boolean => isMet(part, isLeafMet);
  return condition.kind === "and" ? condition.parts.every(is) : condition.parts.some(is);
};

const leafHolds = ({ comparison, isNegated }: Leaf, values: FieldValues, now: number): boolean =>
  isTrue(comparison, values[comparison.field], now) === !isNegated;

/**
 * True when a condition holds.
 *
 * @param now time (ms) that relative times refer to
 */
export const holds = (condition: Condition, values: FieldValues, now: number): boolean =>
  isMet(withoutNegations(condition), (leaf) => leafHolds(leaf, values, now));

/** True when it is not known whether a condition holds: a value that decides it is unknown. */
export const isUndecided = (condition: Condition, values: FieldValues, now: number): boolean =>
  !holds(condition, values, now) && !holds({ kind: "not", part: condition }, values, now);

/** True for comparisons that become true as time passes: a time that should be near, or past. */
const comesByItself = ({ comparison: { operator, value }, isNegated }: Leaf): boolean =>
  value.kind === "from now" && operator.startsWith(isNegated ? ">" : "<");

/** True when a condition holds or may hold later: a thing that has ended (`ended`) no longer changes. */
export const canStillHold = (condition: Condition, values: FieldValues, now: number): boolean =>
  values["ended"] !== true ||
  isMet(withoutNegations(condition), (leaf) => {
    if (leafHolds(leaf, values, now)) return true;
    return comesByItself(leaf) && isTrue(leaf.comparison, values[leaf.comparison.field], now) !== null;
  });

/** Fields used in a condition. */
export function fieldsIn(condition: Condition): ReadonlySet<string> {
  if (condition.kind === "comparison") return new Set([condition.field]);
  const parts = condition.kind === "not" ? [condition.part] : condition.parts;
  return new Set(parts.flatMap((part) => [...fieldsIn(part)]));
}
