import * as z from "zod";
import { isObject, type JsonObject } from "../../contract/json/json.ts";
import { enabledConfigurations } from "../alerts.ts";
import { clusterIn, DATABASE_PORT, NODES } from "../clusters.ts";
import { CLUSTER } from "../projects.ts";
import { objectId, randomOf } from "../random.ts";
import { makeDraft } from "../storage/draft.ts";
import { listAll } from "../storage/questions.ts";
import type { Document, DocumentDraft, ReadTransaction } from "../storage/storage.ts";
import type { TransitionResult } from "../storage/timeline.ts";
import { eventFields, raisesAlerts } from "./events.ts";
import { delayOf, raisedAlert } from "./life.ts";
import { type AlertTarget, matchesTarget } from "./targets.ts";

/**
 * Generates many alerts at once, or alerts that open and close repeatedly: a document that creates numbered alerts, which depend only on its name and
 * their numbers. They were requested explicitly, so that they also appear while the service is quiet.
 */
export const ALERT_GENERATOR = "alert-wave";

/** Maximum of alerts per request; the rest follows with the next request. */
const MOST_AT_ONCE = 2500;

const Watch = z.object({
  /** The configuration, and its event. */
  configuration: z.custom<JsonObject>(isObject),
  target: z.object({
    clusterName: z.string(),
    replicaSetName: z.string(),
    hostname: z.string(),
    port: z.number(),
    typeName: z.string(),
  }),
});

const Stored = z.object({
  groupId: z.string(),
  orgId: z.string(),
  name: z.string(),
  start: z.number(),
  /** Interval between two alerts, and how long each stays open: in milliseconds. */
  every: z.number(),
  openFor: z.number(),
  /**
   * Subject of `every` and `openFor`: the open alert, which was tracking before; or its condition, which opens no alert where the configuration's
   * delay is longer.
   */
  timed: z.enum(["alert", "condition"]).default("alert"),
  /** Total number of alerts. */
  count: z.number(),
  /** Maximum of missed alerts that are created later; earlier ones are skipped. */
  most: z.number(),
  /** Number of the next alert. */
  number: z.number(),
  /** Their targets, in turn. */
  watched: z.array(Watch),
});
export type AlertGenerator = z.output<typeof Stored>;
type Watched = z.output<typeof Watch>;

/** The id of a project's generator with a name. */
export const generatorId = ({ groupId, name }: Pick<AlertGenerator, "groupId" | "name">): string =>
  `${groupId}/${name}`;

const timeOf = ({ start, every }: AlertGenerator, number: number): number => start + Math.floor(number * every);

/** A generator's document. */
export const generatorDraft = (generator: AlertGenerator): DocumentDraft =>
  makeDraft({
    kind: ALERT_GENERATOR,
    id: generatorId(generator),
    parent: generator.groupId,
    nextDue: generator.number < generator.count ? timeOf(generator, generator.number) : null,
    body: {
      ...generator,
      watched: generator.watched.map(({ configuration, target }) => ({ configuration, target: { ...target } })),
    },
  });

function alertOf(generator: AlertGenerator, number: number, { configuration, target }: Watched): DocumentDraft {
  const { groupId, orgId, name, start, openFor, timed } = generator;
  const random = randomOf(name, start, number);
  const time = timeOf(generator, number);
  const begins = timed === "condition" ? time : time - delayOf(configuration);
  const fields = raisesAlerts(String(configuration["eventTypeName"]))
    ? eventFields(configuration, target, random)
    : { clusterName: target.clusterName, replicaSetName: target.replicaSetName };
  const id = objectId(begins, random);
  const raised = { id, groupId, orgId, configuration, begins, ends: time + openFor, fields };
  return { ...raisedAlert(raised, time), spontaneous: false };
}

/** The alerts that a generator creates up to a time. A configuration that was removed or disabled meanwhile raises no more. */
export async function generatorTransition(
  transaction: ReadTransaction,
  document: Document,
  now: number,
): Promise<TransitionResult> {
  const generator = Stored.parse(document.body);
  const enabled = new Map(
    (await enabledConfigurations(transaction, generator.groupId)).map(({ id, body }) => [id, body]),
  );
  /** The target of an alert, according to the current configuration. */
  const watchedBy = (number: number): Watched | undefined => {
    const watch = generator.watched[number % generator.watched.length];
    if (watch === undefined) return undefined;
    const { configuration: named, target } = watch;
    const configuration = enabled.get(String(named["id"]));
    if (configuration === undefined || configuration["eventTypeName"] !== named["eventTypeName"]) return undefined;
    return matchesTarget(configuration, target) ? { configuration, target } : undefined;
  };
  const due = Math.min(generator.count, Math.floor((now - generator.start) / generator.every) + 1);
  const first = Math.max(generator.number, due - generator.most);
  const next = Math.max(first, Math.min(due, first + MOST_AT_ONCE));
  const numbers = Array.from({ length: next - first }, (_, index) => first + index);
  return {
    drafts: [
      generatorDraft({ ...generator, number: next }),
      ...numbers.flatMap((number) => {
        const watched = watchedBy(number);
        return watched === undefined ? [] : [alertOf(generator, number, watched)];
      }),
    ],
  };
}

/** Everything that a project watches: each enabled configuration with each matching process. */
export async function watchedTargets(
  transaction: ReadTransaction,
  groupId: string,
  isMeant: (eventTypeName: string) => boolean = raisesAlerts,
): Promise<AlertGenerator["watched"]> {
  const configurations = (await enabledConfigurations(transaction, groupId)).map(({ body }) => body);
  const clusters = (await listAll(transaction, { kind: CLUSTER, parent: groupId, key: "dedicated" })).map(clusterIn);
  const targets = clusters
    .filter(({ paused }) => !paused)
    .flatMap(({ name, hosts }) =>
      hosts.map(
        (hostname, index): AlertTarget => ({
          clusterName: name,
          replicaSetName: `${name}-shard-${Math.floor(index / NODES)}`,
          hostname,
          port: DATABASE_PORT,
          typeName: index % NODES === 0 ? "PRIMARY" : "SECONDARY",
        }),
      ),
    );
  return configurations
    .filter((one) => isMeant(String(one["eventTypeName"])))
    .flatMap((one) =>
      targets.filter((target) => matchesTarget(one, target)).map((target) => ({ configuration: namesOf(one), target })),
    );
}

const namesOf = ({ id, eventTypeName }: JsonObject): JsonObject => ({
  id: id ?? "",
  eventTypeName: eventTypeName ?? "",
});
