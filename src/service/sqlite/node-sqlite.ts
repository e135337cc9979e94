/**
 * `node:sqlite`, loaded without the one warning that it gives on Node 22: that it is experimental there is known and
 * decided, and the warning would be written across the screen. Nothing else is kept from anybody: the filter stands
 * only while the module is loaded, in whichever thread that happens. (An `import` would load it before any filter.)
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
