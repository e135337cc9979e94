import { formatCondition } from "../../domain/condition/format.ts";
import { type ConditionProblem, parseCondition, pointedAt } from "../../domain/condition/parse.ts";
import { type Condition, canStillHold, holds } from "../../domain/condition.ts";
import type { FieldInfo, FieldValues } from "../../domain/field-value.ts";
import { WrongUse } from "../wrong-use.ts";

/** What a watch waits for: a condition about one item, about the counts of a list, or about each of its rows. */

export type AwaitedCondition = {
  readonly about: "item" | "counts" | "rows";
  readonly condition: Condition;
  /** As it is printed. */
  readonly text: string;
};

type Described = Readonly<Partial<Record<"fields" | "counts", { readonly infos: readonly FieldInfo[] } | undefined>>>;

const infosOf = (part: { readonly infos: readonly FieldInfo[] } | undefined): readonly FieldInfo[] => part?.infos ?? [];

const refused = (text: string, problem: ConditionProblem): WrongUse =>
  new WrongUse(`--until: ${pointedAt(text, problem)}`);

/** What an item is waited for where nothing is said: that it is done, where it can be. */
const usualCondition = (infos: readonly FieldInfo[]): string | undefined =>
  infos.some(({ id, kind }) => id === "done" && kind === "flag") ? "done" : undefined;

/**
 * What is waited for at a place; null: nothing.
 *
 * @throws WrongUse for a condition that is none of the place, with the column
 */
export function awaitedAt(screen: Described, isItem: boolean, typed: string | undefined): AwaitedCondition | null {
  const rows = infosOf(screen.fields);
  const text = typed ?? (isItem ? usualCondition(rows) : undefined);
  if (text === undefined) return null;
  const made = (about: AwaitedCondition["about"], condition: Condition): AwaitedCondition => ({
    about,
    condition,
    text: formatCondition(condition),
  });
  const ofRows = parseCondition(text, rows);
  if (isItem) {
    if (ofRows.ok) return made("item", ofRows.condition);
    throw refused(text, ofRows.problem);
  }
  const counts = infosOf(screen.counts);
  const ofCounts = parseCondition(text, counts);
  if (ofCounts.ok) return made("counts", ofCounts.condition);
  if (ofRows.ok) return made("rows", ofRows.condition);
  throw refused(text, problemOf(text, { counts, rows }, ofCounts.problem, ofRows.problem));
}

/** What to say of a condition that is neither about the counts of a list nor about its rows. */
function problemOf(
  text: string,
  { counts, rows }: { readonly counts: readonly FieldInfo[]; readonly rows: readonly FieldInfo[] },
  ofCounts: ConditionProblem,
  ofRows: ConditionProblem,
): ConditionProblem {
  if (!ofCounts.isUnknownField && !ofRows.isUnknownField) return ofCounts;
  if (ofCounts.isUnknownField !== ofRows.isUnknownField) {
    const [unknown, other] = ofCounts.isUnknownField ? [ofCounts, ofRows] : [ofRows, ofCounts];
    // What was understood further is what was meant.
    return unknown.column > other.column ? unknown : other;
  }
  const own = new Set(counts.map(({ id }) => id));
  const together = parseCondition(text, [...counts, ...rows.filter(({ id }) => !own.has(id))]);
  if (!together.ok) return together.problem;
  const sentence = "Counts of the list and fields of its rows are not waited for together.";
  return { ...ofCounts, sentence, column: Math.max(ofCounts.column, ofRows.column) };
}

/** An item as a condition sees it. */
export type AwaitedItem = { readonly id: string; readonly title: string; readonly values: FieldValues };

export type Verdict =
  | { readonly kind: "open" }
  | { readonly kind: "holds" }
  /** `why`: a sentence. */
  | { readonly kind: "never"; readonly why: string };

const OPEN: Verdict = { kind: "open" };
const HOLDS: Verdict = { kind: "holds" };

/** Why an item can no longer come to what is waited for. */
function formatEnd({ title, values }: AwaitedItem): string {
  const status = values["status"];
  return `${title} has ended${typeof status === "string" ? `: ${status}` : ""}.`;
}

function verdictOn(condition: Condition, item: AwaitedItem, now: number): Verdict {
  if (holds(condition, item.values, now)) return HOLDS;
  return canStillHold(condition, item.values, now) ? OPEN : { kind: "never", why: formatEnd(item) };
}

/**
 * Follows which rows of a list are waited for: those that had not ended when the watch began, and all that came since. A row that goes
 * before the condition held for it will not come to it.
 */
function createRowWait(condition: Condition): (rows: readonly AwaitedItem[], now: number) => Verdict {
  let seen: ReadonlySet<string> | null = null;
  const open = new Map<string, AwaitedItem>();
  const held = new Set<string>();
  return (rows, now) => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const row of rows) {
      const isNew = seen === null ? row.values["ended"] !== true : !seen.has(row.id);
      if (isNew || open.has(row.id)) open.set(row.id, row);
    }
    seen = new Set([...(seen ?? []), ...byId.keys()]);
    const gone = [...open.values()].find(({ id }) => !byId.has(id) && !held.has(id));
    if (gone !== undefined) return { kind: "never", why: `${gone.title} is gone.` };
    const here = [...open.values()].filter(({ id }) => byId.has(id));
    const verdicts = here.map((row) => ({ row, verdict: verdictOn(condition, row, now) }));
    held.clear();
    for (const { row, verdict } of verdicts) if (verdict.kind === "holds") held.add(row.id);
    const never = verdicts.find(({ verdict }) => verdict.kind === "never");
    if (never !== undefined) return never.verdict;
    return held.size === here.length ? HOLDS : OPEN;
  };
}

/** What a look at the place gives to judge by. */
export type Judged = {
  readonly item: AwaitedItem | null;
  readonly rows: readonly AwaitedItem[];
  readonly counts: FieldValues;
  /** The service's time (ms). */
  readonly now: number;
};

/** Judges each look at a place by what is waited for. */
export function createJudge(awaited: AwaitedCondition | null): (look: Judged) => Verdict {
  if (awaited === null) return () => OPEN;
  const { about, condition } = awaited;
  const ofRows = createRowWait(condition);
  return ({ item, rows, counts, now }) => {
    if (about === "rows") return ofRows(rows, now);
    if (about === "counts") return holds(condition, counts, now) ? HOLDS : OPEN;
    return item === null ? OPEN : verdictOn(condition, item, now);
  };
}
