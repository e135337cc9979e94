import type { StateFiles } from "./dependencies.ts";

/** The files of the state as they are: reading works, writing leaves nothing behind. */
export const readOnlyFiles = (files: StateFiles): StateFiles => ({
  ...files,
  write: async () => undefined,
  writeSync: () => undefined,
  append: async () => undefined,
  rewrite: async () => undefined,
  remove: async () => undefined,
});
