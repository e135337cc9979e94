import { exportMonthly } from "./export-monthly.ts";
import { handover } from "./handover.ts";
import { moveCluster } from "./move-cluster.ts";
import { rebuildIndex } from "./rebuild-index.ts";
import { recoverData } from "./recover-data.ts";
import { removeBucket } from "./remove-bucket.ts";
import { rotateKey } from "./rotate-key.ts";
import type { Runbook } from "./runbook.ts";
import { safeChange } from "./safe-change.ts";

/** The runbooks in the order of the list (`domain.md` 18). */
export const RUNBOOKS: readonly Runbook[] = [
  recoverData,
  safeChange,
  exportMonthly,
  removeBucket,
  rebuildIndex,
  rotateKey,
  moveCluster,
  handover,
];

/** A runbook by its id; undefined for one of another version of this program. */
export const runbookOf = (id: string): Runbook | undefined => RUNBOOKS.find((runbook) => runbook.id === id);
