import type { AreaId } from "../../contract/area-ids.ts";
import type { BodyObject, BodyValue, JsonObject, Path } from "../../contract/json/json.ts";
import type { Risk } from "../../contract/operation.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { Change, Fact, FormEnv, FormPlan, RefusedField, Suggestion } from "../../forms/types.ts";
import type { Sighting } from "../../state/names/names.ts";
import type { Place } from "../../state/navigation/place.ts";
import type { RunbookChange } from "../../state/runbooks.ts";
import type { Zone } from "../../text/format.ts";
import type { Ask, Context, ListParams } from "./context.ts";
import type { Cell } from "./view.ts";

/** What an action leads to: a form, a write to review, a page, a choice, a place. `app/` opens it. */

/** What was found out for a review just now: what becomes impossible or lost, and the facts beside it. */
export type Preflight = {
  readonly warnings: readonly string[];
  readonly facts: readonly Fact[];
  /** What was found wrong with the request by asking: it goes back to the field of the form that is named. A write without fields is not sent. */
  readonly problems?: readonly RefusedField[];
  /**
   * The plan made of what was found out now, in place of the one that the form was opened with: what it says, warns of and checks is of now.
   * Forms only; it has the same fields.
   */
  readonly plan?: FormPlan;
  /** The risk that the facts make of it, where they make it graver than the plan says. */
  readonly risk?: Risk;
  /** What has to be typed in place of the plan's name, where the facts speak against it (`prod-eu anyway`). */
  readonly confirm?: string;
};

export const NO_PREFLIGHT: Preflight = { warnings: [], facts: [] };

/** What a request is sent to, outermost first: it names its project or its organisation, whatever else. */
export type TargetParams = Readonly<Record<string, string>> &
  ({ readonly groupId: string } | { readonly orgId: string });

/**
 * What a review is made from. It is given when the review opens: a form may have been open for hours by then, and nothing that was true when
 * it was opened counts any more (`domain.md` 1.6). A preflight uses this context and never the one that opened its form.
 */
export type ReviewSources = {
  /** Asks the service now. */
  readonly ask: Ask;
  /** What is known now of the project that the write goes to, with all of its clusters, and the time of now. */
  readonly context: Context;
};

/** Something that an action is done to. */
export type Target = { readonly id: string; readonly name: string; readonly params: TargetParams };

/**
 * What a write finds at the things that it is sent to, for forms and writes that start from no stored document: their review shows the old
 * value of each, and undo puts it back.
 */
export type Before = {
  /** The stored documents by the ids of their targets, read now. */
  readonly read: (ask: Ask, targets: readonly Target[]) => Promise<ReadonlyMap<string, JsonObject>>;
  /** A stored document in the terms of the request; by default its fields of the same names. */
  readonly asBody?: (document: JsonObject) => BodyObject;
  /** What a body makes of what `asBody` said, in the same terms, where that is not the body itself. */
  readonly becomes?: (was: BodyObject, body: BodyObject) => BodyObject;
  /** The body that puts back what `asBody` said in place of what was made of it, where that is not the same; null where nothing does. */
  readonly undo?: (was: BodyObject, made: BodyObject) => BodyObject | null;
  /**
   * The action that sends a body to these things: what it warns of, checks and asks for holds of an undo that sends the same (`domain.md` 13.4:
   * an expiry in the past is a deletion).
   */
  readonly action: (targets: readonly Target[], body: BodyObject) => Extract<Effect, { kind: "form" | "write" }>;
};

/**
 * How writes that replace a whole are made of what is stored: each thing is read again just before it is written, so that nobody's change
 * is written over (`domain.md` 1.6). What a form edits it reads by `base` instead.
 */
export type Replacement = {
  /** Reads what is stored at a thing now. */
  readonly read: (ask: Ask, target: Target) => Promise<JsonObject>;
  /** What is sent in its place; or, in words, why nothing is any more and what to do. */
  readonly bodyOf: (target: Target, stored: JsonObject) => BodyObject | string;
};

/** The id of the write in the journal that is taken back at a thing. */
export type Undoes = (target: Target) => string | undefined;

/** A write without fields of its own, ready for its review. */
export type WritePlan = {
  readonly operation: OperationId;
  readonly title: string;
  readonly sentence: string;
  readonly button: string;
  readonly targets: readonly Target[];
  /** What is sent to a thing, where anything is; where it replaces a whole (`replaces`), what would be by what the review has read. */
  readonly body?: (target: Target) => BodyObject | null;
  readonly replaces?: Replacement;
  readonly risk: Risk;
  /** The name to type where the risk asks for one. */
  readonly confirmName: string;
  /** What it changes, in words; left out for a deletion. */
  readonly changes?: readonly Change[];
  readonly preflight: (review: ReviewSources) => Promise<Preflight>;
  /** What the person said of the thing in the question before: it is remembered once they confirm and send, and lost with a review that is left. */
  readonly confirms?: Sighting;
  /** Where to land when it is done, where that is not the thing itself (`placeAfter`). */
  readonly after?: Place;
  /** Where it is seen whether it happened, where that is not `after`. */
  readonly look?: Place;
  /** Operations of other areas whose answers it changes too; those of its own area are asked again anyway. */
  readonly refreshes?: readonly OperationId[];
  /** The step of a runbook that is done with it. */
  readonly marks?: (answer: JsonObject | null) => RunbookChange;
  /** What the answer has to tell (a token already shown once, steps that follow elsewhere): it is shown at once. */
  readonly resultPage?: (answer: JsonObject | null) => Page | null;
  readonly before?: Before;
  readonly undoes?: Undoes;
};

/**
 * Where the values of a field are suggested from. `subject` is the group that holds the field (one matcher of several): what fits may
 * depend on the fields beside it. It has the type of a method for the reason that a plan has methods.
 */
export type Suggest<Values = BodyObject, Subject = BodyObject> = {
  suggest(ask: Ask, body: Values, subject: Subject): Promise<readonly Suggestion[]>;
}["suggest"];

/** A form: the plan of its fields, what it starts from, and what it is sent to. */
export type FormSetup<Values = BodyObject> = {
  readonly plan: FormPlan<Values>;
  /** What it is sent to, or what a question is about: its draft is of that. None only for what is in no project. */
  readonly targets: readonly Target[];
  /** Reads the stored document that a replacing or merging form edits; left out for a new thing. */
  readonly base?: (ask: Ask) => Promise<{ document: JsonObject; at: number }>;
  /**
   * What `base` edits of a record, as the service answers it, where that is not the whole record; null where the record has none of it.
   * Undo reads the answer of the write by it.
   */
  editedIn?(answer: JsonObject): JsonObject | null;
  /** What a new thing starts with. */
  readonly initial?: Values;
  /**
   * What is changed in the received document already when the form opens (fields that were chosen one by one before). A draft of
   * earlier has them on top; where a new thing is made from what a person filled in elsewhere, no draft is offered.
   */
  readonly edits?: readonly { readonly path: Path; readonly value: BodyValue }[];
  /**
   * The document that `edits` were made in, where that was read before: the form opens on it, so that its review sees what somebody else
   * has changed since.
   */
  readonly editsOf?: JsonObject;
  readonly suggest?: Readonly<Record<string, Suggest<Values>>>;
  preflight(review: ReviewSources, body: Values): Promise<Preflight>;
  /** For a form that is sent to things of which it reads no stored document to start from. */
  readonly before?: Before;
  readonly undoes?: Undoes;
  /** Where to land when it is done, where that is not the thing itself (`placeAfter`). */
  readonly after?: Place;
  /** Where it is seen whether it happened, where that is not `after`. */
  readonly look?: Place;
  /** Operations of other areas whose answers it changes too; those of its own area are asked again anyway. */
  readonly refreshes?: readonly OperationId[];
  /** The step of a runbook that is done with it. */
  readonly marks?: (answer: JsonObject | null) => RunbookChange;
  /** Gives it a draft apart from that of the same form for the same thing, begun from something else (a copy, a template). */
  readonly variant?: string;
  /**
   * What was chosen before it opens (a snapshot, the values of an earlier one). It counts before what was left in the form from another
   * choice: each choice has a draft of its own, which the same choice opens again.
   */
  readonly chosen?: BodyObject;
  /** The key of the draft of the question that it follows from: what was answered there stays until this is sent. */
  readonly questionDraft?: string;
  /** Nothing of it is kept when it is left: answers that only count when they are given (`cut-over`). */
  readonly keepsDraft?: false;
  /** What stands above it when it opens: why what was filled in before was not taken. */
  readonly said?: string;
  /** What the answer has to tell: it is shown at once. */
  readonly resultPage?: (answer: JsonObject | null) => Page | null;
  /**
   * What would come of it, line by line, below the form while it is filled in (the next snapshots of a schedule). Lines that are made one
   * after another stay as far as the fields that they read are valid.
   */
  preview?(body: Values, env: FormEnv): Iterable<string>;
  /** What is read on while the form is open, line by line below it, each with the time of its reading. */
  currentLines?(body: Values, context: Context): readonly string[];
  /** What helps where it cannot be sent, by what stands in the way. */
  readonly remedies?: Remedies;
  /**
   * A question and no write (the filter of a list): nothing is sent and nothing reviewed, this happens instead. Its plan stands on
   * a record of its own, made with `operation()`, that is not in the table. `base` is what it was asked on; an earlier one for a draft.
   */
  applies?(body: Values, base?: BodyObject | null): Effect;
};

type PageLines = readonly (readonly Cell[])[];

/** A text to read and to take away: steps outside this API, a token already shown once, an export, a calendar. */
export type Page = {
  readonly title: string;
  /** A line of one text wraps. */
  readonly lines: PageLines;
  /** What stands on the screen in place of `lines`, for a width of cells: `lines` say the same in words, to be read aloud. */
  readonly drawn?: (width: number) => PageLines;
  /** The same page with its times in a zone, where it has any. */
  readonly inZone?: (zone: Zone) => Page;
  /** The pages before and after it (a month); null at an end. */
  readonly turns?: Readonly<Record<"back" | "forward", (() => Page) | null>>;
  readonly copies: readonly { readonly title: string; readonly text: string }[];
  /** A file that it can be written to, mode 0600, under the exports of this program. */
  readonly file?: { readonly name: string; readonly text: string };
};

export type Effect =
  | { readonly kind: "form"; readonly setup: FormSetup }
  | { readonly kind: "write"; readonly plan: WritePlan }
  /** Goes there, in a project that may be another one; `params` is what the list there asks from then on, where it is not left as it is. */
  | { readonly kind: "place"; readonly place: Place; readonly params?: ListParams; readonly project?: string }
  /** One thing has to be chosen first (a cluster, a snapshot): picked by name, typed only where `open`. */
  | {
      readonly kind: "pick";
      readonly title: string;
      readonly suggest: (ask: Ask) => Promise<readonly Suggestion[]>;
      readonly open: boolean;
      readonly take: (value: string) => Effect;
    }
  | { readonly kind: "page"; readonly page: Page }
  /** The settings of the project that is looked at beside those of a file or a folder, by its absolute path; those for other projects are left out. */
  | { readonly kind: "comparison"; readonly path: string }
  /** Goes over to another profile. */
  | { readonly kind: "profile"; readonly name: string }
  /** Found out by asking: a page or a form that needs an answer first. */
  | { readonly kind: "asking"; readonly title: string; readonly load: (ask: Ask) => Promise<Effect> }
  /** The list of this area asks for something else from now on. */
  | { readonly kind: "params"; readonly params: ListParams }
  /** What a person said of a thing is remembered; then what follows is opened. */
  | { readonly kind: "remember"; readonly sighting: Sighting; readonly next: Effect }
  /**
   * An action by the area and the name that it has there: areas open each other so, and never import each other. `start` is what its
   * form begins with, by the names of its fields.
   */
  | {
      readonly kind: "action";
      readonly area: AreaId;
      readonly action: string;
      readonly context: Context;
      readonly ids: readonly string[];
      readonly start?: BodyObject;
      /** Changes what it opens: as a step of a runbook. */
      readonly change?: (opened: Effect) => Effect;
    }
  /** A runbook is begun, goes on or ends; then what follows is opened. */
  | { readonly kind: "runbook"; readonly change: RunbookChange; readonly next: Effect };

/**
 * What helps where a form cannot be sent as it is. It is offered where that is said, takes the place of the form when it is taken, and
 * is reviewed like anything else; what was filled in stays a draft.
 */
export type Remedy = {
  /** What it does, as a verb with its object: `Create it anew`. */
  readonly title: string;
  readonly effect: Effect;
};

/**
 * What stands in the way: the edited thing was deleted meanwhile (`removed`), the body breaks a rule of this name, or a field was emptied
 * that cannot be (`emptied:NAME`).
 */
export type Remedies = Readonly<Record<string, (body: BodyObject) => Remedy>>;

/** The name of the first of these. */
export const REMOVED_REMEDY = "removed";

/** What a form edits is not there any more, found out by something else than a 404. */
export class RemovedError extends Error {}

/** A form for a new thing, as what helps where the old one was deleted: it begins with what was filled in, whatever draft it has. */
export const createAnew = (title: string, setup: Extract<Effect, { kind: "form" }>["setup"]): Remedy => ({
  title,
  effect: { kind: "form", setup: { ...setup, edits: [] } },
});

/** A page that says one thing: why something cannot be done now. */
export const note = (title: string, words: Cell): Effect => ({
  kind: "page",
  page: { title, lines: [[words]], copies: [] },
});

/** Goes to an area, or to one thing of it. */
export const goTo = (area: AreaId, ...ids: readonly string[]): Effect => ({ kind: "place", place: { area, ids } });

/** What opens an action of an area by its name. */
export const effectOfAction = (
  area: AreaId,
  action: string,
  context: Context,
  ids: readonly string[] = [],
  start?: BodyObject,
): Effect => ({ kind: "action", area, action, context, ids, ...(start === undefined ? {} : { start }) });
