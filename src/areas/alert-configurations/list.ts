import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import { isObject } from "../../contract/json.ts";
import type { Query } from "../../state/query.ts";
import { formatAge, timeOf } from "../../text/format.ts";
import { configurationName, scopeWords, severityOf, targetsWords } from "../alert-labels.ts";
import type { Context, Scope } from "../context.ts";
import { projectArgs } from "../queries/args.ts";
import type { Column, ListModel, Row } from "../view.ts";

/** The list of alert configurations (E4; `domain.md` 3.6). */

const COLUMNS: readonly Column[] = [
  { id: "enabled", title: "ON", min: 3, grow: 0, priority: 1, align: "left", truncate: "end" },
  { id: "name", title: "WHEN", min: 20, grow: 3, max: 44, priority: 1, align: "left", truncate: "end" },
  { id: "scope", title: "ONLY FOR", min: 10, grow: 2, max: 36, priority: 2, align: "left", truncate: "end" },
  { id: "targets", title: "TELLS", min: 16, grow: 3, max: 60, priority: 2, align: "left", truncate: "end" },
  { id: "severity", title: "SEV", min: 4, grow: 0, priority: 3, align: "left", truncate: "end" },
  { id: "open", title: "OPEN", min: 4, grow: 0, priority: 3, align: "right", truncate: "end" },
  { id: "updated", title: "CHANGED", min: 7, grow: 0, priority: 4, align: "right", truncate: "end", ticks: true },
];

const openArgs = (scope: Scope) => ({ ...projectArgs(scope), query: { status: "OPEN" as const } });

/** The configurations, and the open alerts that are counted per configuration in one call instead of one each. */
export const listQueries = (scope: Scope): readonly Query[] => [
  { operation: "listAlertConfigurations", args: projectArgs(scope), pace: "once" },
  { operation: "listAlerts", args: openArgs(scope), pace: "alerts" },
];

export const cachedConfigurations = (context: Context): readonly AlertConfiguration[] =>
  context.cached("listAlertConfigurations", projectArgs(context.scope))?.data.results ?? [];

/** A configuration as it was received, for forms that edit it. */
export function rawConfiguration(context: Context, id: string): Record<string, unknown> | null {
  const raw = context.cached("listAlertConfigurations", projectArgs(context.scope))?.raw;
  const results = isObject(raw) && Array.isArray(raw["results"]) ? raw["results"] : [];
  const found: unknown = results.find((item: unknown) => isObject(item) && item["id"] === id);
  return isObject(found) ? { ...found } : null;
}

/** Open alerts by the configuration that raised them. */
export function openByConfiguration(context: Context): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { alertConfigId } of context.cached("listAlerts", openArgs(context.scope))?.data.results ?? []) {
    if (alertConfigId !== null && alertConfigId !== undefined) {
      counts.set(alertConfigId, (counts.get(alertConfigId) ?? 0) + 1);
    }
  }
  return counts;
}

function rowOf(configuration: AlertConfiguration, open: number, now: number): Row {
  const severity = severityOf(configuration);
  const updated = timeOf(configuration.updated);
  const isOn = configuration.enabled === true;
  return {
    id: configuration.id,
    cells: {
      enabled: isOn ? { text: "on", tone: "good" } : { text: "off", tone: "warn" },
      name: configurationName(configuration),
      scope: scopeWords(configuration),
      targets: targetsWords(configuration),
      severity: severity.mark,
      open: open === 0 ? { text: "–", tone: "dim" } : { text: String(open), tone: "warn" },
      updated: updated === null ? "" : formatAge(now - updated),
    },
    sort: { severity: severity.rank, open, updated: updated === null ? 0 : now - updated, enabled: isOn ? 0 : 1 },
    ...(isOn ? {} : { tone: "dim" as const }),
  };
}

export function list(context: Context): ListModel {
  const configurations = cachedConfigurations(context);
  const open = openByConfiguration(context);
  const off = configurations.filter(({ enabled }) => enabled !== true).length;
  return {
    summary: [`${configurations.length - off} on`, ...(off > 0 ? [{ text: `${off} off`, tone: "warn" } as const] : [])],
    columns: COLUMNS,
    rows: configurations.map((configuration) => rowOf(configuration, open.get(configuration.id) ?? 0, context.now)),
    sections: [],
    defaultSort: { column: "name", descending: false },
    empty: "No alert configuration: this project sends no notifications. n makes one.",
  };
}
