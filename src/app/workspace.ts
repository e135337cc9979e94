import type { FormSetup, Page, Remedy, WritePlan } from "../areas/model/effect.ts";
import type { AreaId } from "../contract/area-ids.ts";
import type { JsonObject } from "../contract/json/json.ts";
import type { Choices, Conflict, FormState, Review, Suggestion } from "../forms/types.ts";
import type { Preferences } from "../settings/preferences.ts";
import type { Journaled } from "../state/journal/journal.ts";
import type { Place } from "../state/navigation/place.ts";
import type { RunbookChange } from "../state/runbooks.ts";
import type { ProjectEntry } from "../state/session/session.ts";
import type { SendItem } from "../state/writes/send.ts";
import type { TerminalBackground } from "../terminal/background.ts";
import { PAGE_SCOPES, type ScopeId } from "./keys/scopes.ts";
import type { ScrollAnchor } from "./list/window.ts";
import type { UndoOffer } from "./review/undo-offer.ts";
import type { KnownThing } from "./screen/known-things.ts";
import type { ComparedWith, SettingsComparison } from "./settings-files/compared-rows.ts";
import type { AppliedSetting, PreparedCopy } from "./settings-files/types.ts";
import type { Symbols } from "./symbols.ts";
import type { Theme, ThemeName } from "./theme.ts";

/**
 * The slices of the store that are about the screen and not about the service. The largest is what lies over the panes at this moment:
 * forms, reviews, menus, the palette. It is a stack; the topmost has the keys. Layers hold ids and plans, never row numbers of live lists.
 */

/** What is said about a form as a whole. */
export type FormMessage = {
  readonly tone: "info" | "bad";
  readonly text: string;
  /** What helps, reached by a key of its own while this is said. */
  readonly remedy?: Remedy;
};

/** A form being filled in. */
export type FormLayer = {
  readonly kind: "form";
  readonly setup: FormSetup;
  /** `reading`: the stored document is on its way; `unreadable`: it did not come; `filling`: the form stands. */
  readonly stage: "reading" | "unreadable" | "filling";
  readonly state: FormState;
  /** Generation of the session that it was opened in: it is never sent to another service. */
  readonly epoch: number;
  /** Key of the row that has the keys. */
  readonly focus: string;
  /** Items of lists whose fields are shown, by key. */
  readonly opened: ReadonlySet<string>;
  /** The choices of the field that has the keys, frozen while their list is open. */
  readonly choosing: { readonly choices: readonly Suggestion[]; readonly index: number } | null;
  /** Where the next character goes in the text that has the keys. */
  readonly caret: number;
  /** The keys have just come to a number: what is typed first takes its place. */
  readonly isFresh: boolean;
  /** What is being typed into a secret; forgotten when the keys leave it. */
  readonly secretText: string;
  /** Every error is shown, because a review was asked for. */
  readonly showAll: boolean;
  /** When the stored document was read (ms), for forms that edit one. */
  readonly readAt: number | null;
  /** When the draft that it was opened with was last changed (ms). */
  readonly draftAt: number | null;
  /** What to say about the form as a whole. */
  readonly message: FormMessage | null;
  /** The form before an item was taken out of a list, until the next change. */
  readonly removed: FormState | null;
  /** Starting over was asked for once; the second time does it. */
  readonly startOver: boolean;
  /** What came back from `$EDITOR` and could not be read; the editor opens with it again. */
  readonly unread: string | null;
};

/** What is about to be sent, with all that has to be known for it. */
export type ReviewLayer = {
  readonly kind: "review";
  readonly title: string;
  readonly source:
    | { readonly kind: "form"; readonly setup: FormSetup }
    | { readonly kind: "write"; readonly plan: WritePlan };
  /**
   * `reading`: facts are being fetched; `failed`: they did not come, or the service said no; `conflict`: somebody changed the
   * stored document meanwhile; `ready`: a person decides; `sending`: it is on its way; `unknown`: it may have happened.
   */
  readonly stage: "reading" | "failed" | "conflict" | "ready" | "sending" | "unknown";
  /** Generation of the session that it was opened in. */
  readonly epoch: number;
  /** Null until facts have been fetched. */
  readonly review: Review | null;
  readonly conflict: Conflict | null;
  /** What was chosen where both changed a field, by the id of the conflict. */
  readonly choices: Choices;
  /** The conflict that has the keys. */
  readonly index: number;
  /** The document as the service holds it now. */
  readonly current: JsonObject | null;
  /** What is stored at the things that it is sent to, where it starts from no document. */
  readonly stored: Stored;
  /** What went wrong, in words. */
  readonly failure: string | null;
  /** What helps against it. */
  readonly remedy: Remedy | null;
  readonly top: number;
  /** The request is shown whole. */
  readonly whole: boolean;
  /** The name as typed so far, for risks that ask for it. */
  readonly typed: string;
  /** Where the next character of it goes; at its end while this is not set. */
  readonly caret?: number;
  /** The answer to y/N; by default the safe one. */
  readonly yes: boolean;
};

/** Stored documents by the id of their target, and why they are missing. */
export type Stored = { readonly documents: ReadonlyMap<string, JsonObject>; readonly failure: string | null };

/** What came of a group of writes: a line for each. */
export type ResultLayer = {
  readonly kind: "result";
  readonly title: string;
  readonly items: readonly SendItem[];
  readonly running: boolean;
  readonly total: number;
  readonly top: number;
  readonly after: Place;
  /** The step of a runbook that is done when all of it is. */
  readonly marks: RunbookChange | null;
  /** The review that they were sent from. */
  readonly review: ReviewLayer;
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

export type PaletteLayer = {
  readonly kind: "palette";
  /** What it offers: everything, or the areas alone. */
  readonly of: "all" | "areas";
  readonly text: string;
  /** Where the next character goes; at the end of the text while this is not set. */
  readonly caret?: number;
  readonly index: number;
  /** All that can be found by name; null while that is still gathered. */
  readonly known: readonly KnownThing[] | null;
  /** Stands for this one opening of it. */
  readonly opening: object;
};

/** Suggestions for one field of the form below, or for what has to be chosen before anything opens. */
export type PickerLayer = {
  readonly kind: "picker";
  readonly title: string;
  readonly target:
    | { readonly kind: "field"; readonly key: string }
    | { readonly kind: "choice"; readonly take: (value: string) => void };
  readonly text: string;
  /** Where the next character goes; at the end of the text while this is not set. */
  readonly caret?: number;
  readonly index: number;
  /** Null while they are being fetched. */
  readonly suggestions: readonly Suggestion[] | null;
  readonly failure: string | null;
  /** Whether something else than a suggestion is accepted. */
  readonly open: boolean;
  /** The values that are marked, where a field takes several; null where it takes one. */
  readonly marked: readonly string[] | null;
};

export type HelpLayer = {
  readonly kind: "help";
  readonly top: number;
  /** The scopes that had the keys when help was asked for: they come first. */
  readonly scopes: readonly ScopeId[];
  readonly filter: string;
};
export type RawLayer = {
  readonly kind: "raw";
  readonly title: string;
  readonly lines: readonly string[];
  readonly top: number;
};
/** A text to read and to take away. */
export type PageLayer = { readonly kind: "page"; readonly page: Page; readonly top: number };
export type ActivityLayer = { readonly kind: "activity"; readonly top: number; readonly filter: string };
/** The writes of all runs, as they were when they were read. */
export type WritesLayer = {
  readonly kind: "writes";
  /** Null while they are read for the first time. */
  readonly journal: Journaled | null;
  /** When they were read (ms). */
  readonly readAt: number | null;
  /** Why they could not be read, in words. */
  readonly failure: string | null;
  readonly filter: string;
  readonly selectedId: string | null;
  readonly anchor: ScrollAnchor;
};
/** One of them in full. */
export type WriteLayer = { readonly kind: "write"; readonly id: string; readonly top: number };
/** The settings of the project that is looked at beside those of another one, or of files. */
export type ComparisonLayer = {
  readonly kind: "comparison";
  readonly with: ComparedWith;
  /** The project that is looked at. */
  readonly here: ProjectEntry;
  /** The kinds of the area that it was opened in: their headings stand first. */
  readonly first: readonly string[];
  /** Stands for the reading that is under way, or for the last one. */
  readonly reading: object;
  readonly isReading: boolean;
  /** Null while it is read for the first time. */
  readonly comparison: SettingsComparison | null;
  /** When that was read (ms). */
  readonly readAt: number | null;
  /** Why it could not be read, in words. */
  readonly failure: string | null;
  readonly filter: string;
  readonly selectedId: string | null;
  readonly anchor: ScrollAnchor;
  readonly folds: ReadonlyMap<string, boolean>;
  /** Rows that are to be copied here. */
  readonly marks: ReadonlySet<string>;
  /** Which one here a row is (an id), or that it is a new one (null), where that was not clear and was asked. */
  readonly answers: ReadonlyMap<string, string | null>;
  /** Which cluster here a cluster of the other project is compared with, where none here has its name: by its name there. */
  readonly clusters: ReadonlyMap<string, string>;
};
/** One of its rows, field by field. */
export type DifferenceLayer = { readonly kind: "difference"; readonly id: string; readonly top: number };
/** Rows of a comparison that are copied here: the review of all of them, then a result for each. */
export type CopyingLayer = {
  readonly kind: "copying";
  readonly here: ProjectEntry;
  /** What the other side is called. */
  readonly from: string;
  /** As those of a review; `done`: it was sent, and ended. */
  readonly stage: "reading" | "failed" | "ready" | "sending" | "done";
  /** Stands for this one opening of it. */
  readonly reading: object;
  /** Generation of the session that it was opened in: it is never sent to another service. */
  readonly epoch: number;
  /** Null until it is read. */
  readonly copy: PreparedCopy | null;
  readonly results: readonly AppliedSetting[];
  readonly failure: string | null;
  readonly top: number;
  /** The name as typed so far, for risks that ask for it. */
  readonly typed: string;
  /** Where the next character of it goes; at its end while this is not set. */
  readonly caret?: number;
  /** The answer to y/N; by default the safe one. */
  readonly yes: boolean;
};
/** The columns of the list, to choose from: in the order of the screen, those that are not shown after them. */
export type ColumnsLayer = {
  readonly kind: "columns";
  readonly title: string;
  readonly area: AreaId;
  readonly index: number;
};
/** A new key is waited for: the next one that is pressed is meant. */
export type KeyLayer = { readonly kind: "key"; readonly binding: string; readonly refusal: string | null };
/** A filter that is typed: of the list, or of the page below it. */
export type FilterLayer = {
  readonly kind: "filter";
  readonly of: "list" | "help" | "activity" | "writes" | "comparison";
  readonly before: string;
  /** Where the next character goes; at the end of the text while this is not set. */
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

const PAGES: ReadonlySet<LayerKind> = new Set<LayerKind>(PAGE_SCOPES);

/** Whether a layer is only read: nothing in it waits for an answer. */
export const isPage = (kind: LayerKind): boolean => PAGES.has(kind);

export type LayerOf<Kind extends LayerKind> = Extract<Layer, { kind: Kind }>;

/** How things look at this moment. */
export type Look = {
  readonly theme: Theme;
  readonly themeName: ThemeName;
  readonly symbols: Symbols;
  /** What the terminal has said of its background. */
  readonly background: TerminalBackground;
};

/** What the screen itself remembers: layers, sizes, the minute that ages are counted in, how it looks. */
export type Workspace = {
  readonly layers: readonly Layer[];
  readonly columns: number;
  readonly rows: number;
  /** This machine's time at the last tick (ms): of a minute, or of a second where something is about to end. */
  readonly minute: number;
  /** The line of the detail pane that links are followed from. */
  readonly detailIndex: number;
  /** Grows when the whole screen has to be painted anew. */
  readonly repaint: number;
  /** Nothing was ever opened on this machine before, and no key was pressed yet: the last line shows the four keys to begin with. */
  readonly isFirstStart: boolean;
  /** The first key of a chord of two (`ctrl+x`), while the second is waited for. */
  readonly chord: string | null;
  /** What this person likes, changed as soon as it is chosen. */
  readonly preferences: Preferences;
  /** Without the sidebar: `--pane`, or the preference. */
  readonly hideSidebar: boolean;
  /** The last write, and how it is undone; null while nothing was written. */
  readonly undo: UndoOffer | null;
  readonly look: Look;
  /** Things of the projects that were looked at before, which can still be found. */
  readonly leftThings: readonly KnownThing[];
  /** What lies over the panes threw while it was drawn. */
  readonly isLayerBroken: boolean;
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
