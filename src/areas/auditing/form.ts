import { operations } from "../../contract/operations.ts";
import { filterWarnings, formatFilter, matchesNoPermissionCheck } from "../../domain/auditing/audit-filter.ts";
import type { FormPlan, SentenceContext } from "../../forms/form-plan.ts";
import type { FormValues } from "../../forms/schema/form-values.ts";
import { dedicatedOfProject } from "../builders/clusters.ts";
import type { Context } from "../model/context.ts";
import type { FormSetup, Preflight, ReviewSources } from "../model/effect.ts";
import { projectArgs } from "../queries/args.ts";
import { askDocument } from "../queries/document.ts";
import { FILTER_TEMPLATES } from "./filter-templates.ts";

/** Edits the auditing settings (E34; `domain.md` 7). Only touched fields are sent; disabling keeps the filter. */

type Values = FormValues<"updateAuditingConfiguration">;

function sentence({ body, base }: SentenceContext<Values>): string {
  if (body.enabled !== true) return "Auditing off: no audit log is written. The filter is kept.";
  const { auditFilter: text = "" } = body;
  if (text.trim() === "" && (base?.auditFilter ?? "").trim() !== "")
    return "A filter cannot be cleared: the stored one stays.";
  const filter = text.trim() === "" ? "everything (no filter)" : formatFilter(text);
  const checks = auditsChecks(body) ? ", including successful authorization checks" : "";
  return `Audits ${filter}${checks}, on all clusters of the project.`;
}

function warnings({ body, base }: SentenceContext<Values>): readonly string[] {
  const { auditFilter = "" } = body;
  const found: string[] = [...filterWarnings(auditFilter)];
  if (base?.enabled === true && body.enabled === false)
    found.push("Auditing stops: no audit log is written from now on.");
  if (auditsChecks(body) && !(base !== null && auditsChecks(base)))
    found.push("Auditing successful authorization checks can slow down every operation.");
  const isTurnedOn = body.auditAuthorizationSuccess === true && base?.auditAuthorizationSuccess !== true;
  if (isTurnedOn && matchesNoPermissionCheck(auditFilter))
    found.push("The filter does not match authCheck: auditing successful checks has no effect.");
  if (body.enabled === true && body.auditAuthorizationSuccess !== true && NAMES_CHECKS.test(auditFilter))
    found.push(
      "Only failed authorization checks are audited: turn on Successful checks for reads and writes that are allowed.",
    );
  return found;
}

/** A filter that names authorization checks, rather than matching everything. */
const NAMES_CHECKS = /"authCheck"/u;

/** True when successful authorization checks are logged, which costs performance, whichever of the three fields causes it (`domain.md` 7.3). */
const auditsChecks = ({ enabled, auditAuthorizationSuccess, auditFilter = "" }: Values): boolean =>
  enabled === true && auditAuthorizationSuccess === true && !matchesNoPermissionCheck(auditFilter);

export const plan: FormPlan<Values> = {
  operation: operations.updateAuditingConfiguration,
  title: () => "Edit auditing",
  sentence,
  button: ({ body }) => (body.enabled === true ? "Update auditing" : "Save with auditing off"),
  fields: [
    { path: "enabled" },
    {
      path: "auditFilter",
      textual: true,
      choices: () => FILTER_TEMPLATES,
      emptied: "the stored filter stays; choose Everything, or turn auditing off",
      check: (value) => (value.trim().startsWith("{") ? null : "enter a JSON document, such as { … }"),
    },
    { path: "auditAuthorizationSuccess" },
  ],
  readOnly: ["configurationType"],
  warnings,
};

/** The clusters whose replica sets elect a new primary during the rolling change. */
async function preflight({ context }: ReviewSources): Promise<Preflight> {
  const names = dedicatedOfProject(context.scope).map(({ name }) => name);
  return {
    warnings: [
      `The change rolls over all clusters of ${context.scope.groupName}: each replica set elects a new primary at least once, and connections break for some seconds.`,
    ],
    facts: [{ label: "Clusters", value: names.length === 0 ? "none found" : names.join(", ") }],
  };
}

/** The form for the current settings. */
export const update = (context: Context): FormSetup => ({
  plan,
  targets: [{ id: "auditing", name: context.scope.groupName, params: { groupId: context.scope.groupId } }],
  base: (ask) => askDocument(ask, "getAuditingConfiguration", projectArgs(context.scope)),
  preflight,
});
