import { eventFamilyLabel, eventLabel } from "../../contract/alert-configurations/event-labels.ts";
import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import { isObject } from "../../contract/json/json.ts";
import { configurationName, formatAlert, formatPlace, formatScope, formatTarget } from "../../domain/alerts/alert.ts";
import type { Query } from "../../state/answers/query.ts";
import { pluralize, timeOf } from "../../text/format.ts";
import { joinTexts, present } from "../../text/present.ts";
import { alertLine } from "../alerts/detail.ts";
import { severityCell } from "../builders/alert-severity.ts";
import { NOT_REPORTED, switchCell, warn } from "../builders/cells.ts";
import { field, fieldIfAny, heading, timeField } from "../builders/lines.ts";
import type { Context } from "../model/context.ts";
import type { DetailLine, DetailModel } from "../model/view.ts";
import { configurationArgs } from "../queries/args.ts";
import { cachedConfigurations } from "./list.ts";

/** One alert configuration (E7) and its open alerts (E11). */

export const detailQueries = (context: Context, id: string): readonly Query[] => [
  { operation: "getAlertConfiguration", args: configurationArgs(context, id), poll: "once" },
  { operation: "listAlertsByAlertConfigurationId", args: configurationArgs(context, id), poll: "once" },
];

const minutes = (value: unknown): string | null => (typeof value === "number" ? `${value} min` : null);

/** A notification with its times: `Slack #db-oncall, after 5 min, repeated every 60 min`. */
function formatNotification(notification: unknown): string {
  if (!isObject(notification)) return "?";
  const delay = minutes(notification["delayMin"]);
  const interval = minutes(notification["intervalMin"]);
  const times = [delay === null ? null : `after ${delay}`, interval === null ? null : `repeated every ${interval}`];
  return [formatTarget(notification), ...times.filter((part) => part !== null)].join(", ");
}

function notificationLines(configuration: AlertConfiguration): DetailLine[] {
  const { notifications } = configuration;
  if (notifications === null || notifications === undefined) return [field("Notifications", NOT_REPORTED)];
  if (notifications.length === 0) return [field("Notifications", warn("none"))];
  return notifications.map((notification, index) =>
    field(`Notification ${index + 1}`, formatNotification(notification)),
  );
}

function alertLines(configuration: AlertConfiguration, context: Context): DetailLine[] {
  const cached = context.cached("listAlertsByAlertConfigurationId", configurationArgs(context, configuration.id));
  if (cached === undefined) return [];
  const alerts = cached.data.results;
  if (alerts.length === 0) return [field("Open alerts", "none")];
  return [
    heading(`${pluralize(alerts.length, "open alert")}`),
    ...alerts.map((alert) => alertLine(alert, `${formatAlert(alert, undefined)} · ${formatPlace(alert)}`, context)),
  ];
}

export function detail(context: Context, id: string): DetailModel | null {
  const cached = context.cached("getAlertConfiguration", configurationArgs(context, id));
  const configuration = cached?.data ?? cachedConfigurations(context).find((item) => item.id === id);
  if (configuration === undefined) return null;
  const event = configuration.eventTypeName ?? "";
  const raw = cached?.raw;
  return {
    title: configurationName(configuration),
    lines: present(
      field("Active", switchCell(configuration.enabled, warn("off: no alerts, no notifications"))),
      field("Event", event === "" ? NOT_REPORTED : joinTexts(" · ", eventLabel(event), eventFamilyLabel(event))),
      field("Applies to", configuration.matchers === null ? NOT_REPORTED : formatScope(configuration)),
      field("Severity", severityCell(configuration)),
      ...notificationLines(configuration),
      ...alertLines(configuration, context),
      heading("API fields"),
      fieldIfAny("Event type", event),
      field("Id", configuration.id),
      timeField("Created", timeOf(configuration.created), context),
      timeField("Updated", timeOf(configuration.updated), context),
    ),
    raw: raw ?? null,
  };
}
