import type { Drift, DriftCounts } from "../../state/drift.ts";
import { formatAge } from "../../text/format.ts";
import { warn } from "../cells.ts";
import type { WallPart, WallRow } from "./wall.ts";

/** Settings of the project that are not what the files of its profile say. */

const PARTS: readonly (readonly [keyof DriftCounts, string])[] = [
  ["different", "different"],
  ["missingHere", "missing here"],
  ["missingThere", "missing in the files"],
  ["unclear", "not clear"],
];

/** Between the alerts that warn and those that inform. */
const AFTER_WARNINGS = 25;

/** `2 different, 1 missing here` */
const formatCounts = (counts: DriftCounts): string =>
  PARTS.flatMap(([name, words]) => (counts[name] === 0 ? [] : [`${counts[name]} ${words}`])).join(", ");

function rowOf({ path, since, found }: Drift, now: number): WallRow | null {
  const common = {
    id: `drift/${found.kind}`,
    time: formatAge(Math.max(0, now - since)),
    name: path.split(/[\\/]/u).at(-1) ?? path,
    link: null,
    order: AFTER_WARNINGS,
    opens: { kind: "comparison", path } as const,
  };
  switch (found.kind) {
    case "same":
      return null;
    case "different":
      return {
        ...common,
        section: "wrong",
        kind: warn("drift"),
        state: warn(`settings: ${formatCounts(found.counts)}`),
      };
    case "unread":
      // Files that are wrong are a person's to mend; what the service did not tell stands with all else of that kind.
      return found.where === null
        ? { ...common, section: "unread", kind: warn("files"), state: warn(found.why) }
        : { ...common, name: found.where, section: "wrong", kind: warn("drift"), state: warn(`unknown: ${found.why}`) };
  }
}

export const driftPart: WallPart = {
  section: "wrong",
  queries: () => [],
  rows: ({ scope: { drift = null, groupId }, now }) => {
    const row = drift === null || drift.groupId !== groupId ? null : rowOf(drift, now);
    return row === null ? [] : [row];
  },
};
