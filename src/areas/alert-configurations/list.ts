import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import { type JsonObject, jsonObjectIn, valueAt } from "../../contract/json/json.ts";
import { configurationName, formatScope, formatTargets, severityOf } from "../../domain/alerts/alert.ts";
import type { Query } from "../../state/answers/query.ts";
import { timeOf } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { listArgs, openQuery } from "../alerts/list.ts";
import { DASH, switchCell, warn } from "../builders/cells.ts";
import { ageColumn, column, type ListColumn, rowsOf } from "../builders/columns.ts";
import { count } from "../builders/count.ts";
import type { Ask, Context, Scope } from "../model/context.ts";
import type { Target } from "../model/effect.ts";
import type { ListModel } from "../model/view.ts";
import { configurationArgs, projectArgs } from "../queries/args.ts";
import { askDocument } from "../queries/document.ts";
import { nameOfConfiguration } from "./form.ts";

/** The list of alert configurations (E4; `domain.md` 3.6). */

/** The configurations, and all open alerts in one request, counted per configuration here. */
export const listQueries = (scope: Scope): readonly Query[] => [
  { operation: "listAlertConfigurations", args: projectArgs(scope), poll: "once" },
  openQuery(scope),
];

export const cachedConfigurations = (context: Context): readonly AlertConfiguration[] =>
  context.cached("listAlertConfigurations", projectArgs(context.scope))?.data.results ?? [];

/** A configuration as it was received, for forms that edit it. */
export function rawConfiguration(context: Context, id: string): JsonObject | null {
  const results = valueAt(context.cached("listAlertConfigurations", projectArgs(context.scope))?.raw, ["results"]);
  return jsonObjectIn(
    Array.isArray(results) ? results.find((item: unknown) => valueAt(item, ["id"]) === id) : undefined,
  );
}

/** Reads the stored configuration now. */
export const storedConfiguration = (ask: Ask, context: Context, id: string) =>
  askDocument(ask, "getAlertConfiguration", configurationArgs(context, id));

/** Configurations as targets of a write. */
export function targetsOf(context: Context, ids: readonly string[]): readonly Target[] {
  const configurations = new Map<string, AlertConfiguration>(cachedConfigurations(context).map((one) => [one.id, one]));
  return ids.map((id) => ({
    id,
    name: nameOfConfiguration(configurations.get(id), id),
    params: { groupId: context.scope.groupId, alertConfigId: id },
  }));
}

/** Number of open alerts by the configuration that raised them. */
export function openByConfiguration(context: Context): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { alertConfigId } of context.cached("listAlerts", listArgs(context.scope, "OPEN"))?.data.results ?? []) {
    if (alertConfigId !== null && alertConfigId !== undefined) {
      counts.set(alertConfigId, (counts.get(alertConfigId) ?? 0) + 1);
    }
  }
  return counts;
}

/** A configuration with the data of its row. */
type Listed = {
  readonly configuration: AlertConfiguration;
  /** Null where the service does not say. */
  readonly isOn: boolean | null;
  /** Number of open alerts that it raised. */
  readonly open: number;
  /** Time since the last change, ms. */
  readonly since: number | null;
};

export const COLUMNS: readonly ListColumn<Listed>[] = [
  column(
    { id: "enabled", title: "ON", min: 3, priority: 1, sort: ({ isOn }) => (isOn === true ? 0 : 1) },
    ({ isOn }) => (isOn === null ? warn("?") : switchCell(isOn, warn("off"))),
  ),
  column({ id: "name", title: "CONDITION", min: 24, grow: 3, max: 44, priority: 1 }, ({ configuration }) =>
    configurationName(configuration),
  ),
  column(
    { id: "scope", title: "APPLIES TO", min: 10, grow: 2, max: 36, priority: 2, truncate: "middle" },
    ({ configuration }) => formatScope(configuration),
  ),
  column({ id: "targets", title: "NOTIFIES", min: 14, grow: 3, max: 60, priority: 2 }, ({ configuration }) =>
    formatTargets(configuration),
  ),
  column(
    { id: "severity", title: "SEV", min: 4, priority: 3, sort: ({ configuration }) => severityOf(configuration).rank },
    ({ configuration }) => severityOf(configuration).mark,
  ),
  column({ id: "open", title: "OPEN", min: 4, priority: 3, align: "right", sort: ({ open }) => open }, ({ open }) =>
    open === 0 ? DASH : warn(String(open)),
  ),
  ageColumn(4, ({ since }) => since, { id: "updated", title: "UPDATED", min: 7 }),
];

function listed(configuration: AlertConfiguration, open: number, now: number): Listed {
  const updated = timeOf(configuration.updated);
  return { configuration, isOn: configuration.enabled ?? null, open, since: updated === null ? null : now - updated };
}

export function list(context: Context): ListModel {
  const configurations = cachedConfigurations(context);
  const open = openByConfiguration(context);
  const turned = (isOn: boolean): number => configurations.filter(({ enabled }) => enabled === isOn).length;
  const off = turned(false);
  const unknown = configurations.length - turned(true) - off;
  return {
    summary: present(
      count("on", [turned(true)], (sum) => `${sum} on`),
      off > 0 && count("off", [off], (sum) => warn(`${sum} off`)),
      unknown > 0 && count("unknown", [unknown], (sum) => warn(`${sum} not reported`)),
    ),
    rows: rowsOf(
      COLUMNS,
      configurations.map((configuration) => listed(configuration, open.get(configuration.id) ?? 0, context.now)),
      context,
      ({ configuration, isOn }) => ({
        id: configuration.id,
        apiNames: [configuration.eventTypeName, configuration.metricThreshold?.metricName],
        tone: isOn === false ? "dim" : undefined,
      }),
    ),
    sections: [],
    defaultSort: { column: "name", descending: false },
    empty: `No alert configuration: this project sends no notifications. ${context.key("action.new")} creates one.`,
  };
}
