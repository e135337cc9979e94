import type { MigrationValidation } from "../../contract/live-migration.ts";
import { newestRestorable } from "../../domain/backup/missing-snapshots.ts";
import { type Cluster, DEDICATED } from "../../domain/cluster.ts";
import type { RefusedField } from "../../forms/refusal.ts";
import type { Fact } from "../../forms/review/review.ts";
import { formatLongDuration, formatOld } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { askCluster, clusterNamed } from "../builders/clusters.ts";
import { nullIfFailed } from "../builders/null-if-failed.ts";
import { takeSnapshotFirst } from "../builders/take-first.ts";
import type { Ask, Context } from "../model/context.ts";
import type { Preflight, ReviewSources } from "../model/effect.ts";
import { askSnapshots, kindOf } from "../queries/snapshots.ts";
import { isStandalone } from "../source-projects/list.ts";
import { destinationIn, dropsData, type MigrationChoices, type MigrationValues, projectOf, sourceIn } from "./form.ts";
import { nameOf, validationArgs, validationsOf } from "./queries.ts";
import { askReceiving } from "./receiving.ts";
import { askSources, formatSource, type MigrationSource } from "./sources.ts";
import { formatValidation, VALID_FOR } from "./validation.ts";

/** Checks before a migration or a validation is sent (`domain.md` 14.1, 14.4). */

export const knownOf = (context: Context, sources: readonly MigrationSource[]): MigrationChoices => ({
  sources,
  project: { id: context.scope.groupId, name: context.scope.groupName },
  kindOf: (cluster) => kindOf(context.scope, cluster),
});

/** Differences between the source as the manager reports it and the input: they have to agree (`domain.md` 14.3). */
function mismatches({ deployment }: MigrationSource, body: MigrationValues): readonly RefusedField[] {
  const { ssl, managedAuthentication } = body.source ?? {};
  const { tlsEnabled, managed, name } = deployment;
  return present(
    typeof tlsEnabled === "boolean" &&
      tlsEnabled !== ssl && {
        field: "source.ssl",
        message: `turn this ${tlsEnabled ? "on" : "off"}: ${name} has TLS ${tlsEnabled ? "on" : "off"}`,
      },
    typeof managed === "boolean" &&
      managed !== managedAuthentication && {
        field: "source.managedAuthentication",
        message: `turn this ${managed ? "on" : "off"}: the manager ${managed ? "manages" : "does not manage"} the users of ${name}`,
      },
  );
}

/** The reason why the named migration host is invalid, or null: it has to be one of the source's own project (`domain.md` 14.3). */
function hostMismatch(known: MigrationChoices, body: MigrationValues): string | null {
  const { name, migrationHosts } = projectOf(known, body) ?? {};
  const [host] = body.migrationHosts ?? [];
  if (host === undefined || !migrationHosts || migrationHosts.includes(host)) return null;
  const own = migrationHosts.length === 0 ? "it has none" : `choose ${migrationHosts.join(" or ")}`;
  return `${host} is no migration host of ${name ?? "the source project"}: ${own}`;
}

/** Warns when the manager does not report the source, so that nothing can be checked: a mistyped name looks the same. */
function unreported(known: MigrationChoices, body: MigrationValues): string | null {
  if (known.sources.length === 0 || sourceIn(known, body) !== undefined) return null;
  const project = projectOf(known, body);
  const { clusterName = "" } = body.source ?? {};
  return project === undefined
    ? "The manager does not report the source project: check its id."
    : `The manager reports no ${clusterName} in ${project.name ?? "the source project"}: check project and cluster.`;
}

/** Result of the last validation of the same source and destination. */
async function validated(
  ask: Ask,
  context: Context,
  body: MigrationValues,
): Promise<{ fact: Fact; warning: string | null }> {
  const { clusterName: source = null, groupId: sourceProject = null } = body.source ?? {};
  const [last] = validationsOf(context.scope, { source, sourceProject, destination: destinationIn(body) });
  const label = "Validation";
  if (last === undefined) {
    return {
      fact: { label, value: "none from this console" },
      warning: "Not validated: a validation takes about 30 s and lists problems.",
    };
  }
  const old = context.now - last.madeAt;
  const read = await nullIfFailed(ask("getValidationStatus", validationArgs(context.scope, last.id)));
  const validation = read?.data ?? null;
  return { fact: { label, value: formatValidation(validation, old) }, warning: validationWarning(validation, old) };
}

function validationWarning(validation: MigrationValidation | null, old: number): string | null {
  if (validation === null) return "The result of the last validation is not loaded: check it, or validate again.";
  const { status, errorMessage } = validation;
  if (status === "FAILED") return `The last validation failed: ${errorMessage ?? "no reason reported"}`;
  if (status !== "SUCCESS") return "The validation is still running: wait for its result.";
  return old > VALID_FOR ? `The validation is ${formatLongDuration(old)} old: it may be out of date.` : null;
}

/** The newest snapshot of the destination, from which its data could be restored. */
async function backup(ask: Ask, context: Context, into: string): Promise<Fact & { readonly isThere: boolean }> {
  const newest = newestRestorable(await askSnapshots(ask, context.scope, into, kindOf(context.scope, into)));
  const label = "Latest snapshot";
  return newest === undefined
    ? { label, value: `none of ${into}`, isThere: false }
    : { label, value: `of ${into}: ${formatOld(context.now - newest.takenAt)}`, isThere: true };
}

async function destinationWarnings({ ask, context }: ReviewSources, into: string): Promise<readonly string[]> {
  const { scope } = context;
  const [cluster, { migration: busy }] = await Promise.all([
    askCluster(ask, scope, into),
    askReceiving(ask, context, scope.groupId, into),
  ]);
  return present(
    cluster?.paused === true && `${into} is paused: resume it first.`,
    cluster !== undefined &&
      !DEDICATED.includes(cluster.kind) &&
      `${into} is not a dedicated cluster: it cannot be a destination.`,
    busy !== null && `${into} is already receiving ${nameOf(busy)}: the service will refuse this.`,
  );
}

/** The source as the manager reports it; `sources` is null where it could not be requested. */
function sourceFact(source: MigrationSource | undefined, sources: readonly MigrationSource[] | null): Fact {
  const missing = sources === null ? "source projects not loaded" : "not reported by the manager";
  return { label: "Source", value: source === undefined ? missing : formatSource(source) };
}

const UNCHECKED = "Source, TLS, login and migration host are not checked: the source projects are not loaded.";

const destinationCluster = ({ scope }: Context, name: string): Cluster =>
  clusterNamed(scope, name) ?? { name, kind: "unknown", paused: null };

/** Requests before a start: the current source, the last validation, and the latest snapshot of the destination. */
export async function preflightStart(review: ReviewSources, body: MigrationValues): Promise<Preflight> {
  const { ask, context } = review;
  const into = destinationIn(body);
  const [destination, sources, validation, snapshot] = await Promise.all([
    destinationWarnings(review, into),
    nullIfFailed(askSources(ask, context)),
    validated(ask, context, body),
    nullIfFailed(backup(ask, context, into)),
  ]);
  const known = knownOf(context, sources ?? []);
  const source = sourceIn(known, body);
  const host = hostMismatch(known, body);
  const unknown = unreported(known, body);
  const isLost = dropsData(body) && snapshot?.isThere !== true;
  return {
    safer: present(isLost && takeSnapshotFirst(context, destinationCluster(context, into), "before a live migration")),
    problems: present(
      ...(source === undefined ? [] : mismatches(source, body)),
      host !== null && { field: "migrationHosts", message: host },
    ),
    warnings: present(
      sources === null && UNCHECKED,
      unknown !== null && unknown,
      ...destination,
      source !== undefined &&
        isStandalone(source.deployment) &&
        "The source is a standalone: convert it to a replica set first.",
      validation.warning !== null && validation.warning,
      isLost &&
        `Without a snapshot the data of ${into} cannot be recovered: take one first (Snapshots, ${context.key("action.new")}).`,
    ),
    facts: [
      sourceFact(source, sources),
      validation.fact,
      snapshot === null
        ? { label: "Latest snapshot", value: `snapshots of ${into} not loaded` }
        : { label: snapshot.label, value: snapshot.value },
    ],
  };
}

/** Nothing blocks a validation: its purpose is to find problems. */
export async function preflightValidation(review: ReviewSources, body: MigrationValues): Promise<Preflight> {
  const { ask, context } = review;
  const [warnings, sources] = await Promise.all([
    destinationWarnings(review, destinationIn(body)),
    nullIfFailed(askSources(ask, context)),
  ]);
  const known = knownOf(context, sources ?? []);
  const [host, unknown] = [hostMismatch(known, body), unreported(known, body)];
  return {
    warnings: present(
      sources === null && UNCHECKED,
      unknown !== null && unknown,
      host !== null && `${host}.`,
      ...warnings,
    ),
    facts: [sourceFact(sourceIn(known, body), sources)],
  };
}
