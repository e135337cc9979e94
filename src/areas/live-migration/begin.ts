import { type BodyObject, type Path, valueAt } from "../../contract/json/json.ts";
import type { MigrationValidation } from "../../contract/live-migration.ts";
import { newestRestorable } from "../../domain/backup/missing-snapshots.ts";
import { type Cluster, DEDICATED } from "../../domain/cluster.ts";
import type { FormPlan } from "../../forms/form-plan.ts";
import type { RefusedField } from "../../forms/refusal.ts";
import type { Fact } from "../../forms/review/review.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { formatAge, formatDuration, formatLongDuration } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { askCluster, clusterNamed, clustersOf, dedicatedOfProject, suggestClusters } from "../builders/clusters.ts";
import { nullIfFailed } from "../builders/null-if-failed.ts";
import { takeSnapshotFirst } from "../builders/take-first.ts";
import type { Ask, Context } from "../model/context.ts";
import { type Effect, type FormSetup, goTo, type Preflight, type ReviewSources } from "../model/effect.ts";
import { clusterArgs } from "../queries/args.ts";
import { askSnapshots, kindOf } from "../queries/snapshots.ts";
import { isStandalone } from "../source-projects/list.ts";
import {
  destinationIn,
  dropsData,
  type MigrationChoices,
  type MigrationValues,
  projectOf,
  sourceIn,
  startPlan,
  validatePlan,
} from "./form.ts";
import { cachedValidation, nameOf, type Thing, thingsOf, validationArgs, validationsOf } from "./queries.ts";
import { askReceiving } from "./receiving.ts";
import { askSources, formatSource, type MigrationSource, sourcesOf } from "./sources.ts";
import { formatValidation, VALID_FOR } from "./validation.ts";

/** Starting a migration: validate first and start with the same values, or start at once (`domain.md` 14.1, 14.4). */

const knownOf = (context: Context, sources: readonly MigrationSource[]): MigrationChoices => ({
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
    : { label, value: `of ${into}: ${formatDuration(context.now - newest.takenAt)} old`, isThere: true };
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
async function preflightStart(review: ReviewSources, body: MigrationValues): Promise<Preflight> {
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
    safer: present(isLost && takeSnapshotFirst(context, destinationCluster(context, into))),
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
      isLost && `Without a snapshot the data of ${into} cannot be recovered: take one first (Snapshots, n).`,
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
async function preflightValidation(review: ReviewSources, body: MigrationValues): Promise<Preflight> {
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

/** Values of a field in earlier requests. */
const earlier = ({ scope }: Context, path: Path): readonly Suggestion[] =>
  [...thingsOf(scope, "migration"), ...thingsOf(scope, "validation")].flatMap(({ request }) => {
    const value = valueAt(request, path);
    return typeof value === "string" && value !== ""
      ? [{ value, label: value, note: "from an earlier migration" }]
      : [];
  });

/** Restore jobs are requested for this many clusters, to find private endpoints. */
const MOST_SHOWN = 5;

/** Private endpoints: the service names them only in the links of downloads. */
async function endpoints(ask: Ask, context: Context): Promise<readonly Suggestion[]> {
  const { scope } = context;
  const lists = await Promise.all(
    dedicatedOfProject(scope)
      .slice(0, MOST_SHOWN)
      .map(({ name }) => nullIfFailed(ask("listBackupRestoreJobs", clusterArgs(scope, name)))),
  );
  const ids = lists
    .flatMap((list) => list?.data.results ?? [])
    .flatMap(({ privateDownloadDeliveryUrls }) => privateDownloadDeliveryUrls ?? [])
    .flatMap(({ endpointId }) => endpointId || []);
  const linked = [...new Set(ids)].map((id) => ({ value: id, label: id, note: "from a restore download" }));
  return [...earlier(context, ["destination", "privateLinkId"]), ...linked];
}

type Kind = "start" | "validate";

const plans: Readonly<Record<Kind, (known: MigrationChoices) => FormPlan<MigrationValues>>> = {
  start: startPlan,
  validate: validatePlan,
};

/**
 * The form of a validation or a start, with its initial values. `isChosen`: these were chosen just now and win over a draft from another choice.
 * `sources`: the source deployments, where they were just requested and the cached list does not have them yet.
 */
function begin(
  context: Context,
  kind: Kind,
  initial: BodyObject,
  variant: string,
  isChosen: boolean,
  sources = sourcesOf(context),
): Effect {
  const plan = plans[kind](knownOf(context, sources));
  const setup: FormSetup<MigrationValues> = {
    plan,
    targets: [{ id: "", name: "live migration", params: { groupId: context.scope.groupId } }],
    initial,
    ...(isChosen ? { chosen: initial } : {}),
    suggest: {
      clusters: (ask) => suggestClusters(ask, context, DEDICATED),
      endpoints: (ask) => endpoints(ask, context),
      caFiles: async () => earlier(context, ["source", "caCertificatePath"]),
    },
    preflight: kind === "start" ? preflightStart : preflightValidation,
    variant,
  };
  return { kind: "form", setup };
}

/** The only cluster that could be the destination, or the one that the scope is narrowed to. */
function likelyDestination({ scope }: Context): string | undefined {
  const candidates = clustersOf(scope, DEDICATED).filter(({ paused }) => !paused);
  return candidates.length === 1 ? candidates[0]?.name : (scope.cluster ?? undefined);
}

/** Initial values of a request, for a source that the manager reports or for one filled in by hand. */
function initialFor(context: Context, source: MigrationSource | undefined): BodyObject {
  const into = likelyDestination(context);
  const [host] = source?.project.migrationHosts ?? [];
  const { tlsEnabled, managed, name } = source?.deployment ?? {};
  return {
    source: {
      ...(source === undefined ? {} : { groupId: source.project.projectId ?? "", clusterName: name ?? "" }),
      ssl: tlsEnabled ?? true,
      managedAuthentication: managed ?? true,
    },
    ...(host === undefined ? {} : { migrationHosts: [host] }),
    destination: {
      groupId: context.scope.groupId,
      hostnameSchemaType: "PUBLIC",
      ...(into === undefined ? {} : { clusterName: into }),
    },
  };
}

const BY_HAND = "by hand";

const sourceKey = ({ project, deployment }: MigrationSource): string => `${project.projectId}/${deployment.name}`;

/** Picks the source deployment, with notes that tell similar ones apart, then opens the form. */
export function pickSource(context: Context, kind: Kind): Effect {
  let sources = sourcesOf(context);
  return {
    kind: "pick",
    title: kind === "start" ? "Source to migrate" : "Source to validate",
    open: false,
    suggest: async (ask) => {
      // Without permission to list the sources, the source can still be filled in by hand.
      const found = await nullIfFailed(askSources(ask, context));
      sources = found ?? sources;
      const byHand =
        found === null ? "the source projects cannot be loaded" : "for a source that the manager does not report";
      return [
        ...(found ?? []).map((source) => ({
          value: sourceKey(source),
          label: source.deployment.name ?? "?",
          note: formatSource(source),
        })),
        { value: BY_HAND, label: "Enter source by hand", note: byHand },
      ];
    },
    take: (value) => {
      const source = sources.find((one) => sourceKey(one) === value);
      return begin(context, kind, initialFor(context, source), value, false, sources);
    },
  };
}

/** Repeats the request of a validation or a migration; secrets have to be entered again. */
export const repeatRequest = (context: Context, kind: Kind, thing: Thing): Effect =>
  begin(context, kind, thing.request ?? initialFor(context, undefined), thing.id, true);

/** The reason why a request cannot be repeated, or null. */
export const cannotRepeat = ({ request }: Thing): string | null =>
  request === null ? "the request is unknown to this console" : null;

/** The reason why an earlier validation or migration cannot be started with the same values, or null. */
export function cannotStart(context: Context, thing: Thing): string | null {
  const reason = cannotRepeat(thing);
  if (reason !== null || thing.kind === "migration") return reason;
  const status = cachedValidation(context, thing.id)?.status;
  if (status === "PENDING") return "the validation is still running";
  return status === "FAILED" ? "the validation failed: correct the request and validate again" : null;
}

/** The choice that an earlier validation offers: validate again after a failure, open it while it runs, otherwise start with its values. */
function wayOf(context: Context, thing: Thing): Suggestion {
  const status = cachedValidation(context, thing.id)?.status;
  const [value, name] = [thing.id, nameOf(thing)];
  const since = formatAge(Math.max(0, context.now - thing.madeAt));
  if (status === "FAILED") {
    return { value, label: `Validate ${name} again`, note: `failed ${since} ago; the values can be changed` };
  }
  if (status === "PENDING") return { value, label: `Open ${name}`, note: `validation running for ${since}` };
  const how = status === "SUCCESS" ? "validated" : `validation ${status ?? "not loaded"},`;
  return { value, label: `Start ${name}`, note: `${how} ${since} ago, the same values` };
}

const waysOf = (context: Context): readonly Suggestion[] => {
  const earlier = thingsOf(context.scope, "validation").filter((thing) => cannotRepeat(thing) === null);
  return [
    {
      value: "validate",
      label: "Validate first",
      note: "takes about 30 s, changes nothing; then start with the same values",
    },
    { value: "start", label: "Start without validation", note: "errors appear as a failed migration" },
    ...earlier.slice(0, 5).map((thing) => wayOf(context, thing)),
  ];
};

/** The ways to start: validate first, at once, or with the values of an earlier validation. */
export const howToBegin = (context: Context): Effect => ({
  kind: "pick",
  title: "Start live migration",
  open: false,
  suggest: async () => waysOf(context),
  take: (value) => {
    const thing = thingsOf(context.scope, "validation").find(({ id }) => id === value);
    if (thing !== undefined) {
      if (cannotStart(context, thing) === null) return repeatRequest(context, "start", thing);
      const isRunning = cachedValidation(context, thing.id)?.status === "PENDING";
      return isRunning ? goTo("live-migration", thing.id) : repeatRequest(context, "validate", thing);
    }
    return pickSource(context, value === "start" ? "start" : "validate");
  },
});
