import type { StateFiles } from "../dependencies.ts";

/** The files of the state as they are: reading works, writing leaves nothing behind. Each is named, so that a new way to write is not let through. */
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
  removeSync: () => undefined,
});
