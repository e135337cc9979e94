/**
 * Loads `node:sqlite` without its warning on Node 22, that it is experimental: we accept that, and the warning would be written across the screen.
 * Other warnings pass, and the filter is active only while the module loads, in whichever thread. (An `import` would load the module before any
 * filter.)
 */
const emitWarning = process.emitWarning;

process.emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
  const text = typeof warning === "string" ? warning : warning.message;
  if (!text.startsWith("SQLite is an experimental feature")) Reflect.apply(emitWarning, process, [warning, ...rest]);
};

/** A connection to one SQLite file, or to memory. */
export const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
export type DatabaseSync = InstanceType<typeof DatabaseSync>;

process.emitWarning = emitWarning;
