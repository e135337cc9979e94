import { SECOND } from "../../text/durations.ts";
import { indexDraft, indexIn, latestOf, SEARCH_INDEX, type StoredIndex } from "../search-indexes/stored.ts";
import { SEARCH_NODES, searchNodesDraft } from "../search-nodes.ts";
import type { Document, DocumentDraft } from "../storage/storage.ts";
import type { EntityFault } from "./effect.ts";
import { type Scenario, seconds, text, thingScenario } from "./scenario.ts";

/** Scenarios of search indexes that fail or fall behind, and of search nodes that report an outdated state. */

const lastBegin = (index: StoredIndex): number | undefined => index.builds.at(-1)?.begins;

/** True for a new index or a changed definition, which starts a new build. */
const beginsBuild: EntityFault["begins"] = (draft, former) =>
  former === undefined || lastBegin(indexIn(draft)) !== lastBegin(indexIn(former));

const isBuilding = (index: StoredIndex, now: number): boolean =>
  index.builds.some(({ ready }) => Math.max(...ready) > now);

/** The index with another end of its newest build; an index already built gets a new build that ends at once. */
function ending(index: StoredIndex, now: number, end: "FAILED" | "STALE", message: string): StoredIndex {
  const last = index.builds.at(-1);
  if (last !== undefined && isBuilding(index, now)) {
    return { ...index, builds: [...index.builds.slice(0, -1), { ...last, end, message }] };
  }
  const build = { version: latestOf(index).number, begins: now, ready: index.hosts.map(() => now), end, message };
  return { ...index, builds: [...index.builds, build] };
}

const index = (end: "FAILED" | "STALE", message: string): EntityFault => ({
  kind: SEARCH_INDEX,
  begins: beginsBuild,
  isLive: (document) => indexIn(document).gone === undefined,
  async apply(_transaction, draft, now) {
    const stored = indexIn(draft);
    return stored.gone === undefined ? indexDraft(draft.parent, ending(stored, now, end, message)) : null;
  },
});

const changeOf = ({ timeline }: Pick<DocumentDraft, "timeline">): number | undefined => timeline.at(-1)?.at;

/** The search nodes report IDLE for a while although they are being changed. */
const staleIdle = (lasts: number): EntityFault => ({
  kind: SEARCH_NODES,
  begins: (draft, former) => draft.body["stateName"] === "UPDATING" && changeOf(draft) !== (former && changeOf(former)),
  isLive: ({ timeline }: Document) => timeline.length > 0,
  async apply(_transaction, { id, body, timeline }, now) {
    if (body["stateName"] !== "UPDATING") return null;
    const [groupId = "", name = ""] = id.split("/");
    const laterSteps = timeline.filter(({ at }) => at > now + lasts);
    const updating = { at: now + lasts, set: { stateName: "UPDATING" } };
    return searchNodesDraft({ groupId, name }, { ...body, stateName: "IDLE" }, [updating, ...laterSteps]);
  },
});

export const SEARCH_THINGS: readonly Scenario[] = [
  thingScenario({
    name: "index-failed",
    says: "the build of a search index fails; for a built index a rebuild fails and the old definition keeps serving",
    options: { message: text("The host ran out of memory while it built the index.", "the message") },
    make: ({ message }) => index("FAILED", message),
  }),
  thingScenario({
    name: "index-stale",
    says: "a search index keeps serving but no longer follows its collection (STALE)",
    options: { message: text("Replication of the index stopped: the oplog has moved on.", "the message") },
    make: ({ message }) => index("STALE", message),
  }),
  thingScenario({
    name: "stale-idle",
    says: "search nodes that are being changed report IDLE for a while",
    options: { seconds: seconds(60, "duration") },
    make: ({ seconds: lasts }) => staleIdle(lasts * SECOND),
  }),
];
