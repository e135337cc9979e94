/** Node versions on which the V8 flags were tested. V8 reports unknown flags on standard error. */
const TRIED = /^v2[24]\./u;

/** Sets V8 flags at run time on tested versions of Node; on others it does nothing. */
export function setEngineFlags(...flags: readonly string[]): void {
  if (!TRIED.test(process.version)) return;
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  for (const flag of flags) setFlagsFromString(flag);
}
