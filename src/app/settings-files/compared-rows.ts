import type { FormEnv } from "../../forms/form-plan.ts";
import type { Change } from "../../forms/review/compare.ts";
import { changesOfNew, changesTo } from "../../forms/settings-file/difference.ts";
import type { FileDocument, FileProblem } from "../../forms/settings-file/kind.ts";
import type { ProjectEntry } from "../../state/session/session.ts";
import { pluralize } from "../../text/format.ts";
import { type RowOfSetting, withDistinctNames } from "./alike-rows.ts";
import type { ComparedSetting } from "./comparison.ts";
import type { PlannedSetting, ProjectSetting } from "./types.ts";

/** Rows of a comparison on screen: of two projects, or of a project and files. */

export type ComparedState = "different" | "missing-here" | "missing-there" | "unclear" | "same";

export type ComparedRow = {
  readonly id: string;
  readonly state: ComparedState;
  /** Id of the setting here; null if it is missing here. */
  readonly hereId: string | null;
  /** Name of its kind. */
  readonly kind: string;
  /** Name of its kind within a sentence. */
  readonly title: string;
  /** With what tells it apart from others of its kind and name. */
  readonly name: string;
  readonly cluster: string | null;
  /** Changes from the value here to the value there; all fields if one side is missing. */
  readonly changes: readonly Change[];
  /** Further notes, one sentence each. */
  readonly notes: readonly string[];
  /** The setting on the other side that can be copied here; null if nothing can. */
  readonly origin: FileDocument | ProjectSetting | null;
  /** No cluster here has its name: a cluster has to be chosen before it is copied. */
  readonly isClusterMissing: boolean;
  /** Settings here that it may correspond to, if that is ambiguous: one has to be chosen before it is copied. */
  readonly candidates: readonly AlikeSetting[];
};

/** A candidate, and the changes that a copy would make to it. */
type AlikeSetting = { readonly id: string; readonly changes: readonly Change[] };

/** The other side of a comparison. */
export type ComparedWith =
  | { readonly kind: "project"; readonly project: ProjectEntry }
  /** `isOwn`: the folder may contain settings of several projects, and documents for other projects are left out. */
  | { readonly kind: "files"; readonly path: string; readonly isOwn?: boolean };

/** A compared kind. */
export type ComparedKind = { readonly name: string; readonly plural: string };

/** Result of a comparison. */
export type SettingsComparison = {
  readonly rows: readonly ComparedRow[];
  /** Names of the clusters here without a counterpart of the same name. */
  readonly freeClusters: readonly string[];
  /** In the order of their headings. */
  readonly kinds: readonly ComparedKind[];
  /** Problems of the files. If there are any, nothing is compared. */
  readonly problems: readonly FileProblem[];
  /** Parts that could not be read: nothing is claimed about them, least of all that there are none. */
  readonly unread: readonly UnreadSettings[];
};

/** A part that could not be read, in a sentence, and the error. */
type UnreadSettings = { readonly words: string; readonly error: unknown };

const STATES: Readonly<Record<ComparedSetting["action"], ComparedState>> = {
  create: "missing-here",
  change: "different",
  delete: "missing-there",
  unclear: "unclear",
  same: "same",
};

/** All fields of a setting, as removed ones. */
const gone = (changes: readonly Change[]): readonly Change[] =>
  changes.map(({ lines: _lines, ...change }) => ({ ...change, kind: "removed", from: change.to, to: null }));

const commonOf = (
  { action, of, name, cluster }: Pick<ComparedSetting, "action" | "of" | "name" | "cluster">,
  index: number,
  here: ProjectSetting | null,
) => ({
  id: `${of.file.name}:${index}`,
  hereId: here?.id ?? null,
  state: STATES[action],
  kind: of.file.name,
  title: of.file.title,
  name,
  cluster,
});

/** Rows of two projects. @param clusters names of the clusters here */
export const rowsOfProjects = (
  compared: readonly ComparedSetting[],
  clusters: readonly string[],
  env: FormEnv,
): readonly ComparedRow[] => {
  const rowOf = (one: ComparedSetting, index: number): ComparedRow => {
    const { action, cluster, here, there, changes, copied } = one;
    const candidates = there === null ? [] : candidatesFor(one.candidates, there.settings, env);
    const isClusterMissing = cluster !== null && !clusters.includes(cluster);
    const common = { ...commonOf(one, index, here), candidates, isClusterMissing };
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
  };
  const rows = compared.flatMap((one, index): readonly RowOfSetting<ComparedRow>[] => {
    const setting = one.here ?? one.there;
    return setting === null ? [] : [{ row: rowOf(one, index), of: setting }];
  });
  return withDistinctNames(rows, env);
};

const candidatesFor = (
  stored: readonly ProjectSetting[],
  settings: ProjectSetting["settings"],
  env: FormEnv,
): readonly AlikeSetting[] => stored.map((one) => ({ id: one.id, changes: changesTo(one, settings, env) }));

const unclearNotes = (candidates: readonly AlikeSetting[]): readonly string[] => [
  `It may be one of ${pluralize(candidates.length, "setting")} here: ${candidates.map(({ id }) => id).join(", ")}.`,
  "Select it to say which one it is.",
];

/** Notes on fields that a copy leaves unchanged. */
function staying(changes: readonly Change[], copied: readonly Change[]): readonly string[] {
  const count = changes.length - copied.length;
  if (count <= 0) return [];
  return copied.length === 0
    ? ["They are set here alone: there is nothing to copy."]
    : [`A copy leaves ${pluralize(count, "field")} set here alone as ${count === 1 ? "it is" : "they are"}.`];
}

/** Rows of a project and files, from the plan of the files. */
export const rowsOfPlan = (items: readonly PlannedSetting[], env: FormEnv): readonly ComparedRow[] => {
  const rowOf = (item: PlannedSetting, index: number): ComparedRow => {
    const { action, document, stored } = item;
    const candidates = item.action === "unclear" ? candidatesFor(item.candidates, item.document.settings, env) : [];
    const common = { ...commonOf(item, index, stored), candidates, isClusterMissing: false };
    const notes = item.action === "unclear" ? unclearNotes(candidates) : [];
    if (action === "delete") return { ...common, notes, changes: gone(changesOfNew(stored, env)), origin: null };
    return {
      ...common,
      notes,
      changes: action === "unclear" ? [] : item.changes,
      origin: action === "same" ? null : document,
    };
  };
  const rows = items.map(
    (item, index): RowOfSetting<ComparedRow> => ({
      row: rowOf(item, index),
      of: item.action === "create" || item.action === "unclear" ? item.document : item.stored,
    }),
  );
  return withDistinctNames(rows, env);
};
