import { isJsonObject } from "../../contract/json/json.ts";
import type { SampleWorld } from "../seed.ts";
import type { Document, DocumentDraft, WriteTransaction } from "../storage/storage.ts";
import { nextStep } from "../storage/timeline.ts";
import type { EntityFault } from "./effect.ts";
import type { Active, Faults } from "./faults.ts";
import type { PatternSubject } from "./pattern.ts";

/** Things that the service keeps, as scenarios have them: the next of their kind, and those that are there. */

/** What was there before a scenario changed it, so that it can go on as it would have. */
const BENT = "scenario-bent";
const MOST = { offset: 0, limit: 10_000 };

/** Where a thing stands, as a path that patterns are compared with. */
function placeOf(parent: string, id: string): PatternSubject {
  const [groupId = "", cluster = id.split("/")[1]] = parent.split("/");
  const path = `/groups/${groupId}${cluster === undefined ? "" : `/clusters/${cluster}`}`;
  return { method: "*", path, below: path, operation: null };
}

const isMeant = ({ patterns }: Active, parent: string, id: string): boolean =>
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
  await transaction.put({
    kind: BENT,
    id: `${scenario}/${draft.kind}/${draft.id}`,
    parent: `service/${scenario}`,
    keys: [],
    nextDue: null,
    spontaneous: false,
    timeline: draft.timeline,
    body: { kind: draft.kind, id: draft.id, version, body: draft.body },
  });
  return next;
}

/**
 * A transaction in which what begins goes the way that a scenario has it.
 *
 * @param now simulated milliseconds
 */
export function withEntityFaults(transaction: WriteTransaction, faults: Faults, now: number): WriteTransaction {
  if (!faults.has("thing")) return transaction;
  const put = async (draft: DocumentDraft): Promise<Document> => {
    let next = draft;
    for (const active of faults.active()) {
      const { made, wanted, scenario } = active;
      if (made.stage !== "thing" || wanted.existing !== undefined || !isMeant(active, draft.parent, draft.id)) continue;
      for (const entityFault of made.entityFaults.filter(({ kind }) => kind === draft.kind)) {
        const former = await transaction.get(draft.kind, draft.id);
        if (!entityFault.begins(draft, former) || !(await faults.strike(active))) continue;
        next =
          (await applyFault(transaction, entityFault, next, scenario.name, now, (former?.version ?? 0) + 1)) ?? next;
      }
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

/** Every place where things of a kind can stand. */
const parentsOf = ({ groups, clusters }: SampleWorld): readonly string[] => [
  ...groups.map(({ id }) => id),
  ...clusters.map(({ groupId, name }) => `${groupId}/${name}`),
];

/** Changes the things that are there already, and that a scenario means. @returns how many */
export async function applyToExisting(
  transaction: WriteTransaction,
  faults: Faults,
  active: Active,
  world: SampleWorld,
  now: number,
): Promise<number> {
  const { made, wanted, scenario } = active;
  const { existing } = wanted;
  if (made.stage !== "thing" || existing === undefined) return 0;
  let changed = 0;
  for (const entityFault of made.entityFaults) {
    for (const parent of parentsOf(world)) {
      const documents = await transaction.list({ kind: entityFault.kind, parent }, MOST);
      for (const document of documents) {
        const { version: _version, ...draft } = document;
        const isNamed = existing === "all" || existing.includes(document.id);
        if (!isNamed || !entityFault.isLive(document) || !isMeant(active, parent, document.id)) continue;
        if (!(await faults.strike(active))) continue;
        const next = await applyFault(transaction, entityFault, draft, scenario.name, now, document.version + 1);
        if (next === null) continue;
        await transaction.put(next);
        changed += 1;
      }
    }
  }
  return changed;
}

/** What a thing would be if nothing had been done to it; null when somebody has changed it since. */
function restored(document: Document, former: Document): DocumentDraft | null {
  const { version, body } = former.body;
  // What no time moves has only been changed by somebody.
  const isTouched = document.timeline.length === 0 && document.nextDue === null && document.version !== version;
  if (!isJsonObject(body) || isTouched) return null;
  const { version: _version, ...draft } = document;
  return { ...draft, body, timeline: former.timeline, nextDue: nextStep(former.timeline) };
}

/** Lets what a scenario changed be as if nothing had been done to it. What has ended stays as it ended. */
export async function unbend(transaction: WriteTransaction, active: Active): Promise<number> {
  const { made, scenario } = active;
  if (made.stage !== "thing") return 0;
  let changed = 0;
  for (const former of await transaction.list({ kind: BENT, parent: `service/${scenario.name}` }, MOST)) {
    await transaction.remove(BENT, former.id);
    const [kind, id] = [String(former.body["kind"]), String(former.body["id"])];
    const document = await transaction.get(kind, id);
    const entityFault = made.entityFaults.find((one) => one.kind === kind);
    if (document === undefined || entityFault?.isLive(document) !== true) continue;
    const next = restored(document, former);
    if (next === null) continue;
    await transaction.put(next);
    changed += 1;
  }
  return changed;
}
