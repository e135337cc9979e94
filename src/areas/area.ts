import type { AreaId } from "../contract/area-ids.ts";
import type { BodyObject, JsonObject } from "../contract/json.ts";
import type { Risk } from "../contract/operation.ts";
import type { AnswerOf, ArgsOf, OperationId } from "../contract/operations.ts";
import type { Change, Fact, FormPlan, Suggestion } from "../forms/types.ts";
import type { Place } from "../state/place.ts";
import type { Query } from "../state/query.ts";

export type { Pace } from "../state/paces.ts";
export type { Place } from "../state/place.ts";
export type { Query } from "../state/query.ts";

/**
 * What an area is: data that says what to show and what can be done. `ui/` knows how to draw it and names no area; adding one is
 * a file here, its contract and its handlers (`design.md`, ui and areas).
 */

/** Meaning of a text; themes turn it into colour, and a word or a mark always says the same. */
export type Tone = "plain" | "dim" | "accent" | "good" | "warn" | "bad" | "critical";

/** A text with a meaning. */
export type Cell = string | { readonly text: string; readonly tone: Tone };

export const cellText = (cell: Cell): string => (typeof cell === "string" ? cell : cell.text);
export const cellTone = (cell: Cell): Tone => (typeof cell === "string" ? "plain" : cell.tone);

/** A column of a table. Low priority numbers stay longest when the pane is narrow. */
export type Column = {
  readonly id: string;
  readonly title: string;
  /** Narrowest width in cells that still says something. */
  readonly min: number;
  /** Share of the spare width; 0 keeps `min` or the widest cell up to `max`. */
  readonly grow: number;
  readonly max?: number;
  readonly priority: number;
  readonly align: "left" | "right";
  readonly truncate: "start" | "middle" | "end";
  /** It moves with the time alone (an age, a countdown): such a change is no news. */
  readonly ticks?: true;
};

/** A row of a table. The id is the thing's own id, or names the group that it folds. */
export type Row = {
  readonly id: string;
  readonly cells: Readonly<Record<string, Cell>>;
  /** What to sort by, per column; a column without one sorts by its text. */
  readonly sort: Readonly<Record<string, number | string>>;
  /** Sub heading that the row stands under; sections keep the order of `ListModel.sections`. */
  readonly section?: string;
  /** Not seen before the last look. */
  readonly isNew?: boolean;
  /** Rows that this one stands for while it is folded. */
  readonly members?: readonly Row[];
  readonly tone?: Tone;
};

/** What a list shows, computed from answers and the time alone. */
export type ListModel = {
  /** The title's state: `6 open · 2 silenced · 2 building up`. */
  readonly summary: readonly Cell[];
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  readonly defaultSort: Sort;
  /** What an empty list says, and what to press. */
  readonly empty: string;
};

export type Sort = { readonly column: string; readonly descending: boolean };

export type DetailLine =
  | { readonly kind: "field"; readonly label: string; readonly value: Cell; readonly link?: Place }
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "text"; readonly value: Cell };

/** What the pane beside a list says about one thing. */
export type DetailModel = {
  readonly title: Cell;
  readonly lines: readonly DetailLine[];
  /** The document as it was received, for `v` and for copying; null while it is not read. */
  readonly raw: unknown;
};

/** An answer as the store holds it. */
export type Held<Data> = {
  readonly data: Data;
  /** As received, in the contract's spelling, for writing back and for `v`. */
  readonly raw: unknown;
  /** Grows only when the content changed. */
  readonly version: number;
  /** Ids whose content changed in the newest answer. */
  readonly changedIds: ReadonlySet<string>;
};

/** Where one is: the ids that requests need and the names that people know. */
export type Scope = {
  readonly groupId: string;
  readonly groupName: string;
  readonly orgId: string | null;
  readonly orgName: string | null;
  readonly cluster: string | null;
};

/** What an area may look at while it computes a screen. Pure: the same context gives the same model. */
export type Context = {
  readonly scope: Scope;
  readonly held: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>) => Held<AnswerOf<Id>> | undefined;
  /** The service's time in ms, to the minute where nothing finer is needed. */
  readonly now: number;
  readonly zone: "local" | "utc";
  /** When this list was last looked at, and what stood there then. */
  readonly lastLook: { readonly at: number; readonly ids: ReadonlySet<string> } | null;
};

/** Asks the service now, for facts and for suggestions. */
export type Ask = <Id extends OperationId>(
  operation: Id,
  args: ArgsOf<Id>,
) => Promise<{ data: AnswerOf<Id>; raw: unknown; at: number }>;

/** What was found out for a review just now: what becomes impossible or lost, and the facts beside it. */
export type Findings = { readonly warnings: readonly string[]; readonly facts: readonly Fact[] };

export const NO_FINDINGS: Findings = { warnings: [], facts: [] };

/** Something that an action is done to. */
export type Target = { readonly id: string; readonly name: string; readonly params: Readonly<Record<string, string>> };

/** A write without fields of its own, ready for its review. */
export type WritePlan = {
  readonly operation: OperationId;
  readonly title: string;
  readonly sentence: string;
  readonly button: string;
  readonly targets: readonly Target[];
  readonly body: (target: Target) => JsonObject | null;
  readonly risk: Risk;
  /** The name to type where the risk asks for one. */
  readonly confirmName: string;
  /** What it changes, in words; nothing for a deletion. */
  readonly changes: readonly Change[];
  readonly find: (ask: Ask) => Promise<Findings>;
  /** Where to land when it is done. */
  readonly after: Place;
  /** The write that takes it back, where there is one. */
  readonly inverse?: { readonly title: string; readonly body: (target: Target) => JsonObject };
};

/** Where the values of a field are suggested from. */
export type Suggest = (ask: Ask, body: Readonly<Record<string, unknown>>) => Promise<readonly Suggestion[]>;

/** A form: the plan of its fields, what it starts from, and what it is sent to. */
export type FormSetup = {
  readonly plan: FormPlan;
  readonly targets: readonly Target[];
  /** Reads the stored document that a replacing or merging form edits; null for a new thing. */
  readonly base: ((ask: Ask) => Promise<{ document: JsonObject; at: number }>) | null;
  /** What a new thing starts with. */
  readonly initial?: BodyObject;
  readonly suggest: Readonly<Record<string, Suggest>>;
  readonly find: (ask: Ask, body: Readonly<Record<string, unknown>>) => Promise<Findings>;
  readonly after: (answer: JsonObject | null) => Place;
  /** Key of its draft: one a form and a thing. */
  readonly draftKey: string;
};

export type Opening =
  | { readonly kind: "form"; readonly setup: FormSetup }
  | { readonly kind: "write"; readonly plan: WritePlan }
  | { readonly kind: "place"; readonly place: Place };

/**
 * Something that can be done. `standard` gives it one of the letters that mean the same everywhere; all are reached through `a` and
 * the palette.
 */
export type Action = {
  readonly id: string;
  readonly title: string;
  readonly operation: OperationId;
  readonly standard?: "new" | "edit" | "delete";
  /** A free letter of its own. */
  readonly key?: string;
  /** What it acts on: the area, one row, or all marked rows. */
  readonly on: "area" | "one" | "many";
  /** Why it cannot be done now, or null. */
  readonly disabled: (context: Context, ids: readonly string[]) => string | null;
  readonly open: (context: Context, ids: readonly string[]) => Opening;
};

export type Screen = {
  readonly queries: (scope: Scope) => readonly Query[];
  readonly list: (context: Context) => ListModel;
  readonly detailQueries: (context: Context, id: string) => readonly Query[];
  readonly detail: (context: Context, id: string) => DetailModel | null;
  readonly actions: readonly Action[];
  /** One line for somebody who sees this screen for the first time. */
  readonly firstHelp: string;
};

export type AreaGroup = "Monitor" | "Configure" | "Search" | "Backup" | "Migrate";

export type Area = {
  readonly id: AreaId;
  readonly label: string;
  readonly group: AreaGroup;
  readonly scope: "project" | "cluster" | "organisation";
  /** Missing while the area is still to come: it is dimmed in the sidebar. */
  readonly screen: Screen | null;
  /** The number beside its label, kept fresh while the console runs. */
  readonly badge?: {
    readonly queries: (scope: Scope) => readonly Query[];
    readonly count: (context: Context) => Cell | null;
  };
};
