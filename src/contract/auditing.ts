import * as z from "zod";
import { parseJson } from "./json/json.ts";
import { operationTable } from "./operation.ts";
import { body } from "./schema/body.ts";
import { flag, lines, text } from "./schema/fields.ts";
import { ofLength } from "./schema/lengths.ts";

/** Auditing configuration of a project: specification 2.8 and 4.7 (E33, E34). */

const NOT_JSON = "must be a JSON document";

const isText = (value: unknown): value is string => typeof value === "string";

function isJsonObjectText(value: string): boolean {
  const parsed = parseJson(value);
  return parsed.ok && typeof parsed.value === "object" && parsed.value !== null && !Array.isArray(parsed.value);
}

/** Body of the update: only the given fields change. */
const AuditingBody = body(
  z.strictObject({
    enabled: z.boolean().optional().meta({
      title: "Audit log",
      help: "Writes the audit log on all clusters of the project",
      example: "on",
      ghost: "off",
    }),
    // An empty text is not JSON, so a stored filter cannot be removed.
    auditFilter: z.string().min(1, ofLength(NOT_JSON)).optional().meta({
      title: "Audit filter",
      help: "JSON filter; choose a template to start from; escaped automatically",
      example: '{"atype":"authenticate"}',
      lines: true,
    }),
    auditAuthorizationSuccess: z.boolean().optional().meta({
      title: "Successful checks",
      help: "Required to audit reads and writes; slows the database a lot",
      example: "off",
      ghost: "off",
    }),
  }),
  [
    {
      name: "filter-is-json",
      path: ["auditFilter"],
      message: NOT_JSON,
      test: ({ auditFilter }) => !isText(auditFilter) || auditFilter === "" || isJsonObjectText(auditFilter),
    },
  ],
);

export const Auditing = z.looseObject({
  enabled: flag(),
  auditFilter: lines(),
  auditAuthorizationSuccess: flag(),
  configurationType: text(),
});
export type Auditing = z.output<typeof Auditing>;

const common = {
  area: "auditing",
  entity: { name: "auditing", id: [], parent: "project" },
  path: "/groups/{groupId}/auditLog",
  response: Auditing,
  roles: ["Project Owner"],
  budget: "auditing",
} as const;

export const auditingOperations = operationTable({
  getAuditingConfiguration: {
    ...common,
    spec: "E33",
    aliases: ["getGroupAuditLog"],
    title: "Get auditing configuration",
    assumes: ["configurationType beyond NONE: FILTER_BUILDER, FILTER_JSON", "a filter that was never set is omitted"],
  },
  updateAuditingConfiguration: {
    ...common,
    spec: "E34",
    aliases: ["updateGroupAuditLog"],
    title: "Update auditing configuration",
    method: "PATCH",
    body: AuditingBody,
    risk: "disruptive",
    update: "merge",
    assumes: [
      "while a change rolls over the clusters, alerts of PRIMARY_ELECTED and NO_PRIMARY configurations open and close one after another",
      "omitted fields keep their values; sending a filter sets configurationType to FILTER_JSON",
      "auditFilter must be a JSON object; its text is stored as sent",
    ],
  },
});
