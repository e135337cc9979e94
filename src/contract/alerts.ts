import * as z from "zod";
import { operationTable } from "./operation.ts";
import { body } from "./schema/body.ts";
import { amount, Links, lines, listOf, text, timestamp } from "./schema/fields.ts";
import { ofLength } from "./schema/lengths.ts";

/** Alerts: specification 2.3 and 4.3 (E11 to E14). */

/** Statuses that the list can be filtered by (E12). Answers may hold others. */
const ALERT_STATUSES = ["OPEN", "TRACKING", "CLOSED"] as const;

/** Maximum length of a note that the service stores (specification 8). */
export const COMMENT_LIMIT = 200;

/** An alert in an answer. Fields beyond the specification's table depend on the event and are kept if present. */
export const Alert = z.looseObject({
  id: z.string().brand<"AlertId">(),
  groupId: text(),
  orgId: text(),
  alertConfigId: z.string().brand<"AlertConfigId">().nullish(),
  eventTypeName: text(),
  status: text(),
  created: text(),
  updated: text(),
  lastNotified: text(),
  resolved: text(),
  acknowledgedUntil: text(),
  acknowledgementComment: lines(),
  acknowledgingUsername: text(),
  clusterName: text(),
  hostnameAndPort: text(),
  replicaSetName: text(),
  metricName: text(),
  currentValue: z.looseObject({ number: amount(), units: text() }).nullish(),
  links: Links,
});

export type Alert = z.output<typeof Alert>;

/** Body of acknowledge and unacknowledge (E14). */
export const AcknowledgementBody = body(
  z.strictObject({
    acknowledgedUntil: timestamp().optional().meta({
      title: "Acknowledge until",
      help: "Notifications resume then, unless the problem is resolved",
      example: "+2h",
    }),
    acknowledgementComment: z
      .string()
      .max(COMMENT_LIMIT, ofLength(`at most ${COMMENT_LIMIT} characters`))
      .optional()
      .meta({
        title: "Note",
        help: `Up to ${COMMENT_LIMIT} characters, visible to everyone`,
        example: "Disk being extended, CHG-1142",
        lines: true,
      }),
    unacknowledgeAlert: z.boolean().optional().meta({
      title: "Unacknowledge",
      help: "End the acknowledgement now",
      ghost: "off",
    }),
  }),
);

const common = {
  area: "alerts",
  entity: { name: "alert", id: ["id"], parent: "project" },
  roles: ["Project Read Only"],
  budget: "alerts",
} as const;

export const alertOperations = operationTable({
  listAlertsByAlertConfigurationId: {
    ...common,
    spec: "E11",
    aliases: ["getGroupAlertConfigAlerts"],
    title: "List open alerts of an alert configuration",
    path: "/groups/{groupId}/alertConfigs/{alertConfigId}/alerts",
    response: listOf(Alert),
    answer: "list",
    assumes: [
      "every alert with status OPEN is listed, acknowledged or not",
      "an absent configuration is 404 ALERT_CONFIG_NOT_FOUND",
    ],
  },
  listAlerts: {
    ...common,
    spec: "E12",
    aliases: ["listGroupAlerts"],
    title: "List alerts",
    path: "/groups/{groupId}/alerts",
    query: {
      status: z.enum(ALERT_STATUSES).optional().meta({ title: "Show", help: "Open, tracking, or closed alerts" }),
    },
    response: listOf(Alert),
    answer: "list",
    assumes: [
      "alerts are listed by id, the oldest first",
      "status of alerts beyond OPEN, TRACKING and CLOSED in answers: CANCELLED",
    ],
  },
  getAlert: {
    ...common,
    spec: "E13",
    aliases: ["getGroupAlert"],
    title: "Get alert",
    path: "/groups/{groupId}/alerts/{alertId}",
    response: Alert,
    assumes: ["an absent alert is 404 ALERT_NOT_FOUND"],
  },
  acknowledgeAlert: {
    ...common,
    spec: "E14",
    aliases: ["acknowledgeGroupAlert", "unacknowledgeAlert"],
    title: "Acknowledge alert",
    method: "PATCH",
    path: "/groups/{groupId}/alerts/{alertId}",
    body: AcknowledgementBody,
    response: Alert,
    roles: ["Organization Owner", "Project Owner"],
    kind: "action",
    update: "merge",
    version: "2024-05-30",
    assumes: [
      "omitted fields keep their values, an empty comment is removed; unacknowledgeAlert clears the acknowledgement and wins; a closed alert accepts both and stays CLOSED",
    ],
  },
});
