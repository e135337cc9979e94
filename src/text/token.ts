/** One value for every meaning. */
export const everyToken = <Value>(make: (token: string) => Value) => ({
  plain: make("plain"),
  dim: make("dim"),
  accent: make("accent"),
  good: make("good"),
  warn: make("warn"),
  bad: make("bad"),
  critical: make("critical"),
  title: make("title"),
  rule: make("rule"),
  ruleFocused: make("ruleFocused"),
  heading: make("heading"),
  selected: make("selected"),
  selectedIdle: make("selectedIdle"),
  header: make("header"),
  headerProduction: make("headerProduction"),
  sandbox: make("sandbox"),
  changed: make("changed"),
  ghost: make("ghost"),
  key: make("key"),
  added: make("added"),
  removed: make("removed"),
});

/** What a text means. */
export type Token = keyof ReturnType<typeof everyToken>;
