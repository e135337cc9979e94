import type { BodyObject, BodyValue, Json, JsonObject, Path } from "../contract/json/json.ts";
import type { Operation, Risk } from "../contract/operation.ts";
import type { DialectId } from "../contract/wire/dialect.ts";
import type { Token } from "../text/token.ts";
import type { FieldPath, HolderAt, ItemAt, ListPath, ValueAt } from "./schema/form-values.ts";

/** What the engine is told about the world: it reads no clock and no zone by itself. */
export type FormEnv = {
  /** Now, in milliseconds since 1970. */
  readonly now: number;
  /** The zone a person types and reads times in (IANA name, such as `Europe/Berlin`). */
  readonly timeZone: string;
  /** How the service spells the contract; the specification where it is left out. */
  readonly dialect?: DialectId;
};

/** A value that a person may pick. `value` is the text that goes to `setText`, whatever the kind of the field. */
export type Suggestion = {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
  /** What the fields beside take when it is picked: the definition that a name stands for. One that is undefined is emptied. */
  readonly brings?: Readonly<Record<string, BodyValue | undefined>>;
  /** It is none of the things to choose from: it leads elsewhere, or says why others are not here. It is not counted. */
  readonly isBesides?: true;
};

export type FormMode = "create" | "replace" | "merge";

/** What the functions of a plan see. */
export type TitleContext<Values = BodyObject> = {
  readonly body: Values;
  /** The received document, when there is one. */
  readonly base: Values | null;
  readonly mode: FormMode;
};

/** For what is said of one field. */
export type PlanContext<Values = BodyObject, Subject = Values> = TitleContext<Values> & {
  /** The group that holds the field (a notification, a limit, the body itself). */
  readonly subject: Subject;
};

/** For the sentence and the warnings; `names` tells the name of an id where one is known. */
export type SentenceContext<Values = BodyObject> = TitleContext<Values> & {
  /** The documents as they are, not read with the schemas: for words that name what nobody here knows. */
  readonly raw: { readonly body: BodyObject; readonly base: BodyObject | null };
  readonly env: FormEnv;
  readonly names: (id: string) => string | undefined;
};

/** Whether a field applies now, and why it does (shown beside it) or why it does not (in the notice that says it was cleared). */
export type Visibility = { readonly shown: boolean; readonly because?: string };

export type FieldKind =
  | "text"
  | "long-text"
  | "number"
  | "toggle"
  | "choice"
  | "choice-or-other"
  | "multi-choice"
  | "secret"
  | "timestamp"
  | "json";

/** Fields of a group with what they take. */
type Brought<Group> = { readonly [Name in keyof Group]?: Group[Name] | undefined };

/**
 * What an area says about a field beyond its schema. Here and below, functions are written as methods: a plan that is typed by its body
 * then passes for one of any body, and whoever asks it reads what it hands over by the schema of the very same body (`formValues`).
 */
type FieldPlanAt<Path, Value, Subject, Values> = {
  readonly path: Path;
  readonly kind?: FieldKind;
  /** Words for fields that carry none in their schema (the name of a variant's kind). */
  readonly title?: string;
  readonly help?: string;
  readonly example?: string;
  when?(context: PlanContext<Values, Subject>): Visibility;
  /** The value is needed here although the schema leaves it optional; a text says why. */
  required?(context: PlanContext<Values, Subject>): boolean | string;
  /** Closed or known values that depend on other fields. They replace the ones of the schema. */
  choices?(context: PlanContext<Values, Subject>): readonly Suggestion[];
  /** What a number counts, where that depends on other fields (`%`, `GB`). */
  unit?(context: PlanContext<Values, Subject>): string | undefined;
  /** A value in words, where neither the contract nor the choices have some (the name of an event). */
  words?(value: string): string | undefined;
  /** Whether a typed value is known, where what there is to pick does not say it. */
  isKnown?(value: string): boolean;
  /** Name of a live source of suggestions, resolved by the screen (`clusters`, `channels`). */
  readonly suggest?: string;
  /** The value that a field takes when it begins to apply and nothing was entered before. */
  initial?(context: PlanContext<Values, Subject>): Value | undefined;
  /**
   * What the fields beside it take when another value is chosen (the interval of a frequency); whoever goes on may change them.
   * One that is undefined is emptied. The context is as it was before.
   */
  brings?(value: Value, context: PlanContext<Values, Subject>): Brought<Subject>;
  /** How to get what emptying it would mean, where a merging write cannot empty it. */
  readonly emptied?: string;
  /** A check beyond the contract, such as a time that must lie ahead. */
  check?(value: Value, context: PlanContext<Values, Subject>, env: FormEnv): string | null;
  /** A time that the service counts in seconds or milliseconds since 1970: a person sees and types a time (`domain.md` 1.8). */
  readonly epoch?: "seconds" | "milliseconds";
  /** The value is a text that holds JSON (`auditFilter`): it is edited and checked as JSON, the escaping is done here. */
  readonly textual?: true;
  /** A timestamp that accepts `forever`: a hundred years from now (`domain.md` 4.3). */
  readonly forever?: boolean;
  /** A timestamp that can only lie in the past: a bare time is the last one. */
  readonly past?: true;
};

/** A field of a form, or one of some `Paths`. `path` is a pattern: `notifications[].delayMin`, `threshold`. */
export type FieldPlan<Values = BodyObject, Paths extends FieldPath<Values> = FieldPath<Values>> = {
  [Path in Paths]: FieldPlanAt<Path, ValueAt<Values, Path>, HolderAt<Values, Path>, Values>;
}[Paths];

type ListPlanAt<Path, Item, Values> = {
  readonly path: Path;
  /** `Notification 1`, `Matcher 2`; `index` counts from 0. */
  itemTitle(item: Item, index: number): string;
  /** An item in one line, for its heading and for what was removed. */
  summary(item: Item): string;
  /** The row that adds one: `+ Add notification`. */
  readonly add: string;
  /** A new item as it is first shown. */
  initial(context: TitleContext<Values>): Item;
  /**
   * The field by which an item is the same after a re-read. The service keeps the stored secrets of an item that comes back
   * with it. Dropped from copies and when the kind of an item changes.
   */
  readonly identity?: string;
  /** The service alone fills it, and it is not sent: it tells which item is which here (specification 2.11). */
  readonly isIdentityOfService?: true;
  /** There is always exactly one: while that is so, its fields stand in the place of the list (the one policy of a schedule). */
  readonly only?: true;
  /** Shared fields that still belong to one kind and are cleared with it (`integrationId`). */
  readonly ofKind?: readonly string[];
};

/** A list of groups. `path` is a pattern: `notifications`, `policies[].policyItems`. */
export type ListPlan<Values = BodyObject> = {
  [Path in ListPath<Values>]: ListPlanAt<Path, ItemAt<Values, Path>, Values>;
}[ListPath<Values>];

/** A text that has to be typed before something is sent, and why. */
export type TypeToConfirm = { readonly text: string; readonly because: string };

/** An operation whose body has the fields that are filled in. */
type OperationTaking<Values> = Operation & {
  readonly body: {
    readonly shape: { readonly _zod: { readonly output: { readonly [Name in keyof Values]?: unknown } } };
  } | null;
};

/** A form, as an area gives it: data and pure functions. `Values` is what it holds (`FormValues` of the operation's body). */
export type FormPlan<Values = BodyObject> = {
  readonly operation: OperationTaking<Values>;
  title(context: TitleContext<Values>): string;
  /** What the form will do, in one plain sentence. */
  sentence(context: SentenceContext<Values>): string;
  /** What the button of the review does: `Replace prod-eu`. Never `OK`. */
  button(context: TitleContext<Values>): string;
  /** In the order an operator thinks. What is not listed follows at the end of its group. */
  readonly fields: readonly FieldPlan<Values>[];
  readonly lists?: readonly ListPlan<Values>[];
  /** Response-only fields: dropped from a received document. */
  readonly readOnly?: readonly string[];
  /** Fields that are always sent, because leaving them out means something else (`enabled`). */
  readonly always?: readonly string[];
  /**
   * Top-level fields in which a form that starts from no document shows what is stored at the things that it is sent to: their values are
   * sent once a person has touched them (`domain.md` 1.9).
   */
  readonly onlyTouched?: readonly string[];
  /**
   * Top-level fields that are filled in with the body and are no part of it: those of `query` are sent as query parameters, those of
   * `unsent` only make sure of something (an address that is typed twice) and are never sent. The plan's operation is the one of the
   * table with these fields added to the shape of its body.
   */
  readonly extraFields?: { readonly query: readonly string[]; readonly unsent: readonly string[] };
  /** Top-level fields that a merging write sends together: when one of them was changed, the others go with it as they are. */
  readonly together?: readonly (readonly string[])[];
  /** The risk of this very change; the operation's own is the least. */
  riskOf?(context: SentenceContext<Values>): Risk;
  /** What becomes impossible, lost or louder by this change, for the top of the review. */
  warnings?(context: SentenceContext<Values>): readonly string[];
  /** For risks from destructive up: the name to type. */
  confirm?(context: TitleContext<Values>): string | null;
  /** What has to be typed although the risk does not ask for it: a count that costs many times what is paid now. */
  typeToConfirm?(context: TitleContext<Values>): TypeToConfirm | null;
};

/** An item of a list: `key` never changes while the form is open, `from` is its position in the received document. */
export type ItemTag = { readonly key: number; readonly from: number | null };

/** A text as it stands in a field: why it is not a value yet, or what has to be said about the value it makes. */
export type Typed = { readonly text: string; readonly error: string | null; readonly note: string | null };

/** What the service said about a field of the request that was sent. */
export type Refused = { readonly key: string; readonly message: string };

/**
 * A form at one moment. Immutable. Whatever is kept for a field is kept under its stable key (`keyOf`): its path with the
 * keys of list items in place of positions, so that moving and removing items changes nothing else.
 */
export type FormState = {
  readonly planId: string;
  readonly mode: FormMode;
  /** The received document with secrets covered, or null when something new is made. */
  readonly base: BodyObject | null;
  /** The document being edited. Masks stand where a stored secret is kept, `Secret` where one was entered. */
  readonly body: BodyObject;
  /** Tags of every list of groups, by the key of the list. */
  readonly items: Readonly<Record<string, readonly ItemTag[]>>;
  readonly nextItem: number;
  /** What is typed in fields that were not left yet, or that is not a value. */
  readonly texts: Readonly<Record<string, Typed>>;
  readonly touched: ReadonlySet<string>;
  /** Fields that the keys have left: their errors are shown. */
  readonly left: ReadonlySet<string>;
  /** Secrets that have to be entered again: a draft holds none, a copy has none. */
  readonly lost: ReadonlySet<string>;
  /** Why an entered secret is not acceptable. */
  readonly secretErrors: Readonly<Record<string, string>>;
  /** Values of fields that stopped to apply; they come back when the fields do. Never in a draft. */
  readonly parked: Readonly<Record<string, BodyValue>>;
  readonly refused: readonly Refused[];
  /** What the service said about the request as a whole. */
  readonly refusal: string | null;
  /** What the last edit did besides itself (cleared fields). */
  readonly notice: string | null;
  /** The row that should have the keys now: set by `refuse`, `addItem`, `removeItem`, and by nothing else. */
  readonly focus: string | null;
};

/** Something that keeps a form from being sent. `key` is that of a row, or null for the form as a whole. */
export type Problem = {
  readonly key: string | null;
  readonly path: Path;
  readonly label: string;
  readonly message: string;
};

/** What the service said about a field, named as the service names it (`notifications[1].delayMin`, `delayMin`). */
export type RefusedField = { readonly field: string; readonly message: string };

/** One difference between two documents, in words. */
export type Change = {
  readonly path: Path;
  readonly label: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly kind: "changed" | "added" | "removed" | "moved";
  /** Line differences of a long text, of free-form JSON, or of an item that comes or goes: old and new in full. */
  readonly lines?: readonly LineChange[];
};
export type LineChange = { readonly kind: "same" | "added" | "removed"; readonly text: string };

/** A field that the service changed while the form was open. `id` names it in the choices of `rebase`. */
export type ConflictField = {
  readonly id: string;
  readonly path: Path;
  readonly label: string;
  /** In words; null where the field or item is absent. */
  readonly opened: string | null;
  readonly service: string | null;
  readonly yours: string | null;
  /** Both changed it, to different values: a person has to choose. Otherwise the service's value is simply taken over. */
  readonly both: boolean;
};
export type Conflict = { readonly fields: readonly ConflictField[]; readonly choices: number };
export type Choices = Readonly<Record<string, "mine" | "theirs">>;

export type Fact = {
  readonly label: string;
  readonly value: string;
  /** How it speaks for the write, where it does: met, not met, to be looked at, not known. */
  readonly mark?: { readonly text: string; readonly tone: Token };
};

export type ReviewInput = {
  /** The document as the service holds it now; null when there is none (create). */
  readonly current: Json | null;
  /** When it was read, in milliseconds. */
  readonly asOf: number | null;
  readonly request: { readonly method: string; readonly path: string };
  readonly env: FormEnv;
  readonly names?: (id: string) => string | undefined;
  /** Facts fetched now, by the area. */
  readonly facts?: readonly Fact[];
};

/** Query parameters of a write. */
export type QueryValues = Readonly<Record<string, string | number | boolean>>;

/** A review as data: what will be sent, and what it will change. */
export type Review = {
  readonly title: string;
  readonly sentence: string;
  readonly asOf: number | null;
  readonly warnings: readonly string[];
  readonly facts: readonly Fact[];
  readonly changes: readonly Change[];
  readonly untouched: { readonly fields: number; readonly unknown: number; readonly text: string | null };
  /** One sentence a secret that stays at the service. */
  readonly keptSecrets: readonly string[];
  readonly request: {
    readonly method: string;
    readonly path: string;
    /** Indented JSON, secrets as `$VARIABLE`, safe to print. */
    readonly text: string;
    /** The same as JSON, for curl. */
    readonly json: JsonObject;
  };
  /** What is sent. */
  readonly body: BodyObject;
  readonly query: QueryValues;
  readonly risk: Risk;
  /** The name to type, for risks from destructive up. */
  readonly confirm: string | null;
  /** What has to be typed although the risk does not ask for it. */
  readonly typeToConfirm?: TypeToConfirm | null;
  readonly button: string;
  readonly conflict: Conflict | null;
  /** Not empty: it cannot be sent yet. */
  readonly problems: readonly Problem[];
  /** There is nothing to send: no field was changed. */
  readonly nothing: boolean;
};

/** A form on disk. JSON, and no secret in it. */
export type Draft = {
  readonly version: 1;
  readonly planId: string;
  readonly mode: FormMode;
  readonly base: JsonObject | null;
  readonly body: JsonObject;
  readonly items: Readonly<Record<string, readonly ItemTag[]>>;
  readonly nextItem: number;
  readonly texts: Readonly<Record<string, Typed>>;
  readonly touched: readonly string[];
  readonly left: readonly string[];
  readonly lost: readonly string[];
};

/** What is wrong with a text that came back from `$EDITOR`, by line (counted from 1). */
export type EditorProblem = { readonly line: number; readonly message: string };
export type EditorResult =
  | { readonly ok: true; readonly state: FormState; readonly problems: readonly EditorProblem[] }
  | { readonly ok: false; readonly problems: readonly EditorProblem[]; readonly text: string };
