/** Differences between a project's settings and its files: the parts of a count, and their labels. */

export type DriftPart = "different" | "missingHere" | "missingThere" | "unclear";

export const DRIFT_LABELS: Readonly<Record<DriftPart, string>> = {
  different: "different",
  missingHere: "missing in the project",
  missingThere: "missing in the files",
  unclear: "not clear",
};

/** Number of differing settings by part. */
export type DriftCounts = Readonly<Record<DriftPart, number>>;

const PARTS: readonly DriftPart[] = ["different", "missingHere", "missingThere", "unclear"];

/** `2 different`, `1 missing in the files`: the parts that are not zero. */
export const formatDriftCounts = (counts: DriftCounts): readonly string[] =>
  PARTS.flatMap((part) => (counts[part] === 0 ? [] : [`${counts[part]} ${DRIFT_LABELS[part]}`]));
