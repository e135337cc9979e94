import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import type { Alert } from "../../contract/alerts.ts";
import { formatAlert, severityOf } from "../../domain/alerts/alert.ts";
import { pluralize } from "../../text/format.ts";
import { type Alike, type Folded, foldAlike } from "../builders/alike.ts";

/** Which alerts are alike, and how several of them are named: the same in the list of alerts and on the overview. */

/** An alert and the configuration that raised it, where that is known. */
export type KnownAlert = { readonly alert: Alert; readonly configuration: AlertConfiguration | undefined };

const keyOf = ({ eventTypeName, metricName, clusterName }: Alert): string =>
  [eventTypeName ?? "", metricName ?? "", clusterName ?? ""].join("/");

/** Folds alerts of one event (and metric) on one cluster. `statusOf`: only those of one status are alike. */
export const foldAlerts = <One extends KnownAlert>(
  all: readonly One[],
  statusOf: (one: One) => string,
): readonly Folded<One>[] => foldAlike(all, (one) => `${statusOf(one)}/${keyOf(one.alert)}`);

/** How bad an alert is. */
const rankOf = ({ configuration }: KnownAlert): number => severityOf(configuration).rank;

/** What several alike ones are called, and which of them is the worst: of equally bad ones the one that stands first. */
export function namesOfAlike<One extends KnownAlert>({
  members,
}: Pick<Alike<One>, "members">): {
  readonly worst: One;
  readonly what: string;
  readonly where: string;
} {
  const worst = members.reduce((found, next) => (rankOf(next) > rankOf(found) ? next : found));
  const { alert } = members[0];
  // An alert of a whole replica set or of the project names no host.
  const hosts = new Set(members.flatMap((one) => one.alert.hostnameAndPort ?? []));
  return {
    worst,
    what: `×${members.length} ${formatAlert({ ...alert, currentValue: null }, undefined)}`,
    where: [alert.clusterName ?? "project", ...(hosts.size === 0 ? [] : [pluralize(hosts.size, "host")])].join(" · "),
  };
}
