import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import type { Alert } from "../../contract/alerts.ts";
import { ExactNumber } from "../../contract/json/json.ts";
import { type AlertState, alertStateOf, formatAlert, formatPlace, severityOf } from "../../domain/alerts/alert.ts";
import { secondsValue, timeValue } from "../../domain/field-value.ts";
import { isUnread } from "../../state/answers/lookup.ts";
import { timeOf } from "../../text/format.ts";
import { isCountedAs } from "../builders/alert-severity.ts";
import { lookup } from "../builders/lookup.ts";
import type { Context } from "../model/context.ts";
import {
  type ListCounts,
  listCounts,
  type OfferedCondition,
  type RowFields,
  rowFields,
  type ThingField,
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
  {
    id: "status",
    kind: "text",
    about: "how it stands",
    values: Object.values(STATES),
    read: ({ state }) => STATES[state],
  },
  {
    id: "severity",
    kind: "text",
    about: "CRITICAL, ERROR, WARNING or INFO, by its configuration",
    read: ({ configuration }) => configuration?.severityOverride ?? null,
  },
  { id: "open", kind: "flag", about: "open and not acknowledged", read: ({ state }) => state === "open" },
  { id: "acknowledged", kind: "flag", about: "acknowledged", read: ({ state }) => state === "acknowledged" },
  { id: "closed", kind: "flag", about: "closed or cancelled", read: ({ state }) => state === "closed" },
  { id: "ended", kind: "flag", about: "nothing comes after it", read: ({ state }) => state === "closed" },
  {
    id: "what",
    kind: "text",
    about: "what it is about",
    read: ({ alert, configuration }) => formatAlert({ ...alert, currentValue: null }, configuration),
  },
  { id: "where", kind: "text", about: "cluster and host, or the project", read: ({ alert }) => formatPlace(alert) },
  { id: "cluster", kind: "text", about: "name of the cluster", read: ({ alert }) => alert.clusterName ?? null },
  {
    id: "value",
    kind: "number",
    about: "the value as last measured",
    read: ({ alert }) => numberOf(alert.currentValue?.number),
  },
  { id: "units", kind: "text", about: "the unit of the value", read: ({ alert }) => alert.currentValue?.units ?? null },
  { id: "opened", kind: "time", about: "when it was raised", read: ({ alert }) => timeValue(timeOf(alert.created)) },
  {
    id: "age",
    kind: "seconds",
    about: "time since it was raised",
    read: (one, { now }) => secondsValue(ageOf(one, now)),
  },
  {
    id: "acknowledgedUntil",
    kind: "time",
    about: "until when it is acknowledged",
    read: ({ alert, state }) => (state === "acknowledged" ? timeValue(timeOf(alert.acknowledgedUntil)) : null),
  },
];

export const fields: RowFields = rowFields(FIELDS, alertsInList, ({ alert }) => alert.id);

const isTrackingRead = ({ cached, scope }: Context): boolean =>
  showsClosed(scope) || cached("listAlerts", listArgs(scope, "TRACKING")) !== undefined;

const areConfigurationsRead = (context: Context): boolean =>
  !isUnread(lookup(context, { operation: "listAlertConfigurations", args: projectArgs(context.scope) }));

/** Counts; null where open alerts were not read. */
const COUNTED: readonly ThingField<readonly AlertInList[]>[] = [
  {
    id: "open",
    kind: "count",
    about: "open and not acknowledged",
    read: (all) => all.filter(({ state }) => state === "open").length,
  },
  ...(
    [
      ["critical", "open, CRITICAL"],
      ["error", "open, ERROR"],
      ["warning", "open, WARNING or of a severity that is not known"],
      ["info", "open, INFO"],
    ] as const
  ).map(
    ([id, about]): ThingField<readonly AlertInList[]> => ({
      id,
      kind: "count",
      about,
      read: (all, context) => {
        const open = all.filter(({ state }) => state === "open");
        // Configurations give the severities: where none was read, the count is known only without open alerts.
        if (open.length > 0 && !areConfigurationsRead(context)) return null;
        return open.filter(({ configuration }) => isCountedAs(id, severityOf(configuration).kind)).length;
      },
    }),
  ),
  {
    id: "acknowledged",
    kind: "count",
    about: "acknowledged",
    read: (all) => all.filter(({ state }) => state === "acknowledged").length,
  },
  {
    id: "tracking",
    kind: "count",
    about: "tracking: not open yet",
    // Tracking alerts are a separate list, which may be refused on its own.
    read: (all, context) => (isTrackingRead(context) ? all.filter(({ state }) => state === "building").length : null),
  },
  {
    id: "oldest",
    kind: "seconds",
    about: "age of the oldest open alert that is not acknowledged",
    read: (all, { now }) => {
      const ages = all.flatMap((one) => (one.state === "open" ? (ageOf(one, now) ?? []) : []));
      return ages.length === 0 ? null : secondsValue(Math.max(...ages));
    },
  },
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
