import type { FormSetup, Page, Remedy, WritePlan } from "../areas/model/effect.ts";
import type { AreaId } from "../contract/area-ids.ts";
import type { JsonObject } from "../contract/json/json.ts";
import type { FormState } from "../forms/form-state.ts";
import type { Conflict } from "../forms/review/conflict.ts";
import type { Review } from "../forms/review/review.ts";
import type { Choices } from "../forms/review/three-way.ts";
import type { Suggestion } from "../forms/suggestion.ts";
import type { Preferences } from "../settings/preferences.ts";
import type { Journaled } from "../state/journal/journal.ts";
import type { Place } from "../state/navigation/place.ts";
import type { RunbookChange } from "../state/runbooks.ts";
import type { ProjectEntry } from "../state/session/session.ts";
import type { SendItem } from "../state/writes/send.ts";
import type { TerminalBackground } from "../terminal/background.ts";
import type { ScopeId } from "./keys/scopes.ts";
import type { ScrollAnchor } from "./list/window.ts";
import type { UndoOffer } from "./review/undo-offer.ts";
import type { KnownThing } from "./screen/known-things.ts";
import type { ComparedWith, SettingsComparison } from "./settings-files/compared-rows.ts";
import type { AppliedSetting, PreparedCopy } from "./settings-files/types.ts";
import type { Symbols } from "./symbols.ts";
import type { Theme, ThemeName } from "./theme.ts";

/**
 * Slices of the store that are about the screen and not about the service. The largest is the stack of layers over the panes: forms, reviews, menus,
 * the palette. The topmost layer has the focus. Layers hold ids and plans, never row numbers of live lists.
 */

/** Message about a form as a whole. */
export type FormMessage = {
  readonly tone: "info" | "bad";
  readonly text: string;
  /** A remedy with its own key while this message is shown. */
  readonly remedy?: Remedy;
};

/** A form being filled in. */
export type FormLayer = {
  readonly kind: "form";
  readonly setup: FormSetup;
  /** `reading`: the stored document is being read; `unreadable`: the read failed; `filling`: the form is ready. */
  readonly stage: "reading" | "unreadable" | "filling";
  readonly state: FormState;
  /** Generation of the session in which it was opened: it is never sent to another service. */
  readonly epoch: number;
  /** Key of the focused row. */
  readonly focus: string;
  /** Keys of the list items whose fields are shown. */
  readonly opened: ReadonlySet<string>;
  /** Choices of the focused field, frozen while their list is open. */
  readonly choosing: { readonly choices: readonly Suggestion[]; readonly index: number } | null;
  /** Position of the cursor in the focused text. */
  readonly caret: number;
  /** A number has just been focused: the first typed character replaces it. */
  readonly isFresh: boolean;
  /** Text being typed into a secret; forgotten when the focus leaves it. */
  readonly secretText: string;
  /** Every error is shown, because a review was requested. */
  readonly showAll: boolean;
  /** Time at which the stored document was read (ms), for forms that edit one. */
  readonly readAt: number | null;
  /** Time of the last change of the draft that the form was opened with (ms). */
  readonly draftAt: number | null;
  readonly message: FormMessage | null;
  /** The form before an item was removed from a list, until the next change. */
  readonly removed: FormState | null;
  /** Starting over was requested once; the second request does it. */
  readonly startOver: boolean;
  /** Text from `$EDITOR` that could not be parsed; the editor opens with it again. */
  readonly unread: string | null;
};

/** What a person answers before something is sent. */
type Answered = {
  /** Generation of the session in which it was opened: it is never sent to another service. */
  readonly epoch: number;
  readonly top: number;
  /** The name as typed so far, for risks that require it. */
  readonly typed: string;
  /** Position of the cursor in it; at its end if not set. */
  readonly caret?: number;
  /** Answer to y/N; by default the safe one. */
  readonly yes: boolean;
};

/** A write before it is sent, with everything that is needed to decide on it. */
export type ReviewLayer = Answered & {
  readonly kind: "review";
  readonly title: string;
  readonly source:
    | { readonly kind: "form"; readonly setup: FormSetup }
    | { readonly kind: "write"; readonly plan: WritePlan };
  /**
   * `reading`: facts are being fetched; `failed`: that failed, or the service refused; `conflict`: somebody changed the stored document meanwhile;
   * `ready`: waits for the person's decision; `sending`: the request is in progress; `unknown`: it may have happened.
   */
  readonly stage: "reading" | "failed" | "conflict" | "ready" | "sending" | "unknown";
  /** Null until facts have been fetched. */
  readonly review: Review | null;
  readonly conflict: Conflict | null;
  /** Choices where both sides changed a field, by the id of the conflict. */
  readonly choices: Choices;
  /** Index of the focused conflict. */
  readonly index: number;
  /** The document as the service stores it now. */
  readonly current: JsonObject | null;
  /** Stored documents of the targets, for a write that starts from no document. */
  readonly stored: Stored;
  /** Error, in words. */
  readonly failure: string | null;
  /** Remedies for the failure, or safer ways than the write. */
  readonly remedies: readonly Remedy[];
  /** The whole request is shown. */
  readonly whole: boolean;
};

/** Stored documents by the id of their target, and the reason if they could not be read. */
export type Stored = { readonly documents: ReadonlyMap<string, JsonObject>; readonly failure: string | null };

/** Results of a group of writes, one line each. */
export type ResultLayer = {
  readonly kind: "result";
  readonly title: string;
  readonly items: readonly SendItem[];
  readonly running: boolean;
  readonly total: number;
  readonly top: number;
  readonly after: Place;
  /** The runbook step that is done when all writes are. */
  readonly marks: RunbookChange | null;
  /** The review from which they were sent. */
  readonly review: ReviewLayer;
};

export type MenuItem = {
  readonly id: string;
  readonly title: string;
  /** The title is a name: it is cut in its middle, as names often differ at their ends. */
  readonly isName?: true;
  /** Keys or a note at its right end. */
  readonly keys?: string;
  /** Why it cannot be chosen. */
  readonly disabled?: string | null;
  readonly run: () => void;
};

/** Actions on the selection; frozen while the menu is open. */
export type MenuLayer = {
  readonly kind: "menu";
  readonly title: string;
  readonly items: readonly MenuItem[];
  readonly index: number;
};

export type PaletteLayer = {
  readonly kind: "palette";
  /** Offers everything, or the areas alone. */
  readonly of: "all" | "areas";
  readonly text: string;
  /** Position of the cursor; at the end of the text if not set. */
  readonly caret?: number;
  readonly index: number;
  /** Everything that can be found by name; null while it is being gathered. */
  readonly known: readonly KnownThing[] | null;
  /** Identity of this opening of the palette. */
  readonly opening: object;
};

/** Suggestions for a field of the form below, or for a choice before an effect. */
export type PickerLayer = {
  readonly kind: "picker";
  readonly title: string;
  /** Name that the title ends with: where there is little room it is cut, and not the question. */
  readonly named?: string;
  readonly target:
    | { readonly kind: "field"; readonly key: string }
    | { readonly kind: "choice"; readonly take: (value: string) => void };
  readonly text: string;
  /** Position of the cursor; at the end of the text if not set. */
  readonly caret?: number;
  readonly index: number;
  /** Null while they are being fetched. */
  readonly suggestions: readonly Suggestion[] | null;
  readonly failure: string | null;
  /** Accepts other values than the suggestions too. */
  readonly open: boolean;
  /** Marked values of a field with several values; null for a field with a single one. */
  readonly marked: readonly string[] | null;
};

export type HelpLayer = {
  readonly kind: "help";
  readonly top: number;
  /** Scopes that were active when help was opened: they are listed first. */
  readonly scopes: readonly ScopeId[];
  readonly filter: string;
};
type RawLayer = {
  readonly kind: "raw";
  readonly title: string;
  readonly lines: readonly string[];
  readonly top: number;
};
/** A text to read and to copy. */
export type PageLayer = { readonly kind: "page"; readonly page: Page; readonly top: number };
export type ActivityLayer = { readonly kind: "activity"; readonly top: number; readonly filter: string };
/** A list that is read for a layer of its own. */
type ReadList = {
  /** Time of the read (ms). */
  readonly readAt: number | null;
  /** Error of the read, in words. */
  readonly failure: string | null;
  readonly filter: string;
  readonly selectedId: string | null;
  readonly anchor: ScrollAnchor;
};
/** Writes of all runs, as of the last read. */
export type WritesLayer = ReadList & {
  readonly kind: "writes";
  /** Null during the first read. */
  readonly journal: Journaled | null;
};
/** A write in full. */
export type WriteLayer = { readonly kind: "write"; readonly id: string; readonly top: number };
/** The settings of the current project beside those of another project, or of files. */
export type ComparisonLayer = ReadList & {
  readonly kind: "comparison";
  readonly with: ComparedWith;
  /** The current project. */
  readonly here: ProjectEntry;
  /** Kinds of the area from which it was opened: their headings come first. */
  readonly first: readonly string[];
  /** Identity of the read in progress, or of the last one. */
  readonly reading: object;
  readonly isReading: boolean;
  /** Null during the first read. */
  readonly comparison: SettingsComparison | null;
  readonly folds: ReadonlyMap<string, boolean>;
  /** Rows to be copied to the current project. */
  readonly marks: ReadonlySet<string>;
  /** Setting of the current project that a row corresponds to (an id), or null for a new one, where that was ambiguous and the person chose it. */
  readonly answers: ReadonlyMap<string, string | null>;
  /** Clusters of the other project, by their name there, and the cluster here that each is compared with, if none here has the same name. */
  readonly clusters: ReadonlyMap<string, string>;
};
/** A row of the comparison, field by field. */
export type DifferenceLayer = { readonly kind: "difference"; readonly id: string; readonly top: number };
/** Copying rows of a comparison to the current project: a review of all, then a result for each. */
export type CopyingLayer = Answered & {
  readonly kind: "copying";
  readonly here: ProjectEntry;
  /** Name of the other side. */
  readonly from: string;
  /** As in a review; `done`: everything was sent, and the results are complete. */
  readonly stage: "reading" | "failed" | "ready" | "sending" | "done";
  /** Identity of this opening. */
  readonly reading: object;
  /** Null until it is read. */
  readonly copy: PreparedCopy | null;
  readonly results: readonly AppliedSetting[];
  readonly failure: string | null;
};
/** Columns of the list to choose from: in the order of the screen, hidden ones last. */
export type ColumnsLayer = {
  readonly kind: "columns";
  readonly title: string;
  readonly area: AreaId;
  readonly index: number;
};
/** Waits for a new key: the next key that is pressed is bound. */
export type KeyLayer = { readonly kind: "key"; readonly binding: string; readonly refusal: string | null };
/** A filter being typed: of the list, or of the page below. */
export type FilterLayer = {
  readonly kind: "filter";
  readonly of: "list" | "help" | "activity" | "writes" | "comparison";
  readonly before: string;
  /** Position of the cursor; at the end of the text if not set. */
  readonly caret?: number;
};

export type Layer =
  | FormLayer
  | ReviewLayer
  | ResultLayer
  | MenuLayer
  | PaletteLayer
  | PickerLayer
  | HelpLayer
  | RawLayer
  | PageLayer
  | ActivityLayer
  | WritesLayer
  | WriteLayer
  | ComparisonLayer
  | DifferenceLayer
  | CopyingLayer
  | ColumnsLayer
  | KeyLayer
  | FilterLayer;

export type LayerKind = Layer["kind"];

export type LayerOf<Kind extends LayerKind> = Extract<Layer, { kind: Kind }>;

/** Current theme, symbols and background. */
export type Look = {
  readonly theme: Theme;
  readonly themeName: ThemeName;
  readonly symbols: Symbols;
  /** Background as the terminal reported it. */
  readonly background: TerminalBackground;
};

/** A part of the screen that is drawn by itself: one that throws leaves the others as they are. */
export type ScreenPart = "header" | "sidebar" | "list" | "detail" | "layer" | "last line";

/** State of the screen itself: layers, sizes, the minute that ages are computed from, the look. */
export type Workspace = {
  readonly layers: readonly Layer[];
  readonly columns: number;
  readonly rows: number;
  /** This machine's time at the last tick (ms): once a minute, or once a second while something is about to end. */
  readonly minute: number;
  /** Selected line of the detail pane, whose link Enter follows. */
  readonly detailIndex: number;
  /** Increases when the whole screen has to be repainted. */
  readonly repaint: number;
  /** First start on this machine, before the first key: the last line shows the four keys to begin with. */
  readonly isFirstStart: boolean;
  /** First key of a chord (`ctrl+x`) while the second is awaited. */
  readonly chord: string | null;
  /** The person's preferences, changed as soon as one is chosen. */
  readonly preferences: Preferences;
  /** Without the sidebar: `--pane`, or the preference. */
  readonly hideSidebar: boolean;
  /** The last write, and the offer to undo it; null before the first write. */
  readonly undo: UndoOffer | null;
  readonly look: Look;
  /** Things of previously viewed projects, which can still be found. */
  readonly leftThings: readonly KnownThing[];
  /** Parts of the screen that threw while they were drawn. */
  readonly broken: ReadonlySet<ScreenPart>;
};

export const topLayer = ({ layers }: Pick<Workspace, "layers">): Layer | undefined => layers.at(-1);

/** The topmost layer that fills the body; the filter is typed in the last line and covers nothing. */
export const coveringLayer = (layers: readonly Layer[]): Layer | undefined =>
  layers.findLast(({ kind }) => kind !== "filter");

/** The topmost layer of a kind. */
export function layerOf<Kind extends LayerKind>(
  { layers }: Pick<Workspace, "layers">,
  kind: Kind,
): LayerOf<Kind> | undefined {
  return layers.findLast((layer): layer is LayerOf<Kind> => layer.kind === kind);
}
