import type { GuidedPath } from "./path.ts";
import { rebuildIndex } from "./rebuild-index.ts";
import { safeChange } from "./safe-change.ts";

/** The paths in the order in which they are offered (`domain.md` 18). */
export const PATHS: readonly GuidedPath[] = [safeChange, rebuildIndex];

/** A path by its id; undefined for one of another version of this program. */
export const pathOf = (id: string): GuidedPath | undefined => PATHS.find((path) => path.id === id);
