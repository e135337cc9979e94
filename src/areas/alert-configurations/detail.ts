import { eventFamilyWords, eventWords } from "../../contract/alert-configurations/event-words.ts";
import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import { AlertConfigId, GroupId } from "../../contract/ids.ts";
import { isObject } from "../../contract/json.ts";
import type { Query } from "../../state/query.ts";
import { formatAgeSince, formatTimeAndAge, pluralize, timeOf } from "../../text/format.ts";
import { alertWords, configurationName, placeWords, scopeWords, severityCell, targetWords } from "../alert-labels.ts";
import type { Context } from "../context.ts";
import type { DetailLine, DetailModel } from "../view.ts";
import { cachedConfigurations } from "./list.ts";

/** One alert configuration (E7) and what it has open now (E11). */

const oneArgs = (context: Context, id: string) => ({
  params: { groupId: GroupId.of(context.scope.groupId), alertConfigId: AlertConfigId.of(id) },
});

export const detailQueries = (context: Context, id: string): readonly Query[] => [
  { operation: "getAlertConfiguration", args: oneArgs(context, id), pace: "once" },
  { operation: "listAlertsByAlertConfigurationId", args: oneArgs(context, id), pace: "once" },
];

const minutes = (value: unknown): string | null => (typeof value === "number" ? `${value} min` : null);

/** A notification with its times: `chat #db-oncall  after 5 min, again every 60 min`. */
function notificationWords(notification: unknown): string {
  if (!isObject(notification)) return "?";
  const delay = minutes(notification["delayMin"]);
  const interval = minutes(notification["intervalMin"]);
  const times = [delay === null ? null : `after ${delay}`, interval === null ? null : `again every ${interval}`];
  return [targetWords(notification), ...times.filter((part) => part !== null)].join(", ");
}

function notificationLines(configuration: AlertConfiguration): DetailLine[] {
  const notifications = configuration.notifications ?? [];
  if (notifications.length === 0) return [{ kind: "field", label: "Tells", value: { text: "nobody", tone: "warn" } }];
  return notifications.map((notification, index) => ({
    kind: "field",
    label: `Tell ${index + 1}`,
    value: notificationWords(notification),
  }));
}

function alertLines(configuration: AlertConfiguration, context: Context): DetailLine[] {
  const cached = context.cached("listAlertsByAlertConfigurationId", oneArgs(context, configuration.id));
  if (cached === undefined) return [];
  const alerts = cached.data.results;
  if (alerts.length === 0) return [{ kind: "field", label: "Open now", value: "none" }];
  return [
    { kind: "heading", text: `${pluralize(alerts.length, "open alert")}` },
    ...alerts.map(
      (alert): DetailLine => ({
        kind: "field",
        label: formatAgeSince(timeOf(alert.created), context.now),
        value: `${alertWords(alert, undefined)} · ${placeWords(alert)}`,
        link: { area: "alerts", ids: [alert.id] },
      }),
    ),
  ];
}

export function detail(context: Context, id: string): DetailModel | null {
  const cached = context.cached("getAlertConfiguration", oneArgs(context, id));
  const configuration = cached?.data ?? cachedConfigurations(context).find((item) => item.id === id);
  if (configuration === undefined) return null;
  const { now, zone } = context;
  const event = configuration.eventTypeName ?? "";
  const created = timeOf(configuration.created);
  const updated = timeOf(configuration.updated);
  const isOn = configuration.enabled === true;
  const raw = cached?.raw;
  return {
    title: configurationName(configuration),
    lines: [
      {
        kind: "field",
        label: "Active",
        value: isOn ? { text: "on", tone: "good" } : { text: "off: no alerts, no notifications", tone: "warn" },
      },
      {
        kind: "field",
        label: "When",
        value: [eventWords(event), eventFamilyWords(event)].filter((part) => part !== "").join(" · "),
      },
      { kind: "field", label: "Only for", value: scopeWords(configuration) },
      {
        kind: "field",
        label: "Severity",
        value: severityCell(configuration),
      },
      ...notificationLines(configuration),
      ...alertLines(configuration, context),
      { kind: "heading", text: "As the service names it" },
      { kind: "field", label: "Event", value: event },
      { kind: "field", label: "Id", value: configuration.id },
      ...(created === null
        ? []
        : [{ kind: "field", label: "Created", value: formatTimeAndAge(created, now, zone) } as const]),
      ...(updated === null
        ? []
        : [{ kind: "field", label: "Changed", value: formatTimeAndAge(updated, now, zone) } as const]),
    ],
    raw: raw ?? null,
  };
}
