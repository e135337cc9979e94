import type { JsonObject } from "../../contract/json/json.ts";
import { DAY, HOUR, MINUTE } from "../../text/durations.ts";
import { eventFields } from "../alerts/events.ts";
import { alertTimeline, delayOf, repeatedNotifications } from "../alerts/life.ts";
import { type AlertTarget, matchesTarget } from "../alerts/targets.ts";
import { alertDraft } from "../alerts.ts";
import { objectId, type Random, randomOf } from "../random.ts";
import type { DocumentDraft, TimelineStep } from "../storage/storage.ts";
import { isoTime } from "../storage/timeline.ts";
import type { ConfigurationName, SeededConfigurations } from "./configurations.ts";

/** A note of 190 characters, the longest of the sample. */
const LONG_NOTE =
  "Since the maintenance on Tuesday: the volume is being extended by the platform team, CHG-1142, and the two largest collections move to the archive on Friday night. Call Ann if it passes 97 %";

/** A name as a tampered or careless program may have set it: with an escape sequence and a change of text direction. */
const ODD_NAME = "ops\u001b[2J\u202Egnp.exe@acme.example";

type AlertSeed = {
  readonly groupId: string;
  readonly orgId: string;
  readonly now: number;
  readonly seed: string;
  readonly targets: readonly AlertTarget[];
};

/** Fields common to all alerts. */
function base(world: AlertSeed, configuration: JsonObject, created: number, status: string, random: Random) {
  return {
    id: objectId(created, random),
    groupId: world.groupId,
    orgId: world.orgId,
    alertConfigId: configuration["id"] ?? "",
    eventTypeName: configuration["eventTypeName"] ?? "",
    status,
    created: isoTime(created),
    updated: isoTime(created),
  };
}

/** Fields that the real service adds without declaring them (`api/schemas.json`, recordedDeviations). */
const undeclared = (target: AlertTarget, random: Random): JsonObject => ({
  clusterId: objectId(0, random),
  userAlias: target.hostname.split(".")[0] ?? target.hostname,
});

type OpenSample = {
  readonly name: ConfigurationName;
  readonly age: number;
  readonly target: (target: AlertTarget) => boolean;
  readonly more?: (now: number) => JsonObject;
};

const on = (part: string) => (target: AlertTarget) => target.hostname.startsWith(part);

/** Open alerts: six unacknowledged ones of all severities, and two acknowledged ones (one of them for three more minutes). */
const OPEN: readonly OpenSample[] = [
  {
    name: "read tickets",
    age: 2 * DAY,
    target: on("prod-eu-shard-00-02"),
    more: (now) => acknowledged(now, now + 3 * MINUTE, LONG_NOTE),
  },
  { name: "index build", age: DAY, target: on("prod-eu-shard") },
  {
    name: "oplog gap",
    age: 9 * HOUR,
    target: on("prod-eu-shard"),
    more: (now) => acknowledged(now, now + 5 * HOUR, "Catching up after the resize"),
  },
  { name: "snapshot late", age: 3 * HOUR, target: on("prod-eu-shard") },
  { name: "replication window", age: 2 * HOUR, target: on("prod-eu-shard-00-02") },
  {
    name: "disk",
    age: 37 * MINUTE,
    target: on("prod-eu-shard-00-01"),
    more: () => ({ currentValue: { number: 92.1, units: "RAW" } }),
  },
  { name: "connections", age: 12 * MINUTE, target: on("analytics-shard-01-00") },
  { name: "no primary", age: 4 * MINUTE, target: on("prod-eu-side") },
];

/** Time since the sample's acknowledgements (ms); no notification was sent since then (specification 6.2). */
const ACKNOWLEDGED_FOR = 30 * MINUTE;

const acknowledged = (now: number, until: number, note: string): JsonObject => ({
  acknowledgedUntil: isoTime(until),
  acknowledgementComment: note,
  acknowledgingUsername: "ann@acme.example",
  updated: isoTime(now - ACKNOWLEDGED_FOR),
});

/** Interval of repeated notifications of an open alert in the sample (ms). */
const NOTIFIED_EVERY = 30 * MINUTE;

function open(world: AlertSeed, configuration: JsonObject, sample: OpenSample, random: Random): DocumentDraft {
  const created = world.now - sample.age;
  const target = pickTarget(world.targets.filter(sample.target), random);
  const lastNotified =
    sample.more?.(world.now)["acknowledgedUntil"] === undefined
      ? world.now - (sample.age % NOTIFIED_EVERY)
      : world.now - ACKNOWLEDGED_FOR - ((sample.age - ACKNOWLEDGED_FOR) % NOTIFIED_EVERY || NOTIFIED_EVERY);
  const body = {
    ...base(world, configuration, created, "OPEN", random),
    lastNotified: isoTime(lastNotified),
    ...eventFields(configuration, target, random),
    ...undeclared(target, random),
    ...sample.more?.(world.now),
  };
  return alertDraft(body, repeatedNotifications(configuration, lastNotified));
}

/** Two alerts in TRACKING: one will open, the other's condition ends first. */
function tracking(
  world: AlertSeed,
  configuration: JsonObject,
  age: number,
  goesAway: boolean,
  random: Random,
): DocumentDraft {
  const created = world.now - age;
  const [first, second] = world.targets.filter((target) => matchesTarget(configuration, target));
  const target = (goesAway ? second : first) ?? pickTarget(world.targets, random);
  const ends: TimelineStep = {
    at: world.now + 2 * MINUTE,
    set: { status: "CLOSED" },
    stamp: ["updated", "resolved"],
    last: true,
  };
  const body = {
    ...base(world, configuration, created, "TRACKING", random),
    ...eventFields(configuration, target, random),
    ...undeclared(target, random),
  };
  return alertDraft(
    body,
    goesAway ? [ends] : alertTimeline(configuration, created, created + delayOf(configuration) + 20 * MINUTE),
  );
}

function pickTarget(targets: readonly AlertTarget[], random: Random): AlertTarget {
  return random.pick(targets);
}

/** A closed alert. Some were acknowledged before; a few were closed because their configuration was switched off. */
function ended(world: AlertSeed, configuration: JsonObject, created: number, number: number): DocumentDraft {
  const random = randomOf(world.seed, number, "ended");
  const watched = world.targets.filter((target) => matchesTarget(configuration, target));
  const target = random.pick(watched.length > 0 ? watched : world.targets);
  const lasted = Math.min(world.now - created - MINUTE, random.whole(2, 240) * MINUTE);
  const ends = created + Math.max(MINUTE, lasted);
  const cancelled = number % 27 === 13;
  const noted = number % 9 === 4;
  const body = {
    ...base(world, configuration, created, cancelled ? "CANCELLED" : "CLOSED", random),
    updated: isoTime(ends),
    lastNotified: isoTime(created),
    ...(cancelled ? {} : { resolved: isoTime(ends) }),
    ...eventFields(configuration, target, random),
    ...undeclared(target, random),
    ...(noted
      ? {
          acknowledgedUntil: isoTime(created + 8 * HOUR),
          acknowledgementComment: random.pick(["Looking", "Known, see CHG-1142", "Restarted by the platform team"]),
          acknowledgingUsername: random.pick(["ann@acme.example", "ben@acme.example"]),
        }
      : {}),
  };
  return alertDraft(body);
}

/** Period covered by the sample's closed alerts (ms). */
const HISTORY = 30 * DAY;
/** Age of the newest closed alert (ms). */
const NEWEST_ENDED = 5 * MINUTE;

/** Configurations that raised the closed alerts; repeated entries weight the frequent ones. */
const ENDED_FROM: readonly ConfigurationName[] = [
  "cpu",
  "cpu",
  "cpu",
  "connections",
  "connections",
  "disk",
  "host down",
  "host down",
  "read tickets",
  "snapshot late",
  "index build",
  "elections",
  "no primary",
  "oplog gap",
];

/** A deleted configuration that raised one closed alert. */
const removedConfiguration = (random: Random, now: number): JsonObject => ({
  id: objectId(now - 100 * DAY, random),
  eventTypeName: "HOST_SSL_CERTIFICATE_STALE",
});

/** The main project's alerts of every status: `count` in all, but at least the named ones. */
export function* mainAlerts(
  world: AlertSeed,
  { bodies }: SeededConfigurations,
  count: number,
): Generator<DocumentDraft> {
  const random = randomOf(world.seed, "alerts");
  const configuration = (name: ConfigurationName): JsonObject => {
    const body = bodies.get(name);
    if (body === undefined) throw new TypeError(`no configuration ${name} in the sample`);
    return body;
  };
  for (const sample of OPEN) yield open(world, configuration(sample.name), sample, random);
  yield tracking(world, configuration("cpu"), 40_000, false, random);
  yield tracking(world, configuration("cpu"), 90_000, true, random);
  const left = Math.max(3, count - OPEN.length - 2);
  for (let number = 0; number < left; number += 1) {
    const created = world.now - NEWEST_ENDED - Math.floor(((number + 1) / (left + 1)) * HISTORY);
    const chance = randomOf(world.seed, number, "from");
    const from = number === 1 ? removedConfiguration(random, world.now) : configuration(chance.pick(ENDED_FROM));
    const draft = ended(world, from, created, number);
    yield number === 2 ? odd(draft) : draft;
  }
}

/** An alert whose texts hold characters that must never reach a terminal unchanged. */
const odd = (draft: DocumentDraft): DocumentDraft => ({
  ...draft,
  body: {
    ...draft.body,
    acknowledgedUntil: draft.body["updated"] ?? "",
    acknowledgementComment: "two lines\nand a bell \u0007",
    acknowledgingUsername: ODD_NAME,
    userAlias: "shard-00\u009b31m-01",
  },
});

/**
 * A few alerts for the other projects: one open, the rest closed.
 *
 * @param opensLater leaves out the open alert, which a process under way there will raise
 */
export function* fewAlerts(
  world: AlertSeed,
  configuration: JsonObject,
  { count, opensLater }: { readonly count: number; readonly opensLater: boolean },
): Generator<DocumentDraft> {
  const random = randomOf(world.seed, world.groupId, "few");
  if (count > 0 && !opensLater) {
    const body = {
      ...base(world, configuration, world.now - 25 * MINUTE, "OPEN", random),
      lastNotified: isoTime(world.now - 25 * MINUTE),
      ...eventFields(configuration, random.pick(world.targets), random),
    };
    yield alertDraft(body);
  }
  for (let number = 1; number < count; number += 1) {
    yield ended(world, configuration, world.now - number * 7 * HOUR, number);
  }
}
