import { eventLabel, metricLabel } from "../../contract/alert-configurations/event-labels.ts";
import { isObject, textIn } from "../../contract/json/json.ts";
import { formatHost } from "../../domain/alerts/alert.ts";
import { writesTo } from "../../domain/restore.ts";
import { joinTexts } from "../../text/present.ts";
import type { Screen } from "../model/area.ts";

/** Names of rows that are shown alone: found by name, or pinned (`nameOf` of `Screen`). */

type NameOf = NonNullable<Screen["nameOf"]>;

/** Joins the present parts; null where there is none. */
const joinedName = (parts: readonly (string | null)[], between: string): string | null =>
  joinTexts(between, ...parts) || null;

/** Name of an event: by its metric, where it has one. */
function eventName(eventTypeName: string | null, metricName: string | null): string | null {
  if (metricName !== null) return metricLabel(metricName);
  return eventTypeName === null ? null : eventLabel(eventTypeName);
}

/** `disk · prod-eu · shard-00-01` */
export const alertName: NameOf = (row) => {
  const cluster = textIn(row, "clusterName");
  const host = textIn(row, "hostnameAndPort");
  const where = host === null ? textIn(row, "replicaSetName") : formatHost(host, cluster);
  return joinedName([eventName(textIn(row, "eventTypeName"), textIn(row, "metricName")), cluster, where], " · ");
};

export const alertConfigurationName: NameOf = (row) => {
  const limit = isObject(row) ? row["metricThreshold"] : null;
  return eventName(textIn(row, "eventTypeName"), textIn(limit, "metricName"));
};

/** `default of shop.orders` */
export const searchIndexName: NameOf = (row, params) => {
  const database = textIn(row, "database") ?? textIn(params, "databaseName");
  const collection = textIn(row, "collectionName") ?? textIn(params, "collectionName");
  return joinedName([textIn(row, "name"), joinedName([database, collection], ".")], " of ");
};

/** `prod-eu → prod-eu-side` */
export const restoreName: NameOf = (row, params) => {
  const into = writesTo({
    deliveryType: textIn(row, "deliveryType"),
    targetClusterName: textIn(row, "targetClusterName"),
    targetGroupId: textIn(row, "targetGroupId"),
  });
  return joinedName([textIn(params, "clusterName"), into === null ? "download" : into.name], " → ");
};

/** A time as the service writes it, to the minute: `2026-11-17 17:30 UTC`. */
const toTheMinute = (time: string | null): string | null =>
  time !== null && /^\d{4}-\d\d-\d\dT\d\d:\d\d/u.test(time) ? `${time.slice(0, 10)} ${time.slice(11, 16)} UTC` : null;

/** `prod-eu · 2026-11-17 17:30 UTC` */
export const exportName: NameOf = (row, params) =>
  joinedName([textIn(params, "clusterName"), toTheMinute(textIn(row, "createdAt"))], " · ");

/** `prod-eu · 2026-11-17 17:30 UTC` */
export const snapshotName: NameOf = (row, params) => {
  const taken = textIn(row, "createdAt") ?? textIn(row, "startTime");
  return joinedName([textIn(params, "clusterName"), toTheMinute(taken), textIn(row, "description")], " · ");
};

export const bucketName: NameOf = (row) => textIn(row, "bucketName");

export const accessRoleName: NameOf = (row) => {
  const arn = textIn(row, "iamAssumedRoleArn");
  return arn ?? textIn(row, "gcpServiceAccountForAtlas") ?? textIn(row, "servicePrincipalId");
};
