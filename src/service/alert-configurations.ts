import { EVENT_TYPES, eventFamily } from "../contract/alert-configurations/event-types.ts";
import { UNITS, unitClassOf } from "../contract/alert-configurations/metrics.ts";
import { neededFields } from "../contract/alert-configurations/notifications.ts";
import {
  AlertConfigurationBody,
  type alertConfigurationOperations,
  PROCESS_TYPES,
} from "../contract/alert-configurations.ts";
import { isJsonObject, type Json, type JsonObject } from "../contract/json/json.ts";
import { body, type Rule, violationsOf } from "../contract/schema/body.ts";
import { isMask } from "../contract/secret.ts";
import { ALERT_CONFIGURATION, alertOf, cancelAlerts, configurationOf, MOST_CONFIGURATIONS } from "./alerts.ts";
import { violationsOfReplacement } from "./replacement.ts";
import { type Call, type HandlersOf, nothing, pageOf, param, value } from "./requests/handler.ts";
import { HttpError, invalidBody, refusal } from "./requests/http-error.ts";
import { masked, notificationsOf, secretFields, withoutSecrets } from "./secrets.ts";
import { makeDraft } from "./storage/draft.ts";
import type { Document, DocumentDraft, Selection, WriteTransaction } from "./storage/storage.ts";
import { isoTime } from "./storage/timeline.ts";

/** Alert configurations: E3 to E10. */

/** Fields that a matcher may compare (E3). */
const MATCHER_FIELDS: readonly string[] = [
  "APPLICATION_ID",
  "ATLAS_NODE_TYPE",
  "CLUSTER_NAME",
  "HOSTNAME",
  "HOSTNAME_AND_PORT",
  "INSTANCE_NAME",
  "PORT",
  "PROCESSOR_NAME",
  "REPLICA_SET_NAME",
  "RULE_ID",
  "SHARD_NAME",
  "TYPE_NAME",
];

/** Sets that are open in answers and closed in requests (`service-decisions.md`). */
const CLOSED_SETS: readonly Rule[] = [
  {
    name: "known-event",
    path: ["eventTypeName"],
    message: "not an event that raises alerts",
    test: ({ eventTypeName }) => typeof eventTypeName !== "string" || EVENT_TYPES.includes(eventTypeName),
  },
  {
    name: "known-matcher-field",
    path: ["matchers", "[]", "fieldName"],
    message: "not a field of matchers",
    test: ({ fieldName }) => typeof fieldName !== "string" || MATCHER_FIELDS.includes(fieldName),
  },
  {
    name: "known-process-type",
    path: ["matchers", "[]", "value"],
    message: `one of ${PROCESS_TYPES.join(", ")}`,
    test: ({ fieldName, operator, value: text }) =>
      fieldName !== "TYPE_NAME" ||
      !(operator === "EQUALS" || operator === "NOT_EQUALS") ||
      typeof text !== "string" ||
      PROCESS_TYPES.some((known) => known === text),
  },
];

/** All rules that a create or an update can violate by its request alone. */
const StrictConfigurationBody = body(AlertConfigurationBody.shape, [...AlertConfigurationBody.rules, ...CLOSED_SETS]);

/** An alert configuration's document. */
export const configurationDraft = (stored: JsonObject & { id: string; groupId: string }): DocumentDraft =>
  makeDraft({
    kind: ALERT_CONFIGURATION,
    id: stored.id,
    parent: stored.groupId,
    keys: stored["enabled"] === true ? ["enabled"] : [],
    body: stored,
  });

/** The configuration as answered: secrets are masked. */
function toAnswer(call: Call, stored: JsonObject): JsonObject {
  const path = `/groups/${String(stored["groupId"])}/alertConfigs/${String(stored["id"])}`;
  return {
    ...stored,
    notifications: notificationsOf(stored).map(masked),
    links: [{ href: call.href(path), rel: "self" }],
  };
}

const READ_ONLY: readonly string[] = ["id", "groupId", "created", "updated"];

/** The configuration as a careful client sends it back: without secrets and response-only fields. */
const sentBack = (stored: JsonObject): JsonObject => ({
  ...Object.fromEntries(Object.entries(stored).filter(([name]) => !READ_ONLY.includes(name))),
  notifications: notificationsOf(stored).map(withoutSecrets),
});

/** Error codes for a mask that is sent back as a secret. */
const MASK_CODES: ReadonlyMap<unknown, string> = new Map(
  Object.entries({
    PAGER_DUTY: "INVALID_PAGER_DUTY_SERVICE_KEY",
    WEBHOOK: "INVALID_URL",
    MICROSOFT_TEAMS: "INVALID_URL",
  }),
);

function maskCode(notification: JsonObject, call: Call): string {
  if (notification["typeName"] === "MONITORING") {
    const field = call.nameOf(["notifications", 0, "monitoringApiKey"]);
    return field.endsWith("monitoringApiKey") ? "INVALID_MONITORING_API_KEY" : "INVALID_DATADOG_API_KEY";
  }
  return MASK_CODES.get(notification["typeName"]) ?? "INVALID_INTEGRATION_SETTINGS";
}

/** Refuses a mask in place of a secret: a client keeps the stored secret by omitting the field. */
function refuseMasks(call: Call): void {
  for (const [index, notification] of notificationsOf(call.body).entries()) {
    for (const field of Object.keys(secretFields(notification))) {
      const text = notification[field];
      if (typeof text !== "string" || !isMask(text)) continue;
      const path = ["notifications", index, field];
      throw new HttpError({
        status: 400,
        code: maskCode(notification, call),
        detail: `${call.nameOf(path)}: masked value. Leave it out to keep the stored secret, or enter the secret again.`,
        fields: [{ path, description: "masked value: leave it out to keep the stored secret" }],
      });
    }
  }
}

/** Defaults of omitted fields. */
const KIND_DEFAULTS: ReadonlyMap<unknown, JsonObject> = new Map(
  Object.entries({
    MONITORING: { monitoringRegion: "US" },
    OPS_GENIE: { opsGenieRegion: "US" },
    PAGER_DUTY: { region: "US" },
  }),
);

/**
 * A notification for storing. One with the id of a stored notification of the same kind (`kept`) keeps that id and omitted secrets; any other is new.
 */
function storedNotification(
  call: Call,
  notification: JsonObject,
  index: number,
  kept: JsonObject | undefined,
): JsonObject {
  const { notifierId, typeName } = notification;
  const secrets = Object.fromEntries(
    Object.keys(secretFields(notification)).flatMap((field) => {
      const secret = notification[field] ?? kept?.[field];
      return secret === undefined ? [] : [[field, secret]];
    }),
  );
  const whole = { ...KIND_DEFAULTS.get(typeName), ...notification, ...secrets };
  const missing = neededFields(typeof typeName === "string" ? typeName : "").filter(
    (field) => whole[field] === undefined && whole["integrationId"] === undefined,
  );
  const [first] = missing;
  if (first !== undefined) {
    throw new HttpError({
      status: 400,
      code: "MISSING_ATTRIBUTE",
      detail: `${call.nameOf(["notifications", index, first])} is required: no stored notification of this configuration has it.`,
      parameters: [first],
      fields: missing.map((field) => ({ path: ["notifications", index, field], description: "required" })),
    });
  }
  return { ...whole, notifierId: kept === undefined ? call.newId() : String(notifierId) };
}

/** The notifications of a body for storing. Each stored one is matched once: a second one with its id is new. */
function storedNotifications(call: Call, former: readonly JsonObject[]): readonly JsonObject[] {
  const left = [...former];
  return notificationsOf(call.body).map((one, index) => {
    const at = left.findIndex(
      ({ notifierId, typeName }) => notifierId === one["notifierId"] && typeName === one["typeName"],
    );
    const [kept] = at === -1 ? [] : left.splice(at, 1);
    return storedNotification(call, one, index, kept);
  });
}

/** The thresholds with defaults filled in. */
function limits(json: JsonObject): JsonObject {
  const { threshold, metricThreshold } = json;
  const needs = eventFamily(String(json["eventTypeName"]))?.needs;
  const filled: Record<string, Json> = {};
  if (isJsonObject(threshold)) {
    const [usual] = needs?.kind === "threshold" ? UNITS[needs.units] : [];
    filled["threshold"] = { ...(usual === undefined ? {} : { units: usual }), ...threshold };
  }
  if (isJsonObject(metricThreshold)) {
    const metric = String(metricThreshold["metricName"]);
    const unit = needs?.kind === "metric" ? unitClassOf(needs.family, metric) : undefined;
    const [usual] = unit === "raw" || unit === "time" ? UNITS[unit] : [];
    filled["metricThreshold"] = {
      mode: "AVERAGE",
      ...(usual === undefined ? {} : { units: usual }),
      ...metricThreshold,
    };
  }
  return filled;
}

/** A whole configuration for storing after a create or an update: omitted fields are removed or get their defaults. */
const whole = (call: Call, former: readonly JsonObject[]): JsonObject => ({
  matchers: [],
  enabled: false,
  ...call.body,
  ...limits(call.body),
  notifications: storedNotifications(call, former),
});

async function store(transaction: WriteTransaction, call: Call, former: Document, stored: JsonObject): Promise<void> {
  const groupId = param(call, "groupId");
  await transaction.put(configurationDraft({ ...stored, id: former.id, groupId }));
  if (former.body["enabled"] === true && stored["enabled"] !== true) {
    await cancelAlerts(transaction, groupId, former.id, call.now);
  }
}

export const alertConfigurationHandlers: HandlersOf<keyof typeof alertConfigurationOperations> = {
  listAlertConfigurationMatchersFieldNames: async () => value(MATCHER_FIELDS),

  async listAlertConfigurations(transaction, call) {
    const selection: Selection = { kind: ALERT_CONFIGURATION, parent: param(call, "groupId") };
    return pageOf(transaction, call, selection, (one) => toAnswer(call, one.body));
  },

  async createAlertConfiguration(transaction, call) {
    const groupId = param(call, "groupId");
    refuseMasks(call);
    const violations = violationsOf(StrictConfigurationBody, call.body);
    if (violations.length > 0) throw invalidBody(violations, call.nameOf);
    if ((await transaction.count({ kind: ALERT_CONFIGURATION, parent: groupId })) >= MOST_CONFIGURATIONS) {
      const detail = `A project may have up to ${MOST_CONFIGURATIONS} alert configurations.`;
      throw refusal(400, "MAX_ALERT_CONFIGS_PER_GROUP_EXCEEDED", detail, MOST_CONFIGURATIONS);
    }
    const time = isoTime(call.now);
    const id = call.newId();
    const stored = { id, groupId, created: time, updated: time, ...whole(call, []) };
    await transaction.put(configurationDraft(stored));
    return value(toAnswer(call, stored));
  },

  async deleteAlertConfiguration(transaction, call) {
    const { id, parent } = await configurationOf(transaction, call);
    await transaction.remove(ALERT_CONFIGURATION, id);
    await cancelAlerts(transaction, parent, id, call.now);
    return nothing;
  },

  async getAlertConfiguration(transaction, call) {
    return value(toAnswer(call, (await configurationOf(transaction, call)).body));
  },

  async toggleAlertConfiguration(transaction, call) {
    const former = await configurationOf(transaction, call);
    const stored = { ...former.body, enabled: call.body["enabled"] ?? false, updated: isoTime(call.now) };
    await store(transaction, call, former, stored);
    return value(toAnswer(call, stored));
  },

  async updateAlertConfiguration(transaction, call) {
    const former = await configurationOf(transaction, call);
    refuseMasks(call);
    const violations = violationsOfReplacement(StrictConfigurationBody, call.body, sentBack(former.body));
    if (violations.length > 0) throw invalidBody(violations, call.nameOf);
    const { id, groupId, created } = former.body;
    const stored = {
      ...(id === undefined ? {} : { id }),
      ...(groupId === undefined ? {} : { groupId }),
      ...(created === undefined ? {} : { created }),
      updated: isoTime(call.now),
      ...whole(call, notificationsOf(former.body)),
    };
    await store(transaction, call, former, stored);
    return value(toAnswer(call, stored));
  },

  async listAlertConfigurationsByAlertId(transaction, call) {
    const { body: alert } = await alertOf(transaction, call);
    const configuration = await transaction.get(ALERT_CONFIGURATION, String(alert["alertConfigId"]));
    const all = configuration === undefined ? [] : [toAnswer(call, configuration.body)];
    const rows = all.slice(call.page.offset, call.page.offset + call.page.limit);
    return { kind: "page", rows, total: all.length };
  },
};
