import { formatCondition } from "../../domain/condition/format.ts";
import { type ConditionProblem, parseCondition, pointedAt } from "../../domain/condition/parse.ts";
import { type Condition, canStillHold, holds } from "../../domain/condition.ts";
import type { FieldInfo, FieldValues } from "../../domain/field-value.ts";
import { WrongUse } from "../wrong-use.ts";

/** The condition that a watch waits for: on one item, on the counts of a list, or on each of its rows. */

export type AwaitedCondition = {
  readonly about: "item" | "counts" | "rows";
  readonly condition: Condition;
  /** The condition as it is printed. */
  readonly text: string;
};

type Described = Readonly<Partial<Record<"fields" | "counts", { readonly infos: readonly FieldInfo[] } | undefined>>>;

const infosOf = (part: { readonly infos: readonly FieldInfo[] } | undefined): readonly FieldInfo[] => part?.infos ?? [];

const refused = (text: string, problem: ConditionProblem): WrongUse =>
  new WrongUse(`--until: ${pointedAt(text, problem)}`);

/** Default condition for an item: `done`, where it has that field. */
const usualCondition = (infos: readonly FieldInfo[]): string | undefined =>
  infos.some(({ id, kind }) => id === "done" && kind === "flag") ? "done" : undefined;

/**
 * The condition at a place; null: none.
 *
 * @throws WrongUse for a condition that is invalid at the place, with the column
 */
export function awaitedConditionAt(
  screen: Described,
  isItem: boolean,
  typed: string | undefined,
): AwaitedCondition | null {
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

/** Error in a condition that fits neither the counts of a list nor its rows. */
function problemOf(
  text: string,
  { counts, rows }: { readonly counts: readonly FieldInfo[]; readonly rows: readonly FieldInfo[] },
  ofCounts: ConditionProblem,
  ofRows: ConditionProblem,
): ConditionProblem {
  if (!ofCounts.isUnknownField && !ofRows.isUnknownField) return ofCounts;
  if (ofCounts.isUnknownField !== ofRows.isUnknownField) {
    const [unknown, other] = ofCounts.isUnknownField ? [ofCounts, ofRows] : [ofRows, ofCounts];
    // The reading that got further is probably the intended one.
    return unknown.column > other.column ? unknown : other;
  }
  const own = new Set(counts.map(({ id }) => id));
  const together = parseCondition(text, [...counts, ...rows.filter(({ id }) => !own.has(id))]);
  if (!together.ok) return together.problem;
  const sentence = "Counts of the list and fields of its rows are not waited for together.";
  return { ...ofCounts, sentence, column: Math.max(ofCounts.column, ofRows.column) };
}

/** Values of an item for a condition. */
type AwaitedItem = { readonly id: string; readonly title: string; readonly values: FieldValues };

export type Verdict =
  | { readonly kind: "open" }
  | { readonly kind: "holds" }
  /** `why`: a sentence. */
  | { readonly kind: "never"; readonly why: string };

const OPEN: Verdict = { kind: "open" };
const HOLDS: Verdict = { kind: "holds" };

/** Message for an item that can no longer fulfil the condition. */
function formatEnd({ title, values }: AwaitedItem): string {
  const status = values["status"];
  return `${title} has ended${typeof status === "string" ? `: ${status}` : ""}.`;
}

function verdictOn(condition: Condition, item: AwaitedItem, now: number): Verdict {
  if (holds(condition, item.values, now)) return HOLDS;
  return canStillHold(condition, item.values, now) ? OPEN : { kind: "never", why: formatEnd(item) };
}

/**
 * Tracks the rows of a list that are waited for: those that had not ended at the start, and all new ones. A row that is removed before the condition
 * held for it can never fulfil it.
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

/** Input of a verdict from one look. */
type VerdictInput = {
  readonly item: AwaitedItem | null;
  readonly rows: readonly AwaitedItem[];
  readonly counts: FieldValues;
  /** The service's time (ms). */
  readonly now: number;
};

/** Returns a function that judges each look by the condition. */
export function createJudge(awaited: AwaitedCondition | null): (look: VerdictInput) => Verdict {
  if (awaited === null) return () => OPEN;
  const { about, condition } = awaited;
  const ofRows = createRowWait(condition);
  return ({ item, rows, counts, now }) => {
    if (about === "rows") return ofRows(rows, now);
    if (about === "counts") return holds(condition, counts, now) ? HOLDS : OPEN;
    return item === null ? OPEN : verdictOn(condition, item, now);
  };
}
