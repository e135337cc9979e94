import { isJsonObject } from "../../contract/json/json.ts";
import type { SampleWorld } from "../seed.ts";
import { makeDraft } from "../storage/draft.ts";
import { listAll } from "../storage/questions.ts";
import type { Document, DocumentDraft, WriteTransaction } from "../storage/storage.ts";
import { nextStep } from "../storage/timeline.ts";
import type { EntityFault } from "./effect.ts";
import type { ActiveFault, Faults } from "./faults.ts";
import type { PatternSubject } from "./pattern.ts";

/** Applies scenarios to stored documents: to the next one of a kind, or to existing ones. */

/** Kind of the records that keep a document as it was before a scenario changed it, for undoing the change. */
const BEFORE_FAULT = "scenario-bent";

/** Path of a document, for matching patterns. */
function placeOf(parent: string, id: string): PatternSubject {
  const [groupId = "", cluster = id.split("/")[1]] = parent.split("/");
  const path = `/groups/${groupId}${cluster === undefined ? "" : `/clusters/${cluster}`}`;
  return { method: "*", path, below: path, operation: null };
}

const isMeant = ({ patterns }: ActiveFault, parent: string, id: string): boolean =>
  patterns.length === 0 || patterns.some((pattern) => pattern.meets(placeOf(parent, id)));

async function applyFault(
  transaction: WriteTransaction,
  entityFault: EntityFault,
  draft: DocumentDraft,
  scenario: string,
  now: number,
  version: number,
): Promise<DocumentDraft | null> {
  const next = await entityFault.apply(transaction, draft, now);
  if (next === null) return null;
  const { kind, id, timeline, body } = draft;
  const kept = {
    kind: BEFORE_FAULT,
    id: `${scenario}/${kind}/${id}`,
    parent: `service/${scenario}`,
    nextDue: null,
    timeline,
  };
  await transaction.put(makeDraft({ ...kept, body: { kind, id, version, body } }));
  return next;
}

/**
 * Wraps a transaction so that new things are changed by the active scenarios.
 *
 * @param now simulated time in milliseconds
 */
export function withEntityFaults(transaction: WriteTransaction, faults: Faults, now: number): WriteTransaction {
  if (!faults.has("thing")) return transaction;
  const put = async (draft: DocumentDraft): Promise<Document> => {
    let next = draft;
    for (const active of faults.active()) {
      const { made, wanted, scenario } = active;
      if (made.stage !== "thing" || wanted.existing !== undefined || !isMeant(active, draft.parent, draft.id)) continue;
      const { entityFault } = made;
      if (entityFault.kind !== draft.kind) continue;
      const former = await transaction.get(draft.kind, draft.id);
      if (!entityFault.begins(draft, former) || !(await faults.countHit(active))) continue;
      next = (await applyFault(transaction, entityFault, next, scenario.name, now, (former?.version ?? 0) + 1)) ?? next;
    }
    return transaction.put(next);
  };
  return {
    ...transaction,
    put,
    async putAll(drafts) {
      for (const draft of drafts) await put(draft);
    },
  };
}

/** All parents that documents can have. */
const parentsOf = ({ groups, clusters }: SampleWorld): readonly string[] => [
  ...groups.map(({ id }) => id),
  ...clusters.map(({ groupId, name }) => `${groupId}/${name}`),
];

/** Changes the existing documents that a scenario selects. @returns their number */
export async function applyToExisting(
  transaction: WriteTransaction,
  faults: Faults,
  active: ActiveFault,
  world: SampleWorld,
  now: number,
): Promise<number> {
  const { made, wanted, scenario } = active;
  const { existing } = wanted;
  if (made.stage !== "thing" || existing === undefined) return 0;
  const { entityFault } = made;
  let changed = 0;
  for (const parent of parentsOf(world)) {
    for (const document of await listAll(transaction, { kind: entityFault.kind, parent })) {
      const { version: _version, ...draft } = document;
      const isNamed = existing === "all" || existing.includes(document.id);
      if (!isNamed || !entityFault.isLive(document) || !isMeant(active, parent, document.id)) continue;
      if (!(await faults.countHit(active))) continue;
      const next = await applyFault(transaction, entityFault, draft, scenario.name, now, document.version + 1);
      if (next === null) continue;
      await transaction.put(next);
      changed += 1;
    }
  }
  return changed;
}

/** A document as it would be without the scenario; null if someone has changed it since. */
function restored(document: Document, former: Document): DocumentDraft | null {
  const { version, body } = former.body;
  // A document without timeline changes its version only by a write.
  const isTouched = document.timeline.length === 0 && document.nextDue === null && document.version !== version;
  if (!isJsonObject(body) || isTouched) return null;
  const { version: _version, ...draft } = document;
  return { ...draft, body, timeline: former.timeline, nextDue: nextStep(former.timeline) };
}

/** Undoes a scenario's changes to stored documents. Finished things stay as they ended. @returns the number of changed documents */
export async function undoEntityFaults(transaction: WriteTransaction, active: ActiveFault): Promise<number> {
  const { made, scenario } = active;
  if (made.stage !== "thing") return 0;
  let changed = 0;
  for (const former of await listAll(transaction, { kind: BEFORE_FAULT, parent: `service/${scenario.name}` })) {
    await transaction.remove(BEFORE_FAULT, former.id);
    const [kind, id] = [String(former.body["kind"]), String(former.body["id"])];
    const document = await transaction.get(kind, id);
    if (document === undefined || made.entityFault.kind !== kind || !made.entityFault.isLive(document)) continue;
    const next = restored(document, former);
    if (next === null) continue;
    await transaction.put(next);
    changed += 1;
  }
  return changed;
}
