import type { Context } from "../../areas/model/context.ts";
import type { FieldInfo, FieldValues } from "../../domain/field-value.ts";
import type { ConsoleState } from "../../state/store.ts";
import type { CurrentList } from "./current.ts";
import { queriesOf } from "./scope.ts";
import type { Selectors } from "./selectors.ts";

/** What programs read of a list: values with names, beside the texts for people. */
export type ListValues = {
  readonly fields: readonly FieldInfo[];
  /** The values of rows by their id; a row that is not among them has none. */
  readonly rows: ReadonlyMap<string, FieldValues>;
  readonly counts: readonly FieldInfo[];
  readonly list: FieldValues;
};

const NO_ROWS: ListValues["rows"] = new Map();

/** The values of a list by what it shows now; made anew at each call. */
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
