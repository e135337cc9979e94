import * as z from "zod";
import { Notification, ReceivedNotification } from "./alert-configurations/notifications.ts";
import { ALERT_CONFIGURATION_RULES } from "./alert-configurations/rules.ts";
import { DELETION, operationTable } from "./operation.ts";
import { body } from "./schema/body.ts";
import { amount, flag, INT32, Links, listOf, many, text } from "./schema/fields.ts";
import { AlertConfigId } from "./schema/ids.ts";
import { ofLength } from "./schema/lengths.ts";
import { someText } from "./schema/some-text.ts";

/** Alert configurations: specification 2.2 and 4.2 (E3 to E10). */

const SEVERITIES = ["CRITICAL", "ERROR", "WARNING", "INFO"] as const;

const MATCHER_OPERATORS = [
  "EQUALS",
  "NOT_EQUALS",
  "CONTAINS",
  "NOT_CONTAINS",
  "STARTS_WITH",
  "ENDS_WITH",
  "REGEX",
] as const;

/** Process types: the values that a matcher compares TYPE_NAME with (`domain.md` 3.3). */
export const PROCESS_TYPES = ["STANDALONE", "PRIMARY", "SECONDARY", "ARBITER", "MONGOS", "CONFIG", "MONGOT"] as const;

const THRESHOLD_OPERATORS = ["GREATER_THAN", "LESS_THAN"] as const;

const OPERATOR_LABELS = {
  EQUALS: "equals",
  NOT_EQUALS: "does not equal",
  CONTAINS: "contains",
  NOT_CONTAINS: "does not contain",
  STARTS_WITH: "starts with",
  ENDS_WITH: "ends with",
  REGEX: "matches the expression",
} as const;

const LIMIT_LABELS = { GREATER_THAN: "over", LESS_THAN: "under" } as const;

/** A matcher; all matchers of a configuration must match (specification 2.2). */
const Matcher = z.strictObject({
  fieldName: someText("choose a property").meta({
    title: "Property",
    help: "Property to match; without matchers: the whole project",
    example: "CLUSTER_NAME",
  }),
  operator: z.enum(MATCHER_OPERATORS).meta({
    title: "Operator",
    help: "How the property is compared",
    example: "EQUALS",
    known: MATCHER_OPERATORS,
    words: OPERATOR_LABELS,
    assumes: "matcher operators other than EQUALS",
  }),
  value: someText("enter a value").meta({ title: "Value", help: "The value to compare with", example: "prod-eu" }),
});

const limitOperator = z.enum(THRESHOLD_OPERATORS).meta({
  title: "Operator",
  help: "Over or under the threshold",
  example: "over",
  known: THRESHOLD_OPERATORS,
  words: LIMIT_LABELS,
});

const units = someText().optional().meta({ title: "Threshold unit", help: "Unit of the threshold", example: "HOURS" });

/** Threshold of a countable event (on the list of assumptions: the specification shows none). */
const Threshold = z
  .strictObject({
    operator: limitOperator,
    threshold: z
      .int()
      .min(-INT32 - 1, `at least ${-INT32 - 1}`)
      .max(INT32, `at most ${INT32}`)
      .meta({ title: "Threshold", help: "Value that raises the alert; 0 is allowed", example: "3" }),
    units,
  })
  .meta({
    title: "Threshold",
    help: "Count or time that raises the alert",
    assumes: "threshold and metricThreshold of alert configurations",
  });

/** Threshold of a metric event. */
const MetricThreshold = z
  .strictObject({
    metricName: someText("choose a metric").meta({
      title: "Metric",
      help: "Metric to measure",
      example: "DISK_PARTITION_SPACE_USED_DATA",
    }),
    mode: z
      .enum(["AVERAGE"])
      .optional()
      .meta({
        title: "Aggregation",
        help: "How samples are combined",
        example: "AVERAGE",
        ghost: "AVERAGE",
        words: { AVERAGE: "average" },
      }),
    operator: limitOperator,
    threshold: z.number().meta({
      title: "Threshold",
      help: "Metric value that raises the alert; 0 is allowed",
      example: "80",
    }),
    units,
  })
  .meta({
    title: "Metric threshold",
    help: "Metric, and the value that raises the alert",
    assumes: "threshold and metricThreshold of alert configurations",
  });

/** Body of create and update (E5, E9): same fields; an update replaces all of them. */
export const AlertConfigurationBody = body(
  z.strictObject({
    eventTypeName: someText("choose an event").meta({
      title: "Event",
      help: "The event or condition that raises the alert",
      example: "NO_PRIMARY",
      assumes: "event types other than the samples of specification 6.3",
    }),
    threshold: Threshold.optional(),
    metricThreshold: MetricThreshold.optional(),
    matchers: z.array(Matcher).optional().meta({
      title: "Applies to",
      help: "All matchers must match; without matchers: the whole project",
    }),
    severityOverride: z.enum(SEVERITIES).optional().meta({
      title: "Severity",
      help: "Overrides the default severity of these alerts",
      example: "CRITICAL",
      ghost: "service default",
      known: SEVERITIES,
    }),
    enabled: z.boolean().optional().meta({
      title: "Active",
      help: "Off: no alerts and no notifications",
      example: "on",
      ghost: "off",
    }),
    notifications: z
      .array(Notification)
      .min(1, ofLength("enter at least one notification"))
      .max(25, ofLength("at most 25"))
      .meta({
        title: "Notifications",
        help: "Who is notified, how, after how long, and how often",
      }),
  }),
  ALERT_CONFIGURATION_RULES,
);

/** Body of the toggle (E8): changes only this flag. */
export const ToggleBody = body(
  z.strictObject({
    enabled: z.boolean().meta({
      title: "Turn on/off",
      help: "Changes only this setting",
      example: "off",
      assumes: "enabled: required to turn a configuration on or off",
    }),
  }),
);

const ReceivedLimit = z.looseObject({
  metricName: text(),
  mode: text(),
  operator: text(),
  threshold: amount(),
  units: text(),
});

/** An alert configuration in an answer. */
export const AlertConfiguration = z.looseObject({
  id: AlertConfigId.or(z.string().brand<"AlertConfigId">()),
  groupId: text(),
  created: text(),
  updated: text(),
  enabled: flag(),
  eventTypeName: text(),
  matchers: many(z.looseObject({ fieldName: text(), operator: text(), value: text() })),
  notifications: many(ReceivedNotification),
  severityOverride: text(),
  threshold: ReceivedLimit.nullish(),
  metricThreshold: ReceivedLimit.nullish(),
  links: Links,
});

export type AlertConfiguration = z.output<typeof AlertConfiguration>;

/** Response-only fields, removed from the received document before it is sent back (specification 2.2). */
export const ALERT_CONFIGURATION_READ_ONLY: readonly string[] = ["id", "groupId", "created", "updated", "links"];

const OWNERS = ["Organization Owner", "Project Owner"] as const;
const GROUP_PATH = "/groups/{groupId}/alertConfigs";
const ONE_PATH = "/groups/{groupId}/alertConfigs/{alertConfigId}";

const common = {
  area: "alert-configurations",
  entity: { name: "alert configuration", id: ["id"], parent: "project" },
  roles: OWNERS,
  budget: "alert-configurations",
} as const;

export const alertConfigurationOperations = operationTable({
  listAlertConfigurationMatchersFieldNames: {
    spec: "E3",
    aliases: ["listAlertConfigMatcherFieldNames"],
    area: "alert-configurations",
    title: "List matcher field names",
    path: "/alertConfigs/matchers/fieldNames",
    response: z.array(z.string()),
    answer: "array",
    roles: [],
    budget: "alert-matchers",
    assumes: [
      "the names: APPLICATION_ID, ATLAS_NODE_TYPE, CLUSTER_NAME, HOSTNAME, HOSTNAME_AND_PORT, INSTANCE_NAME, PORT, PROCESSOR_NAME, REPLICA_SET_NAME, RULE_ID, SHARD_NAME, TYPE_NAME",
    ],
  },
  listAlertConfigurations: {
    ...common,
    spec: "E4",
    aliases: ["listGroupAlertConfigs"],
    title: "List alert configurations",
    path: GROUP_PATH,
    response: listOf(AlertConfiguration),
    answer: "list",
    roles: ["Project Read Only"],
  },
  createAlertConfiguration: {
    ...common,
    spec: "E5",
    aliases: ["createGroupAlertConfig"],
    title: "Create alert configuration",
    method: "POST",
    path: GROUP_PATH,
    body: AlertConfigurationBody,
    response: AlertConfiguration,
    assumes: [
      "enabled defaults to false",
      "a project has 1,000 configurations at most: one more is 400 MAX_ALERT_CONFIGS_PER_GROUP_EXCEEDED",
      "HIP_CHAT is still accepted as a kind of notification",
      "lengths of keys of other services are not checked",
      "a matcher with the operator REGEX is stored and narrows nothing: the embedded service evaluates no expressions of callers",
    ],
  },
  deleteAlertConfiguration: {
    ...common,
    spec: "E6",
    aliases: ["deleteGroupAlertConfig"],
    title: "Delete alert configuration",
    ...DELETION,
    path: ONE_PATH,
    risk: "disruptive",
    assumes: ["a deletion answers 204 without a body"],
  },
  getAlertConfiguration: {
    ...common,
    spec: "E7",
    aliases: ["getGroupAlertConfig"],
    title: "Get alert configuration",
    path: ONE_PATH,
    response: AlertConfiguration,
    roles: ["Project Read Only"],
    assumes: ["secrets come back as a mask with the last characters"],
  },
  toggleAlertConfiguration: {
    ...common,
    spec: "E8",
    aliases: ["toggleGroupAlertConfig"],
    title: "Turn alert configuration on or off",
    method: "PATCH",
    path: ONE_PATH,
    body: ToggleBody,
    response: AlertConfiguration,
    kind: "action",
    update: "merge",
    assumes: ["turning a configuration off or deleting it cancels the alerts it has raised"],
  },
  updateAlertConfiguration: {
    ...common,
    spec: "E9",
    aliases: ["updateGroupAlertConfig"],
    title: "Update alert configuration",
    method: "PUT",
    path: ONE_PATH,
    body: AlertConfigurationBody,
    response: AlertConfiguration,
    update: "replace",
    assumes: [
      "an omitted secret is kept by notifierId; without a stored one it is 400 MISSING_ATTRIBUTE",
      "a mask in place of a secret is 400: INVALID_MONITORING_API_KEY, INVALID_DATADOG_API_KEY (the other dialect), INVALID_PAGER_DUTY_SERVICE_KEY, INVALID_URL, otherwise INVALID_INTEGRATION_SETTINGS",
    ],
  },
  listAlertConfigurationsByAlertId: {
    ...common,
    spec: "E10",
    aliases: ["getGroupAlertAlertConfigs"],
    title: "List alert configurations of an alert",
    path: "/groups/{groupId}/alerts/{alertId}/alertConfigs",
    response: listOf(AlertConfiguration),
    answer: "list",
    roles: ["Project Read Only"],
    assumes: ["the alert of a deleted configuration has an empty list"],
  },
});
