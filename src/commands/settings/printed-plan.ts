import type { PlannedSetting } from "../../app/settings-files/types.ts";
import type { Change } from "../../forms/review/compare.ts";
import type { FileProblem } from "../../forms/settings-file/kind.ts";
import { settingTitle } from "../../forms/settings-file/setting-title.ts";
import { idEnd, labelled, pluralize } from "../../text/format.ts";

/** A plan, or a comparison of two projects: as lines for people, as JSON for programs. */

type Action = "create" | "change" | "delete" | "unclear" | "same";

export type PrintedSetting = {
  readonly action: Action;
  readonly kind: string;
  /** Name of the kind within a sentence. */
  readonly title: string;
  readonly cluster: string | null;
  readonly name: string;
  readonly id: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly changes: readonly Change[];
  /** Further remarks, one a line. */
  readonly notes: readonly string[];
};

/** An item of a plan for printing. */
export function printedOf(item: PlannedSetting): PrintedSetting {
  const { action, of, cluster, name, document, stored, changes } = item;
  const notes =
    item.action === "unclear"
      ? [`it may be one of ${item.candidates.length}: ${item.candidates.map(({ id }) => id).join(", ")}`]
      : [];
  return {
    action,
    kind: of.file.name,
    title: of.file.title,
    cluster,
    name,
    id: stored?.id ?? null,
    file: document?.file ?? null,
    line: document?.spotOf([]).line ?? null,
    changes,
    notes,
  };
}

const MARKS: Readonly<Record<Action, string>> = { create: "+", change: "~", delete: "-", unclear: "?", same: "=" };

const LINE_MARKS = { same: " ", added: "+", removed: "-" } as const;

/** A change on one line; the changed lines of a long text follow below. */
function changeLines({ label, from, to, lines }: Change): readonly string[] {
  const words = from === null ? (to ?? "") : `${from} → ${to ?? "not set"}`;
  if (lines === undefined || from === null || to === null) return [labelled(label, words)];
  return [`${label}:`, ...lines.map(({ kind, text }) => `  ${LINE_MARKS[kind]} ${text}`)];
}

const settingLines = (item: PrintedSetting, title: string): readonly string[] => [
  `${MARKS[item.action]} ${title}`,
  ...(item.action === "delete" ? [] : item.changes.flatMap(changeLines)).map((line) => `    ${line}`),
  ...item.notes.map((line) => `    ${line}`),
];

/** Differences and planned actions, item by item: items with the same title get the ends of their ids. */
export function differenceLines(items: readonly PrintedSetting[]): readonly string[] {
  const shown = items.filter(({ action }) => action !== "same");
  const alike = Map.groupBy(shown, settingTitle);
  return shown.flatMap((item) => {
    const title = settingTitle(item);
    const others = alike.get(title) ?? [];
    const isAlone = item.id === null || others.length === 1;
    const ids = others.flatMap(({ id }) => id ?? []);
    return settingLines(item, isAlone ? title : `${title} (${idEnd(item.id, ids)})`);
  });
}

const countOf = (items: readonly PrintedSetting[], action: Action): number =>
  items.filter((item) => item.action === action).length;

/** Labels of actions in a plan, or in a comparison of two projects. */
export type SummaryLabels = Readonly<Record<Action, string>>;

export const PLAN_LABELS: SummaryLabels = {
  create: "to create",
  change: "to change",
  delete: "to delete",
  unclear: "not clear",
  same: "the same",
};

const ORDER: readonly Action[] = ["create", "change", "delete", "unclear", "same"];

/** `1 to create, 2 to change, 17 the same.` */
export function summaryLine(items: readonly PrintedSetting[], words: SummaryLabels): string {
  const counts = ORDER.flatMap((action) => {
    const count = countOf(items, action);
    return count === 0 ? [] : [`${count} ${words[action]}`];
  });
  return counts.length === 0 ? "Nothing to compare." : `${counts.join(", ")}.`;
}

export const isDifferent = (items: readonly PrintedSetting[]): boolean => items.some(({ action }) => action !== "same");

/** A whole plan as lines for people. */
export function planLines(items: readonly PrintedSetting[], words: SummaryLabels): readonly string[] {
  const shown = differenceLines(items);
  return shown.length === 0
    ? [`No difference: ${pluralize(items.length, "setting")} the same.`]
    : [...shown, "", summaryLine(items, words)];
}

/** A whole plan as JSON. */
export const planJson = (
  project: { readonly id: string; readonly name: string },
  other: string | null,
  items: readonly PrintedSetting[],
  problems: readonly FileProblem[],
) => ({
  project,
  with: other,
  summary: Object.fromEntries(ORDER.map((action) => [action, countOf(items, action)])),
  items: items.map(({ title: _title, notes: _notes, changes, ...item }) => ({
    ...item,
    changes: changes.map(({ label, kind, from, to }) => ({ label, kind, from, to })),
  })),
  problems,
});
