/** How settings of a project can differ from the files that they are kept in: the parts of a count, and what each is called. */

export type DriftPart = "different" | "missingHere" | "missingThere" | "unclear";

export const DRIFT_LABELS: Readonly<Record<DriftPart, string>> = {
  different: "different",
  missingHere: "missing in the project",
  missingThere: "missing in the files",
  unclear: "not clear",
};

/** So many settings differ, and how. */
export type DriftCounts = Readonly<Record<DriftPart, number>>;

const PARTS: readonly DriftPart[] = ["different", "missingHere", "missingThere", "unclear"];

/** `2 different`, `1 missing in the files`: what there is any of. */
export const formatDriftCounts = (counts: DriftCounts): readonly string[] =>
  PARTS.flatMap((part) => (counts[part] === 0 ? [] : [`${counts[part]} ${DRIFT_LABELS[part]}`]));
