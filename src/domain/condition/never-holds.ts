import {
  type Condition,
  type FieldComparison,
  foldText,
  type Operator,
  type Positive,
  withoutNegations,
} from "../condition.ts";
import type { FieldInfo } from "../field-value.ts";
import { formatCondition } from "./format.ts";

/** Finds conditions that can never hold: `progress>2`, `open<1 and open>3`. Not complete: other conditions may never hold either. */

type Leaf = Extract<Positive, { readonly kind: "leaf" }>;

type NeverHolds = {
  /** Reason, as the end of a sentence. */
  readonly reason: string;
  /** The comparison to point at. */
  readonly comparison: FieldComparison;
};

const OPPOSITES: Readonly<Record<Exclude<Operator, "~">, Exclude<Operator, "~">>> = {
  "=": "!=",
  "!=": "=",
  "<": ">=",
  ">=": "<",
  ">": "<=",
  "<=": ">",
};

/** Operator of a leaf with its negation resolved; null when there is no such operator (does not contain). */
const operatorOf = ({ comparison: { operator }, isNegated }: Leaf): Operator | null => {
  if (!isNegated) return operator;
  return operator === "~" ? null : OPPOSITES[operator];
};

/** Remaining interval of numbers, without some single ones. */
type Range = { low: number; high: number; hasLow: boolean; hasHigh: boolean; readonly without: Set<number> };

type NumberLeaf = { readonly operator: Operator | null; readonly value: number };

function narrow(range: Range, { operator, value }: NumberLeaf): void {
  if (operator === "!=") range.without.add(value);
  if (operator === "=" || operator === "<=" || operator === "<") {
    const isIn = operator !== "<";
    range.hasHigh = value === range.high ? range.hasHigh && isIn : value < range.high ? isIn : range.hasHigh;
    range.high = Math.min(range.high, value);
  }
  if (operator === "=" || operator === ">=" || operator === ">") {
    const isIn = operator !== ">";
    range.hasLow = value === range.low ? range.hasLow && isIn : value > range.low ? isIn : range.hasLow;
    range.low = Math.max(range.low, value);
  }
}

const rangeOf = (low: number, high: number, leaves: readonly NumberLeaf[]): Range => {
  const range: Range = { low, high, hasLow: true, hasHigh: true, without: new Set() };
  for (const leaf of leaves) narrow(range, leaf);
  return range;
};

/** True when no number is left. */
function isEmpty({ low, high, hasLow, hasHigh, without }: Range): boolean {
  if (low !== high) return low > high;
  return !(hasLow && hasHigh) || without.has(low);
}

/** True when no whole number is left. */
function isEmptyOfWhole({ low, high, hasLow, hasHigh, without }: Range): boolean {
  const first = hasLow ? low : low + 1;
  const last = hasHigh ? high : high - 1;
  // The interval has more numbers than are excluded: one is left.
  if (last - first >= without.size) return false;
  for (let value = first; value <= last; value += 1) if (!without.has(value)) return false;
  return true;
}

type TextLeaf = { readonly text: string; readonly operator: Operator | null };

const fitsText = (own: string, { text, operator }: TextLeaf): boolean => {
  if (operator === "=") return own === text;
  if (operator === "!=") return own !== text;
  return own.includes(text) === (operator === "~");
};

/** True when no text is left. */
function isEmptyOfTexts(leaves: readonly TextLeaf[], values: readonly string[] | undefined): boolean {
  const [same] = leaves.filter(({ operator }) => operator === "=");
  const possible = values?.map(foldText) ?? (same === undefined ? null : [same.text]);
  if (possible !== null) return !possible.some((own) => leaves.every((leaf) => fitsText(own, leaf)));
  const held = ["", ...leaves.flatMap(({ text, operator }) => (operator === "~" ? [text] : []))];
  return leaves.some(({ text, operator }) => operator === null && held.some((part) => part.includes(text)));
}

/** True when no value of one field satisfies all these leaves. */
function excludeAll(leaves: readonly Leaf[], { kind, values }: FieldInfo): boolean {
  const numbers: NumberLeaf[] = [];
  const times: NumberLeaf[] = [];
  const texts: TextLeaf[] = [];
  const flags = new Set<boolean>();
  for (const leaf of leaves) {
    const { value } = leaf.comparison;
    const operator = operatorOf(leaf);
    if (value.kind === "text") texts.push({ text: foldText(value.text), operator });
    else if (value.kind === "flag") flags.add(value.isSet === (operator === "="));
    else if (value.kind === "time") times.push({ value: value.at, operator });
    // Relative and absolute times are not compared with each other: their order depends on the current time.
    else numbers.push({ value: value.kind === "from now" ? value.seconds : value.value, operator });
  }
  if (kind === "text") return isEmptyOfTexts(texts, values);
  if (kind === "flag") return flags.size > 1;
  if (kind === "count") return isEmptyOfWhole(rangeOf(0, Number.POSITIVE_INFINITY, numbers));
  const isSigned = kind === "time" || kind === "number";
  const [low, high] = [isSigned ? Number.NEGATIVE_INFINITY : 0, kind === "ratio" ? 1 : Number.POSITIVE_INFINITY];
  return (
    isEmpty(rangeOf(low, high, numbers)) || isEmpty(rangeOf(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, times))
  );
}

/** Upper bound of steps when searching for a way to satisfy all parts; beyond it, the condition counts as satisfiable. */
const MOST_STEPS = 3000;

type Search = { steps: number; readonly infoOf: (field: string) => FieldInfo };

/** Leaves of one field that exclude each other; null when all parts can be satisfied. */
function conflictIn(parts: readonly Positive[], taken: readonly Leaf[], search: Search): readonly Leaf[] | null {
  const leaves = [...taken];
  const choices: Extract<Positive, { readonly kind: "or" | "and" }>[] = [];
  const pending = [...parts];
  for (let part = pending.shift(); part !== undefined; part = pending.shift()) {
    search.steps += 1;
    if (search.steps > MOST_STEPS) return null;
    if (part.kind === "leaf") {
      leaves.push(part);
      const { field } = part.comparison;
      const same = leaves.filter(({ comparison }) => comparison.field === field);
      if (excludeAll(same, search.infoOf(field))) return same;
    } else if (part.kind === "and") pending.unshift(...part.parts);
    else choices.push(part);
  }
  const [choice, ...others] = choices;
  let conflict: readonly Leaf[] | null = null;
  for (const part of choice?.parts ?? []) {
    const found = conflictIn([part, ...others], leaves, search);
    if (found === null) return null;
    conflict ??= found;
  }
  return conflict;
}

const formatLeaf = ({ comparison, isNegated }: Leaf): string =>
  formatCondition(isNegated ? { kind: "not", part: comparison } : comparison);

/** Possible values of a field, as the end of a sentence. */
function boundsOf({ id, kind, values }: FieldInfo, leaf: Leaf): string {
  if (values !== undefined) return `${id} is one of ${values.join(", ")}`;
  if (kind === "ratio") return `${id} is from 0 % to 100 %`;
  return ["count", "seconds", "bytes"].includes(kind) ? `${id} is never below 0` : `nothing is ${formatLeaf(leaf)}`;
}

function reasonOf(conflict: readonly Leaf[], last: Leaf, search: Search): NeverHolds {
  const info = search.infoOf(last.comparison.field);
  const { comparison } = last;
  if (excludeAll([last], info)) return { reason: boundsOf(info, last), comparison };
  const other = conflict.find((one) => excludeAll([one, last], info));
  const all = (other === undefined ? conflict : [other, last]).map(formatLeaf);
  return { reason: `${all.slice(0, -1).join(", ")} and ${all.at(-1)} exclude each other`, comparison };
}

/** Reason why a condition, or an alternative in it, can never hold; null when it may. */
export function neverHolds(condition: Condition, infos: readonly FieldInfo[]): NeverHolds | null {
  const byId = new Map(infos.map((info) => [info.id, info]));
  const infoOf = (field: string): FieldInfo => byId.get(field) ?? { id: field, kind: "text", about: "" };
  const search: Search = { steps: 0, infoOf };
  const visit = (part: Positive): NeverHolds | null => {
    for (const inner of part.kind === "leaf" ? [] : part.parts) {
      const found = visit(inner);
      if (found !== null) return found;
    }
    // Alternatives of an `or` were checked one by one.
    const conflict = part.kind === "or" ? null : conflictIn([part], [], search);
    const last = conflict?.at(-1);
    return conflict === null || last === undefined ? null : reasonOf(conflict, last, search);
  };
  return visit(withoutNegations(condition));
}
