import type { SettingsKind } from "../../areas/model/settings-kind.ts";
import { changesOfNew, changesTo } from "../../forms/settings-file/difference.ts";
import type { FileDocument, FileProblem } from "../../forms/settings-file/kind.ts";
import type { Change, FormEnv } from "../../forms/types.ts";
import type { ProjectEntry } from "../../state/session/session.ts";
import { pluralize } from "../../text/format.ts";
import type { ComparedSetting } from "./comparison.ts";
import type { PlannedSetting, ProjectSetting } from "./types.ts";

/** What is compared on screen, a row each: of two projects, or of a project and files. */

export type ComparedState = "different" | "missing-here" | "missing-there" | "unclear" | "same";

export type ComparedRow = {
  readonly id: string;
  readonly state: ComparedState;
  /** The id of the one here; null where there is none. */
  readonly hereId: string | null;
  /** The name of its kind. */
  readonly kind: string;
  /** In a sentence. */
  readonly title: string;
  readonly name: string;
  readonly cluster: string | null;
  /** From what is here to what is there; all that it has where it is missing on one side. */
  readonly changes: readonly Change[];
  /** What else there is to say, a sentence each. */
  readonly notes: readonly string[];
  /** What stands there and can be copied here; null where nothing can. */
  readonly origin: FileDocument | ProjectSetting | null;
  /** There is no cluster of its name here: which one it is about has to be said before it is copied. */
  readonly isClusterMissing: boolean;
  /** Those here that it may be, where that is not clear: which one it is has to be said before it is copied. */
  readonly candidates: readonly AlikeSetting[];
};

/** One that something may be, and what a copy would change in it. */
export type AlikeSetting = { readonly id: string; readonly changes: readonly Change[] };

/** What the settings of a project are compared with. */
export type ComparedWith =
  | { readonly kind: "project"; readonly project: ProjectEntry }
  /** `isOwn`: a folder may have settings for several projects, and those for others are left out. */
  | { readonly kind: "files"; readonly path: string; readonly isOwn?: boolean };

/** A kind that is compared. */
export type ComparedKind = { readonly name: string; readonly plural: string };

/** What came of it. */
export type SettingsComparison = {
  readonly rows: readonly ComparedRow[];
  /** The clusters here that no cluster there has the name of, by name. */
  readonly freeClusters: readonly string[];
  /** In the order of their headings. */
  readonly kinds: readonly ComparedKind[];
  /** What is wrong with the files. Not empty: they are compared with nothing. */
  readonly problems: readonly FileProblem[];
  /** What could not be read: nothing is said of it, least of all that there is none. */
  readonly unread: readonly UnreadSettings[];
};

/** What could not be read, in a sentence, and what it failed with. */
export type UnreadSettings = { readonly words: string; readonly error: unknown };

const STATES: Readonly<Record<ComparedSetting["action"], ComparedState>> = {
  create: "missing-here",
  change: "different",
  delete: "missing-there",
  unclear: "unclear",
  same: "same",
};

/** All that a thing has, as what is gone there. */
const gone = (changes: readonly Change[]): readonly Change[] =>
  changes.map(({ lines: _lines, ...change }) => ({ ...change, kind: "removed", from: change.to, to: null }));

const commonOf = (of: SettingsKind, name: string, cluster: string | null) => ({
  kind: of.file.name,
  title: of.file.title,
  name,
  cluster,
});

/** The rows of two projects. @param clusters the names of the clusters here */
export const rowsOfProjects = (
  compared: readonly ComparedSetting[],
  clusters: readonly string[],
  env: FormEnv,
): readonly ComparedRow[] =>
  compared.map((one, index): ComparedRow => {
    const { action, of, name, cluster, here, there, changes, copied } = one;
    const candidates = there === null ? [] : candidatesFor(one.candidates, there.settings, env);
    const isClusterMissing = cluster !== null && !clusters.includes(cluster);
    const common = {
      id: `${of.file.name}:${index}`,
      hereId: here?.id ?? null,
      state: STATES[action],
      candidates,
      isClusterMissing,
      ...commonOf(of, name, cluster),
    };
    const notes = [
      ...(isClusterMissing
        ? [`There is no cluster ${cluster} here. Select it to say with which one it is compared.`]
        : []),
      ...(action === "unclear" ? unclearNotes(candidates) : staying(changes, copied)),
    ];
    if (action === "delete" && here !== null) {
      return { ...common, notes, changes: gone(changesOfNew(here, env)), origin: null };
    }
    const isNew = action === "create" && there !== null;
    return {
      ...common,
      notes,
      changes: isNew ? changesOfNew(there, env) : changes,
      origin: isNew || action === "unclear" || copied.length > 0 ? there : null,
    };
  });

const candidatesFor = (
  stored: readonly ProjectSetting[],
  settings: ProjectSetting["settings"],
  env: FormEnv,
): readonly AlikeSetting[] => stored.map((one) => ({ id: one.id, changes: changesTo(one, settings, env) }));

const unclearNotes = (candidates: readonly AlikeSetting[]): readonly string[] => [
  `It may be one of ${pluralize(candidates.length, "setting")} here: ${candidates.map(({ id }) => id).join(", ")}.`,
  "Select it to say which one it is.",
];

/** What a copy does not take over. */
function staying(changes: readonly Change[], copied: readonly Change[]): readonly string[] {
  const count = changes.length - copied.length;
  if (count <= 0) return [];
  return copied.length === 0
    ? ["They are set here alone: there is nothing to copy."]
    : [`A copy leaves ${pluralize(count, "field")} set here alone as ${count === 1 ? "it is" : "they are"}.`];
}

/** The rows of a project and files, by the plan of the files. */
export const rowsOfPlan = (items: readonly PlannedSetting[], env: FormEnv): readonly ComparedRow[] =>
  items.map((item, index): ComparedRow => {
    const { action, of, name, cluster, document, stored } = item;
    const candidates = item.action === "unclear" ? candidatesFor(item.candidates, item.document.settings, env) : [];
    const common = {
      id: `${of.file.name}:${index}`,
      hereId: stored?.id ?? null,
      state: STATES[action],
      candidates,
      isClusterMissing: false,
      ...commonOf(of, name, cluster),
    };
    const notes = item.action === "unclear" ? unclearNotes(candidates) : [];
    if (action === "delete") return { ...common, notes, changes: gone(changesOfNew(stored, env)), origin: null };
    return {
      ...common,
      notes,
      changes: action === "unclear" ? [] : item.changes,
      origin: action === "same" ? null : document,
    };
  });
