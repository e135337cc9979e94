import type { Context } from "../../areas/model/context.ts";
import type { FieldInfo, FieldValues } from "../../domain/field-value.ts";
import type { ConsoleState } from "../../state/store.ts";
import type { CurrentList } from "./current.ts";
import { queriesOf } from "./scope.ts";
import type { Selectors } from "./selectors.ts";

/** Values of a list for programs: with names, in addition to the texts for people. */
export type ListValues = {
  readonly fields: readonly FieldInfo[];
  /** Values of rows by their id; a missing row has none. */
  readonly rows: ReadonlyMap<string, FieldValues>;
  readonly counts: readonly FieldInfo[];
  readonly list: FieldValues;
};

const NO_ROWS: ListValues["rows"] = new Map();

/** The current values of a list; computed at each call. */
export function listValues(
  selectors: Pick<Selectors, "context">,
  state: ConsoleState,
  { screen, scope }: Pick<CurrentList, "screen" | "scope">,
): ListValues {
  const context: Context | null = selectors.context(state, queriesOf(screen, scope));
  const { fields, counts } = screen;
  return {
    fields: fields?.infos ?? [],
    rows: context === null ? NO_ROWS : (fields?.of(context) ?? NO_ROWS),
    counts: counts?.infos ?? [],
    list: context === null ? {} : (counts?.of(context) ?? {}),
  };
}
