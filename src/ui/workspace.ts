import type { Action, FormSetup, Place, WritePlan } from "../areas/area.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Conflict, FormState, Review, Suggestion } from "../forms/types.ts";
import type { SendItem } from "../state/send.ts";
import type { ScopeId } from "./keys/binding.ts";

/**
 * What lies over the panes at this moment: forms, reviews, menus, the palette. A stack; the topmost has the keys. Held apart from
 * the store of `state/`, which knows no forms. Layers hold ids and plans, never row numbers of live lists.
 */

/** A form being filled in. */
export type FormLayer = {
  readonly kind: "form";
  readonly setup: FormSetup;
  readonly state: FormState;
  /** Key of the row that has the keys. */
  readonly focus: string;
  /** First visible row. */
  readonly top: number;
  /** Every error is shown, because a review was asked for. */
  readonly showAll: boolean;
  /** When the stored document was read (ms), for forms that edit one. */
  readonly readAt: number | null;
  /** Something is being fetched or checked; in words. */
  readonly busy: string | null;
  /** What to say about the form as a whole. */
  readonly message: string | null;
};

/** What is about to be sent, with all that has to be known for it. */
export type ReviewLayer = {
  readonly kind: "review";
  readonly title: string;
  readonly source:
    | { readonly kind: "form"; readonly setup: FormSetup }
    | { readonly kind: "write"; readonly plan: WritePlan };
  /** Null while facts are being fetched. */
  readonly review: Review | null;
  readonly conflict: Conflict | null;
  /** The document as the service holds it now. */
  readonly current: JsonObject | null;
  /** Why the facts could not be fetched. */
  readonly failure: string | null;
  readonly top: number;
  /** For risks that ask for an answer: `y`, or the name as typed so far. */
  readonly typed: string;
  readonly sending: boolean;
  /** The choice that is offered: by default the safe one. */
  readonly yes: boolean;
};

/** What came of a group of writes: a line for each. */
export type ResultLayer = {
  readonly kind: "result";
  readonly title: string;
  readonly items: readonly SendItem[];
  readonly running: boolean;
  readonly total: number;
  readonly top: number;
  readonly after: Place;
};

export type MenuItem = {
  readonly id: string;
  readonly title: string;
  readonly keys: string;
  readonly disabled: string | null;
  readonly run: () => void;
};

/** Things to do with what is selected; frozen while it is open. */
export type MenuLayer = {
  readonly kind: "menu";
  readonly title: string;
  readonly items: readonly MenuItem[];
  readonly index: number;
};

export type PaletteLayer = { readonly kind: "palette"; readonly text: string; readonly index: number };

/** Suggestions for one field of the form below. */
export type PickerLayer = {
  readonly kind: "picker";
  readonly title: string;
  readonly fieldKey: string;
  readonly text: string;
  readonly index: number;
  /** Null while they are being fetched. */
  readonly suggestions: readonly Suggestion[] | null;
  readonly failure: string | null;
  /** Whether something else than a suggestion is accepted. */
  readonly open: boolean;
};

export type HelpLayer = {
  readonly kind: "help";
  readonly top: number;
  /** The scopes that had the keys when help was asked for: they come first. */
  readonly scopes: readonly ScopeId[];
};
export type RawLayer = {
  readonly kind: "raw";
  readonly title: string;
  readonly lines: readonly string[];
  readonly top: number;
};
export type ActivityLayer = { readonly kind: "activity"; readonly index: number };
export type FilterLayer = { readonly kind: "filter"; readonly before: string };

export type Layer =
  | FormLayer
  | ReviewLayer
  | ResultLayer
  | MenuLayer
  | PaletteLayer
  | PickerLayer
  | HelpLayer
  | RawLayer
  | ActivityLayer
  | FilterLayer;

export type LayerKind = Layer["kind"];
export type LayerOf<Kind extends LayerKind> = Extract<Layer, { kind: Kind }>;

/** What the screen itself remembers: layers, sizes, the minute that ages are counted in. */
export type Workspace = {
  readonly layers: readonly Layer[];
  readonly columns: number;
  readonly rows: number;
  /** This machine's time at the last tick of a minute (ms). */
  readonly minute: number;
  /** The line of the detail pane that links are followed from. */
  readonly detailIndex: number;
  /** Grows when the whole screen has to be painted anew. */
  readonly repaint: number;
  /** The action whose form or menu is open, for the title line. */
  readonly lastAction: Action | null;
};

export const topLayer = (workspace: Workspace): Layer | undefined => workspace.layers.at(-1);

/** The topmost layer of a kind. */
export function layerOf<Kind extends LayerKind>(workspace: Workspace, kind: Kind): LayerOf<Kind> | undefined {
  return workspace.layers.findLast((layer): layer is LayerOf<Kind> => layer.kind === kind);
}
