import type { FieldInfo } from "../../domain/field-value.ts";

/** Counts that conditions can use when settings are compared with files. */

const count = (id: string, about: string): FieldInfo => ({ id, kind: "count", about });

export const DRIFT_COUNTS: readonly FieldInfo[] = [
  count("differences", "settings that are not the same"),
  count("different", "settings that have another value in the project"),
  count("missingHere", "settings that are in the files alone"),
  count("missingThere", "settings that are in the project alone, of kinds that the files have"),
  count("unclear", "settings of files of which it is not clear which one of the project they are"),
  count("same", "settings that are the same"),
];
