import { isObject } from "../json/json.ts";
import type { Rule, UncheckedRecord } from "../schema/body.ts";
import { isMask } from "../secret.ts";
import { eventFamily } from "./event-types.ts";
import { isKnownMetric, UNITS, unitClassOf } from "./metrics.ts";
import { INCIDENT_KINDS, maskedFields, neededFields, PEOPLE_KINDS } from "./notifications.ts";

const notificationsOf = (root: UncheckedRecord): readonly unknown[] =>
  Array.isArray(root["notifications"]) ? root["notifications"] : [];

const kindOf = (notification: UncheckedRecord): string =>
  typeof notification["typeName"] === "string" ? notification["typeName"] : "";

const familyOf = (root: UncheckedRecord) =>
  typeof root["eventTypeName"] === "string" ? eventFamily(root["eventTypeName"]) : undefined;

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Says if the event of a body requires, refuses or allows this threshold. An event that is not in the catalogue allows both. */
function takes(root: UncheckedRecord, limit: "threshold" | "metricThreshold"): "required" | "refused" | "free" {
  const needs = familyOf(root)?.needs;
  if (needs === undefined) return "free";
  if (needs.kind === "nothing") return "refused";
  return (needs.kind === "metric") === (limit === "metricThreshold") ? "required" : "refused";
}

/** Rules across the fields of create and update (`domain.md` 3.3). */
export const ALERT_CONFIGURATION_RULES: readonly Rule[] = [
  {
    name: "threshold-required",
    path: ["threshold"],
    message: "required for this event",
    test: (_subject, root) => takes(root, "threshold") !== "required" || isSet(root["threshold"]),
  },
  {
    name: "threshold-refused",
    path: ["threshold"],
    message: "this event has no threshold",
    test: (_subject, root) => takes(root, "threshold") !== "refused" || !isSet(root["threshold"]),
  },
  {
    name: "metric-threshold-required",
    path: ["metricThreshold"],
    message: "enter a metric and a threshold",
    test: (_subject, root) => takes(root, "metricThreshold") !== "required" || isSet(root["metricThreshold"]),
  },
  {
    name: "metric-threshold-refused",
    path: ["metricThreshold"],
    message: "this event has no metric",
    test: (_subject, root) => takes(root, "metricThreshold") !== "refused" || !isSet(root["metricThreshold"]),
  },
  {
    name: "threshold-operator",
    path: ["threshold", "operator"],
    message: "this event accepts only the other operator",
    test: (limit, root) => {
      const needs = familyOf(root)?.needs;
      if (needs?.kind !== "threshold" || !isSet(limit["operator"])) return true;
      return needs.operators.some((operator) => operator === limit["operator"]);
    },
  },
  {
    name: "threshold-units",
    path: ["threshold", "units"],
    message: (_limit, root) => {
      const needs = familyOf(root)?.needs;
      return `one of ${needs?.kind === "threshold" ? UNITS[needs.units].join(", ") : "the known units"}`;
    },
    test: (limit, root) => {
      const needs = familyOf(root)?.needs;
      if (needs?.kind !== "threshold" || !isSet(limit["units"])) return true;
      return UNITS[needs.units].includes(textOf(limit["units"]));
    },
  },
  {
    name: "metric-of-family",
    path: ["metricThreshold", "metricName"],
    message: "not a metric of this event",
    test: (limit, root) => {
      const needs = familyOf(root)?.needs;
      if (needs?.kind !== "metric" || !isSet(limit["metricName"])) return true;
      const metric = textOf(limit["metricName"]);
      return !isKnownMetric(metric) || unitClassOf(needs.family, metric) !== undefined;
    },
  },
  {
    name: "metric-units",
    path: ["metricThreshold", "units"],
    message: "not a unit of this metric",
    test: (limit, root) => {
      const needs = familyOf(root)?.needs;
      if (needs?.kind !== "metric" || !isSet(limit["units"])) return true;
      const unit = unitClassOf(needs.family, textOf(limit["metricName"]));
      return unit === undefined || UNITS[unit].includes(textOf(limit["units"]));
    },
  },
  {
    name: "matcher-of-family",
    path: ["matchers", "[]", "fieldName"],
    message: (_matcher, root) => `for this event: ${(familyOf(root)?.matcherFields ?? []).join(", ")}`,
    test: (matcher, root) => {
      const fields = familyOf(root)?.matcherFields ?? [];
      return fields.length === 0 || !isSet(matcher["fieldName"]) || fields.includes(textOf(matcher["fieldName"]));
    },
  },
  {
    name: "one-group",
    path: ["notifications"],
    message: "only one notification may go to the project members",
    test: (_subject, root) =>
      notificationsOf(root).filter((item) => isObject(item) && kindOf(item) === "GROUP").length <= 1,
  },
  {
    name: "email-or-sms",
    path: ["notifications", "[]", "emailEnabled"],
    message: "turn on e-mail, SMS or both",
    test: (notification) =>
      !PEOPLE_KINDS.includes(kindOf(notification)) ||
      notification["emailEnabled"] === true ||
      notification["smsEnabled"] === true,
  },
  {
    name: "no-interval",
    path: ["notifications", "[]", "intervalMin"],
    message: "not allowed: this channel repeats notifications on its own",
    test: (notification) => !INCIDENT_KINDS.includes(kindOf(notification)) || !isSet(notification["intervalMin"]),
  },
  {
    name: "address-or-stored",
    path: ["notifications", "[]", "typeName"],
    message: (notification) => `requires ${missingOf(notification).join(" and ")}`,
    test: (notification) => missingOf(notification).length === 0,
  },
  {
    name: "no-mask",
    always: true,
    path: ["notifications", "[]", "typeName"],
    message: "masked value: leave it out to keep the stored secret, or enter the secret again",
    test: (notification) =>
      Object.keys(maskedFields(kindOf(notification))).every((field) => !isMask(textOf(notification[field]))),
  },
];

/** Required fields that a notification lacks. A stored notification keeps its masked fields; an integration brings its own credentials. */
function missingOf(notification: UncheckedRecord): string[] {
  const typeName = kindOf(notification);
  const masked = maskedFields(typeName);
  const stored = isSet(notification["notifierId"]) || isSet(notification["integrationId"]);
  return neededFields(typeName).filter(
    (field) => !isSet(notification[field]) && !(stored && masked[field] !== undefined),
  );
}
