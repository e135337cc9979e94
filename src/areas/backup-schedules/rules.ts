import { FREQUENCIES } from "../../contract/backup-policy.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import { planOf } from "../../domain/backup/backup-schedule.ts";
import { leastDays, type PolicyRequirements } from "../../domain/backup/policy-requirements.ts";
import {
  formatFrequency,
  formatItem,
  formatRetention,
  type Item,
  itemOf,
  USUAL_ITEMS,
} from "../../domain/backup/schedule-items.ts";
import { projectionOf } from "../../domain/backup/snapshot-plan.ts";
import type { FieldPlan, ListPlan, PlanContext } from "../../forms/form-plan.ts";
import type { FormValues, ItemAt } from "../../forms/schema/form-values.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { capitalized, pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { intervalSuggestions } from "../builders/intervals.ts";

/** The policy items of a schedule as fields: frequency, interval, retention, all picked by name (field table of `domain.md` 12). */

/** Path of the policy items: there is always exactly one policy. */
const RULES = "policies[].policyItems";

/** A schedule, and one of its policy items, as form values. */
export type ScheduleValues = FormValues<"updateBackupSchedule">;
type RuleValues = ItemAt<ScheduleValues, typeof RULES>;

/** The policy items of a body. */
const rulesOf = ({ policies }: ScheduleValues): readonly RuleValues[] => policies?.[0]?.policyItems ?? [];

/** The frequencies that have a policy item in a body. */
export const kindsOf = (body: ScheduleValues): readonly string[] => [
  ...new Set(rulesOf(body).flatMap(({ frequencyType }) => frequencyType || [])),
];

const FREQUENCY_LABELS: Readonly<Record<string, string>> = lookupTable({
  hourly: "Every few hours",
  daily: "Every day",
  weekly: "Every week",
  monthly: "Every month",
  yearly: "Every year",
});

/** At most one policy item has each of these frequencies. */
const ONCE: readonly string[] = ["hourly", "daily"];

/** Possible frequencies: a stored item keeps its own, a new one takes one of those left. */
function frequencies({ subject, body }: PlanContext<ScheduleValues, RuleValues>): readonly Suggestion[] {
  const { frequencyType: own } = subject;
  const suggestion = (value: string): Suggestion => ({ value, label: FREQUENCY_LABELS[value] ?? value });
  if (subject.id !== undefined) return own === undefined ? [] : [suggestion(own)];
  const taken = kindsOf(body).filter((kind) => ONCE.includes(kind) && kind !== own);
  return FREQUENCIES.filter((kind) => !taken.includes(kind)).map(suggestion);
}

const UNIT_DAYS: Readonly<Record<string, number>> = lookupTable({ days: 1, weeks: 7, months: 31, years: 365 });
const QUICK: Readonly<Record<string, readonly number[]>> = lookupTable({
  days: [1, 2, 3, 7, 14, 30, 90],
  weeks: [1, 2, 4, 8, 12, 26, 52],
  months: [1, 3, 6, 12, 24, 36],
  years: [1, 2, 3, 5, 7, 10],
});

/** A number of units in days; twelve months are a year. */
const daysOfRule = (value: number, unit: string): number => itemOf({ retentionValue: value, retentionUnit: unit }).days;

const YEAR_DAYS = 365;
const MONTHS_OF_YEAR = 12;

/** The smallest number of a unit that covers these days; null for an unknown unit, or where no number does. */
function atLeast(days: number, unit: string): number | null {
  const one = UNIT_DAYS[unit];
  if (one === undefined || !Number.isFinite(days)) return null;
  if (unit !== "months") return Math.max(1, Math.ceil(days / one));
  const years = Math.floor(days / YEAR_DAYS);
  const rest = Math.min(MONTHS_OF_YEAR, Math.ceil((days - years * YEAR_DAYS) / one));
  return Math.max(1, years * MONTHS_OF_YEAR + rest);
}

/** The other policy items, which bound the retention of this one. */
const others = (body: ScheduleValues, subject: RuleValues): readonly Item[] =>
  rulesOf(body)
    .filter((item) => item !== subject)
    .map(itemOf);

/** Minimum retention in days: by the frequency itself, by more frequent items and by the compliance policy. */
const leastOf = (frequency: string, items: readonly Item[], requirements: PolicyRequirements | null): number =>
  Math.max({ weekly: 7, monthly: 31, yearly: 365 }[frequency] ?? 1, leastDays(frequency, requirements, items));

/** Suggested retentions: the minimum first, each with the resulting number of snapshots. */
function lengths(
  { subject, body }: PlanContext<ScheduleValues, RuleValues>,
  requirements: PolicyRequirements | null,
  now: number,
): readonly Suggestion[] {
  const item = itemOf(subject);
  const unit = item.unit === "" ? "days" : item.unit;
  const least = atLeast(leastOf(item.frequencyType, others(body, subject), requirements), unit);
  const { reference } = planOf(body);
  // No suggestions for an unknown unit; the check of the unit reports it.
  if (least === null) return [];
  // Includes the typed value, so that the review shows it with its unit.
  const longer = [...(QUICK[unit] ?? []), item.value].filter((value) => value > least);
  const values = [least, ...new Set(longer.toSorted((left, right) => left - right))];
  return values.map((value, index) => {
    const projected = projectionOf({ items: [{ ...item, days: daysOfRule(value, unit) }], reference }, now)?.all ?? 0;
    const parts = present(index === 0 && "minimum", projected > 0 && pluralize(projected, "snapshot"));
    return { value: String(value), label: formatRetention({ value, unit }), note: parts.join(", ") };
  });
}

type Rule = Required<Pick<RuleValues, "frequencyInterval" | "retentionValue" | "retentionUnit">>;

const USUAL: Readonly<Record<string, Rule>> = lookupTable(USUAL_ITEMS);

/** Initial values of a new item: the service's defaults, or a longer retention where one is required. */
function usualRule(frequency: string, items: readonly Item[], requirements: PolicyRequirements | null): Rule {
  const rule = USUAL[frequency] ?? USUAL_ITEMS.daily;
  const least = atLeast(leastOf(frequency, items, requirements), rule.retentionUnit);
  return { ...rule, retentionValue: Math.max(rule.retentionValue, least ?? 0) };
}

/** The closest retention in another unit. */
function inUnit(unit: string, { value, unit: former }: Item): RuleValues {
  const days = daysOfRule(value, former);
  const same = days > 0 ? atLeast(days, unit) : null;
  return same === null ? {} : { retentionValue: same };
}

/** The fields of a policy item, in the order in which an operator thinks. */
export const ruleFields = (
  requirements: PolicyRequirements | null,
  now: number,
): readonly FieldPlan<ScheduleValues>[] => [
  { path: RULES, required: () => "at least one is required: to remove all, delete all schedules" },
  {
    path: `${RULES}[].frequencyType`,
    kind: "choice",
    choices: frequencies,
    when: ({ subject }) =>
      subject.id === undefined
        ? { shown: true }
        : { shown: true, because: "the frequency of a policy item cannot change: remove the item and add another" },
    brings: (value, { body, subject }) => usualRule(value, others(body, subject), requirements),
  },
  {
    path: `${RULES}[].frequencyInterval`,
    kind: "choice",
    help: "Hours, weekday, day or month",
    choices: ({ subject }) => intervalSuggestions(subject),
  },
  { path: `${RULES}[].retentionValue`, choices: (context) => lengths(context, requirements, now) },
  { path: `${RULES}[].retentionUnit`, brings: (value, { subject }) => inUnit(value, itemOf(subject)) },
];

/** The single policy, and the list of its items; stored items carry their ids. */
export const ruleLists = (requirements: PolicyRequirements | null): readonly ListPlan<ScheduleValues>[] => [
  {
    path: "policies",
    itemTitle: () => "Policy items",
    summary: ({ policyItems = [] }) => policyItems.map((item) => formatItem(itemOf(item))).join("; "),
    add: "+ Add policy",
    initial: () => ({ policyItems: [] }),
    identity: "id",
    only: true,
  },
  {
    path: RULES,
    itemTitle: (item) => capitalized(formatFrequency(itemOf(item))),
    summary: (item) => `retention ${formatRetention(itemOf(item))}`,
    summarizes: ["frequencyType", "frequencyInterval", "retentionValue", "retentionUnit"],
    add: "+ Add policy item",
    initial: ({ body }) => {
      const taken = kindsOf(body);
      const frequencyType = FREQUENCIES.find((kind) => !taken.includes(kind)) ?? "weekly";
      return { frequencyType, ...usualRule(frequencyType, rulesOf(body).map(itemOf), requirements) };
    },
    identity: "id",
  },
];
