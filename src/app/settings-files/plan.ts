import type { Scope } from "../../areas/model/context.ts";
import type { SettingsKind } from "../../areas/model/settings-kind.ts";
import { SETTINGS_KINDS } from "../../areas/settings-kinds.ts";
import type { FormEnv } from "../../forms/form-plan.ts";
import { changesOfNew, changesTo, keepsOnlyStoredSecrets, problemsIn } from "../../forms/settings-file/difference.ts";
import type { FileDocument, FileProblem, NoneDocument } from "../../forms/settings-file/kind.ts";
import { type AppliedBefore, duplicateDocuments, type Matched, matchedTo } from "../../forms/settings-file/match.ts";
import type { NamesToCreate } from "../../forms/settings-file/references.ts";
import { projectsCalled } from "../../state/session/session.ts";
import { didYouMean } from "../../text/nearest.ts";
import { type ProjectSettings, settingsKindOf } from "./project.ts";
import type { PlannedSetting, ProjectSetting } from "./types.ts";

/** Plan of the changes that files require: settings to create, change and delete, and unchanged ones. Nothing is requested or sent here. */

export type SettingsPlan = {
  /** In the order of application. */
  readonly items: readonly PlannedSetting[];
  /** If there are any, nothing must be sent. */
  readonly problems: readonly FileProblem[];
};

export type PlanOptions = {
  /** Kinds that the files declare as empty. */
  readonly none: readonly NoneDocument[];
  /** Delete stored settings without a document, of the kinds in the files. */
  readonly prune: boolean;
  readonly before: readonly AppliedBefore[];
  /** Stored setting of each ambiguous document, or null for a new one. */
  readonly answers: ReadonlyMap<FileDocument, string | null>;
  readonly env: FormEnv;
};

/** Problems of documents for another project. */
function foreign({ file, project }: NoneDocument, { groupId, groupName, projects }: Scope): readonly FileProblem[] {
  if (project === null) return [];
  const others = projects.filter(({ id }) => id !== groupId);
  const meant = projectsCalled([{ id: groupId, name: groupName }, ...others], project.name);
  if (meant.some(({ id }) => id === groupId) && meant.length === 1) return [];
  const message =
    meant.length > 1
      ? `several projects are called ${project.name}: write the id of one`
      : `these settings are for the project ${project.name}, and this is ${groupName}`;
  return [{ file, ...project.spot, message }];
}

/** Problems of documents for missing clusters. */
function clusterless({ file, cluster, clusterSpot }: FileDocument, scope: Scope): readonly FileProblem[] {
  const names = scope.clusters.map(({ name }) => name);
  if (cluster === null || names.includes(cluster)) return [];
  const message = `${scope.groupName} has no cluster ${cluster}${didYouMean(cluster, names)}`;
  return [{ file, ...clusterSpot, message }];
}

function answered(match: Matched<ProjectSetting>, { answers }: PlanOptions): Matched<ProjectSetting> {
  const { document } = match;
  const answer = match.as === "unclear" ? answers.get(document) : undefined;
  if (match.as !== "unclear" || answer === undefined) return match;
  const stored = match.candidates.find(({ id }) => id === answer);
  return stored === undefined ? { document, as: "new" } : { document, as: "stored", stored };
}

const nameOf = ({ kind, settings }: Pick<FileDocument, "kind" | "settings">): string => kind.nameOf(settings);

function planned(match: Matched<ProjectSetting>, { env }: PlanOptions): PlannedSetting {
  const { document } = match;
  const common = { of: settingsKindOf(document.kind), cluster: document.cluster, name: nameOf(document), document };
  if (match.as === "stored") {
    const changes = changesTo(match.stored, document.settings, env);
    // Masked secrets are not compared: a mask of a secret that is not stored counts as a change, where the problem is found.
    const isSame = changes.length === 0 && keepsOnlyStoredSecrets(match.stored, document.settings);
    return { ...common, action: isSame ? "same" : "change", stored: match.stored, changes };
  }
  const changes = changesOfNew(document, env);
  return match.as === "new"
    ? { ...common, action: "create", stored: null, changes }
    : { ...common, action: "unclear", stored: null, candidates: match.candidates, changes };
}

/** Names of settings that the documents create, by kind: other documents may refer to them. */
function comingOf(items: readonly PlannedSetting[]): NamesToCreate {
  const coming = new Map<string, Set<string>>();
  for (const { action, of, name } of items) {
    if (action === "create") coming.set(of.file.name, (coming.get(of.file.name) ?? new Set()).add(name));
  }
  return coming;
}

function problemsOf(
  item: PlannedSetting,
  { named }: ProjectSettings,
  coming: NamesToCreate,
  { env }: PlanOptions,
): readonly FileProblem[] {
  const { document, stored, of } = item;
  if (document === null || item.action === "same") return [];
  const at = (message: string): FileProblem => ({ file: document.file, ...document.spotOf([]), message });
  if (item.action === "create" && of.create === null) {
    return [at(`${item.cluster ?? "this project"} has no ${of.file.title}: the service knows none of it`)];
  }
  if (item.action === "change" && stored?.thing.change === null) {
    return [at(`the service cannot change ${of.file.plural}: delete ${item.name}, then create it`)];
  }
  return problemsIn(document, stored, { named, coming, fixed: of.fixed ?? [], env });
}

const orderOf = (of: SettingsKind): number => SETTINGS_KINDS.indexOf(of);

/** Makes the plan for documents that were read without problems. */
export function planOf(
  documents: readonly FileDocument[],
  project: ProjectSettings,
  scope: Scope,
  options: PlanOptions,
): SettingsPlan {
  const twice = duplicateDocuments(documents);
  const wrong = [
    ...[...documents, ...options.none].flatMap((document) => foreign(document, scope)),
    ...documents.flatMap((document) => clusterless(document, scope)),
  ];
  if (twice.length + wrong.length > 0) return { items: [], problems: [...wrong, ...twice] };
  const matched = matchedTo(documents, project.stored, options.before).map((match) => answered(match, options));
  const items = matched
    .map((match) => planned(match, options))
    .toSorted((left, right) => orderOf(left.of) - orderOf(right.of));
  const coming = comingOf(items);
  const problems = items.flatMap((item) => problemsOf(item, project, coming, options));
  return {
    items: [...items, ...(options.prune ? deletions(items, [...documents, ...options.none], project) : [])],
    problems,
  };
}

/** Deletions of settings without a document, last kinds first: a setting is deleted after those that need it. */
function deletions(
  items: readonly PlannedSetting[],
  documents: readonly NoneDocument[],
  { stored }: ProjectSettings,
): readonly PlannedSetting[] {
  const kinds = new Set(documents.map(({ kind }) => kind));
  const kept = new Set(
    items.flatMap((item) => (item.action === "unclear" ? item.candidates : item.stored === null ? [] : [item.stored])),
  );
  return stored
    .filter((one) => kinds.has(one.kind) && !kept.has(one) && one.thing.remove !== null)
    .toSorted((left, right) => orderOf(right.of) - orderOf(left.of))
    .map((one) => ({
      action: "delete",
      of: one.of,
      cluster: one.cluster,
      name: nameOf(one),
      document: null,
      stored: one,
      changes: [],
    }));
}
