import {
  eventFamilyLabel,
  eventLabel,
  formatMetricValue,
  metricLabel,
} from "../../contract/alert-configurations/event-labels.ts";
import { EVENT_TYPES, type EventNeeds, eventFamily } from "../../contract/alert-configurations/event-types.ts";
import {
  isKnownMetric,
  metricsOf,
  UNITS,
  unitClassOf,
  unitsOfMetric,
} from "../../contract/alert-configurations/metrics.ts";
import { neededFields } from "../../contract/alert-configurations/notifications.ts";
import { ALERT_CONFIGURATION_READ_ONLY, type AlertConfiguration } from "../../contract/alert-configurations.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import { operations } from "../../contract/operations.ts";
import {
  configurationName,
  formatScope,
  formatTarget,
  formatTargets,
  KEY_FIELDS,
  matcherFieldLabel,
} from "../../domain/alerts/alert.ts";
import { asMatcher, configurationImpact } from "../../domain/alerts/configuration-impact.ts";
import type {
  FieldPlan,
  FormPlan,
  ListPlan,
  PlanContext,
  SentenceContext,
  TitleContext,
} from "../../forms/form-plan.ts";
import type { FormValues } from "../../forms/schema/form-values.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { once } from "../../text/once.ts";
import { joinTexts } from "../../text/present.ts";

/** The form of an alert configuration, for create and for edit (E5, E9; field table of `domain.md` 3). */

export type ConfigurationValues = FormValues<"createAlertConfiguration">;
/** Either kind of threshold; the one of an event has no metric. */
type LimitValues = NonNullable<ConfigurationValues["metricThreshold"]>;
type LimitContext = PlanContext<ConfigurationValues, LimitValues>;

const needsOf = ({ eventTypeName = "" }: ConfigurationValues) => eventFamily(eventTypeName)?.needs;

/** Event names as the API writes them; search text does not match. */
const API_NAME = /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/u;

const limitShown =
  (kind: "threshold" | "metric") =>
  ({ body }: TitleContext<ConfigurationValues>) => {
    const { eventTypeName: event = "" } = body;
    const needs = needsOf(body);
    const isStored = body[kind === "metric" ? "metricThreshold" : "threshold"] !== undefined;
    // An event that the catalogue lacks may have either.
    if (needs === undefined && (isStored ? event !== "" : API_NAME.test(event)))
      return { shown: true, because: "leave empty unless the unknown event needs it" };
    if (needs === undefined) return { shown: false, because: "choose an event first" };
    if (needs.kind !== kind) return { shown: false, because: `not used for ${eventLabel(event)}` };
    return { shown: true, because: `required for ${eventLabel(event)}` };
  };

const suggestions = (
  values: readonly string[],
  words: (value: string) => string = (value) => value,
): readonly Suggestion[] => values.map((value) => ({ value, label: words(value) }));

const metrics = ({ body }: TitleContext<ConfigurationValues>): readonly Suggestion[] => {
  const needs = needsOf(body);
  return needs?.kind === "metric"
    ? metricsOf(needs.family).map((metric) => ({ value: metric, label: metricLabel(metric), note: metric }))
    : [];
};

/** The possible units of a threshold, the usual one first; null for an unknown event or metric. */
function unitsOf(needs: EventNeeds | undefined, metric = ""): readonly string[] | null {
  if (needs?.kind === "threshold") return UNITS[needs.units];
  const unit = needs?.kind === "metric" ? unitClassOf(needs.family, metric) : undefined;
  return unit === undefined ? null : unitsOfMetric(unit, metric);
}

const ALL_UNITS = [...new Set(Object.values(UNITS).flat())];

const units = ({ subject, body }: LimitContext): readonly Suggestion[] =>
  suggestions(unitsOf(needsOf(body), subject.metricName) ?? ALL_UNITS, (unit) =>
    unit === "RAW" ? "raw (number or percent)" : unit.toLowerCase().replaceAll("_", " "),
  );

/** Required, because a number without a unit means nothing; optional for an unknown event or metric. */
const needsUnits = ({ subject, body }: LimitContext): boolean => unitsOf(needsOf(body), subject.metricName) !== null;

/**
 * The unit after another event or metric was chosen: the usual one, unless a person chose a possible one. One that the former metric brought is not
 * kept: a window is set in hours, a latency is not.
 */
function unitFor(needs: EventNeeds | undefined, former: LimitValues, metric?: string): LimitValues {
  const possible = unitsOf(needs, metric) ?? [];
  const [usual] = possible;
  const [brought] = unitsOf(needs, former.metricName) ?? [];
  const isChosen = former.units !== brought && possible.includes(former.units ?? "");
  return usual === undefined || isChosen ? {} : { units: usual };
}

/** Threshold values that the event determines. */
function limitFor(event: string, { threshold }: ConfigurationValues): Pick<ConfigurationValues, "threshold"> {
  const needs = eventFamily(event)?.needs;
  if (needs?.kind !== "threshold") return {};
  const [only, ...others] = needs.operators;
  const operator = others.length === 0 && only !== undefined ? { operator: only } : {};
  return { threshold: { ...threshold, ...operator, ...unitFor(needs, threshold ?? {}) } };
}

/** Unit shown after the threshold value. */
const limitUnit = ({ subject }: LimitContext): string | undefined =>
  formatMetricValue("", subject.units ?? "", subject.metricName ?? "").trim() || undefined;

const OPERATOR_LABELS: Readonly<Record<string, string>> = lookupTable({ GREATER_THAN: "over", LESS_THAN: "under" });

const limitOperators = ({ body }: TitleContext<ConfigurationValues>): readonly Suggestion[] => {
  const needs = needsOf(body);
  const operators = needs?.kind === "threshold" ? needs.operators : ["GREATER_THAN", "LESS_THAN"];
  return suggestions(operators, (operator) => OPERATOR_LABELS[operator] ?? operator);
};

const MINUTES = { wait: ["0", "5", "10", "15", "60"], repeat: ["5", "15", "60", "1440"] } as const;

/** Recipients of notifications: picked among those of other configurations. */
type Address = "emailAddress" | "channelName" | "username" | "mobileNumber";
type NeededField = Address | "roomName" | "webhookUrl" | (typeof KEY_FIELDS)[number];

/** A notification field that is required for its channel, unless the project's integration provides it. */
const needed = (field: NeededField): FieldPlan<ConfigurationValues, `notifications[].${NeededField}`> => ({
  path: `notifications[].${field}`,
  required: ({ subject: { typeName = "", integrationId } }) => neededFields(typeName).includes(field) && !integrationId,
});

const address = (field: Address): FieldPlan<ConfigurationValues, `notifications[].${NeededField}`> => ({
  ...needed(field),
  kind: "choice-or-other",
  suggest: field,
});

/** Names of teams, by id. */
export type Teams = ReadonlyMap<string, string>;

const eventLabels = once(() => new Map(EVENT_TYPES.map((event) => [event, eventLabel(event)])));

/** The key with a label, in capitals or not, where only one has it. */
function onlyKeyOf(labels: ReadonlyMap<string, string>, label: string): string | undefined {
  const found = [...labels].filter(([, text]) => text.toLowerCase() === label.toLowerCase());
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/** Choosing a team sets its name; an unknown team has none, and never keeps that of the team before. */
const team = (teams: Teams): FieldPlan<ConfigurationValues, "notifications[].teamId"> => ({
  path: "notifications[].teamId",
  kind: "choice-or-other",
  suggest: "teamId",
  required: ({ subject: { typeName = "" } }) => neededFields(typeName).includes("teamId"),
  words: (id) => teams.get(id),
  named: (name) => onlyKeyOf(teams, name),
  brings: (id) => ({ teamName: teams.get(id) }),
});

const FIELDS: readonly FieldPlan<ConfigurationValues>[] = [
  {
    path: "eventTypeName",
    kind: "choice-or-other",
    suggest: "events",
    words: eventLabel,
    named: (label) => onlyKeyOf(eventLabels(), label),
    isKnown: (event) => eventFamily(event) !== undefined,
    brings: (event, { body }) => limitFor(event, body),
  },
  { path: "metricThreshold", when: limitShown("metric"), required: ({ body }) => needsOf(body)?.kind === "metric" },
  {
    path: "metricThreshold.metricName",
    kind: "choice-or-other",
    choices: metrics,
    isKnown: isKnownMetric,
    brings: (metric, { body, subject }) => unitFor(needsOf(body), subject, metric),
  },
  { path: "metricThreshold.operator", choices: limitOperators },
  { path: "metricThreshold.threshold", unit: limitUnit },
  { path: "metricThreshold.units", kind: "choice-or-other", choices: units, required: needsUnits },
  { path: "metricThreshold.mode" },
  { path: "threshold", when: limitShown("threshold"), required: ({ body }) => needsOf(body)?.kind === "threshold" },
  { path: "threshold.operator", choices: limitOperators },
  { path: "threshold.threshold", unit: limitUnit },
  { path: "threshold.units", kind: "choice-or-other", choices: units, required: needsUnits },
  { path: "matchers" },
  { path: "matchers[].fieldName", kind: "choice-or-other", suggest: "matcherFields", words: matcherFieldLabel },
  {
    path: "matchers[].operator",
    // The embedded service never evaluates a caller's expression, so its alerts would be missing or too many.
    when: ({ subject }) =>
      subject.operator === "REGEX"
        ? { shown: true, because: "the embedded service does not evaluate expressions: all match" }
        : { shown: true },
  },
  { path: "matchers[].value", kind: "choice-or-other", suggest: "matcherValues" },
  { path: "severityOverride" },
  { path: "enabled" },
  { path: "notifications" },
  { path: "notifications[].typeName", title: "Channel", help: "How the notification is sent" },
  address("emailAddress"),
  address("channelName"),
  needed("roomName"),
  needed("webhookUrl"),
  { path: "notifications[].webhookSecret" },
  ...KEY_FIELDS.map((field) => needed(field)),
  address("username"),
  team(new Map()),
  address("mobileNumber"),
  { path: "notifications[].victorOpsRoutingKey" },
  { path: "notifications[].region" },
  { path: "notifications[].opsGenieRegion" },
  { path: "notifications[].monitoringRegion" },
  { path: "notifications[].emailEnabled" },
  { path: "notifications[].smsEnabled" },
  { path: "notifications[].roles" },
  { path: "notifications[].delayMin", choices: () => suggestions(MINUTES.wait) },
  { path: "notifications[].intervalMin", choices: () => suggestions(MINUTES.repeat) },
  { path: "notifications[].integrationId", kind: "choice-or-other", suggest: "integrationId" },
];

const LISTS: readonly ListPlan<ConfigurationValues>[] = [
  {
    path: "matchers",
    itemTitle: (_item, index) => `Matcher ${index + 1}`,
    summary: (item) => formatScope({ matchers: [asMatcher(item)] }),
    summarizes: ["fieldName", "operator"],
    add: "+ Add matcher (all must match)",
    initial: ({ body }) => ({
      fieldName: eventFamily(body.eventTypeName ?? "")?.matcherFields[0] ?? "CLUSTER_NAME",
      operator: "EQUALS",
    }),
  },
  {
    path: "notifications",
    itemTitle: (_item, index) => `Notification ${index + 1}`,
    summary: (item) => formatTarget(item),
    summarizes: ["emailEnabled", "smsEnabled"],
    add: "+ Add notification",
    initial: () => ({ typeName: "EMAIL", delayMin: 0, intervalMin: 60 }),
    identity: "notifierId",
    ofKind: ["integrationId"],
  },
];

/** A name from the event and threshold of a body, as far as they are filled in. */
export function nameIn({ eventTypeName = "", metricThreshold, threshold }: ConfigurationValues): string {
  const limit: LimitValues = metricThreshold ?? threshold ?? {};
  const { metricName: metric = "", threshold: amount, operator = "", units = "" } = limit;
  const subject = metric === "" ? eventLabel(eventTypeName) : metricLabel(metric);
  if (amount === undefined) return subject;
  return `${subject} ${OPERATOR_LABELS[operator] ?? operator} ${formatMetricValue(String(amount), units, metric || null)}`;
}

function sentence({ body }: SentenceContext<ConfigurationValues>): string {
  if (!body.eventTypeName) return "Choose the event that raises the alert.";
  const name = nameIn(body);
  const matchers = (body.matchers ?? []).map(asMatcher);
  const where = matchers.length === 0 ? "anywhere in the project" : `where ${formatScope({ matchers })}`;
  const who = (body.notifications ?? []).length === 0 ? "no notifications yet" : `notifies ${formatTargets(body)}`;
  return body.enabled === true
    ? `Raises an alert for ${name}, ${where}; ${who}.`
    : `Off: raises no alert for ${name}, ${where}; sends no notifications.`;
}

const shared = {
  fields: FIELDS,
  lists: LISTS,
  readOnly: ALERT_CONFIGURATION_READ_ONLY,
  // The service takes a missing flag as off, on create and on update (specification 2.2).
  always: ["enabled"],
  sentence,
  warnings: ({ body, base }) => configurationImpact(body, base).warnings,
} satisfies Partial<FormPlan<ConfigurationValues>>;

/** Create (E5), from scratch or from a copy. */
export const createPlan: FormPlan<ConfigurationValues> = {
  ...shared,
  operation: operations.createAlertConfiguration,
  title: ({ body }) => (body.eventTypeName ? `New alert configuration: ${nameIn(body)}` : "New alert configuration"),
  button: () => "Create alert configuration",
};

/** Edit (E9): the received document is sent back with only the edited fields changed. */
export const updatePlan: FormPlan<ConfigurationValues> = {
  ...shared,
  operation: operations.updateAlertConfiguration,
  title: ({ base, body }) => `Edit alert config: ${nameIn(base ?? body)}`,
  button: () => "Update alert configuration",
  riskOf: ({ body, base }) => configurationImpact(body, base).risk,
};

/** A plan in which teams can be chosen by name. */
export const withTeams = (plan: FormPlan<ConfigurationValues>, teams: Teams): FormPlan<ConfigurationValues> => ({
  ...plan,
  fields: plan.fields.map((field) => (field.path === "notifications[].teamId" ? team(teams) : field)),
});

/** Metrics among the events: who looks for one chooses it together with the event that watches it. */
const METRIC_SUGGESTIONS: readonly Suggestion[] = EVENT_TYPES.flatMap((event) => {
  const needs = eventFamily(event)?.needs;
  if (needs?.kind !== "metric") return [];
  return metricsOf(needs.family).map((metric) => ({
    value: metric,
    label: metricLabel(metric),
    note: joinTexts(" · ", eventFamilyLabel(event), metric),
    sets: event,
    brings: { "metricThreshold.metricName": metric },
  }));
});

/**
 * Events as suggestions: those that the project already uses first, then the catalogue, with their family and API name, and the metrics that events
 * watch.
 */
export function eventSuggestions(used: readonly AlertConfiguration[]): readonly Suggestion[] {
  const first = [...new Set(used.map(({ eventTypeName }) => eventTypeName ?? "").filter((event) => event !== ""))];
  const events = [...first, ...EVENT_TYPES.filter((event) => !first.includes(event))].map((event) => ({
    value: event,
    label: eventLabel(event),
    note: joinTexts(" · ", eventFamilyLabel(event), event),
  }));
  return [...events, ...METRIC_SUGGESTIONS];
}

/** Matcher fields as suggestions, from those that the service lists (specification 2.2): the ones of the event's family where it has some. */
export function matcherFieldSuggestions(
  known: readonly string[],
  { eventTypeName = "" }: ConfigurationValues,
): readonly Suggestion[] {
  const family = eventFamily(eventTypeName)?.matcherFields ?? [];
  const fields = family.length === 0 ? known : family.filter((field) => known.includes(field));
  return fields.map((field) => ({ value: field, label: matcherFieldLabel(field), note: field }));
}

/** The name of a configuration in lists and reviews. */
export const nameOfConfiguration = (configuration: AlertConfiguration | undefined, id: string): string =>
  configuration === undefined ? id : configurationName(configuration);
