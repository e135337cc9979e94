import { z } from "zod";
import { isObject, type JsonObject } from "../../contract/json.ts";
import { eventFields, raisesAlerts } from "../alert-events.ts";
import { matches, type Target } from "../alert-targets.ts";
import { ALERT_CONFIGURATION, alertDraft } from "../alerts.ts";
import { clusterIn, DATABASE_PORT, NODES } from "../clusters.ts";
import { CLUSTER } from "../projects.ts";
import { objectId, randomOf } from "../random.ts";
import type { Document, Draft, ReadTransaction, Step } from "../storage.ts";
import { type Advance, isoTime } from "../timeline.ts";
import type { Start, StartPlace } from "./effect.ts";
import { count, type Scenario, scenario, seconds } from "./scenario.ts";

/**
 * Many alerts at once, and alerts that come and go: a document that brings forth numbered alerts, which follow from its name and
 * their numbers alone. Somebody asked for them, so that they come while the service is quiet too.
 */
export const ALERT_STORM = "alert-storm";

const SECOND = 1000;
/** How many are brought forth at once at most; what is left comes with the next request. */
const MOST_AT_ONCE = 2500;
const MOST = { offset: 0, limit: 1000 };

const Watch = z.object({
  /** What an alert needs of its configuration. */
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
  /** How many there will be. */
  count: z.number(),
  /** How many are made up for at once at most; those before them are passed over. */
  most: z.number(),
  /** The number of the next one. */
  number: z.number(),
  /** What they are about, in turn. */
  watched: z.array(Watch),
});
type Storm = z.output<typeof Stored>;

const idOf = ({ groupId, name }: Pick<StartPlace, "groupId" | "name">): string => `${groupId}/${name}`;

const timeOf = ({ start, every }: Storm, number: number): number => start + Math.floor(number * every);

function stormDraft(storm: Storm): Draft {
  return {
    kind: ALERT_STORM,
    id: idOf(storm),
    parent: storm.groupId,
    keys: [],
    nextDue: storm.number < storm.count ? timeOf(storm, storm.number) : null,
    spontaneous: false,
    timeline: [],
    body: {
      ...storm,
      watched: storm.watched.map(({ configuration, target }) => ({ configuration, target: { ...target } })),
    },
  };
}

function alertOf(storm: Storm, number: number): Draft[] {
  const { groupId, orgId, name, start, openFor, watched } = storm;
  const watch = watched[number % watched.length];
  if (watch === undefined) return [];
  const { configuration, target } = watch;
  const random = randomOf(name, start, number);
  const begins = timeOf(storm, number);
  const time = isoTime(begins);
  const body = {
    id: objectId(begins, random),
    groupId,
    orgId,
    alertConfigId: String(configuration["id"]),
    eventTypeName: String(configuration["eventTypeName"]),
    status: "OPEN",
    created: time,
    updated: time,
    lastNotified: time,
    ...eventFields(configuration, target, random),
  };
  const closed: Step = { at: begins + openFor, set: { status: "CLOSED" }, stamp: ["updated", "resolved"], last: true };
  return [{ ...alertDraft(body, [closed]), spontaneous: false }];
}

/** What a storm brings forth by a time. */
export async function advanceStorm(_transaction: ReadTransaction, document: Document, now: number): Promise<Advance> {
  const storm = Stored.parse(document.body);
  const due = Math.min(storm.count, Math.floor((now - storm.start) / storm.every) + 1);
  const first = Math.max(storm.number, due - storm.most);
  const next = Math.max(first, Math.min(due, first + MOST_AT_ONCE));
  const numbers = Array.from({ length: next - first }, (_, index) => first + index);
  return { drafts: [stormDraft({ ...storm, number: next }), ...numbers.flatMap((number) => alertOf(storm, number))] };
}

/** Everything in a project that somebody watches: each enabled configuration with each process that it is about. */
async function watchedIn(transaction: ReadTransaction, groupId: string): Promise<Storm["watched"]> {
  const enabled = { kind: ALERT_CONFIGURATION, parent: groupId, key: "enabled" };
  const configurations = (await transaction.list(enabled, MOST)).map(({ body }) => body);
  const clusters = (await transaction.list({ kind: CLUSTER, parent: groupId, key: "dedicated" }, MOST)).map(clusterIn);
  const targets = clusters
    .filter(({ paused }) => !paused)
    .flatMap(({ name, hosts }) =>
      hosts.map(
        (hostname, index): Target => ({
          clusterName: name,
          replicaSetName: `${name}-shard-${Math.floor(index / NODES)}`,
          hostname,
          port: DATABASE_PORT,
          typeName: index % NODES === 0 ? "PRIMARY" : "SECONDARY",
        }),
      ),
    );
  return configurations
    .filter((one) => raisesAlerts(String(one["eventTypeName"])))
    .flatMap((one) =>
      targets.filter((target) => matches(one, target)).map((target) => ({ configuration: neededOf(one), target })),
    );
}

const neededOf = ({ id, eventTypeName, metricThreshold }: JsonObject): JsonObject => ({
  id: id ?? "",
  eventTypeName: eventTypeName ?? "",
  ...(metricThreshold === undefined ? {} : { metricThreshold }),
});

type StormWanted = Pick<Storm, "every" | "openFor" | "count" | "most"> & { readonly different: number };

const storm = ({ every, openFor, count: number, most, different }: StormWanted): Start => ({
  async start(transaction, { groupId, orgId, name, now }) {
    const watched = (await watchedIn(transaction, groupId)).slice(0, different);
    await transaction.put(
      stormDraft({ groupId, orgId, name, start: now, every, openFor, count: number, most, number: 0, watched }),
    );
  },
  stop: (transaction, place) => transaction.remove(ALERT_STORM, idOf(place)),
});

export const ALERT_STORMS: readonly Scenario[] = [
  scenario({
    name: "alert-storm",
    says: "many new alerts in a short time, of everything that is watched",
    options: {
      count: count(40, "how many", 1, 100_000),
      over: seconds(30, "within how long; 0 is at once"),
      open: seconds(3600, "how long each stays open"),
    },
    stage: "start",
    make: ({ count: number, over, open }) => ({
      stage: "start",
      start: storm({
        every: Math.max(0.001, (over * SECOND) / number),
        openFor: open * SECOND,
        count: number,
        most: number,
        different: 1000,
      }),
    }),
  }),
  scenario({
    name: "flapping",
    says: "one condition comes and goes: an alert opens again and again, of the same configuration and process",
    options: { period: count(60, "seconds from one to the next"), open: count(30, "seconds that each stays open") },
    stage: "start",
    make: ({ period, open }) => ({
      stage: "start",
      start: storm({ every: period * SECOND, openFor: open * SECOND, count: 1_000_000_000, most: 120, different: 1 }),
    }),
  }),
];
