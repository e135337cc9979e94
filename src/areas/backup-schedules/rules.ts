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
import type { FormValues, ItemAt } from "../../forms/schema/form-values.ts";
import type { FieldPlan, ListPlan, PlanContext, Suggestion } from "../../forms/types.ts";
import { capitalized, pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { intervalSuggestions } from "../builders/intervals.ts";

/** The rules of a schedule as fields: how often, on what, how long, each picked by its name (field table of `domain.md` 12). */

/** The steps to the rules: there is always one policy, and they are its items. */
const RULES = "policies[].policyItems";

/** A schedule, and one of its rules, as they are filled in. */
export type ScheduleValues = FormValues<"updateBackupSchedule">;
type RuleValues = ItemAt<ScheduleValues, typeof RULES>;

/** The rules of a body as they are filled in. */
const rulesOf = ({ policies }: ScheduleValues): readonly RuleValues[] => policies?.[0]?.policyItems ?? [];

/** The kinds that a body has a rule of. */
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

/** There is one rule of these at most. */
const ONCE: readonly string[] = ["hourly", "daily"];

/** What a rule may be: a stored one keeps its frequency, a new one is of those that are left. */
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

/** A number of a unit in days; twelve months are a year. */
const daysOfRule = (value: number, unit: string): number => itemOf({ retentionValue: value, retentionUnit: unit }).days;

const YEAR_DAYS = 365;
const MONTHS_OF_YEAR = 12;

/** The least number of a unit that is so many days; null for a unit that is not known here, or a number that none reaches. */
function atLeast(days: number, unit: string): number | null {
  const one = UNIT_DAYS[unit];
  if (one === undefined || !Number.isFinite(days)) return null;
  if (unit !== "months") return Math.max(1, Math.ceil(days / one));
  const years = Math.floor(days / YEAR_DAYS);
  const rest = Math.min(MONTHS_OF_YEAR, Math.ceil((days - years * YEAR_DAYS) / one));
  return Math.max(1, years * MONTHS_OF_YEAR + rest);
}

/** The rules beside one, for what it has to be kept by. */
const others = (body: ScheduleValues, subject: RuleValues): readonly Item[] =>
  rulesOf(body)
    .filter((item) => item !== subject)
    .map(itemOf);

/** The least days of a rule: by the kind itself, by more frequent rules and by the policy. */
const leastOf = (frequency: string, items: readonly Item[], requirements: PolicyRequirements | null): number =>
  Math.max({ weekly: 7, monthly: 31, yearly: 365 }[frequency] ?? 1, leastDays(frequency, requirements, items));

/** Lengths at hand: the least that is allowed first, each with how many snapshots of the rule that makes. */
function lengths(
  { subject, body }: PlanContext<ScheduleValues, RuleValues>,
  requirements: PolicyRequirements | null,
  now: number,
): readonly Suggestion[] {
  const item = itemOf(subject);
  const unit = item.unit === "" ? "days" : item.unit;
  const least = atLeast(leastOf(item.frequencyType, others(body, subject), requirements), unit);
  const { reference } = planOf(body);
  // Nothing can be said about a unit that is not known here; the rule of the unit says it.
  if (least === null) return [];
  // What was typed is one of them too: the review says it with its unit.
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

/** What a new rule of a frequency begins with: the service's own defaults, or longer where something asks for that. */
function usualRule(frequency: string, items: readonly Item[], requirements: PolicyRequirements | null): Rule {
  const rule = USUAL[frequency] ?? USUAL_ITEMS.daily;
  const least = atLeast(leastOf(frequency, items, requirements), rule.retentionUnit);
  return { ...rule, retentionValue: Math.max(rule.retentionValue, least ?? 0) };
}

/** The same length in another unit, as near as it gets. */
function inUnit(unit: string, { value, unit: former }: Item): RuleValues {
  const days = daysOfRule(value, former);
  const same = days > 0 ? atLeast(days, unit) : null;
  return same === null ? {} : { retentionValue: same };
}

/** The fields of a rule, in the order that an operator thinks. */
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

/** The one policy, and the list of its rules; stored ones carry their ids. */
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
    add: "+ Add policy item",
    initial: ({ body }) => {
      const taken = kindsOf(body);
      const frequencyType = FREQUENCIES.find((kind) => !taken.includes(kind)) ?? "weekly";
      return { frequencyType, ...usualRule(frequencyType, rulesOf(body).map(itemOf), requirements) };
    },
    identity: "id",
  },
];
