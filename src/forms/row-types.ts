import type { Path } from "../contract/json/json.ts";
import type { FieldKind, Suggestion } from "./types.ts";

/** A form as its rows: what a screen shows of it, and what the keys can go to. */

/** A stored secret of a field. `kept` is the readable end of its mask (may be empty). */
export type SecretView = {
  readonly kept: string | null;
  readonly entered: boolean;
  /** It was entered or stored, and is gone: it enter it again. */
  readonly again: boolean;
};

export type FieldView = {
  readonly path: Path;
  readonly kind: FieldKind;
  readonly label: string;
  /** For editing: safe to print, empty when nothing is set. A secret has none. */
  readonly text: string;
  /** In words with its unit (`60 min`, `yes`, `today 15:06 local`); empty when nothing is set. */
  readonly shown: string;
  /** What the service takes when the field is left out. */
  readonly ghost: string | null;
  readonly unit: string | null;
  readonly help: string | null;
  readonly example: string | null;
  /** Values to pick, by the plan or by the schema. Nothing else is accepted for `choice`; `multi-choice` says by `open`. */
  readonly choices: readonly Suggestion[];
  /** Whether values beyond the choices are accepted. */
  readonly open: boolean;
  /** The chosen values of a multi-choice. */
  readonly chosen: readonly string[];
  readonly suggest: string | null;
  readonly required: boolean;
  /** Longest text that is accepted, to count as one types. */
  readonly limit: number | null;
  readonly changed: boolean;
  /** The value at opening in words, for a field that was changed. */
  readonly was: string | null;
  readonly error: string | null;
  /** About a value that is accepted: how a time was understood when the clocks change. */
  readonly note: string | null;
  readonly because: string | null;
  readonly secret: SecretView | null;
  /** The field names the kind of its group: change it with `setKind`. */
  readonly isKind: boolean;
  /** `forever` is accepted. */
  readonly forever: boolean;
};

type RowPlace = {
  /** Stable and unique while the form is open. */
  readonly key: string;
  readonly path: Path;
  readonly depth: number;
  /** Key of the item or heading row that holds this one. */
  readonly parent: string | null;
};

/** A field. */
export type FieldRow = RowPlace & { readonly row: "field"; readonly field: FieldView };
/** The heading of a nested group (`Metric and limit`). */
export type HeadingRow = RowPlace & {
  readonly row: "heading";
  readonly label: string;
  readonly because: string | null;
  readonly error: string | null;
  readonly changed: boolean;
};
/** The heading of a list (`Notifications`); `error` is about the list as a whole. */
export type FormListRow = RowPlace & {
  readonly row: "list";
  readonly label: string;
  readonly count: number;
  readonly because: string | null;
  readonly error: string | null;
  readonly changed: boolean;
};
/** An item of a list; its fields follow as rows with this one as parent. */
export type ItemRow = RowPlace & {
  readonly row: "item";
  readonly list: Path;
  readonly index: number;
  readonly count: number;
  readonly title: string;
  readonly summary: string;
  readonly state: "same" | "changed" | "added";
  readonly error: string | null;
  /** Of a kind that this program does not know: shown, carried, never edited field by field. */
  readonly unknownKind: boolean;
  /** What its list is for: the list itself never has the keys. */
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
  /** It did not come like this: somebody wrote it in an editor, and can take it out again. */
  readonly state: "same" | "changed" | "added";
  readonly error: string | null;
};

export type FormRow = FieldRow | HeadingRow | FormListRow | ItemRow | AddRow | CarriedRow;
