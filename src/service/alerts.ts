import type { alertOperations } from "../contract/alerts.ts";
import { isJsonObject, type Json, type JsonObject, writeJson } from "../contract/json/json.ts";
import { randomOf } from "./random.ts";
import { type Call, type HandlersOf, param, value } from "./requests/handler.ts";
import { notFound } from "./requests/http-error.ts";
import { makeDraft } from "./storage/draft.ts";
import { listAll } from "./storage/questions.ts";
import type {
  Document,
  DocumentDraft,
  ReadTransaction,
  Selection,
  StoredText,
  TimelineStep,
  WriteTransaction,
} from "./storage/storage.ts";
import { storedBody } from "./storage/stored-row.ts";
import { isoTime } from "./storage/timeline.ts";

/** Alerts: E11 to E14. Sources create them (`alerts/sources.ts`), timelines move them, and they close when their condition ends. */

export const ALERT = "alert";
export const ALERT_CONFIGURATION = "alert-configuration";

/** Maximum of configurations in a project. */
export const MOST_CONFIGURATIONS = 1000;

/** Statuses of an alert whose condition still holds. */
const ACTIVE: readonly Json[] = ["OPEN", "TRACKING"];

/** All enabled configurations of a project. */
export const enabledConfigurations = (transaction: ReadTransaction, groupId: string): Promise<readonly Document[]> =>
  listAll(transaction, { kind: ALERT_CONFIGURATION, parent: groupId, key: "enabled" });

/** The label of alerts that a source created. */
export const sourceKey = (sourceId: string): string => `from:${sourceId}`;

/** The labels that list an alert; the label of its source is kept. */
export function alertKeys(body: JsonObject, former: readonly string[]): string[] {
  const configuration = String(body["alertConfigId"]);
  return [
    `status:${String(body["status"])}`,
    ...(body["status"] === "OPEN" ? [`open-of:${configuration}`] : []),
    ...(ACTIVE.includes(body["status"] ?? null) ? [`active-of:${configuration}`] : []),
    ...former.filter((key) => key.startsWith(sourceKey(""))),
  ];
}

/** An alert's document. Its timeline is simulated activity, and stops while the service is quiet. */
export const alertDraft = (
  body: JsonObject & { id: string; groupId: string },
  timeline: readonly TimelineStep[] = [],
  sourceId?: string,
): DocumentDraft =>
  makeDraft({
    kind: ALERT,
    id: body.id,
    parent: body.groupId,
    keys: alertKeys(body, sourceId === undefined ? [] : [sourceKey(sourceId)]),
    spontaneous: true,
    timeline,
    body,
  });

/** Batch size when a configuration ends all of its alerts. */
const CANCELLED_AT_ONCE = 200;

/** Ends the alerts of a configuration that is disabled or removed: their condition is no longer evaluated. */
export async function cancelAlerts(
  transaction: WriteTransaction,
  groupId: string,
  alertConfigId: string,
  now: number,
): Promise<void> {
  const selection: Selection = { kind: ALERT, parent: groupId, key: `active-of:${alertConfigId}` };
  for (;;) {
    const active = await transaction.list(selection, { offset: 0, limit: CANCELLED_AT_ONCE });
    if (active.length === 0) return;
    for (const alert of active) {
      const body = { ...alert.body, status: "CANCELLED", updated: isoTime(now) };
      await transaction.put({ ...alert, body, keys: alertKeys(body, alert.keys), timeline: [], nextDue: null });
    }
  }
}

/** Checks that the document (or text) found for an alert id belongs to the path's project. */
function inProject<Found extends { readonly parent: string }>(found: Found | undefined, call: Call): Found {
  const [groupId, alertId] = [param(call, "groupId"), param(call, "alertId")];
  if (found?.parent === groupId) return found;
  throw notFound("ALERT_NOT_FOUND", `There is no alert ${alertId} in project ${groupId}.`, alertId);
}

/** The alert that a path names. */
export const alertOf = async (transaction: ReadTransaction, call: Call): Promise<Document> =>
  inProject(await transaction.get(ALERT, param(call, "alertId")), call);

/** A measured value stays the same for this long (milliseconds), then moves by at most this share. */
const VALUE_LASTS = 30_000;
const VALUE_MOVES = 0.02;

/** The current value of an open alert is computed from the time; nothing is written. */
function measured(call: Call, body: JsonObject): JsonObject {
  const { currentValue, id, status } = body;
  if (call.quiet || status !== "OPEN" || !isJsonObject(currentValue)) return {};
  const { number } = currentValue;
  if (typeof number !== "number") return {};
  const chance = randomOf(String(id), Math.floor(call.now / VALUE_LASTS)).next();
  const moved = Math.round(number * (1 + (chance - 0.5) * VALUE_MOVES) * 10) / 10;
  return { currentValue: { ...currentValue, number: moved } };
}

/**
 * An alert's stored text as of now. It is parsed only if it may have a measured value: an open alert while the service is not quiet. (Parsed, changed
 * and written, a page of 100 cost twice as much, and one alert a tenth more.)
 */
function currentText(call: Call, text: string): string {
  if (call.quiet || !text.includes('"status":"OPEN"')) return text;
  const body = storedBody(text);
  return writeJson({ ...body, ...measured(call, body) });
}

/** A record's text with links appended. */
const withLinks = (text: string, links: Json): string => `${text.slice(0, -1)},"links":${writeJson(links)}}`;

const rowText = (call: Call, { id, parent, text }: StoredText): string =>
  withLinks(currentText(call, text), [{ href: call.href(`/groups/${parent}/alerts/${id}`), rel: "self" }]);

const detailLinks = (call: Call, groupId: string, id: string, configurationId: string): Json => {
  const self = `/groups/${groupId}/alerts/${id}`;
  return [
    { href: call.href(self), rel: "self" },
    { href: call.href(`/groups/${groupId}/alertConfigs/${configurationId}`), rel: "alertConfig" },
    { href: call.href(`${self}/alertConfigs`), rel: "alertConfigs" },
  ];
};

/** The configuration of an alert: the first field of that name is the alert's own. */
const CONFIGURATION_ID = /"alertConfigId":"([^"\\]*)"/u;

function detailText(call: Call, { id, parent, text }: StoredText): string {
  const configurationId = CONFIGURATION_ID.exec(text)?.[1] ?? "";
  return withLinks(currentText(call, text), detailLinks(call, parent, id, configurationId));
}

const detail = (call: Call, body: JsonObject): JsonObject => ({
  ...body,
  ...measured(call, body),
  links: detailLinks(call, String(body["groupId"]), String(body["id"]), String(body["alertConfigId"])),
});

async function page(transaction: ReadTransaction, call: Call, key?: string) {
  const selection: Selection = { kind: ALERT, parent: param(call, "groupId"), key };
  const alerts = await transaction.listTexts(selection, call.page);
  const total = await transaction.count(selection);
  return { kind: "texts", texts: alerts.map((alert) => rowText(call, alert)), total } as const;
}

const ACKNOWLEDGEMENT: readonly string[] = ["acknowledgedUntil", "acknowledgementComment", "acknowledgingUsername"];

/** An alert's body after E14: unacknowledging wins over acknowledging, and omitted fields stay. */
function acknowledged(alert: JsonObject, call: Call): JsonObject {
  const { acknowledgedUntil, acknowledgementComment, unacknowledgeAlert } = call.body;
  const updated = isoTime(call.now);
  if (unacknowledgeAlert === true) {
    const left = Object.entries(alert).filter(([name]) => !ACKNOWLEDGEMENT.includes(name));
    return { ...Object.fromEntries(left), updated };
  }
  if (acknowledgedUntil === undefined && acknowledgementComment === undefined) return alert;
  const { acknowledgementComment: _former, ...others } = alert;
  return {
    ...(acknowledgementComment === "" ? others : alert),
    // A request with only a comment acknowledges nothing (specification 2.3: the user who acknowledged).
    ...(typeof acknowledgedUntil === "string"
      ? { acknowledgedUntil: isoTime(Date.parse(acknowledgedUntil)), acknowledgingUsername: call.caller.name }
      : {}),
    ...(acknowledgementComment === undefined || acknowledgementComment === "" ? {} : { acknowledgementComment }),
    updated,
  };
}

/** The configuration of the path. @throws a refusal: 404 when the project has none of this id */
export async function configurationOf(transaction: ReadTransaction, call: Call): Promise<Document> {
  const [groupId, id] = [param(call, "groupId"), param(call, "alertConfigId")];
  const configuration = await transaction.get(ALERT_CONFIGURATION, id);
  if (configuration?.parent !== groupId) {
    throw notFound("ALERT_CONFIG_NOT_FOUND", `There is no alert configuration ${id} in project ${groupId}.`, id);
  }
  return configuration;
}

export const alertHandlers: HandlersOf<keyof typeof alertOperations> = {
  async listAlertsByAlertConfigurationId(transaction, call) {
    const { id } = await configurationOf(transaction, call);
    return page(transaction, call, `open-of:${id}`);
  },

  listAlerts: (transaction, call) => {
    const { status } = call.query;
    return page(transaction, call, typeof status === "string" ? `status:${status}` : undefined);
  },

  async getAlert(transaction, call) {
    const alert = inProject(await transaction.getText(ALERT, param(call, "alertId")), call);
    return { kind: "text", text: detailText(call, alert) };
  },

  async acknowledgeAlert(transaction, call) {
    const alert = await alertOf(transaction, call);
    const body = acknowledged(alert.body, call);
    if (body !== alert.body) await transaction.put({ ...alert, body, keys: alertKeys(body, alert.keys) });
    return value(detail(call, body));
  },
};
