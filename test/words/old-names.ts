/** Names in code that said nothing to people who read TypeScript, and what stands in their place. */

export type OldName = {
  /** Of a name written with hyphens, as files are: `formatAge` is `format-age`. */
  readonly pattern: RegExp;
  readonly better: string;
};

const name = (better: string, ...patterns: readonly RegExp[]): readonly OldName[] =>
  patterns.map((pattern) => ({ pattern, better }));

/** Names that stand nowhere. */
export const OLD_NAMES: readonly OldName[] = [
  ...name("notified, announced, reported", /(?:^|-)(?:un)?told(?:-|$)/u),
  ...name("params", /(?:^|-)asked(?:-|$)/u),
  ...name("status", /(?:^|-)standing(?:-|$)/u),
  ...name("stale", /(?:^|-)doubtful(?:-|$)/u),
  ...name("persisted, restore…, save…", /(?:^|-)(?:recalled|recollect)(?:-|$)/u),
  ...name("memoize", /(?:^|-)remember(?:ed|ing)(?:-|$)/u),
  ...name("throttle, refresh now, project key, poll interval", /(?:^|-)(?:thrift|hurry|lanes?|paces)(?:-|$)/u),
  ...name("terminal background", /(?:^|-)ground(?:-|$)/u),
  ...name("alert notifier", /(?:^|-)calling(?:-|$)/u),
  ...name("violations, impact, missing…", /(?:^|-)(?:lacks|loss|losses|gaps)(?:-|$)/u),
  ...name("triggered, entity fault, alert generator", /(?:^|-)(?:struck|bending|waves?)(?:-|$)/u),
  ...name("preflight", /^find-(?:now|out|use|for-.*)$/u),
  ...name("layer, module", /(?:^|-)(?:floors?|rooms)(?:-|$)/u),
];

/** Names that the program does not have; tests read moments and words. */
export const OLD_NAMES_OF_PROGRAM: readonly OldName[] = [
  ...OLD_NAMES,
  // The API has two fields of its own that end so.
  ...name("format…, …label, …text", /^(?!(?:concatenate|protected)-words$).*-words$/u, /^words-/u),
  ...name("auth context, request log, transition", /^(?:doors|traces|mover|advance)$/u),
  ...name("point in time, time", /(?:^|-)moments?(?:-|$)/u),
];
