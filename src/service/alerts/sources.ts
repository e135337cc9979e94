import { isJsonObject, type Json, type JsonObject } from "../../contract/json/json.ts";
import { MINUTE } from "../../text/durations.ts";
import { objectId, type Random, randomOf } from "../random.ts";
import { makeDraft } from "../storage/draft.ts";
import type { Document, DocumentDraft } from "../storage/storage.ts";
import { eventFields, raisesAlerts } from "./events.ts";
import { delayOf, raisedAlert } from "./life.ts";
import { type AlertTarget, matchesTarget } from "./targets.ts";

/**
 * Sources of alerts: a document that creates numbered alerts. Number n depends only on the seed, n and the enabled configurations, so that two
 * processes that apply the same due time write the same documents, and applying it twice changes nothing.
 */
export const ALERT_SOURCE = "alert-source";

/** Maximum of missed alerts that are created later: after a week without the service those of the last hours appear, not all. */
const MOST_AT_ONCE = 120;

/** A source as it is stored. `flapping` names the targets that go up and down together; without it, any event may occur. */
type AlertSource = {
  readonly groupId: string;
  readonly orgId: string;
  readonly seed: string;
  readonly start: number;
  readonly every: number;
  readonly number: number;
  readonly targets: readonly AlertTarget[];
  readonly flapping: string | null;
};

const targetOf = (json: Json): AlertTarget[] => {
  if (!isJsonObject(json)) return [];
  return [
    {
      clusterName: String(json["clusterName"]),
      replicaSetName: String(json["replicaSetName"]),
      hostname: String(json["hostname"]),
      port: Number(json["port"]),
      typeName: String(json["typeName"]),
    },
  ];
};

function sourceOf({ body }: Pick<Document, "body">): AlertSource {
  const { groupId, orgId, seed, start, every, number, targets, flapping } = body;
  return {
    groupId: String(groupId),
    orgId: String(orgId),
    seed: String(seed),
    start: Number(start),
    every: Number(every),
    number: Number(number),
    targets: Array.isArray(targets) ? targets.flatMap(targetOf) : [],
    flapping: typeof flapping === "string" ? flapping : null,
  };
}

/** The time of number n: about one interval after the previous one. */
function timeOf(source: AlertSource, number: number): number {
  const random = randomOf(source.seed, number, "time");
  return source.start + number * source.every + Math.floor((random.next() - 0.5) * 0.6 * source.every);
}

/** The id of number n (and of its twin): it depends on nothing that changes. */
const childId = (source: AlertSource, number: number, twin: number): string =>
  objectId(timeOf(source, number), randomOf(source.seed, number, twin, "id"));

/** A source's document. */
export const sourceDraft = (id: string, source: AlertSource): DocumentDraft =>
  makeDraft({
    kind: ALERT_SOURCE,
    id,
    parent: source.groupId,
    nextDue: timeOf(source, source.number),
    spontaneous: true,
    body: { ...source },
  });

function child(
  sourceId: string,
  source: AlertSource,
  number: number,
  twin: number,
  configuration: JsonObject,
  target: AlertTarget,
  openFor: number,
  random: Random,
): DocumentDraft {
  const begins = timeOf(source, number);
  const raised = {
    id: childId(source, number, twin),
    groupId: source.groupId,
    orgId: source.orgId,
    configuration,
    begins,
    ends: begins + delayOf(configuration) + openFor,
    fields: eventFields(configuration, target, random),
  };
  return raisedAlert(raised, begins, sourceId);
}

/** Duration of an open alert: from two minutes to an hour, mostly short. */
const duration = (random: Random): number => Math.floor(2 * MINUTE * 30 ** (random.next() ** 1.6));

/** The alerts of number n: none where no enabled configuration watches the event. */
function childrenOf(
  sourceId: string,
  source: AlertSource,
  number: number,
  configurations: readonly JsonObject[],
): DocumentDraft[] {
  const random = randomOf(source.seed, number, "what");
  if (source.flapping !== null) {
    const configuration = configurations.find((one) => one["id"] === source.flapping);
    if (configuration === undefined) return [];
    const watched = source.targets.filter((target) => matchesTarget(configuration, target));
    return watched.map((target, twin) => child(sourceId, source, number, twin, configuration, target, 100_000, random));
  }
  const raising = configurations.filter((one) => raisesAlerts(String(one["eventTypeName"])));
  if (raising.length === 0) return [];
  const configuration = random.pick(raising);
  const watched = source.targets.filter((target) => matchesTarget(configuration, target));
  if (watched.length === 0) return [];
  return [child(sourceId, source, number, 0, configuration, random.pick(watched), duration(random), random)];
}

/**
 * The alerts that a source creates up to a time.
 *
 * @param configurations the bodies of the project's enabled configurations
 */
export function emittedAlerts(
  document: Document,
  now: number,
  configurations: readonly JsonObject[],
): readonly DocumentDraft[] {
  const source = sourceOf(document);
  let last = source.number + Math.max(0, Math.floor((now - timeOf(source, source.number)) / source.every)) + 1;
  while (last >= source.number && timeOf(source, last) > now) last -= 1;
  const first = Math.max(source.number, last - MOST_AT_ONCE + 1);
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return [
    sourceDraft(document.id, { ...source, number: Math.max(source.number, last + 1) }),
    ...numbers.flatMap((number) => childrenOf(document.id, source, number, configurations)),
  ];
}
