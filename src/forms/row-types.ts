import type { Path } from "../contract/json/json.ts";
import type { FieldKind } from "./schema/schema.ts";
import type { Suggestion } from "./suggestion.ts";

/** Rows of a form: the content of the screen, and the targets of the focus. */

/** A field's secret. `kept`: the readable end of the stored one's mask (may be empty). */
export type SecretView = {
  readonly kept: string | null;
  readonly entered: boolean;
  /** True when a secret was entered or stored before and is lost: it must be entered again. */
  readonly again: boolean;
};

export type FieldView = {
  readonly kind: FieldKind;
  readonly label: string;
  /** Text for editing: printable, empty when not set. Empty for a secret. */
  readonly text: string;
  /** Text with unit (`60 min`, `yes`, `today 15:06 local`); empty when not set. */
  readonly shown: string;
  /** Default of the service when the field is omitted. */
  readonly ghost: string | null;
  readonly unit: string | null;
  readonly help: string | null;
  readonly example: string | null;
  /** Suggested values, from the plan or the schema. `choice` accepts no others; for `multi-choice`, see `open`. */
  readonly choices: readonly Suggestion[];
  /** True when values beyond the choices are accepted. */
  readonly open: boolean;
  /** Chosen values of a multi-choice. */
  readonly chosen: readonly string[];
  readonly suggest: string | null;
  readonly required: boolean;
  /** Maximum text length, for the counter while typing. */
  readonly limit: number | null;
  readonly changed: boolean;
  /** Value at opening as text, for a changed field that had one. */
  readonly was: string | null;
  readonly error: string | null;
  /** Note on an accepted value, for example how a time was interpreted around a clock change. */
  readonly note: string | null;
  readonly because: string | null;
  readonly secret: SecretView | null;
  /** The field selects the kind of its group: change it with `setKind`. */
  readonly isKind: boolean;
};

type RowPlace = {
  /** Stable and unique while the form is open. */
  readonly key: string;
  readonly path: Path;
  readonly depth: number;
  /** Key of the item or heading row that contains this row. */
  readonly parent: string | null;
};

/** Row of a field. */
export type FieldRow = RowPlace & { readonly row: "field"; readonly field: FieldView };
/** Heading of a nested group (`Metric and limit`). */
type HeadingRow = RowPlace & {
  readonly row: "heading";
  readonly label: string;
  readonly because: string | null;
  readonly error: string | null;
  readonly changed: boolean;
};
/** Heading of a list (`Notifications`); `error` concerns the list as a whole. */
export type FormListRow = RowPlace & {
  readonly row: "list";
  readonly label: string;
  readonly count: number;
  readonly because: string | null;
  readonly error: string | null;
  readonly changed: boolean;
};
/** An item of a list; its fields follow as rows with this row as parent. */
type ItemRow = RowPlace & {
  readonly row: "item";
  readonly list: Path;
  readonly index: number;
  readonly count: number;
  readonly title: string;
  readonly summary: string;
  readonly state: "same" | "changed" | "added";
  readonly error: string | null;
  /** True for an unknown kind: shown and sent unchanged, not editable by field. */
  readonly unknownKind: boolean;
  /** Help of its list: the list row itself never has the focus. */
  readonly help: string | null;
};
/** The row that adds an item: Enter calls `addItem(list)`. */
export type AddRow = RowPlace & {
  readonly row: "add";
  readonly list: Path;
  readonly label: string;
  readonly help: string | null;
};
/** A field that the contract does not know: shown and carried as it is. */
export type CarriedRow = RowPlace & {
  readonly row: "carried";
  readonly label: string;
  readonly shown: string;
  /** Not `same`: somebody changed it in an editor, and can remove it again. */
  readonly state: "same" | "changed" | "added";
  readonly error: string | null;
};

export type FormRow = FieldRow | HeadingRow | FormListRow | ItemRow | AddRow | CarriedRow;
