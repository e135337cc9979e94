import type { BodyValue } from "../contract/json/json.ts";

/** A suggested value. `value` is the text for `setText`, whatever the kind of the field, and tells it from the others. */
export type Suggestion = {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
  /** The text for `setText`, if it is another one: a metric stands for the event that watches it. */
  readonly sets?: string;
  /** Values for other fields, by their paths beside it, when it is picked: the definition that a name stands for. Undefined clears a field. */
  readonly brings?: Readonly<Record<string, BodyValue | undefined>>;
  /** True for an entry that is not a choice: it leads elsewhere, or explains why choices are missing. It is not counted. */
  readonly isBesides?: true;
};
