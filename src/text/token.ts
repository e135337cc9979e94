/** A record with one value per token, built by `make`. */
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

/** Meaning of a text, which a theme turns into a colour. */
export type Token = keyof ReturnType<typeof everyToken>;
