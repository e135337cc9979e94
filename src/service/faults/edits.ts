import { isJsonObject, type Json, type JsonObject } from "../../contract/json/json.ts";
import type { OperationId } from "../../contract/operations.ts";
import { HOUR } from "../../text/durations.ts";
import { ALERT, ALERT_CONFIGURATION, alertKeys } from "../alerts.ts";
import { AUDITING } from "../auditing.ts";
import { BACKUP_SCHEDULE, scheduleDraft, scheduleIn } from "../backup-schedules/stored.ts";
import { COMPLIANCE_POLICY } from "../compliance-policy/stored.ts";
import { CUSTOM_DNS } from "../custom-dns.ts";
import { settingDraft } from "../project-settings.ts";
import { withBuild } from "../search-indexes/builds.ts";
import { indexDraft, indexIn, indexParent, latestOf, nameKey, SEARCH_INDEX } from "../search-indexes/stored.ts";
import { SEARCH_NODES } from "../search-nodes.ts";
import { firstOf } from "../storage/questions.ts";
import type { Document, DocumentDraft, ReadTransaction, WriteTransaction } from "../storage/storage.ts";
import { isoTime } from "../storage/timeline.ts";
import type { AnsweredRequest } from "./effect.ts";

/** Simulates an edit by another user while a form is open: one small change, of a kind that the form shows. */

type Params = Readonly<Record<string, string>>;
type Editor = {
  find(transaction: ReadTransaction, params: Params): Promise<Document | undefined>;
  change(document: Document | undefined, params: Params, now: number): DocumentDraft | null;
};

/** The other user's name, for records that hold names. */
const SOMEBODY = "somebody.else";

const at =
  (kind: string, ...names: readonly string[]): Editor["find"] =>
  (transaction, params) =>
    transaction.get(kind, names.map((name) => params[name] ?? "").join("/"));

const firstChanged = (list: Json | undefined, change: (item: JsonObject) => JsonObject): readonly Json[] =>
  Array.isArray(list) ? list.map((item: Json, index) => (index === 0 && isJsonObject(item) ? change(item) : item)) : [];

/** Editor of a setting that each project has, even if it was never stored. */
const setting = (kind: string, change: (body: JsonObject) => JsonObject): Editor => ({
  find: at(kind, "groupId"),
  change: (document, { groupId = "" }) => settingDraft(kind, groupId, change(document?.body ?? {})),
});

const withBody =
  (change: (body: JsonObject, now: number) => JsonObject): Editor["change"] =>
  (document, _params, now) =>
    document === undefined ? null : { ...document, body: change(document.body, now) };

const indexEditor = (find: Editor["find"]): Editor => ({
  find,
  change(document, { groupId = "", clusterName = "" }, now) {
    if (document === undefined) return null;
    const index = indexIn(document);
    const { number, definition } = latestOf(index);
    const version = { number: number + 1, createdAt: now, definition: { ...definition, numPartitions: 2 } };
    return indexDraft(
      indexParent(groupId, clusterName),
      withBuild({ ...index, versions: [...index.versions, version] }, now),
    );
  },
});

const EDITORS: Partial<Readonly<Record<OperationId, Editor>>> = {
  getAlertConfiguration: {
    find: at(ALERT_CONFIGURATION, "alertConfigId"),
    change: withBody((body, now) => ({
      ...body,
      updated: isoTime(now),
      notifications: firstChanged(body["notifications"], (one) => ({
        ...one,
        delayMin: Number(one["delayMin"] ?? 0) + 5,
      })),
    })),
  },
  getAlert: {
    find: at(ALERT, "alertId"),
    change(document, _params, now) {
      if (document === undefined) return null;
      const body = {
        ...document.body,
        acknowledgedUntil: isoTime(now + 4 * HOUR),
        acknowledgementComment: "I have it",
        acknowledgingUsername: SOMEBODY,
        updated: isoTime(now),
      };
      return { ...document, body, keys: alertKeys(body, document.keys) };
    },
  },
  getBackupSchedule: {
    find: at(BACKUP_SCHEDULE, "groupId", "clusterName"),
    change(document) {
      if (document === undefined) return null;
      const schedule = scheduleIn(document);
      return scheduleDraft({ ...schedule, referenceHourOfDay: (schedule.referenceHourOfDay + 1) % 24 });
    },
  },
  getAuditingConfiguration: setting(AUDITING, (body) => ({
    configurationType: "NONE",
    enabled: false,
    ...body,
    auditAuthorizationSuccess: body["auditAuthorizationSuccess"] !== true,
  })),
  getAwsCustomDns: setting(CUSTOM_DNS, (body) => ({ enabled: body["enabled"] !== true })),
  getDataProtectionSettings: {
    find: at(COMPLIANCE_POLICY, "groupId"),
    change: withBody((body) => ({ ...body, authorizedUserFirstName: "Somebody", authorizedUserLastName: "Else" })),
  },
  getServiceSearchDeployment: {
    find: at(SEARCH_NODES, "groupId", "clusterName"),
    change: withBody((body) => ({
      ...body,
      specs: firstChanged(body["specs"], (one) => ({ ...one, nodeCount: Number(one["nodeCount"] ?? 1) + 1 })),
    })),
  },
  getServiceSearchIndex: indexEditor(at(SEARCH_INDEX, "indexId")),
  getServiceSearchIndexByName: indexEditor(async (transaction, params) => {
    const { groupId = "", clusterName = "", databaseName = "", collectionName = "", indexName = "" } = params;
    const key = nameKey(databaseName, collectionName, indexName);
    const selection = { kind: SEARCH_INDEX, parent: indexParent(groupId, clusterName), key };
    return firstOf(transaction, selection);
  }),
};

/** Ids of the read operations after which another user can change what was read. */
export const EDITABLE_READS: readonly string[] = Object.keys(EDITORS);

const isEdited = (id: string): id is keyof typeof EDITORS => Object.hasOwn(EDITORS, id);

/** Changes what was just answered, as another user. */
export async function concurrentEdit(
  transaction: WriteTransaction,
  { operation, params, now }: AnsweredRequest,
): Promise<void> {
  const editor = isEdited(operation.id) ? EDITORS[operation.id] : undefined;
  if (editor === undefined) return;
  const next = editor.change(await editor.find(transaction, params), params, now);
  if (next !== null) await transaction.put(next);
}
