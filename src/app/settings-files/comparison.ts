import type { SettingsKind } from "../../areas/model/settings-kind.ts";
import type { FormEnv } from "../../forms/form-plan.ts";
import type { Change } from "../../forms/review/compare.ts";
import { changesBetweenProjects, changesTo } from "../../forms/settings-file/difference.ts";
import type { FileDocument } from "../../forms/settings-file/kind.ts";
import { matchedTo } from "../../forms/settings-file/match.ts";
import { type ProjectSettings, settingsKindOf } from "./project.ts";
import type { ProjectSetting } from "./types.ts";

/** Compares two projects: settings that both have, that one lacks, and that differ. It does not judge which side is right. */

export type ComparedSetting = {
  /** `change`: both have it, and it differs. */
  readonly action: "create" | "change" | "delete" | "same" | "unclear";
  readonly of: SettingsKind;
  readonly cluster: string | null;
  readonly name: string;
  readonly here: ProjectSetting | null;
  readonly there: ProjectSetting | null;
  /** Changes from the value here to the value there. */
  readonly changes: readonly Change[];
  /** Those changes that a copy makes: fields that are set only here stay. */
  readonly copied: readonly Change[];
  /** Settings here that it may correspond to, if that is ambiguous. */
  readonly candidates: readonly ProjectSetting[];
};

/** A setting of another project in the shape of a file document. */
const asDocument = ({ kind, cluster, settings }: ProjectSetting, file: string): FileDocument => {
  const spot = { line: 1, column: 1 };
  return { kind, cluster, settings, file, spotOf: () => spot, project: null, clusterSpot: spot };
};

/** Another project with each of its clusters (the keys) renamed to the cluster here that it is compared with. */
export const asClusters = (there: ProjectSettings, clusters: ReadonlyMap<string, string>): ProjectSettings => ({
  ...there,
  stored: there.stored.map((one) => ({ ...one, cluster: clusters.get(one.cluster ?? "") ?? one.cluster })),
});

/**
 * Compares the current project with another project.
 *
 * @param there the other project
 * @param name name of the other project
 */
export function comparedProjects(
  here: ProjectSettings,
  there: ProjectSettings,
  name: string,
  env: FormEnv,
): readonly ComparedSetting[] {
  const documents = new Map(there.stored.map((one) => [asDocument(one, name), one]));
  const matched = matchedTo([...documents.keys()], here.stored, []);
  const found = matched.map((match): ComparedSetting => {
    const { document } = match;
    const { kind, cluster } = document;
    const of = settingsKindOf(kind);
    const settings =
      match.as === "stored" && of.inPlaceOf !== undefined
        ? of.inPlaceOf(document.settings, match.stored.settings)
        : document.settings;
    const theirs = documents.get(document);
    const common = {
      of,
      cluster,
      name: kind.nameOf(settings),
      there: theirs === undefined ? null : { ...theirs, settings },
      candidates: match.as === "unclear" ? match.candidates : [],
    };
    if (match.as === "stored") {
      const changes = changesBetweenProjects(match.stored, settings, env);
      const copied = changesTo(match.stored, settings, env);
      return { ...common, action: changes.length === 0 ? "same" : "change", here: match.stored, changes, copied };
    }
    return { ...common, action: match.as === "new" ? "create" : "unclear", here: null, changes: [], copied: [] };
  });
  const taken = new Set(
    matched.flatMap((match) =>
      match.as === "stored" ? [match.stored] : match.as === "unclear" ? match.candidates : [],
    ),
  );
  const alone = here.stored
    .filter((one) => !taken.has(one))
    .map(
      (one): ComparedSetting => ({
        action: "delete",
        of: one.of,
        cluster: one.cluster,
        name: one.kind.nameOf(one.settings),
        here: one,
        there: null,
        changes: [],
        copied: [],
        candidates: [],
      }),
    );
  return [...found, ...alone];
}
