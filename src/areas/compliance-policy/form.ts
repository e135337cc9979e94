import * as z from "zod";
import { weakenedItems } from "../../contract/compliance-policy/complying.ts";
import { COMPLIANCE_READ_ONLY, ComplianceBody } from "../../contract/compliance-policy.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import { operations } from "../../contract/operations.ts";
import { body } from "../../contract/schema/body.ts";
import { requirementsIn } from "../../domain/backup/policy-requirements.ts";
import {
  commonItems,
  formatFieldChange,
  type KnownSchedules,
  rewritesOf,
} from "../../domain/backup/policy-rewrites.ts";
import {
  bodyOfItem,
  byFrequency,
  formatItem,
  type Item,
  itemOf,
  USUAL_ITEMS,
  unitAfter,
} from "../../domain/backup/schedule-items.ts";
import type {
  FieldPlan,
  FormPlan,
  ListPlan,
  SentenceContext,
  TitleContext,
  Visibility,
} from "../../forms/form-plan.ts";
import type { FormValues, ItemAt } from "../../forms/schema/form-values.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { intervalSuggestions } from "../builders/intervals.ts";
import { formatPerson, IMPOSSIBLE } from "./labels.ts";

/** Sets or changes a compliance policy (E43; field table of `domain.md` 9). Nobody in the project can undo it. */

/** The repeated address and the query parameter: both are filled in with the body (`FormPlan.extraFields`). */
const EXTRA_FIELDS = { query: ["overwriteBackupPolicies"], unsent: ["authorizedEmailAgain"] } as const;

const { overwriteBackupPolicies } = operations.updateDataProtectionSettings.query;

/** The operation with the extra fields of the form. */
const filledIn = {
  ...operations.updateDataProtectionSettings,
  body: body(
    ComplianceBody.shape.extend({
      overwriteBackupPolicies,
      authorizedEmailAgain: z.string().optional().meta({
        title: "Confirm e-mail",
        help: "Enter the address again: with a wrong one nobody can disable the policy",
        example: "ann@example.com",
      }),
    }),
    ComplianceBody.rules,
  ),
};

export type PolicyValues = FormValues<typeof filledIn.body>;
type ItemValues = ItemAt<PolicyValues, "scheduledPolicyItems">;

const isAnother = ({ body: { authorizedEmail = "" }, base }: TitleContext<PolicyValues>): boolean =>
  authorizedEmail !== "" && authorizedEmail !== base?.authorizedEmail;

/** Initial values of a new item by frequency: no less than the service accepts. */
const FIRST: Readonly<Record<string, ItemValues>> = lookupTable({
  ...USUAL_ITEMS,
  hourly: { frequencyInterval: 12, retentionValue: 2, retentionUnit: "days" },
});

const itemsIn = ({ scheduledPolicyItems = [] }: PolicyValues): readonly Item[] => scheduledPolicyItems.map(itemOf);

/** The next item: the common minimum of all schedules, otherwise a frequency that has no item yet. */
function nextItem(holder: PolicyValues, common: readonly Item[]): ItemValues {
  const there = new Set(itemsIn(holder).map(({ frequencyType }) => frequencyType));
  const kept = common.find(({ frequencyType }) => !there.has(frequencyType));
  if (kept !== undefined) return bodyOfItem(kept);
  const frequencyType = Object.keys(FIRST).find((frequency) => frequency !== "hourly" && !there.has(frequency));
  return { frequencyType: frequencyType ?? "monthly", ...FIRST[frequencyType ?? "monthly"] };
}

/** Unit after a retention: a number alone is none. */
const unitOf = ({ retentionValue, retentionUnit = "" }: Pick<ItemValues, "retentionValue" | "retentionUnit">) =>
  unitAfter(retentionValue, retentionUnit);

/** Suggests the retention that all schedules already have for the item's frequency. */
function lengths(item: ItemValues, common: readonly Item[]): readonly Suggestion[] {
  const kept = common.find(({ frequencyType }) => frequencyType === item.frequencyType);
  return kept === undefined || kept.unit !== item.retentionUnit
    ? []
    : [{ value: String(kept.value), label: String(kept.value), note: "minimum of all schedules" }];
}

const hasLength = ({ body }: TitleContext<PolicyValues>) => ({
  shown: body.onDemandPolicyItem?.retentionValue !== undefined,
});

const needsWindow = ({ body: now }: TitleContext<PolicyValues>): Visibility =>
  now.pitEnabled === true
    ? { shown: true, because: "required for point-in-time" }
    : { shown: false, because: "only with point-in-time" };

/** The longest suggested window: the retention of hourly snapshots, a week at most. */
function firstWindow(holder: PolicyValues): number {
  const hourly = itemsIn(holder).find(({ frequencyType }) => frequencyType === "hourly");
  return Math.max(1, Math.min(7, hourly?.days ?? 7));
}

/** Suggested lengths of the window that are allowed (`domain.md` 9, fields). */
const windows = ({ body: now }: TitleContext<PolicyValues>): readonly Suggestion[] =>
  [1, 2, 3, 7].filter((days) => days <= firstWindow(now)).map((days) => ({ value: String(days), label: String(days) }));

const fields = (common: readonly Item[]): readonly FieldPlan<PolicyValues>[] => [
  { path: "authorizedEmail", title: "Authorised e-mail" },
  {
    path: "authorizedEmailAgain",
    when: (context) =>
      isAnother(context)
        ? { shown: true, because: "required for a new address" }
        : { shown: false, because: "only for a new address" },
    required: isAnother,
    fits: (value, { body: now }) => (value === now.authorizedEmail ? null : "enter the same address as above"),
  },
  { path: "authorizedUserFirstName" },
  { path: "authorizedUserLastName" },
  { path: "scheduledPolicyItems" },
  {
    path: "scheduledPolicyItems[].frequencyType",
    brings: (value) => {
      const kept = common.find(({ frequencyType }) => frequencyType === value);
      if (kept === undefined) return FIRST[value] ?? {};
      const { frequencyType: _same, ...others } = bodyOfItem(kept);
      return others;
    },
  },
  {
    path: "scheduledPolicyItems[].frequencyInterval",
    kind: "choice",
    choices: ({ subject }) => intervalSuggestions(subject),
  },
  {
    path: "scheduledPolicyItems[].retentionValue",
    choices: ({ subject }) => lengths(subject, common),
    unit: ({ subject }) => unitOf(subject),
  },
  { path: "scheduledPolicyItems[].retentionUnit" },
  { path: "onDemandPolicyItem", title: "On-demand snapshots" },
  { path: "onDemandPolicyItem.retentionValue", unit: ({ subject }) => unitOf(subject) },
  { path: "onDemandPolicyItem.retentionUnit", when: hasLength, initial: () => "days" },
  // Nobody enters these two: such an item has only one frequency.
  { path: "onDemandPolicyItem.frequencyType", when: hasLength, initial: () => "ondemand" },
  { path: "onDemandPolicyItem.frequencyInterval", when: hasLength, initial: () => 1 },
  {
    path: "pitEnabled",
    brings: (value, { body: now }) =>
      value === true && !((now.restoreWindowDays ?? 0) >= 1) ? { restoreWindowDays: firstWindow(now) } : {},
  },
  { path: "restoreWindowDays", choices: windows, when: needsWindow, required: (context) => needsWindow(context).shown },
  { path: "copyProtectionEnabled" },
  { path: "encryptionAtRestEnabled", title: "Require customer keys" },
  { path: "projectId" },
  { path: "overwriteBackupPolicies" },
];

const lists = (common: readonly Item[]): readonly ListPlan<PolicyValues>[] => [
  {
    path: "scheduledPolicyItems",
    itemTitle: (_item, index) => `Policy item ${index + 1}`,
    summary: (item) => formatItem(itemOf(item)),
    summarizes: ["frequencyType", "frequencyInterval", "retentionValue", "retentionUnit"],
    add: "+ Add policy item",
    initial: ({ body: now }) => nextItem(now, common),
    identity: "id",
    isIdentityOfService: true,
  },
];

const isSet = (base: PolicyValues | null): boolean => (base?.authorizedEmail ?? "") !== "";

/** The service rewrites schedules also when it is not told: an emptied switch stands for on, and shows so. */
export const rewritesSchedules = ({ overwriteBackupPolicies }: PolicyValues): boolean =>
  overwriteBackupPolicies !== false;

/** Summary of the affected schedules in one line: their fields follow below the form and in the review. */
function sentence(known: KnownSchedules) {
  return ({ body: now }: SentenceContext<PolicyValues>): string => {
    const requirements = requirementsIn(now);
    const all = known.schedules.length;
    if (requirements.unknown.length > 0)
      return "Whether schedules are compliant is unknown: a policy item has unknown values.";
    if (requirements.items.length === 0 && requirements.windowDays === 0 && requirements.onDemandDays === 0)
      return "Applies to every cluster. No schedule requirement yet.";
    const short = rewritesOf(known, requirements);
    if (short.length === 0)
      return all === 1 ? "The only known schedule is compliant." : `All ${all} known schedules are compliant.`;
    const becomes = rewritesSchedules(now) ? "they are rewritten" : "refused unless you rewrite them";
    return `${short.length} of ${all} schedules not compliant: ${becomes}.`;
  };
}

/** Requirements that a change would weaken: the service only lets a policy become stricter. */
function weakened(base: PolicyValues, now: PolicyValues): readonly string[] {
  const [was, will] = [requirementsIn(base), requirementsIn(now)];
  const less = weakenedItems(was.items, will.items);
  return present(
    ...less.map((item) => formatItem(item)),
    will.windowDays < was.windowDays && `point-in-time window ${pluralize(was.windowDays, "day")}`,
    will.onDemandDays < was.onDemandDays && `on-demand retention ${pluralize(was.onDemandDays, "day")}`,
    base.encryptionAtRestEnabled === true && now.encryptionAtRestEnabled !== true && "customer keys",
  );
}

function warnings(context: SentenceContext<PolicyValues>): readonly string[] {
  const { body: now, base } = context;
  const less = base === null || !isSet(base) ? [] : weakened(base, now);
  return present(
    `Only the vendor's support with ${formatPerson(now)} can undo this.`,
    less.length !== 0 && `Weaker than the current policy (${less.join("; ")}): the service will refuse this.`,
    ...(isSet(base) ? [] : IMPOSSIBLE),
    isAnother(context) && "With a wrong e-mail address nobody can disable the policy: check the address.",
    now.encryptionAtRestEnabled === true &&
      base?.encryptionAtRestEnabled !== true &&
      "Customer keys: the service refuses this while any cluster is not encrypted with them.",
  );
}

/** Changes of each schedule below the form, one line per field. */
export function previewLines(known: KnownSchedules, holder: PolicyValues): readonly string[] {
  return present(
    ...rewritesOf(known, requirementsIn(holder)).flatMap(({ cluster, changes }) =>
      changes.map((change) => `${cluster}  ${formatFieldChange(change)}`),
    ),
    known.unread.length !== 0 && `Unknown for ${known.unread.join(", ")}: not loaded or not reported.`,
  );
}

/** The plan of the form. `known` has the project's schedules at the time when it opens. */
export function policyPlan(known: KnownSchedules, project: string): FormPlan<PolicyValues> {
  const common = byFrequency(commonItems(known));
  return {
    operation: filledIn,
    extraFields: EXTRA_FIELDS,
    title: ({ base }) => (isSet(base) ? "Change the compliance policy" : "Set a compliance policy"),
    sentence: sentence(known),
    button: ({ base }) => `${isSet(base) ? "Change" : "Set"} the policy of ${project}`,
    fields: fields(common),
    lists: lists(common),
    readOnly: COMPLIANCE_READ_ONLY,
    warnings,
    confirm: () => project,
  };
}
