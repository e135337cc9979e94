import { exportMonthly } from "./export-monthly.ts";
import { handover } from "./handover.ts";
import { moveCluster } from "./move-cluster.ts";
import type { GuidedPath } from "./path.ts";
import { rebuildIndex } from "./rebuild-index.ts";
import { recoverData } from "./recover-data.ts";
import { removeBucket } from "./remove-bucket.ts";
import { rotateKey } from "./rotate-key.ts";
import { safeChange } from "./safe-change.ts";

/** The paths in the order in which they are offered (`domain.md` 18). */
export const PATHS: readonly GuidedPath[] = [
  recoverData,
  safeChange,
  exportMonthly,
  removeBucket,
  rebuildIndex,
  rotateKey,
  moveCluster,
  handover,
];

/** A path by its id; undefined for one of another version of this program. */
export const pathOf = (id: string): GuidedPath | undefined => PATHS.find((path) => path.id === id);
