import type { Json, JsonObject } from "../../contract/json/json.ts";
import { SECOND } from "../../text/durations.ts";
import type { NamedCluster } from "../clusters.ts";
import { refusal } from "../requests/http-error.ts";
import { makeDraft } from "../storage/draft.ts";
import { listAll } from "../storage/questions.ts";
import type { Document, DocumentDraft, ReadTransaction, TimelineStep } from "../storage/storage.ts";
import { documentAt } from "../storage/timeline.ts";
import { CATCH_UP_SECONDS, lagAt } from "./lag.ts";
import { courseOf, lagOnCourse } from "./lag-courses.ts";

/** Stored migrations and validation jobs with their life cycles (`domain.md` 14.2, 17.3). */

export const MIGRATION = "live-migration";
export const VALIDATION = "migration-validation";

/** Duration of each phase, in milliseconds. */
export const PHASE_DURATIONS = {
  begin: 20 * SECOND,
  /** Copying the usual source of the sample (`copyLasts`). */
  copy: 600 * SECOND,
  /** Catching up, and a further minute of low lag. */
  replicate: (CATCH_UP_SECONDS + 60) * SECOND,
  /** Time within which a migration can be cut over: 120 hours. */
  ready: 432_000 * SECOND,
  cutOver: 180 * SECOND,
  validation: 25 * SECOND,
} as const;

/** Minimum duration of copying, and bytes a second beyond that: 214 GB take ten minutes. */
const LEAST_COPY = 65 * SECOND;
const COPIED_A_SECOND = 400_000_000;

/** Duration of copying a source, in milliseconds; with an unknown size that of the usual source. */
const copyLasts = (bytes: number | null): number =>
  bytes === null ? PHASE_DURATIONS.copy : LEAST_COPY + Math.round((bytes / COPIED_A_SECOND) * SECOND);

const ENDED: readonly Json[] = ["FAILED", "COMPLETE", "EXPIRED"];

/** The label of migrations that have not ended, so that queries need not read the others. */
const ACTIVE = "active";
const intoKey = (clusterName: string): string => `into:${clusterName}`;

export const isEnded = (body: JsonObject): boolean => ENDED.includes(body["status"] ?? null);

/** A migration's document, with the labels for its state. */
export const migrationDraft = (
  groupId: string,
  id: string,
  body: JsonObject,
  timeline: readonly TimelineStep[],
): DocumentDraft =>
  makeDraft({
    kind: MIGRATION,
    id,
    parent: groupId,
    keys: isEnded(body) ? [] : [ACTIVE, intoKey(String(body["clusterName"]))],
    timeline,
    body,
  });

type NewMigration = {
  readonly id: string;
  readonly clusterName: string;
  readonly migrationHosts: Json;
  /** Time of the request, in milliseconds. */
  readonly startedAt: number;
  /** True: the migration fails when it should start to copy. */
  readonly fails: boolean;
  /** Data size of the source, or null. */
  readonly bytes?: number | null;
};

const ended = (when: number, status: string): TimelineStep => ({
  at: when,
  set: { status, readyForCutover: false },
  last: true,
});

/** A new migration with all its steps unless somebody cuts it over. */
export function newMigration(groupId: string, wanted: NewMigration): DocumentDraft {
  const { id, clusterName, migrationHosts, startedAt, fails, bytes = null } = wanted;
  const copies = startedAt + PHASE_DURATIONS.begin;
  const replicates = copies + copyLasts(bytes);
  const ready = replicates + PHASE_DURATIONS.replicate;
  const body: JsonObject = { _id: id, clusterName, migrationHosts, status: "NEW", readyForCutover: false };
  const timeline: readonly TimelineStep[] = fails
    ? [ended(copies, "FAILED")]
    : [
        { at: copies, set: { status: "WORKING" } },
        { at: replicates, set: { replicatesFrom: replicates } },
        { at: ready, set: { readyForCutover: true } },
        ended(ready + PHASE_DURATIONS.ready, "EXPIRED"),
      ];
  return migrationDraft(groupId, id, body, timeline);
}

/** A migration's state at a time. */
export function migrationAt({ parent, id, ...document }: Omit<DocumentDraft, "kind">, now: number): DocumentDraft {
  const { body, timeline } = documentAt(document, now);
  return migrationDraft(parent, id, body, timeline);
}

/** True while a migration is being cut over: only its completion is left. */
export const isCuttingOver = ({ timeline }: Pick<DocumentDraft, "timeline">): boolean =>
  timeline[0]?.set["status"] === "COMPLETE";

/** A migration with its cutover started now. */
export const cutOver = ({ parent, id, body }: DocumentDraft, now: number): DocumentDraft =>
  migrationDraft(parent, id, body, [ended(now + PHASE_DURATIONS.cutOver, "COMPLETE")]);

/** A migration as answered at a time: the lag is computed, and null outside of replication. */
export function migrationAnswer(document: DocumentDraft, now: number): JsonObject {
  const { body } = migrationAt(document, now);
  const { replicatesFrom, readyForCutover, status, migrationHosts } = body;
  const follows = status === "WORKING" && typeof replicatesFrom === "number";
  const usual = (time: number): number => lagAt(document.id, (time - Number(replicatesFrom)) / SECOND);
  const course = courseOf(body);
  return {
    _id: document.id,
    lagTimeSeconds: !follows ? null : course === null ? usual(now) : lagOnCourse(course, usual, now),
    migrationHosts: migrationHosts ?? [],
    readyForCutover: readyForCutover ?? false,
    status: status ?? null,
  };
}

async function activeOf(
  transaction: ReadTransaction,
  groupId: string,
  key: string,
  now: number,
): Promise<readonly Document[]> {
  const labelled = await listAll(transaction, { kind: MIGRATION, parent: groupId, key });
  return labelled.filter((document) => !isEnded(migrationAt(document, now).body));
}

/** True when a project has a migration that has not ended. */
export const hasActiveMigration = async (
  transaction: ReadTransaction,
  groupId: string,
  now: number,
): Promise<boolean> => (await activeOf(transaction, groupId, ACTIVE, now)).length > 0;

/** True while a cluster is the target of a migration. */
export const receivesMigration = async (
  transaction: ReadTransaction,
  groupId: string,
  clusterName: string,
  now: number,
): Promise<boolean> => (await activeOf(transaction, groupId, intoKey(clusterName), now)).length > 0;

/** Refuses a restore into a cluster that is the target of a migration. @throws a refusal: 400 */
export async function refuseRestoreDuringMigration(
  transaction: ReadTransaction,
  { groupId, name }: Pick<NamedCluster, "groupId" | "name">,
  now: number,
): Promise<void> {
  if (!(await receivesMigration(transaction, groupId, name, now))) return;
  const detail = `The cluster ${name} is receiving a live migration: restore into it when that has ended.`;
  throw refusal(400, "CANNOT_PERFORM_RESTORE_ON_CLUSTER_WITH_RUNNING_LIVE_IMPORT", detail, name);
}

/** A new validation job with its result: failed for a reason, or successful. */
export function newValidation(
  groupId: string,
  { id, sourceGroupId, now, reason }: { id: string; sourceGroupId: string; now: number; reason: string | null },
): DocumentDraft {
  const timeline: readonly TimelineStep[] = [
    {
      at: now + PHASE_DURATIONS.validation,
      set: { status: reason === null ? "SUCCESS" : "FAILED", errorMessage: reason },
      last: true,
    },
  ];
  return validationDraft(groupId, { _id: id, errorMessage: null, groupId, sourceGroupId, status: "PENDING" }, timeline);
}

/** A validation job's document. */
export const validationDraft = (
  groupId: string,
  body: JsonObject & { readonly _id: string },
  timeline: readonly TimelineStep[],
): DocumentDraft => makeDraft({ kind: VALIDATION, id: body._id, parent: groupId, timeline, body });

/** A validation job's state at a time. */
export function validationAt({ parent, id, ...document }: Omit<DocumentDraft, "kind">, now: number): DocumentDraft {
  const { body, timeline } = documentAt(document, now);
  return validationDraft(parent, { ...body, _id: id }, timeline);
}
