import { formatDriftCounts } from "../../domain/drift.ts";
import type { Drift } from "../../state/drift.ts";
import { formatAge } from "../../text/format.ts";
import { warn } from "../builders/cells.ts";
import type { OverviewPart, OverviewRow } from "./sections.ts";

/** Settings of the project that differ from the files of its profile. */

/** Sorts between warning and informational alerts. */
const AFTER_WARNINGS = 25;

function rowOf({ path, since, found }: Drift, now: number): OverviewRow | null {
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
        state: warn(`settings: ${formatDriftCounts(found.counts).join(", ")}`),
      };
    case "unread":
      // Errors in files are for a person to fix; failures of the service are listed with the others under "unread".
      return found.where === null
        ? { ...common, section: "unread", kind: warn("files"), state: warn(found.why) }
        : { ...common, name: found.where, section: "wrong", kind: warn("drift"), state: warn(`unknown: ${found.why}`) };
  }
}

export const driftPart: OverviewPart = {
  section: "wrong",
  queries: () => [],
  rows: ({ scope: { drift = null, groupId }, now }) => {
    const row = drift === null || drift.groupId !== groupId ? null : rowOf(drift, now);
    return row === null ? [] : [row];
  },
};
