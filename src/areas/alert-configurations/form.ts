import { EVENT_TYPES, eventFamily } from "../../contract/alert-configurations/event-types.ts";
import {
  eventFamilyWords,
  eventWords,
  metricWords,
  valueWords,
} from "../../contract/alert-configurations/event-words.ts";
import { metricsOf, UNITS, unitClassOf } from "../../contract/alert-configurations/metrics.ts";
import { NEEDED_FIELDS } from "../../contract/alert-configurations/notifications.ts";
import { ALERT_CONFIGURATION_READ_ONLY, type AlertConfiguration } from "../../contract/alert-configurations.ts";
import { type BodyObject, isBodyObject } from "../../contract/json.ts";
import { operations } from "../../contract/operations.ts";
import type {
  FieldPlan,
  FormPlan,
  ListPlan,
  PlanContext,
  SentenceContext,
  Suggestion,
  TitleContext,
} from "../../forms/types.ts";
import { pluralize } from "../../text/format.ts";
import { configurationName, matcherFieldWords, scopeWords, targetsWords, targetWords } from "../alert-labels.ts";

/** The form of an alert configuration, for create and for edit (E5, E9; field table of `domain.md` 3). */

const textOf = (body: BodyObject, field: string): string => {
  const value = body[field];
  return typeof value === "string" ? value : "";
};

const needsOf = (body: BodyObject) => eventFamily(textOf(body, "eventTypeName"))?.needs;

const limitShown =
  (kind: "threshold" | "metric") =>
  ({ body }: PlanContext) => {
    const event = textOf(body, "eventTypeName");
    const needs = needsOf(body);
    if (event === "") return { shown: false, because: "first choose an event" };
    // An event of tomorrow may have either: what it holds stays visible.
    if (needs === undefined) return { shown: isBodyObject(body[kind === "metric" ? "metricThreshold" : "threshold"]) };
    if (needs.kind !== kind) return { shown: false, because: `${eventWords(event)} has no such limit` };
    return { shown: true, because: `needed for ${eventWords(event)}` };
  };

const suggestions = (
  values: readonly string[],
  words: (value: string) => string = (value) => value,
): readonly Suggestion[] => values.map((value) => ({ value, label: words(value) }));

const metrics = ({ body }: PlanContext): readonly Suggestion[] => {
  const needs = needsOf(body);
  return needs?.kind === "metric"
    ? metricsOf(needs.family).map((metric) => ({ value: metric, label: metricWords(metric), note: metric }))
    : [];
};

const units = ({ subject, body }: PlanContext): readonly Suggestion[] => {
  const needs = needsOf(body);
  const words = (unit: string) => (unit === "RAW" ? "a number, or percent" : unit.toLowerCase().replaceAll("_", " "));
  if (needs?.kind === "threshold") return suggestions(UNITS[needs.units], words);
  if (needs?.kind !== "metric") return [];
  const unit = unitClassOf(needs.family, textOf(subject, "metricName"));
  return unit === undefined ? [] : suggestions(UNITS[unit], words);
};

/** What a limit counts, as it stands behind its value. */
const limitUnit = ({ subject }: PlanContext): string | undefined =>
  valueWords("", textOf(subject, "units"), textOf(subject, "metricName")).trim() || undefined;

const OPERATOR_WORDS: Readonly<Record<string, string>> = { GREATER_THAN: "over", LESS_THAN: "under" };

const limitOperators = ({ body }: PlanContext): readonly Suggestion[] => {
  const needs = needsOf(body);
  const operators = needs?.kind === "threshold" ? needs.operators : ["GREATER_THAN", "LESS_THAN"];
  return suggestions(operators, (operator) => OPERATOR_WORDS[operator] ?? operator);
};

const MINUTES = { wait: ["0", "5", "10", "15", "60"], repeat: ["5", "15", "60", "1440"] } as const;

const KEY_FIELDS = [
  "monitoringApiKey",
  "notificationToken",
  "microsoftTeamsWebhookUrl",
  "opsGenieApiKey",
  "serviceKey",
  "apiToken",
  "victorOpsApiKey",
] as const;

/** A field of a notification that its kind cannot do without, unless the project's integration brings it. */
const needed = (field: string): FieldPlan => ({
  path: `notifications[].${field}`,
  required: ({ subject }) =>
    (NEEDED_FIELDS[textOf(subject, "typeName")] ?? []).includes(field) && textOf(subject, "integrationId") === "",
});

const FIELDS: readonly FieldPlan[] = [
  {
    path: "eventTypeName",
    kind: "choice-or-other",
    suggest: "events",
    words: eventWords,
    isKnown: (event) => eventFamily(event) !== undefined,
  },
  { path: "metricThreshold", when: limitShown("metric"), required: (context) => limitShown("metric")(context).shown },
  { path: "metricThreshold.metricName", kind: "choice-or-other", choices: metrics },
  { path: "metricThreshold.operator", choices: limitOperators },
  { path: "metricThreshold.threshold", unit: limitUnit },
  { path: "metricThreshold.units", kind: "choice-or-other", choices: units },
  { path: "metricThreshold.mode" },
  { path: "threshold", when: limitShown("threshold"), required: (context) => limitShown("threshold")(context).shown },
  { path: "threshold.operator", choices: limitOperators },
  { path: "threshold.threshold", unit: limitUnit },
  { path: "threshold.units", kind: "choice-or-other", choices: units },
  { path: "matchers" },
  { path: "matchers[].fieldName", kind: "choice-or-other", suggest: "matcherFields" },
  { path: "matchers[].operator" },
  { path: "matchers[].value", kind: "choice-or-other", suggest: "matcherValues" },
  { path: "severityOverride" },
  { path: "enabled" },
  { path: "notifications" },
  { path: "notifications[].typeName", title: "Through", help: "Channel for the message" },
  { ...needed("emailAddress"), kind: "choice-or-other", suggest: "emailAddress" },
  { ...needed("channelName"), kind: "choice-or-other", suggest: "channelName" },
  ...["roomName", "webhookUrl", ...KEY_FIELDS].map(needed),
  { ...needed("username"), kind: "choice-or-other", suggest: "username" },
  { ...needed("teamId"), kind: "choice-or-other", suggest: "teamId" },
  { ...needed("mobileNumber"), kind: "choice-or-other", suggest: "mobileNumber" },
  { path: "notifications[].delayMin", choices: () => suggestions(MINUTES.wait) },
  { path: "notifications[].intervalMin", choices: () => suggestions(MINUTES.repeat) },
  { path: "notifications[].integrationId", kind: "choice-or-other", suggest: "integrationId" },
];

const LISTS: readonly ListPlan[] = [
  {
    path: "matchers",
    itemTitle: (_item, index) => `Condition ${index + 1}`,
    summary: (item) => scopeWords({ matchers: [asMatcher(item)] }),
    add: "+ add a condition (all must hold)",
    initial: ({ body }) => ({
      fieldName: eventFamily(textOf(body, "eventTypeName"))?.matcherFields[0] ?? "CLUSTER_NAME",
      operator: "EQUALS",
    }),
  },
  {
    path: "notifications",
    itemTitle: (_item, index) => `Tell ${index + 1}`,
    summary: (item) => targetWords(item),
    add: "+ add someone to tell",
    initial: () => ({ typeName: "EMAIL", delayMin: 0, intervalMin: 60 }),
    identity: "notifierId",
    ofKind: ["integrationId"],
  },
];

const asMatcher = (item: BodyObject) => ({
  fieldName: textOf(item, "fieldName"),
  operator: textOf(item, "operator"),
  value: textOf(item, "value"),
});

/** What a body says as far as it is filled in, in the shape that the words need. */
function asRead(body: BodyObject): Pick<AlertConfiguration, "matchers" | "notifications"> & { name: string } {
  const items = (field: string): readonly BodyObject[] => {
    const value = body[field];
    return Array.isArray(value) ? value.filter(isBodyObject) : [];
  };
  const limit = body["metricThreshold"] ?? body["threshold"];
  const metric = isBodyObject(limit) ? textOf(limit, "metricName") : "";
  const event = textOf(body, "eventTypeName");
  const amount = isBodyObject(limit) && typeof limit["threshold"] === "number" ? limit["threshold"] : null;
  const operator = isBodyObject(limit) ? textOf(limit, "operator") : "";
  const units = isBodyObject(limit) ? textOf(limit, "units") : "";
  const subject = metric === "" ? eventWords(event) : metricWords(metric);
  return {
    name:
      amount === null
        ? subject
        : `${subject} ${OPERATOR_WORDS[operator] ?? operator} ${valueWords(String(amount), units, metric || null)}`,
    matchers: items("matchers").map(asMatcher),
    notifications: items("notifications").map((item) => ({ typeName: textOf(item, "typeName"), ...plainTexts(item) })),
  };
}

/** The texts of an item; secrets stay covered and out of every sentence. */
const plainTexts = (item: BodyObject): Record<string, string> =>
  Object.fromEntries(Object.entries(item).filter((entry): entry is [string, string] => typeof entry[1] === "string"));

function sentence({ body }: SentenceContext): string {
  if (textOf(body, "eventTypeName") === "") return "Choose what should raise the alert.";
  const { name, ...read } = asRead(body);
  const where = read.matchers?.length === 0 ? "anywhere in the project" : `where ${scopeWords(read)}`;
  const who = read.notifications?.length === 0 ? "tells nobody yet" : `tells ${targetsWords(read)}`;
  return body["enabled"] === true
    ? `Raised by ${name}, ${where}; ${who}.`
    : `Would be raised by ${name}, ${where}; it is off, so no notifications are sent.`;
}

const count = (body: BodyObject | null, field: string): number => {
  const value = body?.[field];
  return Array.isArray(value) ? value.length : 0;
};

/** What an edit makes louder or quieter than people may expect (`domain.md` 3.4). */
function warnings({ body, base, mode }: SentenceContext): readonly string[] {
  const found: string[] = [];
  if (body["enabled"] !== true) {
    found.push(
      mode === "create"
        ? "It is off: nothing will be raised and nobody told until it is turned on."
        : base?.["enabled"] === true
          ? "It is turned off: it sends no more notifications, and its open alerts are cancelled."
          : "It stays off: no notifications are sent.",
    );
  }
  const fires = body["enabled"] === true ? "it will fire" : "once it is on, it will fire";
  if (count(base, "matchers") > 0 && count(body, "matchers") === 0) {
    found.push(`No condition is left: ${fires} for everything in the project.`);
  } else if (count(body, "matchers") < count(base, "matchers")) {
    found.push(`A condition goes: ${fires} for more than before.`);
  }
  const most = eventFamily(textOf(body, "eventTypeName"))?.mostMatchers;
  if (most !== undefined && count(body, "matchers") > most) {
    found.push(
      `The hosted service accepts ${pluralize(most, "matcher")} at most for this event, and will refuse ${count(body, "matchers")}. Remove all but ${most}.`,
    );
  }
  if (count(body, "notifications") < count(base, "notifications"))
    found.push(
      base?.["enabled"] === true
        ? "The recipients of a removed notification get no more of it."
        : "A notification is removed: nobody gets it once this is on.",
    );
  return found;
}

const nameOf = ({ body }: TitleContext): string => (textOf(body, "eventTypeName") === "" ? "" : asRead(body).name);

const baseName = ({ base, body }: TitleContext): string => (base === null ? asRead(body).name : asRead(base).name);

const shared = {
  fields: FIELDS,
  lists: LISTS,
  readOnly: ALERT_CONFIGURATION_READ_ONLY,
  // The service takes a missing flag as off, on create and on update (specification 2.2).
  always: ["enabled"],
  sentence,
  warnings,
} satisfies Partial<FormPlan>;

/** Create (E5), from nothing or from a copy. */
export const createPlan: FormPlan = {
  ...shared,
  id: "createAlertConfiguration",
  operation: operations.createAlertConfiguration,
  title: (context) =>
    nameOf(context) === "" ? "New alert configuration" : `New alert configuration: ${nameOf(context)}`,
  button: () => "Create it",
};

/** Edit (E9): the received document goes back with only what was touched changed. */
export const updatePlan: FormPlan = {
  ...shared,
  id: "updateAlertConfiguration",
  operation: operations.updateAlertConfiguration,
  title: (context) => `Edit alert config: ${baseName(context)}`,
  button: () => "Change it",
  riskOf: (context) => (warnings(context).length > 0 ? "disruptive" : "reversible"),
};

/** Events as suggestions: those that the project already uses first, then the catalogue, with family and the service's own name. */
export function eventSuggestions(used: readonly AlertConfiguration[]): readonly Suggestion[] {
  const first = [...new Set(used.map(({ eventTypeName }) => eventTypeName ?? "").filter((event) => event !== ""))];
  return [...first, ...EVENT_TYPES.filter((event) => !first.includes(event))].map((event) => ({
    value: event,
    label: eventWords(event),
    note: [eventFamilyWords(event), event].filter((part) => part !== "").join(" · "),
  }));
}

/** Matcher fields as suggestions, those of the event's family first and alone where it has some. */
export function matcherFieldSuggestions(
  known: readonly string[],
  body: Readonly<Record<string, unknown>>,
): readonly Suggestion[] {
  const event = typeof body["eventTypeName"] === "string" ? body["eventTypeName"] : "";
  const family = eventFamily(event)?.matcherFields ?? [];
  const fields = family.length === 0 ? known : family;
  return fields.map((field) => ({ value: field, label: matcherFieldWords(field), note: field }));
}

/** The name of a configuration in lists and reviews. */
export const nameOfConfiguration = (configuration: AlertConfiguration | undefined, id: string): string =>
  configuration === undefined ? id : configurationName(configuration);
