import { type BodyObject, type Path, valueAt } from "../../contract/json/json.ts";
import { DEDICATED } from "../../domain/cluster.ts";
import type { FormPlan } from "../../forms/form-plan.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { formatAge } from "../../text/format.ts";
import { clustersOf, dedicatedOfProject, suggestClusters } from "../builders/clusters.ts";
import { nullIfFailed } from "../builders/null-if-failed.ts";
import type { Ask, Context } from "../model/context.ts";
import { type Effect, type FormSetup, goTo } from "../model/effect.ts";
import { clusterArgs } from "../queries/args.ts";
import { type MigrationChoices, type MigrationValues, startPlan, validatePlan } from "./form.ts";
import { knownOf, preflightStart, preflightValidation } from "./preflight.ts";
import { cachedValidation, nameOf, type Thing, thingsOf } from "./queries.ts";
import { askSources, formatSource, type MigrationSource, sourcesOf } from "./sources.ts";

/** Starting a migration: validate first and start with the same values, or start at once (`domain.md` 14.1, 14.4). */

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
export const chooseHowToStart = (context: Context): Effect => ({
  kind: "pick",
  title: "Start live migration",
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
