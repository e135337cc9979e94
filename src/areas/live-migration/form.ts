import { HOSTNAME_SCHEMAS } from "../../contract/live-migration/request.ts";
import { operations } from "../../contract/operations.ts";
import type { ClusterKind } from "../../domain/cluster.ts";
import { migrationImpact } from "../../domain/live-migration/migration.ts";
import type { FieldPlan, FormPlan, ListPlan, SentenceContext, TitleContext } from "../../forms/form-plan.ts";
import type { FormValues } from "../../forms/schema/form-values.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { deploymentSuggestions, type MigrationSource } from "./sources.ts";

/** The forms of validation and start: same body, same fields (E60, E61; field table of `domain.md` 14). */

/** Choices available while a form is filled in. */
export type MigrationChoices = {
  readonly sources: readonly MigrationSource[];
  readonly project: { readonly id: string; readonly name: string };
  readonly kindOf: (cluster: string) => ClusterKind;
};

export type MigrationValues = FormValues<"createPushMigration">;

const sourceNameIn = ({ source }: MigrationValues): string => source?.clusterName ?? "";
export const destinationIn = ({ destination }: MigrationValues): string => destination?.clusterName ?? "";
export const dropsData = (body: MigrationValues): boolean => body.dropDestinationData === true;

const projectIn = ({ source }: MigrationValues): string => source?.groupId ?? "";

/** The deployment that a body names, where the manager reports it. */
export const sourceIn = ({ sources }: MigrationChoices, body: MigrationValues): MigrationSource | undefined =>
  sources.find((one) => one.project.projectId === projectIn(body) && one.deployment.name === sourceNameIn(body));

/** The project that a body names, where the manager reports it. */
export const projectOf = (
  { sources }: MigrationChoices,
  body: MigrationValues,
): MigrationSource["project"] | undefined =>
  sources.find(({ project }) => project.projectId === projectIn(body))?.project;

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)].filter((value) => value !== "");

function projectChoices({ sources }: MigrationChoices): readonly Suggestion[] {
  return unique(sources.map(({ project }) => project.projectId ?? "")).map((id) => {
    const mine = sources.filter(({ project }) => project.projectId === id);
    const names = mine.map(({ deployment }) => deployment.name ?? "?").join(", ");
    return { value: id, label: mine[0]?.project.name ?? id, note: names };
  });
}

const ofProject = ({ sources }: MigrationChoices, id: string): readonly MigrationSource[] =>
  id === "" ? sources : sources.filter(({ project }) => project.projectId === id);

/** Values that a deployment determines: TLS and login have to be as on the source (`domain.md` 14.3). */
function broughtBy({ deployment }: MigrationSource): Readonly<Record<string, boolean>> {
  const { tlsEnabled, managed } = deployment;
  return {
    ...(typeof tlsEnabled === "boolean" ? { ssl: tlsEnabled } : {}),
    ...(typeof managed === "boolean" ? { managedAuthentication: managed } : {}),
  };
}

const hostChoices = (known: MigrationChoices, body: MigrationValues): readonly Suggestion[] =>
  unique(ofProject(known, projectIn(body)).flatMap(({ project }) => project.migrationHosts ?? [])).map((host) => ({
    value: host,
    label: host,
    note: "migration host of that project",
  }));

/** Shard keys apply to a replica set that migrates into a sharded cluster; where kinds are unknown, they may be given. */
function shardingShown(known: MigrationChoices) {
  return ({ body }: TitleContext<MigrationValues>) => {
    const destination = destinationIn(body);
    const kind = destination === "" ? "unknown" : known.kindOf(destination);
    if (destination === "") return { shown: false, because: "choose a destination first" };
    if (kind !== "sharded" && kind !== "unknown") return { shown: false, because: `${destination} is not sharded` };
    if (sourceIn(known, body)?.deployment.sharded === true)
      return { shown: false, because: "the source is sharded already" };
    return { shown: true, because: "only from a replica set 6.0 or later" };
  };
}

const ownLogin = ({ body }: TitleContext<MigrationValues>) =>
  body.source?.managedAuthentication === false
    ? { shown: true, because: "the manager does not manage the users" }
    : { shown: false, because: "the manager manages the users" };

const withTls = ({ body }: TitleContext<MigrationValues>) =>
  body.source?.ssl === true
    ? { shown: true, because: "only with a private CA" }
    : { shown: false, because: "the source has no TLS" };

const withPrivateLink = ({ body }: TitleContext<MigrationValues>) => {
  const { hostnameSchemaType: network = "", privateLinkId } = body.destination ?? {};
  if (network === "PRIVATE_LINK") return { shown: true, because: "required for a private endpoint" };
  // A network type that this version does not know may have an endpoint: an existing value stays visible.
  const isKnown = network === "" || HOSTNAME_SCHEMAS.some((one) => one === network);
  return isKnown ? { shown: false, because: "only for a private endpoint" } : { shown: privateLinkId !== undefined };
};

const fields = (known: MigrationChoices): readonly FieldPlan<MigrationValues>[] => [
  { path: "source" },
  {
    path: "source.groupId",
    kind: "choice-or-other",
    choices: () => projectChoices(known),
    words: (value) => known.sources.find(({ project }) => project.projectId === value)?.project.name ?? undefined,
    // The same name in another project is another deployment, or none; a project typed by hand keeps its values, as
    // nothing is known about it.
    brings: (value, { subject: { clusterName = "" } }) => {
      const own = known.sources.filter(({ project }) => project.projectId === value);
      const same = own.find(({ deployment }) => deployment.name === clusterName);
      if (same !== undefined) return broughtBy(same);
      return own.length === 0 ? {} : { clusterName: "" };
    },
  },
  {
    path: "source.clusterName",
    kind: "choice-or-other",
    choices: ({ body }) => deploymentSuggestions(ofProject(known, projectIn(body))),
    brings: (value, { body }) => {
      const id = projectIn(body);
      const chosen = ofProject(known, id).find(({ deployment }) => deployment.name === value);
      return chosen === undefined ? {} : broughtBy(chosen);
    },
  },
  { path: "migrationHosts", choices: ({ body }) => hostChoices(known, body) },
  { path: "source.ssl" },
  { path: "source.caCertificatePath", kind: "choice-or-other", suggest: "caFiles", when: withTls },
  { path: "source.managedAuthentication" },
  { path: "source.username", when: ownLogin },
  { path: "source.password", when: ownLogin },
  { path: "destination" },
  {
    path: "destination.groupId",
    kind: "choice",
    choices: () => [{ value: known.project.id, label: known.project.name, note: "this project" }],
  },
  { path: "destination.clusterName", kind: "choice-or-other", suggest: "clusters" },
  { path: "destination.hostnameSchemaType", kind: "choice-or-other" },
  {
    path: "destination.privateLinkId",
    kind: "choice-or-other",
    suggest: "endpoints",
    when: withPrivateLink,
    required: ({ subject }) => subject.hostnameSchemaType === "PRIVATE_LINK",
  },
  { path: "sharding", when: shardingShown(known) },
  { path: "sharding.createSupportingIndexes" },
  { path: "sharding.shardingEntries" },
  { path: "sharding.shardingEntries[].database" },
  { path: "sharding.shardingEntries[].collection" },
  { path: "sharding.shardingEntries[].shardCollection.key", kind: "json" },
  { path: "dropDestinationData" },
];

const LISTS: readonly ListPlan<MigrationValues>[] = [
  {
    path: "sharding.shardingEntries",
    itemTitle: (_item, index) => `Collection ${index + 1}`,
    summary: ({ database, collection, shardCollection }) => {
      const key = (shardCollection?.key ?? []).flatMap((part) => Object.keys(part)).join(", ");
      const namespace = [database, collection].filter((name) => name).join(".");
      return `${namespace || "no collection yet"}, ${key === "" ? "no key yet" : `by ${key}`}`;
    },
    add: "+ Add collection to shard",
    initial: () => ({}),
  },
];

/** `shop-rs0 → prod-eu`, as far as both are chosen. */
const pairIn = (body: MigrationValues): string => `${sourceNameIn(body) || "…"} → ${destinationIn(body) || "…"}`;

function formatSharding(body: MigrationValues): string {
  const count = body.sharding?.shardingEntries?.length ?? 0;
  return count === 0 ? "" : ` and shards ${pluralize(count, "collection")}`;
}

const isChosen = (body: MigrationValues): boolean => sourceNameIn(body) !== "" && destinationIn(body) !== "";

/** The choices that are still missing. */
const formatMissing = (body: MigrationValues): string =>
  `Choose the ${present(sourceNameIn(body) === "" && "source", destinationIn(body) === "" && "destination").join(" and the ")}.`;

function startSentence({ body }: SentenceContext<MigrationValues>): string {
  if (!isChosen(body)) return formatMissing(body);
  const [source, into] = [sourceNameIn(body), destinationIn(body)];
  const first = dropsData(body) ? `Deletes every collection of ${into}, then copies` : "Copies";
  return `${first} ${source} to ${into}${formatSharding(body)} and keeps it in sync until the cut-over.`;
}

/** Warnings of a start, by the body alone. */
function startWarnings({ body }: SentenceContext<MigrationValues>): readonly string[] {
  const into = destinationIn(body) || "the destination";
  return [
    ...migrationImpact(body).warnings,
    `Until the migration ends, ${into} cannot be changed or be a restore target, and its host alerts are off.`,
    "This API cannot pause or cancel a migration. Search indexes and time-series collections are not migrated.",
  ];
}

/** The plan of a start (E60). */
export const startPlan = (known: MigrationChoices): FormPlan<MigrationValues> => ({
  operation: operations.createPushMigration,
  title: ({ body }) => (isChosen(body) ? `Start live migration ${pairIn(body)}` : "Start live migration"),
  sentence: startSentence,
  button: ({ body }) => (dropsData(body) ? `Empty ${destinationIn(body)} and start` : "Start migration"),
  fields: fields(known),
  lists: LISTS,
  riskOf: ({ body }) => migrationImpact(body).risk,
  warnings: startWarnings,
  confirm: ({ body }) => destinationIn(body),
});

/** Validate (E61): the same request as a start, without effect on the data. */
export const validatePlan = (known: MigrationChoices): FormPlan<MigrationValues> => ({
  operation: operations.validateMigration,
  title: ({ body }) => (isChosen(body) ? `Validate live migration ${pairIn(body)}` : "Validate live migration"),
  sentence: ({ body }) =>
    isChosen(body)
      ? `Checks whether ${sourceNameIn(body)} can be migrated to ${destinationIn(body)}. Nothing is copied, changed or deleted.`
      : formatMissing(body),
  button: () => "Validate",
  fields: fields(known),
  lists: LISTS,
});
