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
import { type AlertTarget, matches } from "./targets.ts";

/**
 * Many alerts at once, and alerts that come and go: a document that brings forth numbered alerts, which follow from its name and
 * their numbers alone. Somebody asked for them, so that they come while the service is quiet too.
 */
export const ALERT_GENERATOR = "alert-wave";

/** How many are brought forth at once at most; what is left comes with the next request. */
const MOST_AT_ONCE = 2500;

const Watch = z.object({
  /** Which configuration it is, and of what event. */
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
  /** Between two of them, and how long each stays open: in milliseconds. */
  every: z.number(),
  openFor: z.number(),
  /**
   * What comes at their times and lasts so long: the open alert, which has built up before; or its condition, of which there is no open
   * alert where the configuration waits longer.
   */
  timed: z.enum(["alert", "condition"]).default("alert"),
  /** How many there will be. */
  count: z.number(),
  /** How many are made up for at once at most; those before them are passed over. */
  most: z.number(),
  /** The number of the next one. */
  number: z.number(),
  /** What they are about, in turn. */
  watched: z.array(Watch),
});
export type AlertGenerator = z.output<typeof Stored>;
type Watched = z.output<typeof Watch>;

/** The id of a project's wave of a name. */
export const generatorId = ({ groupId, name }: Pick<AlertGenerator, "groupId" | "name">): string =>
  `${groupId}/${name}`;

const timeOf = ({ start, every }: AlertGenerator, number: number): number => start + Math.floor(number * every);

/** A wave's document. */
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

/** What a wave brings forth by a time. A configuration that was removed or switched off since it began raises nothing any more. */
export async function generatorTransition(
  transaction: ReadTransaction,
  document: Document,
  now: number,
): Promise<TransitionResult> {
  const generator = Stored.parse(document.body);
  const enabled = new Map(
    (await enabledConfigurations(transaction, generator.groupId)).map(({ id, body }) => [id, body]),
  );
  /** What an alert is about, by what its configuration says now. */
  const watchedBy = (number: number): Watched | undefined => {
    const watch = generator.watched[number % generator.watched.length];
    if (watch === undefined) return undefined;
    const { configuration: named, target } = watch;
    const configuration = enabled.get(String(named["id"]));
    if (configuration === undefined || configuration["eventTypeName"] !== named["eventTypeName"]) return undefined;
    return matches(configuration, target) ? { configuration, target } : undefined;
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

/** Everything in a project that somebody watches: each enabled configuration with each process that it is about. */
export async function watchedIn(
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
      targets.filter((target) => matches(one, target)).map((target) => ({ configuration: namesOf(one), target })),
    );
}

const namesOf = ({ id, eventTypeName }: JsonObject): JsonObject => ({
  id: id ?? "",
  eventTypeName: eventTypeName ?? "",
});
