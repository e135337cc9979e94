import type { StateFiles } from "./state-files.ts";

/** State files for reading only: writes do nothing. Methods are listed one by one, so that a new way to write is not passed through. */
export const readOnlyFiles = ({ read, records, stamp, list }: StateFiles): StateFiles => ({
  read,
  records,
  stamp,
  list,
  write: async () => undefined,
  writeSync: () => undefined,
  change: async () => undefined,
  changeSync: () => undefined,
  append: async () => undefined,
  appendAll: async () => undefined,
  rewrite: async () => undefined,
  remove: async () => undefined,
  move: async () => undefined,
  removeSync: () => undefined,
});
