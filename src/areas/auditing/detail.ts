import type { Auditing } from "../../contract/auditing.ts";
import { parseJsonInText } from "../../contract/json/json.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import { filterWarnings, formatFilter, matchesNoPermissionCheck } from "../../domain/auditing/audit-filter.ts";
import type { Query } from "../../state/answers/query.ts";
import { present } from "../../text/present.ts";
import { NOT_REPORTED, switchCell, warn } from "../builders/cells.ts";
import { dedicatedOfProject } from "../builders/clusters.ts";
import { field, fieldIfAny, heading, jsonLines, textLine } from "../builders/lines.ts";
import { singleList } from "../builders/single-list.ts";
import type { Cell } from "../model/cell.ts";
import type { Context, Scope } from "../model/context.ts";
import type { DetailLine, DetailModel, ListModel } from "../model/view.ts";
import { projectArgs } from "../queries/args.ts";

/** The auditing settings of a project (E33; `domain.md` 7.6). */

export const queries = (scope: Scope): readonly Query[] => [
  { operation: "getAuditingConfiguration", args: projectArgs(scope), poll: "once" },
];

const cached = (context: Context) => context.cached("getAuditingConfiguration", projectArgs(context.scope));

const MADE_WITH: Readonly<Record<string, string>> = lookupTable({
  NONE: "no filter yet",
  FILTER_BUILDER: "web filter builder; an edit here converts the filter to JSON",
  FILTER_JSON: "JSON",
});

const state = (enabled: boolean | null | undefined): Cell => switchCell(enabled, warn("off"));

export function list(context: Context): ListModel {
  const settings = cached(context)?.data;
  return singleList(
    "auditing",
    settings === undefined ? null : [state(settings.enabled)],
    "Auditing of this project is not loaded yet.",
  );
}

/** Authorization checks that are logged: none that the filter does not match, whatever the switch says. */
function checks({ auditFilter, auditAuthorizationSuccess }: Auditing): Cell {
  const isOn = auditAuthorizationSuccess === true;
  if (matchesNoPermissionCheck(auditFilter ?? "")) {
    const none = "none: the filter matches no authCheck";
    return isOn ? warn(none) : none;
  }
  if (isOn) return warn("all authorization checks");
  return auditAuthorizationSuccess === null ? NOT_REPORTED : "failed authorization checks only";
}

/** What the filter matches; a service without a filter leaves it out. */
function audited({ enabled, auditFilter }: Auditing): Cell {
  if (enabled === false) return "nothing: auditing is off";
  return auditFilter === null ? NOT_REPORTED : formatFilter(auditFilter);
}

function filterLines(text: string | null | undefined): DetailLine[] {
  if (text === null || text === undefined || text === "") return [];
  const json = parseJsonInText(text);
  if (!json.ok) {
    const why = json.problem.kind === "too-long" ? json.problem.message : "not valid JSON";
    return [heading(`Filter (${why})`), textLine(text)];
  }
  return [heading("Filter"), ...jsonLines(json.value)];
}

export function detail(context: Context): DetailModel | null {
  const found = cached(context);
  if (found === undefined) return null;
  const { enabled, auditFilter, configurationType } = found.data;
  const clusters = dedicatedOfProject(context.scope).map(({ name }) => name);
  const doubts = filterWarnings(auditFilter ?? "");
  return {
    title: "Auditing",
    raw: found.raw,
    lines: present(
      field("Auditing", state(enabled)),
      field("Audits", audited(found.data)),
      field("Authorization checks", checks(found.data)),
      fieldIfAny("Filter type", MADE_WITH[configurationType ?? ""] ?? configurationType),
      field("Clusters", clusters.length === 0 ? "none found" : clusters.join(", ")),
      ...doubts.map((doubt): DetailLine => textLine(warn(`! ${doubt}`))),
      ...filterLines(auditFilter),
    ),
  };
}
