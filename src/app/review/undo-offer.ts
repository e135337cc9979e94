import type { Before, FormSetup, Target } from "../../areas/model/effect.ts";
import type { BodyObject, JsonObject } from "../../contract/json/json.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { Place } from "../../state/navigation/place.ts";

/** One thing that a write without a stored document was sent to. */
export type UndoTarget = {
  readonly target: Target;
  /** The write that restores the former state. */
  readonly back: BodyObject;
  /** The state after the write, in the terms of the request. */
  readonly made: BodyObject;
  /** The name of the write in the journal. */
  readonly id: string;
};

export type UndoMethod =
  /** A stored document was edited: the form is opened on what was made of it, with what was there before as the change. */
  | {
      readonly kind: "form";
      readonly setup: FormSetup;
      readonly before: JsonObject;
      readonly after: JsonObject;
      readonly warnings: readonly string[];
    }
  | {
      readonly kind: "writes";
      readonly operation: OperationId;
      readonly before: Before;
      readonly items: readonly UndoTarget[];
      readonly after: Place;
      readonly refreshes: readonly OperationId[];
    }
  | { readonly kind: "none"; readonly because: string };

/** `ids`: what the writes that it takes back are called in the journal. */
export type UndoOffer = {
  readonly title: string;
  readonly epoch: number;
  readonly how: UndoMethod;
  readonly ids: readonly string[];
};
