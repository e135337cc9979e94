import { diffLines } from "diff";
import type { z } from "zod";
import {
  type BodyObject,
  type BodyValue,
  isBodyObject,
  isList,
  type Path,
  parseJsonInText,
} from "../../contract/json/json.ts";
import { ownValue } from "../../contract/json/own-values.ts";
import { Secret } from "../../contract/secret.ts";
import { printable, printableLines } from "../../text/printable.ts";
import { fieldAt, labelAt } from "../fields.ts";
import type { FormEnv, FormMode, FormPlan } from "../form-plan.ts";
import { itemLabel, pathLabel } from "../labels.ts";
import { namesOf } from "../layout.ts";
import { equalApartFromMasks } from "../match-items.ts";
import { listPlanOrDefault, shapeOfPlan } from "../plans.ts";
import { elementOf, fieldSchema, isGroup, isUnknownKind } from "../schema/schema.ts";
import { hintsOf } from "../schema/schema-hints.ts";
import { formatSet, formatValue, jsonText } from "../values/values.ts";

/** Differences between two documents as text, item by item. */

/** One difference between two documents, as text. */
export type Change = {
  readonly label: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly kind: "changed" | "added" | "removed" | "moved";
  /** Line differences of a long text, of free-form JSON, or of an added or removed item: old and new in full. */
  readonly lines?: readonly LineChange[];
};

type LineChange = { readonly kind: "same" | "added" | "removed"; readonly text: string };

type Compared = {
  readonly changes: readonly Change[];
  /** Number of equal values, and how many of them the contract does not know. */
  readonly same: { readonly fields: number; readonly unknown: number };
};

type Comparison = {
  readonly plan: FormPlan;
  readonly env: FormEnv;
  readonly mode: FormMode;
  readonly before: BodyObject;
  readonly after: BodyObject;
  /** For every item of a list in `after`: its position in the list in `before`, or null. */
  readonly pairs: (list: Path, before: readonly BodyValue[], after: readonly BodyValue[]) => readonly (number | null)[];
};

type Places = { readonly before: Path; readonly after: Path };
type Tally = { changes: Change[]; fields: number; unknown: number };

/** Compares two versions of a form's document. */
export function compareBodies(comparison: Comparison): Compared {
  const tally: Tally = { changes: [], fields: 0, unknown: 0 };
  const { plan, before, after } = comparison;
  compareValues(comparison, tally, shapeOfPlan(plan), before, after, { before: [], after: [] });
  return { changes: tally.changes, same: { fields: tally.fields, unknown: tally.unknown } };
}

function compareValues(
  comparison: Comparison,
  tally: Tally,
  schema: z.core.$ZodType | undefined,
  left: BodyValue | undefined,
  right: BodyValue | undefined,
  at: Places,
): void {
  const isNothing = (value: BodyValue | undefined): boolean => value === undefined || value === null;
  if (isNothing(left) && isNothing(right)) return;
  if (schema !== undefined && elementOf(schema) !== undefined && isGroup(elementOf(schema) ?? schema)) {
    if ((isNothing(left) || isList(left)) && (isNothing(right) || isList(right))) {
      compareLists(comparison, tally, schema, isList(left) ? left : [], isList(right) ? right : [], at);
      return;
    }
  } else if (schema !== undefined && isGroup(schema)) {
    if ((isNothing(left) || isBodyObject(left)) && (isNothing(right) || isBodyObject(right))) {
      compareGroups(comparison, tally, schema, isBodyObject(left) ? left : {}, isBodyObject(right) ? right : {}, at);
      return;
    }
  }
  if (!equalApartFromMasks(left, right)) {
    const change = changeOf(comparison, left, right, at);
    tally.changes.push(schema === undefined ? { ...change, label: `${change.label} (unknown field)` } : change);
  } else {
    tally.fields += 1;
    if (schema === undefined) tally.unknown += 1;
  }
}

function compareGroups(
  comparison: Comparison,
  tally: Tally,
  schema: z.core.$ZodType,
  left: BodyObject,
  right: BodyObject,
  at: Places,
): void {
  const { plan, mode } = comparison;
  const ordered = [...namesOf(plan, schema, right, at.after), ...namesOf(plan, schema, left, at.before)];
  const names = new Set([...ordered, ...Object.keys(right), ...Object.keys(left)]);
  for (const name of names) {
    const inner = fieldSchema(schema, right, name) ?? fieldSchema(schema, left, name);
    if (inner !== undefined && hintsOf(inner).internal === true) continue;
    const valueAt = (object: BodyObject): BodyValue | undefined => ownValue(object, name);
    // A merging write sends an unknown top-level field only if it was changed here.
    const isLeft = mode === "merge" && at.after.length === 0 && equalApartFromMasks(valueAt(left), valueAt(right));
    if (inner === undefined && (isIdentity(plan, right, at.after, name) || isLeft)) continue;
    const below = { before: [...at.before, name], after: [...at.after, name] };
    compareValues(comparison, tally, inner, valueAt(left), valueAt(right), below);
  }
}

const isIdentity = (plan: FormPlan, body: BodyObject, item: Path, name: string): boolean =>
  typeof item.at(-1) === "number" && listPlanOrDefault(plan, body, item.slice(0, -1)).identity === name;

function compareLists(
  comparison: Comparison,
  tally: Tally,
  schema: z.core.$ZodType,
  left: readonly BodyValue[],
  right: readonly BodyValue[],
  at: Places,
): void {
  const pairs = comparison.pairs(at.after, left, right);
  const moved = movedOf(pairs);
  for (const [index, item] of right.entries()) {
    const from = pairs[index] ?? null;
    const path = [...at.after, index];
    if (from === null) {
      tally.changes.push(itemChange(comparison, schema, "added", path, item));
      continue;
    }
    if (moved.has(index)) {
      const label = titleAt(comparison, "after", path);
      tally.changes.push({ label, from: `place ${from + 1}`, to: `place ${index + 1}`, kind: "moved" });
    }
    compareValues(comparison, tally, elementOf(schema), left[from], item, {
      before: [...at.before, from],
      after: path,
    });
  }
  for (const [index, item] of left.entries()) {
    if (!pairs.includes(index))
      tally.changes.push(itemChange(comparison, schema, "removed", [...at.before, index], item));
  }
}

/** Positions of moved items: those outside of the longest subsequence that kept its order. */
function movedOf(pairs: readonly (number | null)[]): ReadonlySet<number> {
  const known = pairs.flatMap((from, index) => (from === null ? [] : [{ from, index }]));
  const best: { length: number; previous: number }[] = [];
  for (const [position, { from }] of known.entries()) {
    let entry = { length: 1, previous: -1 };
    for (let earlier = 0; earlier < position; earlier += 1) {
      const length = (best[earlier]?.length ?? 0) + 1;
      if ((known[earlier]?.from ?? 0) < from && length > entry.length) entry = { length, previous: earlier };
    }
    best.push(entry);
  }
  let at = best.reduce((longest, entry, index) => (entry.length > (best[longest]?.length ?? 0) ? index : longest), 0);
  const kept = new Set<number>();
  while (at >= 0 && known[at] !== undefined) {
    kept.add(at);
    at = best[at]?.previous ?? -1;
  }
  return new Set(known.filter((_item, position) => !kept.has(position)).map(({ index }) => index));
}

const seenAt = (comparison: Comparison, side: "before" | "after") => ({
  body: comparison[side],
  base: comparison.before,
  mode: comparison.mode,
});

/** Title of an item. The only one of its list is left out of labels below it, but has one of its own. */
function titleAt(comparison: Comparison, side: "before" | "after", path: Path): string {
  const seen = seenAt(comparison, side);
  return pathLabel(comparison.plan, seen, path) || itemLabel(comparison.plan, seen, path);
}

/** Change of an added or removed item, with all its fields: defaults that are sent are listed too. */
function itemChange(
  comparison: Comparison,
  schema: z.core.$ZodType,
  kind: "added" | "removed",
  path: Path,
  item: BodyValue,
): Change {
  const side = kind === "added" ? "after" : "before";
  const list = listPlanOrDefault(comparison.plan, comparison[side], path.slice(0, -1));
  const summary = printable(isBodyObject(item) ? list.summary(item) : jsonText(item));
  const element = elementOf(schema);
  const isUnknown = element !== undefined && isUnknownKind(element, item);
  const label = `${titleAt(comparison, side, path)}${isUnknown ? " (unknown type)" : ""}`;
  const names = isBodyObject(item) && element !== undefined ? namesOf(comparison.plan, element, item, path) : [];
  const said = { summary, summarizes: list.summarizes ?? [], names };
  const words = [summary, ...formatLeaf(comparison, side, path, item, said)].join(" · ");
  const text = longText(item);
  return kind === "added"
    ? { label, from: null, to: words, kind, lines: linesOf("", text) }
    : { label, from: words, to: null, kind, lines: linesOf(text, "") };
}

/** Fields of an item that its summary does not contain: `Wait 5 min`. */
function formatLeaf(
  comparison: Comparison,
  side: "before" | "after",
  path: Path,
  item: BodyValue,
  { summary, summarizes, names }: Record<"summarizes" | "names", readonly string[]> & { readonly summary: string },
): readonly string[] {
  if (!isBodyObject(item)) return [];
  // In the order of the form.
  return [...new Set([...names, ...Object.keys(item)])].flatMap((name) => {
    const value = ownValue(item, name);
    const at = [...path, name];
    const field = fieldAt(comparison.plan, seenAt(comparison, side), at);
    if (field === null || value === undefined || value === null || field.isKind || summarizes.includes(name)) return [];
    if (isBodyObject(value) || (isList(value) && value.some((one) => isBodyObject(one) || isList(one)))) return [];
    if (hintsOf(field.schema).internal === true) return [];
    // The end of a stored secret is in the summary; an entered one is said to be sent.
    if (field.kind === "secret" && !(value instanceof Secret)) return [];
    const words = formatValue(field, value, comparison.env);
    const label = labelAt(comparison.plan, seenAt(comparison, side), at);
    return words === "" || summary.toLowerCase().includes(words.toLowerCase()) ? [] : [`${label} ${words}`];
  });
}

/** Longest text shown as a single value; longer ones are compared line by line. */
const SHORT = 72;
/** Longest text shown of a value that is compared with nothing: a note is read whole. */
const LONGEST_ALONE = 240;

function changeOf(
  comparison: Comparison,
  left: BodyValue | undefined,
  right: BodyValue | undefined,
  at: Places,
): Change {
  const { plan, env } = comparison;
  const words = (side: "before" | "after", value: BodyValue | undefined): string | null => {
    if (value === undefined || value === null) return null;
    return formatSet(fieldAt(plan, seenAt(comparison, side), at[side]), value, env);
  };
  const from = words("before", left);
  const to = words("after", right);
  const path = right === undefined ? at.before : at.after;
  const label = pathLabel(plan, seenAt(comparison, right === undefined ? "before" : "after"), path);
  const kind = from === null ? "added" : to === null ? "removed" : "changed";
  const isLong = [from, to].some((text) => text !== null && (text.length > SHORT || text.includes("\n")));
  if (!isLong) return { label, from, to, kind };
  const isTextual = fieldAt(plan, seenAt(comparison, "after"), at.after)?.plan?.textual === true;
  const inFull = (value: BodyValue | undefined): string => longText(isTextual ? parsedText(value) : value);
  const most = kind === "changed" ? SHORT : LONGEST_ALONE;
  return {
    label,
    from: short(from, most),
    to: short(to, most),
    kind,
    lines: linesOf(inFull(left), inFull(right)),
  };
}

const short = (text: string | null, most: number): string | null => {
  if (text === null) return null;
  const [first = ""] = text.split("\n");
  return first.length > most || first !== text ? `${first.slice(0, most - 1)}…` : first;
};

/** Parses text that contains JSON, so that two versions are compared line by line. */
function parsedText(value: BodyValue | undefined): BodyValue | undefined {
  const parsed = typeof value === "string" ? parseJsonInText(value) : null;
  return parsed?.ok === true ? parsed.value : value;
}

const longText = (value: BodyValue | undefined): string => {
  if (value === undefined || value === null) return "";
  return printableLines(typeof value === "string" ? value : jsonText(value, 2));
};

function linesOf(from: string, to: string): readonly LineChange[] {
  return diffLines(from, to).flatMap((part) => {
    const kind = part.added ? "added" : part.removed ? "removed" : "same";
    return part.value
      .replace(/\n$/u, "")
      .split("\n")
      .map((text): LineChange => ({ kind, text }));
  });
}
