/** The lines of Node on which the flags of this program were tried. An engine complains of a flag that it has not on standard error. */
const TRIED = /^v2[24]\./u;

/** Sets flags of V8 while the program runs, on a Node on which they are known to be there; on others nothing is changed. */
export function setEngineFlags(...flags: readonly string[]): void {
  if (!TRIED.test(process.version)) return;
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  for (const flag of flags) setFlagsFromString(flag);
}
