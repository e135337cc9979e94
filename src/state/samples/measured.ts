import { isObject, numberIn } from "../../contract/json/json.ts";
import type { OperationId } from "../../contract/operations.ts";
import { ENDED as ALERT_ENDED } from "../../domain/alerts/alert.ts";
import { CUT_OVER, READY } from "../../domain/cut-over-state.ts";
import type { AnyArgs } from "../answers/query.ts";
import { rowsOf } from "../answers/structural-sharing.ts";

/**
 * Readings that answers contain for charts: lag of a migration, collections copied by an export, change of search nodes, value of an alert.
 */

/** A reading with the key of its series. */
export type Measured = {
  readonly key: string;
  readonly value: number | null;
  readonly state: string;
  /** True in a final state. */
  readonly ended: boolean;
};

/** Key prefix of alert values. */
export const ALERT_VALUES = "alert/";

/** Series of an alert's value. Its states are the units of the value. */
export const alertValueKey = (groupId: string, alertId: string): string => `${ALERT_VALUES}${groupId}/${alertId}`;

/** Series of a migration's lag in seconds. Its states are the service's, and `WORKING ready` once it can be cut over. */
export const lagKey = (groupId: string, migrationId: string): string => `lag/${groupId}/${migrationId}`;

/** Series of an export's finished collections. */
export const exportKey = (groupId: string, clusterName: string, exportId: string): string =>
  `exported/${groupId}/${clusterName}/${exportId}`;

/** Series of a cluster's search node states while they change: nothing else says since when. */
export const searchNodesKey = (groupId: string, clusterName: string): string =>
  `search-nodes/${groupId}/${clusterName}`;

/** Final states (`domain.md` 10.2, 14.2). */
const ENDED: readonly string[] = ["COMPLETE", "FAILED", "EXPIRED", "Successful", "Failed", "Cancelled"];

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Reading of a cut-over: its answer has no lag. */
function cutOver(args: AnyArgs): readonly Measured[] {
  const key = lagKey(textOf(args.params["groupId"]), textOf(args.params["liveMigrationId"]));
  return [{ key, value: null, state: CUT_OVER, ended: false }];
}

function migration(args: AnyArgs, data: unknown): readonly Measured[] {
  if (!isObject(data)) return [];
  const status = textOf(data["status"]);
  const key = lagKey(textOf(args.params["groupId"]), textOf(args.params["liveMigrationId"]));
  const state = data["readyForCutover"] === true ? `${status} ${READY}` : status;
  return [{ key, value: numberIn(data["lagTimeSeconds"]), state, ended: ENDED.includes(status) }];
}

function exportJob(args: AnyArgs, row: unknown): readonly Measured[] {
  if (!isObject(row)) return [];
  const { id, state, exportStatus } = row;
  if (typeof id !== "string") return [];
  const key = exportKey(textOf(args.params["groupId"]), textOf(args.params["clusterName"]), id);
  const value = isObject(exportStatus) ? numberIn(exportStatus["exportedCollections"]) : null;
  return [{ key, value, state: textOf(state), ended: ENDED.includes(textOf(state)) }];
}

/** Only the change is recorded: idle nodes count as ended, and so do removed ones. */
function searchNodes(args: AnyArgs, data: unknown): readonly Measured[] {
  if (!isObject(data)) return [];
  const state = textOf(data["stateName"]);
  const key = searchNodesKey(textOf(args.params["groupId"]), textOf(args.params["clusterName"]));
  return [{ key, value: null, state, ended: state !== "UPDATING" }];
}

/** The value of an alert; null when the alert has none any more. Values that are not numbers give no chart (`samples.ts`). */
function alertValue(args: AnyArgs, row: unknown): readonly Measured[] {
  if (!isObject(row)) return [];
  const { id, status, currentValue } = row;
  if (typeof id !== "string") return [];
  const { number, units } = isObject(currentValue) ? currentValue : {};
  const value = numberIn(number);
  return [
    {
      key: alertValueKey(textOf(args.params["groupId"]), id),
      value: value === null || !Number.isFinite(value) ? null : value,
      state: textOf(units),
      ended: ALERT_ENDED.includes(textOf(status)),
    },
  ];
}

/** All readings in an answer. */
export function measuredIn(operation: OperationId, args: AnyArgs, data: unknown): readonly Measured[] {
  switch (operation) {
    case "getPushMigration":
      return migration(args, data);
    case "cutoverMigration":
      return cutOver(args);
    case "getBackupExportJob":
      return exportJob(args, data);
    case "listBackupExportJobs":
      return (rowsOf(data) ?? []).flatMap((row) => exportJob(args, row));
    case "getAlert":
      return alertValue(args, data);
    case "listAlerts":
      return (rowsOf(data) ?? []).flatMap((row) => alertValue(args, row));
    case "getServiceSearchDeployment":
      return searchNodes(args, data);
    default:
      return [];
  }
}
