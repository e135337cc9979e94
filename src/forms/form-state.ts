import type { BodyObject, BodyValue } from "../contract/json/json.ts";
import type { FormMode } from "./form-plan.ts";

/** Tag of a list item: `key` never changes while the form is open, `from` is its position in the received document. */
export type ItemTag = { readonly key: number; readonly from: number | null };

/** Text typed into a field, with the error if it does not parse, or a note about its value. */
export type Typed = { readonly text: string; readonly error: string | null; readonly note: string | null };

/** The service's message about a field of the sent request. */
export type Refused = { readonly key: string; readonly message: string };

/**
 * State of a form. Immutable. Data about a field is stored under its stable key (`keyOf`): its path with the keys of list items in place of
 * positions, so that moving and removing items changes nothing else.
 */
export type FormState = {
  readonly planId: string;
  readonly mode: FormMode;
  /** The received document with secrets wrapped, or null for a new thing. */
  readonly base: BodyObject | null;
  /** The edited document. It has masks for stored secrets that are kept, and `Secret` for entered ones. */
  readonly body: BodyObject;
  /** Tags of every list of groups, by the key of the list. */
  readonly items: Readonly<Record<string, readonly ItemTag[]>>;
  readonly nextItem: number;
  /** Typed text of fields that were not left yet, or that does not parse. */
  readonly texts: Readonly<Record<string, Typed>>;
  readonly touched: ReadonlySet<string>;
  /** Fields that have lost the focus: their errors are shown. */
  readonly left: ReadonlySet<string>;
  /** Secrets that must be entered again: drafts and copies have none. */
  readonly lost: ReadonlySet<string>;
  /** Errors of entered secrets. */
  readonly secretErrors: Readonly<Record<string, string>>;
  /** Values of fields that stopped to apply; restored when the fields apply again. Never in a draft. */
  readonly parked: Readonly<Record<string, BodyValue>>;
  readonly refused: readonly Refused[];
  /** The service's message about the request as a whole. */
  readonly refusal: string | null;
  /** Side effects of the last edit (cleared fields). */
  readonly notice: string | null;
  /** Row that should get the focus: set only by `refuse`, `addItem` and `removeItem`. */
  readonly focus: string | null;
};
