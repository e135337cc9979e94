import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import type { Alert } from "../../contract/alerts.ts";
import { ExactNumber } from "../../contract/json/json.ts";
import { type AlertState, alertStateOf, formatAlert, formatPlace, severityOf } from "../../domain/alerts/alert.ts";
import { isUnread } from "../../state/answers/lookup.ts";
import { timeOf } from "../../text/format.ts";
import { lookup } from "../builders/lookup.ts";
import type { Context } from "../model/context.ts";
import {
  countField,
  flagField,
  type ListCounts,
  listCounts,
  numberField,
  type OfferedCondition,
  type RowFields,
  rowFields,
  secondsField,
  type ThingField,
  textField,
  timeField,
} from "../model/fields.ts";
import { projectArgs } from "../queries/args.ts";
import { cachedConfigurations, listArgs, listedAlerts, showsClosed } from "./list.ts";

/** Fields and counts of alerts for programs. */

/** An alert with its status, and the configuration that gives its severity. */
export type AlertInList = {
  readonly alert: Alert;
  readonly state: AlertState;
  readonly configuration: AlertConfiguration | undefined;
};

const STATES = {
  open: "open",
  acknowledged: "acknowledged",
  building: "tracking",
  closed: "closed",
} as const satisfies Readonly<Record<AlertState, string>>;

/** All alerts of the list with their status and configuration. */
export function alertsInList(context: Context): readonly AlertInList[] {
  const configurations = cachedConfigurations(context);
  return listedAlerts(context).map((alert) => ({
    alert,
    state: alertStateOf(alert, context.now),
    configuration: configurations.get(alert.alertConfigId ?? ""),
  }));
}

const numberOf = (value: number | ExactNumber | null | undefined): number | null =>
  value instanceof ExactNumber ? Number(value.source) : (value ?? null);

const ageOf = ({ alert }: AlertInList, now: number): number | null => {
  const created = timeOf(alert.created);
  return created === null ? null : now - created;
};

const FIELDS: readonly ThingField<AlertInList>[] = [
  textField("status", "how it stands", ({ state }) => STATES[state], { values: Object.values(STATES) }),
  textField(
    "severity",
    "CRITICAL, ERROR, WARNING or INFO, by its configuration",
    ({ configuration }) => configuration?.severityOverride,
  ),
  flagField("open", "open and not acknowledged", ({ state }) => state === "open"),
  flagField("acknowledged", "acknowledged", ({ state }) => state === "acknowledged"),
  flagField("closed", "closed or cancelled", ({ state }) => state === "closed"),
  flagField("ended", "nothing comes after it", ({ state }) => state === "closed"),
  textField("what", "what it is about", ({ alert, configuration }) =>
    formatAlert({ ...alert, currentValue: null }, configuration),
  ),
  textField("where", "cluster and host, or the project", ({ alert }) => formatPlace(alert)),
  textField("cluster", "name of the cluster", ({ alert }) => alert.clusterName),
  numberField("value", "the value as last measured", ({ alert }) => numberOf(alert.currentValue?.number)),
  textField("units", "the unit of the value", ({ alert }) => alert.currentValue?.units),
  timeField("opened", "when it was raised", ({ alert }) => timeOf(alert.created)),
  secondsField("age", "time since it was raised", (one, { now }) => ageOf(one, now)),
  timeField("acknowledgedUntil", "until when it is acknowledged", ({ alert, state }) =>
    state === "acknowledged" ? timeOf(alert.acknowledgedUntil) : null,
  ),
];

export const fields: RowFields = rowFields(FIELDS, alertsInList, ({ alert }) => alert.id);

const isTrackingRead = ({ cached, scope }: Context): boolean =>
  showsClosed(scope) || cached("listAlerts", listArgs(scope, "TRACKING")) !== undefined;

const areConfigurationsRead = (context: Context): boolean =>
  !isUnread(lookup(context, { operation: "listAlertConfigurations", args: projectArgs(context.scope) }));

/** Counts; null where open alerts were not read. */
const COUNTED: readonly ThingField<readonly AlertInList[]>[] = [
  countField("open", "open and not acknowledged", (all) => all.filter(({ state }) => state === "open").length),
  ...(
    [
      ["critical", "open, CRITICAL"],
      ["error", "open, ERROR"],
      ["warning", "open, WARNING, or of a severity that is not known or not set"],
      ["info", "open, INFO"],
    ] as const
  ).map(([id, about]) =>
    countField(id, about, (all: readonly AlertInList[], context) => {
      const open = all.filter(({ state }) => state === "open");
      // Configurations give the severities: where none was read, the count is known only without open alerts.
      if (open.length > 0 && !areConfigurationsRead(context)) return null;
      return open.filter(({ configuration }) => severityOf(configuration).countedAs === id).length;
    }),
  ),
  countField("acknowledged", "acknowledged", (all) => all.filter(({ state }) => state === "acknowledged").length),
  countField(
    "tracking",
    "tracking: not open yet",
    // Tracking alerts are a separate list, which may be refused on its own.
    (all, context) => (isTrackingRead(context) ? all.filter(({ state }) => state === "building").length : null),
  ),
  secondsField("oldest", "age of the oldest open alert that is not acknowledged", (all, { now }) =>
    Math.max(...all.flatMap((one) => (one.state === "open" ? (ageOf(one, now) ?? []) : []))),
  ),
];

export const counts: ListCounts = listCounts(COUNTED, alertsInList, ({ cached, scope }) => {
  return cached("listAlerts", listArgs(scope, showsClosed(scope) ? "CLOSED" : "OPEN")) !== undefined;
});

/** Conditions that one can be notified of. */
export const conditions: readonly OfferedCondition[] = [
  { about: "thing", condition: "closed", title: "when it is closed" },
  { about: "thing", condition: "not acknowledged", title: "when its acknowledgement ends" },
  { about: "rows", condition: "open and severity=CRITICAL", title: "when a new critical alert opens" },
  { about: "rows", condition: "open", title: "when any new alert opens" },
  { about: "list", condition: "open=0", title: "when no alert is open" },
];
