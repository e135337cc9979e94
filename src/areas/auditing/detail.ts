import { parseJson } from "../../contract/json.ts";
import { DEDICATED } from "../../domain/cluster.ts";
import type { Query } from "../../state/query.ts";
import { clustersOf } from "../clusters.ts";
import type { Context, Scope } from "../context.ts";
import { jsonLines } from "../json-text.ts";
import { projectArgs } from "../queries/args.ts";
import type { Cell, DetailLine, DetailModel, ListModel } from "../view.ts";
import { filterDoubts, filterWords, selectsPermissionChecks } from "./filter.ts";

/** What is audited in a project (E33; `domain.md` 7.6). */

export const queries = (scope: Scope): readonly Query[] => [
  { operation: "getAuditingConfiguration", args: projectArgs(scope), pace: "once" },
];

const cached = (context: Context) => context.cached("getAuditingConfiguration", projectArgs(context.scope));

const MADE_WITH: Readonly<Record<string, string>> = {
  NONE: "no filter was made yet",
  FILTER_BUILDER: "the service's own web page; a change from here makes it a JSON filter",
  FILTER_JSON: "JSON",
};

const state = (enabled: boolean | null | undefined): Cell =>
  enabled === true ? { text: "on", tone: "good" } : { text: "off", tone: "warn" };

export function list(context: Context): ListModel {
  const settings = cached(context)?.data;
  return {
    summary: settings === undefined ? [] : [state(settings.enabled)],
    columns: [],
    rows: settings === undefined ? [] : [{ id: "auditing", cells: {}, sort: {} }],
    sections: [],
    defaultSort: { column: "", descending: false },
    empty: "Nothing is known of the auditing of this project yet.",
  };
}

function filterLines(text: string | null | undefined): DetailLine[] {
  if (text === null || text === undefined || text === "") return [];
  const json = parseJson(text);
  if (!json.ok) {
    return [
      { kind: "heading", text: "Filter, as it is stored: it is not JSON" },
      { kind: "text", value: text },
    ];
  }
  return [{ kind: "heading", text: "Filter" }, ...jsonLines(json.value)];
}

export function detail(context: Context): DetailModel | null {
  const found = cached(context);
  if (found === undefined) return null;
  const { enabled, auditFilter, auditAuthorizationSuccess, configurationType } = found.data;
  const clusters = clustersOf(context.scope, DEDICATED).map(({ name }) => name);
  const isIdle = auditAuthorizationSuccess === true && !selectsPermissionChecks(auditFilter ?? "");
  const doubts = filterDoubts(auditFilter ?? "");
  return {
    title: "Auditing",
    raw: found.raw,
    lines: [
      { kind: "field", label: "Auditing", value: state(enabled) },
      {
        kind: "field",
        label: "Records",
        value: enabled === true ? filterWords(auditFilter) : "nothing while it is off",
      },
      {
        kind: "field",
        label: "Checks too",
        value:
          auditAuthorizationSuccess === true
            ? { text: `successful permission checks too${isIdle ? "; the filter selects none" : ""}`, tone: "warn" }
            : "failed permission checks only",
      },
      ...(configurationType === null || configurationType === undefined
        ? []
        : [{ kind: "field", label: "Made with", value: MADE_WITH[configurationType] ?? configurationType } as const]),
      { kind: "field", label: "Clusters", value: clusters.length === 0 ? "none is known" : clusters.join(", ") },
      ...doubts.map((doubt): DetailLine => ({ kind: "text", value: { text: `! ${doubt}`, tone: "warn" } })),
      ...filterLines(auditFilter),
    ],
  };
}
