import { isJson, writeJson } from "../contract/json/json.ts";
import { lookupTable } from "../contract/json/own-values.ts";
import type { MetricsTarget } from "../contract/metrics-targets.ts";
import type { ArgsOf } from "../contract/operations.ts";
import type { Query } from "../state/answers/query.ts";
import { formatAge, pluralize, shortHost } from "../text/format.ts";
import { present } from "../text/present.ts";
import { accent, dim, warn } from "./builders/cells.ts";
import { column, isUnseen, type ListColumn, rowsOf } from "./builders/columns.ts";
import { field, heading, textLine } from "./builders/lines.ts";
import type { Area } from "./model/area.ts";
import type { Context, Scope } from "./model/context.ts";
import type { Page } from "./model/effect.ts";
import type { DetailLine, Row } from "./model/view.ts";

/** The targets of a metrics scraper: every process with its labels (`domain.md` 16; E54). Read with separate credentials. */

const argsOf = ({ groupId, params: filters }: Scope): ArgsOf<"listMetricsTargets"> => {
  const params = { groupId };
  return filters["targetScheme"] === "PRIVATE" ? { params, query: { targetScheme: "PRIVATE" } } : { params };
};

const queries = (scope: Scope): readonly Query[] => [
  { operation: "listMetricsTargets", args: argsOf(scope), poll: "once", optional: true },
];

const cached = (context: Context) => context.cached("listMetricsTargets", argsOf(context.scope));

const targetOf = ({ targets }: MetricsTarget): string => targets?.[0] ?? "";

const labelOf = ({ labels }: MetricsTarget, ...names: readonly string[]): string =>
  names.map((name) => labels?.[name]).find((value) => typeof value === "string" && value !== "") ?? "";

const OTHER = "";

const TYPES: Readonly<Record<string, string>> = lookupTable({
  ELECTABLE: "electable",
  READ_ONLY: "read-only",
  ANALYTICS: "analytics",
});

const COLUMNS: readonly ListColumn<MetricsTarget>[] = [
  column({ id: "host", title: "HOST", min: 30, grow: 3, max: 60, priority: 1 }, (target) =>
    shortHost(targetOf(target)),
  ),
  column({ id: "set", title: "REPLICA SET", min: 12, grow: 1, max: 30, priority: 2, truncate: "middle" }, (target) =>
    labelOf(target, "replica_set_name", "rs_nm"),
  ),
  column(
    { id: "node", title: "NODE", min: 9, max: 12, priority: 1 },
    (target) => TYPES[labelOf(target, "node_type")] ?? labelOf(target, "node_type"),
  ),
  column({ id: "region", title: "REGION", min: 10, max: 16, priority: 2 }, (target) => labelOf(target, "region")),
  column({ id: "zone", title: "ZONE", min: 6, max: 14, priority: 3 }, (target) => labelOf(target, "availability_zone")),
];

/** Hosts that were listed at the last look and no longer are. */
const removedSince = (context: Context, rows: readonly Row[]): readonly string[] => {
  const now = new Set(rows.map(({ id }) => id));
  return [...(context.lastLook?.ids ?? [])].filter((id) => !now.has(id) && !id.startsWith("gone:"));
};

/** The targets in the format of file-based service discovery. */
function exportPage(context: Context): Page {
  const raw = cached(context)?.raw ?? [];
  const text = isJson(raw) ? `${writeJson(raw, 2)}\n` : "[]\n";
  const count = cached(context)?.data.length ?? 0;
  return {
    title: "Targets for file-based service discovery",
    lines: [
      [
        `${pluralize(count, "target")} as a Prometheus file_sd_configs file. ${context.key("page.save")} saves the file, ${context.key("page.copy")} copies the text.`,
      ],
      [""],
      ...text.split("\n").map((line) => [`${line} `, ""]),
    ],
    copies: [{ title: "As JSON", text }],
    file: { name: `targets-${context.scope.groupName.replaceAll(/[^\w.-]+/gu, "-")}.json`, text },
  };
}

export const metricsTargets: Area = {
  id: "metrics-targets",
  label: "Metrics targets",
  group: "Monitor",
  scope: "project",
  screen: {
    queries,
    columns: () => COLUMNS,
    list: (context) => {
      const found = cached(context)?.data ?? [];
      const { cluster } = context.scope;
      const rows = rowsOf(
        COLUMNS,
        found.filter((target) => cluster === null || labelOf(target, "cl_name") === cluster),
        context,
        (target) => ({
          id: targetOf(target),
          section: labelOf(target, "cl_name") || OTHER,
          isNew: isUnseen(context, targetOf(target)),
        }),
      );
      const removed = context.scope.cluster === null && rows.length > 0 ? removedSince(context, rows) : [];
      const fresh = rows.filter(({ isNew }) => isNew === true).length;
      const sections = [...new Set(rows.map(({ section }) => section ?? OTHER))].sort();
      return {
        summary: present(
          context.scope.params["targetScheme"] !== undefined &&
            accent(`${context.scope.params["targetScheme"].toLowerCase()} addresses`),
          pluralize(rows.length, "target"),
          fresh > 0 && fresh < rows.length && warn(`${fresh} new`),
          removed.length > 0 && warn(`${removed.length} removed since last viewed`),
        ),
        rows: [
          ...rows,
          ...removed.map(
            (host): Row => ({
              id: `gone:${host}`,
              section: "gone",
              tone: "dim",
              cells: { host, node: warn("removed") },
              sort: {},
            }),
          ),
        ],
        sections: [
          ...sections.filter((id) => id !== OTHER).map((id) => ({ id, title: id })),
          { id: OTHER, title: "no cluster label" },
          {
            id: "gone",
            title: `removed since last viewed${context.lastLook === null ? "" : `, ${formatAge(Math.max(0, context.now - context.lastLook.at))} ago`}`,
          },
        ],
        defaultSort: { column: "host", descending: false },
        empty: "No targets: the metrics integration is off, or the project has no dedicated cluster.",
      };
    },
    detailQueries: () => [],
    detail: (context, id) => {
      const target = cached(context)?.data.find((each) => targetOf(each) === id);
      if (target === undefined) return null;
      const cluster = labelOf(target, "cl_name");
      return {
        title: id,
        raw: target,
        lines: present(
          ...(target.targets ?? []).map((value): DetailLine => field("Target", value)),
          cluster !== "" && field("Cluster", cluster),
          heading("Labels"),
          ...Object.entries(target.labels ?? {}).map(([label, value]): DetailLine => field(label, value ?? "–")),
          textLine(dim("The port is that of the metrics exporter, not of the database.")),
        ),
      };
    },
    actions: [
      {
        id: "metrics-targets.export",
        title: "Export for file-based service discovery…",
        operation: "listMetricsTargets",
        disabled: (context) => ((cached(context)?.data.length ?? 0) > 0 ? null : "no targets"),
        open: (context) => ({ kind: "page", page: exportPage(context) }),
      },
      {
        id: "metrics-targets.private",
        title: "Show private addresses",
        operation: "listMetricsTargets",
        disabled: ({ scope }) => (scope.params["targetScheme"] === "PRIVATE" ? "already shown" : null),
        open: () => ({ kind: "params", params: { targetScheme: "PRIVATE" } }),
      },
      {
        id: "metrics-targets.public",
        title: "Show public addresses",
        operation: "listMetricsTargets",
        disabled: ({ scope }) => (scope.params["targetScheme"] === undefined ? "already shown" : null),
        open: () => ({ kind: "params", params: {} }),
      },
    ],
    firstHelp: (key) =>
      `Scrape targets by cluster; new and removed ones are marked. ${key("action.menu")} exports them as a file.`,
  },
};
