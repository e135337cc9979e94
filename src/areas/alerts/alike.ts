import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import type { Alert } from "../../contract/alerts.ts";
import { formatAlert, severityOf } from "../../domain/alerts/alert.ts";
import { pluralize, timeOf } from "../../text/format.ts";
import { type Alike, type Folded, foldAlike } from "../builders/alike.ts";

/** Groups similar alerts and names the groups: the same in the list of alerts and on the overview. */

/** An alert and the configuration that raised it, where known. */
export type KnownAlert = { readonly alert: Alert; readonly configuration: AlertConfiguration | undefined };

const keyOf = ({ eventTypeName, metricName, clusterName }: Alert): string =>
  [eventTypeName ?? "", metricName ?? "", clusterName ?? ""].join("/");

/** Folds alerts of one event (and metric) on one cluster. `statusOf`: only alerts of the same status fold. */
export const foldAlerts = <One extends KnownAlert>(
  all: readonly One[],
  statusOf: (one: One) => string,
): readonly Folded<One>[] => foldAlike(all, (one) => `${statusOf(one)}/${keyOf(one.alert)}`);

/** Severity rank of an alert. */
export const rankOf = ({ configuration }: KnownAlert): number => severityOf(configuration).rank;

/** When an alert was raised; an unknown time is the latest. */
export const createdAt = ({ alert }: KnownAlert): number => timeOf(alert.created) ?? Number.POSITIVE_INFINITY;

/**
 * Name and place of several similar alerts, and the worst of them, whose severity and age their row has: the most severe, of equally severe ones the
 * oldest. A row with the severity of one alert and the age of another would describe none; the longest trouble is what a person on call has to know.
 */
export function namesOfAlike<One extends KnownAlert>({
  members,
}: Pick<Alike<One>, "members">): {
  readonly worst: One;
  readonly what: string;
  readonly where: string;
} {
  const worst = members.reduce((found, next) =>
    (rankOf(next) - rankOf(found) || createdAt(found) - createdAt(next)) > 0 ? next : found,
  );
  const { alert } = members[0];
  // An alert of a whole replica set or of the project has no host.
  const hosts = new Set(members.flatMap((one) => one.alert.hostnameAndPort ?? []));
  return {
    worst,
    what: `×${members.length} ${formatAlert({ ...alert, currentValue: null }, undefined)}`,
    where: [alert.clusterName ?? "project", ...(hosts.size === 0 ? [] : [pluralize(hosts.size, "host")])].join(" · "),
  };
}
