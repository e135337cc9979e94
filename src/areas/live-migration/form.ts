import { isObject } from "../../contract/json.ts";
import { HOSTNAME_SCHEMAS } from "../../contract/live-migration/request.ts";
import { operations } from "../../contract/operations.ts";
import type { ClusterKind } from "../../domain/cluster.ts";
import type { FieldPlan, FormPlan, PlanContext, SentenceContext, Suggestion } from "../../forms/types.ts";
import { pluralize } from "../../text/format.ts";
import { type MigrationSource, sourceWords } from "./sources.ts";

/** The forms of a validation and of a start: one body, one set of fields (E60, E61; field table of `domain.md` 14). */

/** What is known while a form is filled in. */
export type MigrationChoices = {
  readonly sources: readonly MigrationSource[];
  readonly project: { readonly id: string; readonly name: string };
  readonly kindOf: (cluster: string) => ClusterKind;
};

/** A body or a group of it, as a form holds it or as it is handed on. */
export type FormValues = Readonly<Record<string, unknown>>;

export const groupOf = (body: FormValues, name: string): FormValues => {
  const group = body[name];
  return isObject(group) ? group : {};
};

const textOf = (group: FormValues, name: string): string => {
  const value = group[name];
  return typeof value === "string" ? value : "";
};

export const sourceNameIn = (body: FormValues): string => textOf(groupOf(body, "source"), "clusterName");
export const destinationIn = (body: FormValues): string => textOf(groupOf(body, "destination"), "clusterName");
export const drops = (body: FormValues): boolean => body["dropDestinationData"] === true;

/** The deployment that a body names, where the manager tells of it. */
export function sourceIn({ sources }: MigrationChoices, body: FormValues): MigrationSource | undefined {
  const source = groupOf(body, "source");
  const [project, name] = [textOf(source, "groupId"), textOf(source, "clusterName")];
  return sources.find((one) => one.project.projectId === project && one.deployment.name === name);
}

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

const deploymentChoices = (known: MigrationChoices, projectId: string): readonly Suggestion[] =>
  ofProject(known, projectId).map((source) => ({
    value: source.deployment.name ?? "",
    label: source.deployment.name ?? "?",
    note: sourceWords(source),
  }));

/** What a deployment decides by itself: TLS and login have to be as the source has them (`domain.md` 14.3). */
function broughtBy({ deployment }: MigrationSource): Readonly<Record<string, boolean>> {
  const { tlsEnabled, managed } = deployment;
  return {
    ...(typeof tlsEnabled === "boolean" ? { ssl: tlsEnabled } : {}),
    ...(typeof managed === "boolean" ? { managedAuthentication: managed } : {}),
  };
}

const hostChoices = (known: MigrationChoices, body: FormValues): readonly Suggestion[] =>
  unique(
    ofProject(known, textOf(groupOf(body, "source"), "groupId")).flatMap(({ project }) => project.migrationHosts ?? []),
  ).map((host) => ({ value: host, label: host, note: "migration host of that project" }));

/** Shard keys are for a replica set that goes into a sharded cluster; where kinds are not known, they may be given. */
function shardingShown(known: MigrationChoices) {
  return ({ body }: PlanContext) => {
    const destination = destinationIn(body);
    const kind = destination === "" ? "unknown" : known.kindOf(destination);
    if (destination === "") return { shown: false, because: "first choose a destination" };
    if (kind !== "sharded" && kind !== "unknown") return { shown: false, because: `${destination} is not sharded` };
    if (sourceIn(known, body)?.deployment.sharded === true)
      return { shown: false, because: "the source is sharded already" };
    return { shown: true, because: "only for a replica set of 6.0 or later into a sharded cluster" };
  };
}

const ownLogin = ({ body }: PlanContext) =>
  groupOf(body, "source")["managedAuthentication"] === false
    ? { shown: true, because: "the manager does not handle the login" }
    : { shown: false, because: "the manager handles the login" };

const withTls = ({ body }: PlanContext) =>
  groupOf(body, "source")["ssl"] === true
    ? { shown: true, because: "only with a private CA" }
    : { shown: false, because: "the source has no TLS" };

const withPrivateLink = ({ body }: PlanContext) => {
  const network = textOf(groupOf(body, "destination"), "hostnameSchemaType");
  if (network === "PRIVATE_LINK") return { shown: true, because: "needed for a private endpoint" };
  // A network of tomorrow may have one: what it holds stays visible.
  const isKnown = network === "" || HOSTNAME_SCHEMAS.some((one) => one === network);
  return isKnown
    ? { shown: false, because: "only for a private endpoint" }
    : { shown: groupOf(body, "destination")["privateLinkId"] !== undefined };
};

const fields = (known: MigrationChoices): readonly FieldPlan[] => [
  { path: "source" },
  {
    path: "source.groupId",
    kind: "choice-or-other",
    choices: () => projectChoices(known),
    words: (value) => known.sources.find(({ project }) => project.projectId === value)?.project.name ?? undefined,
  },
  {
    path: "source.clusterName",
    kind: "choice-or-other",
    choices: ({ body }) => deploymentChoices(known, textOf(groupOf(body, "source"), "groupId")),
    brings: (value, { body }) => {
      const id = textOf(groupOf(body, "source"), "groupId");
      const chosen = ofProject(known, id).find(({ deployment }) => deployment.name === value);
      return chosen === undefined ? {} : broughtBy(chosen);
    },
  },
  { path: "migrationHosts", choices: ({ body }) => hostChoices(known, body) },
  { path: "source.ssl" },
  { path: "source.caCertificatePath", when: withTls },
  { path: "source.managedAuthentication" },
  { path: "source.username", when: ownLogin },
  { path: "source.password", when: ownLogin },
  { path: "destination" },
  {
    path: "destination.groupId",
    kind: "choice",
    choices: () => [{ value: known.project.id, label: known.project.name, note: "the project you are in" }],
  },
  { path: "destination.clusterName", kind: "choice-or-other", suggest: "clusters" },
  { path: "destination.hostnameSchemaType", kind: "choice-or-other" },
  { path: "destination.privateLinkId", kind: "choice-or-other", suggest: "endpoints", when: withPrivateLink },
  { path: "sharding", when: shardingShown(known) },
  { path: "sharding.createSupportingIndexes" },
  { path: "sharding.shardingEntries" },
  { path: "sharding.shardingEntries[].database" },
  { path: "sharding.shardingEntries[].collection" },
  { path: "sharding.shardingEntries[].shardCollection.key", kind: "json" },
  { path: "dropDestinationData" },
];

const keyWords = (entry: FormValues): string => {
  const { key } = groupOf(entry, "shardCollection");
  return Array.isArray(key) ? key.flatMap((part) => (isObject(part) ? Object.keys(part) : [])).join(", ") : "";
};

const LISTS: FormPlan["lists"] = [
  {
    path: "sharding.shardingEntries",
    itemTitle: (_item, index) => `Collection ${index + 1}`,
    summary: (item) =>
      `${textOf(item, "database") || "?"}.${textOf(item, "collection") || "?"} by ${keyWords(item) || "?"}`,
    add: "+ add a collection to shard",
    initial: () => ({}),
  },
];

/** `shop-rs0 → prod-eu`, as far as it is chosen. */
export const pairIn = (body: FormValues): string => `${sourceNameIn(body) || "…"} → ${destinationIn(body) || "…"}`;

function shardingWords(body: FormValues): string {
  const { shardingEntries } = groupOf(body, "sharding");
  const count = Array.isArray(shardingEntries) ? shardingEntries.length : 0;
  return count === 0 ? "" : ` and shards ${pluralize(count, "collection")}`;
}

const isChosen = (body: FormValues): boolean => sourceNameIn(body) !== "" && destinationIn(body) !== "";

function startSentence({ body }: SentenceContext): string {
  if (!isChosen(body)) return "Choose what is moved, and into which cluster.";
  const [source, into] = [sourceNameIn(body), destinationIn(body)];
  const first = drops(body) ? `Deletes every collection of ${into}, then copies` : "Copies";
  return `${first} ${source} into ${into}${shardingWords(body)} and follows it until it is cut over.`;
}

/** What a start brings with it, by the body alone. */
function startWarnings({ body }: SentenceContext): readonly string[] {
  const into = destinationIn(body) || "the destination";
  return [
    ...(drops(body)
      ? [`Every collection of ${into} is deleted before copying. Only a snapshot of ${into} would bring it back.`]
      : []),
    `Until it has ended, ${into} cannot be changed or restored into, and its host alerts are off.`,
    "It cannot be paused or cancelled from here. Search indexes and time-series collections are not moved.",
  ];
}

/** Start (E60). */
export const startPlan = (known: MigrationChoices): FormPlan => ({
  id: "createPushMigration",
  operation: operations.createPushMigration,
  title: ({ body }) => (isChosen(body) ? `Start live migration ${pairIn(body)}` : "Start a live migration"),
  sentence: startSentence,
  button: ({ body }) => (drops(body) ? `Empty ${destinationIn(body)} and start` : "Start the migration"),
  fields: fields(known),
  lists: LISTS,
  riskOf: ({ body }) => (drops(body) ? "destructive" : "disruptive"),
  warnings: startWarnings,
  confirm: ({ body }) => destinationIn(body),
});

/** Validate (E61): the same request, and nothing is done by it. */
export const validatePlan = (known: MigrationChoices): FormPlan => ({
  id: "validateMigration",
  operation: operations.validateMigration,
  title: ({ body }) => (isChosen(body) ? `Validate live migration ${pairIn(body)}` : "Validate a live migration"),
  sentence: ({ body }) =>
    isChosen(body)
      ? `Asks whether ${sourceNameIn(body)} could be moved into ${destinationIn(body)}. Nothing is copied, changed or deleted by it.`
      : "Choose what would be moved, and into which cluster.",
  button: () => "Validate it",
  fields: fields(known),
  lists: LISTS,
});
