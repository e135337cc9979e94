import type { BodyObject } from "../contract/json/json.ts";
import type { Operation, Risk } from "../contract/operation.ts";
import type { UsualValue } from "../contract/schema/hints.ts";
import type { DialectId } from "../contract/wire/dialect.ts";
import type { FieldPath, HolderAt, ItemAt, ListPath, ValueAt } from "./schema/form-values.ts";
import type { FieldKind } from "./schema/schema.ts";
import type { Suggestion } from "./suggestion.ts";

/** Environment of the form engine, which reads no clock and no zone by itself. */
export type FormEnv = {
  /** Current time, in ms since 1970. */
  readonly now: number;
  /** Time zone for entering and showing times (IANA name, such as `Europe/Berlin`). */
  readonly timeZone: string;
  /** Dialect of the service; default: the specification. */
  readonly dialect?: DialectId;
};

export type FormMode = "create" | "replace" | "merge";

/** Context for functions of a plan. */
export type TitleContext<Values = BodyObject> = {
  readonly body: Values;
  /** The received document, if there is one. */
  readonly base: Values | null;
  readonly mode: FormMode;
};

/** Context for functions about one field. */
export type PlanContext<Values = BodyObject, Subject = Values> = TitleContext<Values> & {
  /** Group of the field (a notification, a limit, the body itself). */
  readonly subject: Subject;
};

/** Context for the sentence and the warnings; `names` returns the name of an id, if known. */
export type SentenceContext<Values = BodyObject> = TitleContext<Values> & {
  /** The documents as they are, not read by the schemas: for texts with values that this version does not know. */
  readonly raw: { readonly body: BodyObject; readonly base: BodyObject | null };
  readonly env: FormEnv;
  readonly names: (id: string) => string | undefined;
};

/** True in `shown` when a field applies. `because`: why it does (shown beside it) or does not (in the notice about clearing it). */
export type Visibility = { readonly shown: boolean; readonly because?: string };

/** Fields of a group and their new values. */
type Brought<Group> = { readonly [Name in keyof Group]?: Group[Name] | undefined };

/**
 * An area's facts about a field beyond its schema. Functions here and below are declared as methods: this lets a plan typed by its body be used as a
 * plan for any body. Callers read the values that they pass with the schema of the same body (`valuesOf`).
 */
type FieldPlanAt<Path, Value, Subject, Values> = {
  readonly path: Path;
  readonly kind?: FieldKind;
  /** Label for fields without one in their schema (a variant's kind). */
  readonly title?: string;
  readonly help?: string;
  readonly example?: string;
  when?(context: PlanContext<Values, Subject>): Visibility;
  /** True when the value is required although it is optional in the schema; a text says why. */
  required?(context: PlanContext<Values, Subject>): boolean | string;
  /** Closed or known values that depend on other fields. They replace those of the schema. */
  choices?(context: PlanContext<Values, Subject>): readonly Suggestion[];
  /** Unit of a number, when it depends on other fields (`%`, `GB`). */
  unit?(context: PlanContext<Values, Subject>): string | undefined;
  /** Label of a value, when neither the contract nor the choices have one (the name of an event). */
  words?(value: string): string | undefined;
  /** Value of a typed label, when the choices do not tell: the reverse of `words`. */
  named?(label: string): string | undefined;
  /** True for a known typed value, when the choices do not tell. */
  isKnown?(value: string): boolean;
  /** Usual look of values, for fields without one in their schema. */
  readonly usual?: UsualValue | undefined;
  /** Name of a live source of suggestions, resolved by the screen (`clusters`, `channels`). */
  readonly suggest?: string;
  /** Value of a field when it begins to apply and nothing was entered before. */
  initial?(context: PlanContext<Values, Subject>): Value | undefined;
  /**
   * New values of other fields in the group when another value is chosen (the interval of a frequency); they can be changed afterwards. Undefined
   * clears a field. The context is that before the change.
   */
  brings?(value: Value, context: PlanContext<Values, Subject>): Brought<Subject>;
  /** Alternative to clearing the field, when a merging write cannot clear it. */
  readonly emptied?: string;
  /** A check of the value by itself beyond the contract, such as a time that must lie ahead. */
  check?(value: Value, env: FormEnv): string | null;
  /** A check of the value against other fields, such as an end before the start: the value is valid by itself. */
  fits?(value: Value, context: PlanContext<Values, Subject>): string | null;
  /** The service stores this time as seconds since 1970: people see and type a time (`domain.md` 1.8). */
  readonly inSeconds?: true;
  /** The value is text with JSON (`auditFilter`): it is edited and checked as JSON, and escaped here. */
  readonly textual?: true;
  /** A timestamp that accepts `forever`: a hundred years from now (`domain.md` 4.3). */
  readonly forever?: boolean;
  /** The timestamp must be in the past: a time without a day is the last such time. */
  readonly past?: true;
};

/** Plan of a field, or of one at some `Paths`. `path` is a pattern: `notifications[].delayMin`, `threshold`. */
export type FieldPlan<Values = BodyObject, Paths extends FieldPath<Values> = FieldPath<Values>> = {
  [Path in Paths]: FieldPlanAt<Path, ValueAt<Values, Path>, HolderAt<Values, Path>, Values>;
}[Paths];

type ListPlanAt<Path, Item, Values> = {
  readonly path: Path;
  /** `Notification 1`, `Matcher 2`; `index` counts from 0. */
  itemTitle(item: Item, index: number): string;
  /** One-line summary of an item, for its heading and for removed items. */
  summary(item: Item): string;
  /** Fields that the summary or the title says in words of its own: a review does not repeat them. */
  readonly summarizes?: readonly string[];
  /** Label of the row for adding an item: `+ Add notification`. */
  readonly add: string;
  /** A new item. */
  initial(context: TitleContext<Values>): Item;
  /**
   * Field that identifies an item across reads. The service keeps the stored secrets of an item sent back with it. Dropped from copies and when the
   * kind of an item changes.
   */
  readonly identity?: string;
  /** The identity is set only by the service and never sent: it serves for matching items here (specification 2.11). */
  readonly isIdentityOfService?: true;
  /** The list always has exactly one item, whose fields are shown in place of the list (the one policy of a schedule). */
  readonly only?: true;
  /** Shared fields that nevertheless belong to one kind and are cleared with it (`integrationId`). */
  readonly ofKind?: readonly string[];
};

/** Plan of a list of groups. `path` is a pattern: `notifications`, `policies[].policyItems`. */
export type ListPlan<Values = BodyObject> = {
  [Path in ListPath<Values>]: ListPlanAt<Path, ItemAt<Values, Path>, Values>;
}[ListPath<Values>];

/** A text to type before sending, and the reason. */
export type TypeToConfirm = { readonly text: string; readonly because: string };

/** An operation whose body has the fields of the form. */
type OperationTaking<Values> = Operation & {
  readonly body: {
    readonly shape: { readonly _zod: { readonly output: { readonly [Name in keyof Values]?: unknown } } };
  } | null;
};

/** A form defined by an area: data and pure functions. `Values`: the values of the form (`FormValues` of the operation's body). */
export type FormPlan<Values = BodyObject> = {
  readonly operation: OperationTaking<Values>;
  title(context: TitleContext<Values>): string;
  /** The effect of the form, in one plain sentence. */
  sentence(context: SentenceContext<Values>): string;
  /** Label of the review's button: `Replace prod-eu`. Never `OK`. */
  button(context: TitleContext<Values>): string;
  /** In the order an operator thinks. Unlisted fields follow at the end of their group. */
  readonly fields: readonly FieldPlan<Values>[];
  readonly lists?: readonly ListPlan<Values>[];
  /** Response-only fields: dropped from a received document. */
  readonly readOnly?: readonly string[];
  /** Fields that are always sent, because omitting them means something else (`enabled`). */
  readonly always?: readonly string[];
  /**
   * Top-level fields that show the stored values of the things to which a form without a received document is sent: their values are sent only after
   * a person has touched them (`domain.md` 1.9).
   */
  readonly onlyTouched?: readonly string[];
  /**
   * Top-level fields in the form that are not part of the body: those of `query` are sent as query parameters, those of `unsent` are confirmations
   * (an address that is typed twice) and never sent. The plan's operation is the contract's, with these fields added to its body schema.
   */
  readonly extraFields?: { readonly query: readonly string[]; readonly unsent: readonly string[] };
  /** Top-level fields that a merging write sends together: when one of them was changed, the others are sent unchanged. */
  readonly together?: readonly (readonly string[])[];
  /** Risk of this change; at least that of the operation. */
  riskOf?(context: SentenceContext<Values>): Risk;
  /** Warnings about losses, for the top of the review. */
  warnings?(context: SentenceContext<Values>): readonly string[];
  /** For risks from destructive up: the name to type. */
  confirm?(context: TitleContext<Values>): string | null;
  /** Text to type although the risk does not require it: a node count that costs many times the present one. */
  typeToConfirm?(context: TitleContext<Values>): TypeToConfirm | null;
};
