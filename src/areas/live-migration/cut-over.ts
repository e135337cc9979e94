import * as z from "zod";
import { body } from "../../contract/schema/body.ts";
import { CLUSTER_NAME } from "../../contract/schema/ids.ts";
import { newestRestorable } from "../../domain/backup/missing-snapshots.ts";
import { DEDICATED } from "../../domain/cluster.ts";
import { isMigrationOver } from "../../domain/live-migration/migration.ts";
import type { Ring } from "../../domain/sample-ring.ts";
import type { FormPlan } from "../../forms/form-plan.ts";
import type { Fact } from "../../forms/review/review.ts";
import type { FormValues } from "../../forms/schema/form-values.ts";
import { lagKey } from "../../state/samples/measured.ts";
import { formatClock } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { isKnownCluster, suggestClusters } from "../builders/clusters.ts";
import { localForm } from "../builders/local-form.ts";
import { formatUnknown } from "../builders/unknown-writes.ts";
import type { Context } from "../model/context.ts";
import {
  type Effect,
  type FormSetup,
  goTo,
  NO_PREFLIGHT,
  type Preflight,
  type ReviewSources,
  type WritePlan,
} from "../model/effect.ts";
import { askSnapshots, kindOf } from "../queries/snapshots.ts";
import {
  askAlertFacts,
  blocking,
  type Check,
  type CheckFacts,
  cachedFacts,
  checksOf,
  formatCheck,
  MARKS,
  unmetFirst,
} from "./checks.ts";
import { cachedMigration, migrationArgs, nameOf, type Thing, thingOfId } from "./queries.ts";
import { cutOverAtOf, lagIn, migrationStatusOf, unknownCutOverOf } from "./status.ts";

/**
 * The cut-over (E64), the irreversible end of the synchronisation. A form first asks two questions that only the person can answer; everything else
 * is requested anew for the review. Objections have to be overruled by hand (`domain.md` 14.4).
 */

const tick = (title: string, help: string) => z.boolean().meta({ title, help, example: "yes" });

const Question = body(
  z.strictObject({
    destination: z.string().regex(CLUSTER_NAME, "enter letters, digits and hyphens only").meta({
      title: "Destination",
      help: "Destination cluster, not reported by the service; required to confirm",
      example: "prod-eu",
    }),
    writesStopped: tick("Writes stopped?", "In every application that writes to the source: later writes are lost"),
    sourceKept: tick("Source kept?", "Until the destination is verified: the only way to roll back"),
  }),
);

/** The operation of a local form, none of the service. */
const asking = localForm("beforeCutover", "live-migration", "Before the cut-over", Question);

/** Check of a statement that has to be true: "no" is a valid answer, but stops here. */
const mustBe = (words: string) => (isSo: boolean) => (isSo ? null : words);

const planFor = (thing: Thing): FormPlan<FormValues<typeof Question>> => ({
  operation: asking,
  title: () => `Before the cut-over of ${nameOf(thing)}`,
  sentence: () => "Nothing is sent yet. The review repeats all checks.",
  button: () => "Continue to review",
  fields: [
    {
      path: "destination",
      kind: thing.destination === null ? "choice-or-other" : "choice",
      ...(thing.destination === null
        ? { suggest: "clusters" }
        : { choices: () => [{ value: thing.destination ?? "", label: thing.destination ?? "" }] }),
    },
    { path: "writesStopped", check: mustBe("stop the writes first: later writes are lost") },
    { path: "sourceKept", check: mustBe("keep the source: a cut-over cannot be undone") },
  ],
});

/**
 * The reason why this migration cannot be cut over at all, or null. Objections that may be overruled are in the review (`domain.md` 14.4). An
 * unreported lag is one of these, because a ready migration expires whether its lag is reported or not.
 */
export function cannotCutOver(context: Context, id: string): string | null {
  const at = migrationStatusOf(context, thingOfId(context.scope, id));
  if (at === null) return "not loaded yet";
  const { progress, migration } = at;
  if (isMigrationOver(migration)) return `the migration has ended: ${migration.status}`;
  if (progress.phase === "cutting-over") return "the cut-over is in progress";
  if (migration.status === "NEW") return "copying has not started";
  if (progress.phase === "copying") return "the initial copy is in progress";
  return null;
}

/** A ring with the new sample added. */
const withReading = (ring: Ring, value: number | null, now: number): Ring => [
  ...ring,
  { at: Math.max(now, (ring.at(-1)?.at ?? 0) + 1), value },
];

/** Findings of the review, requested now; only earlier samples of the lag come from the cache. */
async function preflight({ ask, context }: ReviewSources, id: string, destination: string): Promise<Preflight> {
  const { scope, now } = context;
  const [{ data }, alerts, snapshots] = await Promise.all([
    ask("getPushMigration", migrationArgs(scope, id)),
    askAlertFacts(ask, context, destination),
    askSnapshots(ask, scope, destination, kindOf(scope, destination)).catch(() => null),
  ]);
  const lag = lagIn(data);
  const ring = context.ring(lagKey(scope.groupId, id));
  const facts: CheckFacts = {
    current: {
      migration: data,
      ring: withReading(ring, lag, now),
      lag,
      cutOverAt: isMigrationOver(data) ? null : cutOverAtOf(context, id, ring),
      unknownCutOver: unknownCutOverOf(context, id, data, ring),
    },
    readAt: now,
    alerts,
    snapshot: snapshots === null ? null : { newest: newestRestorable(snapshots), at: now },
    destination,
    isKnown: isKnownCluster(scope, destination),
    now,
  };
  const checks = checksOf(facts);
  const against = blocking(checks);
  const seen = ({ label, words, state }: Check): Fact => ({ label, value: words, mark: MARKS[state] });
  return {
    warnings: present(
      ...against.map((check) => `Not met: ${formatCheck(check)}.`),
      isMigrationOver(data) && `The migration has ended: ${data.status}. The service will refuse this.`,
      data.readyForCutover !== true && "The migration is not ready: the service will refuse this.",
      against.length !== 0 && `Type "${destination} anyway" to continue anyway.`,
      "Synchronisation stops. Later changes on the source are not copied. This cannot be undone.",
    ),
    facts: [
      ...unmetFirst(checks).map(seen),
      { label: "writes stopped", value: "confirmed by you", mark: MARKS.ok },
      { label: "source kept", value: "confirmed by you", mark: MARKS.ok },
    ],
    ...(against.length === 0 ? {} : { confirm: `${destination} anyway` }),
  };
}

function write({ scope }: Context, thing: Thing, destination: string): WritePlan {
  const name = `${thing.source ?? "the source"} → ${destination}`;
  const said = `${thing.source ?? "?"} → ${destination}`;
  return {
    operation: "cutoverMigration",
    title: `Cut over ${name}`,
    sentence: `${destination} replaces ${thing.source ?? "the source"}: copies the last changes, then completes the migration.`,
    button: "Cut over now",
    targets: [{ id: thing.id, name, params: { groupId: scope.groupId, liveMigrationId: thing.id } }],
    risk: "irreversible",
    confirmName: destination,
    preflight: (review) => preflight(review, thing.id, destination),
    ...(thing.destination === null
      ? {
          confirms: {
            ...({ kind: "migration", name: said, id: thing.id, project: scope.groupId } as const),
            source: "entered here",
            about: { destination },
          },
        }
      : {}),
  };
}

/** Current state of the checks, each with the time of its reading. */
function currentChecks(context: Context, thing: Thing): readonly string[] {
  const current = migrationStatusOf(context, thing);
  if (current === null) return ["! the migration is not loaded"];
  return unmetFirst(checksOf(cachedFacts(context, current))).map((check) => {
    // The time comes first, because a narrow screen cuts the end.
    const readAt = check.at === null ? "not read" : formatClock(check.at, context.zone);
    return `${MARKS[check.state].text} ${readAt}  ${formatCheck(check)}`;
  });
}

/** The questions before a cut-over, then its review. */
export function cutOver(context: Context, id: string): Effect {
  const thing = thingOfId(context.scope, id);
  const unknown = migrationStatusOf(context, thing)?.unknownCutOver ?? null;
  if (cachedMigration(context, id) === undefined) return goTo("live-migration", id);
  const setup: FormSetup<FormValues<typeof Question>> = {
    plan: planFor(thing),
    targets: [{ id, name: nameOf(thing), params: { groupId: context.scope.groupId, liveMigrationId: id } }],
    initial: {
      ...(thing.destination === null ? {} : { destination: thing.destination }),
      writesStopped: false,
      sourceKept: false,
    },
    // "Writes are stopped" is true at the time of the answer, not when a draft is reopened.
    keepsDraft: false,
    ...(unknown === null
      ? {}
      : { said: `A cut-over was ${formatUnknown(unknown, context)}: it may have been accepted.` }),
    suggest: { clusters: (ask) => suggestClusters(ask, context, DEDICATED) },
    preflight: async () => NO_PREFLIGHT,
    currentLines: ({ destination = thing.destination }, now) => currentChecks(now, { ...thing, destination }),
    applies: ({ destination = "" }) => ({ kind: "write", plan: write(context, thing, destination) }),
  };
  return { kind: "form", setup };
}
