import type { Context } from "../../areas/model/context.ts";
import type { FieldInfo, FieldValues } from "../../domain/field-value.ts";
import type { ConsoleState } from "../../state/store.ts";
import type { CurrentList } from "./current.ts";
import { NOT_COMPUTED } from "./guarded-areas.ts";
import { queriesOf } from "./scope.ts";
import type { Selectors } from "./selectors.ts";

/** Values of a list for programs: with names, in addition to the texts for people. */
export type ListValues = {
  readonly fields: readonly FieldInfo[];
  /** Values of rows by their id; a missing row has none. */
  readonly rows: ReadonlyMap<string, FieldValues>;
  readonly counts: readonly FieldInfo[];
  readonly list: FieldValues;
  /** Reason why rows or values may be missing although everything was read: an error of this console. Null where there is none. */
  readonly broken: string | null;
};

const NO_ROWS: ListValues["rows"] = new Map();

/** The current values of a list; computed at each call. */
export function listValues(
  selectors: Pick<Selectors, "context">,
  state: ConsoleState,
  { screen, scope, model }: Pick<CurrentList, "screen" | "scope" | "model">,
): ListValues {
  const context: Context | null = selectors.context(state, queriesOf(screen, scope));
  const { fields, counts } = screen;
  const rows = context === null || fields === undefined ? NO_ROWS : fields.of(context);
  const list = context === null || counts === undefined ? {} : counts.of(context);
  return {
    fields: fields?.infos ?? [],
    rows: rows ?? NO_ROWS,
    counts: counts?.infos ?? [],
    list: list ?? {},
    broken: model.broken ?? (rows === null || list === null ? NOT_COMPUTED : null),
  };
}
