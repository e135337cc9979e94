import { EVENT_TYPES, eventFamily } from "../../src/contract/alert-configurations/event-types.ts";
import { metricsOf, UNITS, unitClassOf } from "../../src/contract/alert-configurations/metrics.ts";
import { ALERT_CONFIGURATION_READ_ONLY } from "../../src/contract/alert-configurations.ts";
import { type BodyObject, isJsonObject, type JsonObject, parseJson } from "../../src/contract/json/json.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { operations } from "../../src/contract/operations.ts";
import type { FormEnv, FormPlan, PlanContext } from "../../src/forms/form-plan.ts";
import type { Suggestion } from "../../src/forms/suggestion.ts";

/** Plans and documents that the tests of the form engine work on. */

export const env: FormEnv = { now: Date.UTC(2025, 10, 21, 14, 6, 12), timeZone: "Europe/Berlin" };

/** The plainest form of an operation: everything from the contract, nothing from an area. */
export const planOf = (operation: Operation): FormPlan => ({
  operation,
  title: () => operation.title,
  sentence: () => `${operation.title}.`,
  button: () => operation.title,
  fields: [],
});

const textOf = (body: BodyObject, name: string): string => {
  const value = body[name];
  return typeof value === "string" ? value : "";
};

const needsOf = (body: BodyObject) => eventFamily(textOf(body, "eventTypeName"))?.needs;

const limit = (kind: "threshold" | "metric") => (context: PlanContext) => {
  const needs = needsOf(context.body);
  if (needs === undefined) return { shown: true };
  return { shown: needs.kind === kind, because: `${textOf(context.body, "eventTypeName")} has no such limit` };
};

const plain = (values: readonly string[]): readonly Suggestion[] => values.map((value) => ({ value, label: value }));

const unitsOf = ({ body, subject }: PlanContext): readonly Suggestion[] => {
  const needs = needsOf(body);
  if (needs?.kind !== "metric") return [];
  const unit = unitClassOf(needs.family, textOf(subject, "metricName"));
  return unit === undefined ? [] : plain(UNITS[unit]);
};

const alertPlan = (operation: Operation): FormPlan => ({
  ...planOf(operation),
  title: ({ mode }) => (mode === "create" ? "New alert config" : "Edit alert config"),
  sentence: ({ body }) => `Fires on ${textOf(body, "eventTypeName")}.`,
  button: ({ mode }) => (mode === "create" ? "Create it" : "Change it"),
  readOnly: ALERT_CONFIGURATION_READ_ONLY,
  always: ["enabled"],
  fields: [
    { path: "eventTypeName", choices: () => plain(EVENT_TYPES) },
    { path: "metricThreshold", when: limit("metric") },
    {
      path: "metricThreshold.metricName",
      choices: ({ body }) => {
        const needs = needsOf(body);
        return needs?.kind === "metric" ? plain(metricsOf(needs.family)) : [];
      },
    },
    { path: "metricThreshold.units", choices: unitsOf },
    { path: "threshold", when: limit("threshold") },
    { path: "matchers[].fieldName", suggest: "matcherFields" },
    { path: "severityOverride" },
    { path: "enabled" },
    { path: "notifications[].typeName", title: "Channel", help: "Channel for the message" },
    { path: "notifications[].emailEnabled", initial: () => true },
  ],
  lists: [
    {
      path: "matchers",
      itemTitle: (_item, index) => `Condition ${index + 1}`,
      summary: (item) => [item["fieldName"], item["operator"], item["value"]].map(String).join(" "),
      add: "+ add a condition",
      initial: () => ({ fieldName: "CLUSTER_NAME", operator: "EQUALS" }),
    },
    {
      path: "notifications",
      itemTitle: (_item, index) => `Notification ${index + 1}`,
      summary: (item) => `${textOf(item, "typeName")} after ${String(item["delayMin"] ?? 0)} min`,
      add: "+ Add notification",
      initial: () => ({ typeName: "EMAIL", delayMin: 5, intervalMin: 60 }),
      identity: "notifierId",
      ofKind: ["integrationId"],
    },
  ],
});

export const editAlertConfiguration = alertPlan(operations.updateAlertConfiguration);
export const createAlertConfiguration = alertPlan(operations.createAlertConfiguration);
export const toggle: FormPlan = { ...planOf(operations.toggleAlertConfiguration), always: ["enabled"] };
export const acknowledge: FormPlan = {
  ...planOf(operations.acknowledgeAlert),
  fields: [{ path: "acknowledgedUntil", forever: true }, { path: "acknowledgementComment" }],
};

/** An object from JSON text, as it comes from the wire. */
export function read(text: string): JsonObject {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error("not a JSON object");
  return parsed.value;
}

/**
 * A configuration as the service hands it out: masked secrets, a field and a notification kind that the contract does not
 * know, a stored value out of range, a number beyond 2^53, and response-only fields.
 */
export const received = (): JsonObject =>
  read(`{
    "id": "65f00000000000000000007b", "groupId": "65f000000000000000000001",
    "created": "2025-01-01T00:00:00Z", "updated": "2025-11-20T10:00:00Z", "links": [{ "href": "x", "rel": "self" }],
    "enabled": true, "eventTypeName": "OUTSIDE_METRIC_THRESHOLD", "futureField": { "a": [1, { "b": null }] },
    "storageLimit": 9007199254740993,
    "matchers": [
      { "fieldName": "HOSTNAME", "operator": "EQUALS", "value": "a" },
      { "fieldName": "PORT", "operator": "EQUALS", "value": "27017" }
    ],
    "metricThreshold": { "metricName": "DISK_PARTITION_SPACE_USED_DATA", "mode": "AVERAGE", "operator": "GREATER_THAN",
      "threshold": 0, "units": "RAW" },
    "notifications": [
      { "typeName": "SLACK", "channelName": "#db-oncall", "apiToken": "************9f21", "delayMin": 5, "intervalMin": 60,
        "notifierId": "65f0000000000000000000a1" },
      { "typeName": "PAGER_DUTY", "serviceKey": "****************************c77a", "delayMin": 15,
        "notifierId": "65f0000000000000000000a2" },
      { "typeName": "EMAIL", "emailAddress": "dba@example.com", "delayMin": 0, "intervalMin": 0,
        "notifierId": "65f0000000000000000000a3" },
      { "typeName": "CARRIER_PIGEON", "loft": 7, "whistle": "******4242", "delayMin": -3,
        "notifierId": "65f0000000000000000000a4" }
    ]
  }`);
