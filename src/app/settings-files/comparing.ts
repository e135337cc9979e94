import type { Scope } from "../../areas/model/context.ts";
import type { SettingsKind } from "../../areas/model/settings-kind.ts";
import { SETTINGS_KINDS } from "../../areas/settings-kinds.ts";
import type { NoneDocument } from "../../forms/settings-file/kind.ts";
import type { ProjectEntry } from "../../state/session/session.ts";
import type { App } from "../app.ts";
import { envOf } from "../form/env.ts";
import type { ComparisonLayer } from "../workspace.ts";
import { appliedBefore } from "./applied.ts";
import { rowsOfPlan, rowsOfProjects, type SettingsComparison } from "./compared-rows.ts";
import { asClusters, comparedProjects } from "./comparison.ts";
import { kindsIn, readFiles } from "./files.ts";
import { planOf } from "./plan.ts";
import { type ProjectSettings, readProject, settingsKindOf, unreadText } from "./project.ts";
import { settingsSource } from "./source.ts";
import type { SettingsSource } from "./types.ts";

/** Reads both sides of a comparison and compares them. Loaded on first use. */

/** Source of a project's settings, without cached answers. */
const sourceOf = (app: App, project: ProjectEntry): Promise<SettingsSource> =>
  settingsSource({ store: app.store, selectors: app.selectors, env: () => envOf(app), maxAge: 0 }, project);

/** A source with its settings, read now. */
export async function readNow(app: App, project: ProjectEntry, kinds: readonly SettingsKind[]) {
  const source = await sourceOf(app, project);
  return { source, read: await readProject(source, kinds) };
}

/** Parts of a project that could not be read. */
export const unreadOf = (
  { unread }: ProjectSettings,
  { name }: Pick<ProjectEntry, "name">,
): SettingsComparison["unread"] => unread.map((one) => ({ words: `${name}: ${unreadText(one)}`, error: one.error }));

/** Without the kinds that could not be read on one side: nothing can be said about them. */
const lessUnread = (read: ProjectSettings, unread: ReadonlySet<SettingsKind>): ProjectSettings => ({
  ...read,
  stored: read.stored.filter(({ of }) => !unread.has(of)),
});

const ordered = (kinds: readonly SettingsKind[], first: readonly string[]): SettingsComparison["kinds"] =>
  [
    ...kinds.filter(({ file }) => first.includes(file.name)),
    ...kinds.filter(({ file }) => !first.includes(file.name)),
  ].map(({ file: { name, plural } }) => ({ name, plural }));

type Compared = Pick<ComparisonLayer, "here" | "with" | "first" | "clusters">;

async function withProject(
  app: App,
  { here, first, clusters }: Compared,
  there: ProjectEntry,
): Promise<SettingsComparison> {
  const kinds = SETTINGS_KINDS.filter(({ onlyByName }) => !onlyByName);
  const [ours, theirs] = await Promise.all([readNow(app, here, kinds), readNow(app, there, kinds)]);
  const unread = new Set([...ours.read.unread, ...theirs.read.unread].map(({ kind }) => kind));
  const env = envOf(app);
  const compared = comparedProjects(
    lessUnread(ours.read, unread),
    asClusters(lessUnread(theirs.read, unread), clusters),
    there.name,
    env,
  );
  const [own, other] = [ours, theirs].map(({ source }) => source.scope.clusters.map(({ name }) => name));
  const taken = new Set([...(other ?? []), ...clusters.values()]);
  return {
    rows: rowsOfProjects(compared, own ?? [], env),
    freeClusters: (own ?? []).filter((name) => !taken.has(name)),
    kinds: ordered(kinds, first),
    problems: [],
    unread: [...unreadOf(ours.read, here), ...unreadOf(theirs.read, there)],
  };
}

/**
 * Compares a project with files.
 *
 * @param isOwn documents for other projects are left out
 * @throws ServiceError when a list cannot be requested at all
 */
export async function comparedWithFiles(
  source: SettingsSource,
  path: string,
  { isOwn, first }: { readonly isOwn: boolean; readonly first: readonly string[] },
): Promise<SettingsComparison> {
  const { scope } = source;
  const found = await readFiles([path], process.env);
  if (found.problems.length > 0) {
    return { rows: [], freeClusters: [], kinds: [], problems: found.problems, unread: [] };
  }
  const isMeant = ({ project }: NoneDocument): boolean => !isOwn || project === null || isCalled(scope, project.name);
  const [documents, none] = [found.documents.filter(isMeant), found.none.filter(isMeant)];
  const kinds = kindsIn({ documents, none });
  const read = await readProject(source, kinds);
  const unread = new Set(read.unread.map(({ kind }) => kind));
  const known = documents.filter(({ kind }) => !unread.has(settingsKindOf(kind)));
  const env = source.env();
  const before = await appliedBefore(source, known);
  const plan = planOf(known, lessUnread(read, unread), scope, { prune: true, none, before, answers: new Map(), env });
  return {
    rows: plan.problems.length > 0 ? [] : rowsOfPlan(plan.items, env),
    freeClusters: [],
    kinds: ordered(kinds, first),
    problems: plan.problems,
    unread: unreadOf(read, { name: scope.groupName }),
  };
}

const isCalled = ({ groupId, groupName }: Scope, name: string): boolean => name === groupName || name === groupId;

async function withFiles(
  app: App,
  { here, first }: Compared,
  path: string,
  isOwn: boolean,
): Promise<SettingsComparison> {
  return comparedWithFiles(await sourceOf(app, here), path, { isOwn, first });
}

/**
 * Compares the current project with another project or with files.
 *
 * @throws ServiceError when the clusters of a project cannot be determined
 */
export const compare = (app: App, layer: Compared): Promise<SettingsComparison> =>
  layer.with.kind === "project"
    ? withProject(app, layer, layer.with.project)
    : withFiles(app, layer, layer.with.path, layer.with.isOwn === true);
