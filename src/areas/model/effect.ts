import type { AreaId } from "../../contract/area-ids.ts";
import type { BodyObject, BodyValue, JsonObject, Path } from "../../contract/json/json.ts";
import type { Risk } from "../../contract/operation.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { FormEnv, FormPlan } from "../../forms/form-plan.ts";
import type { RefusedField } from "../../forms/refusal.ts";
import type { Change } from "../../forms/review/compare.ts";
import type { Fact } from "../../forms/review/review.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import type { Sighting } from "../../state/names/names.ts";
import type { Place } from "../../state/navigation/place.ts";
import type { RunbookChange } from "../../state/runbooks.ts";
import { pluralize, type Zone } from "../../text/format.ts";
import type { Cell } from "./cell.ts";
import type { Ask, Context, ListParams } from "./context.ts";

/** The effect of an action: a form, a write to review, a page, a choice, a place. `app/` opens it. */

/** Findings of a review, read just now: what becomes impossible or is lost, and facts that go with it. */
export type Preflight = {
  readonly warnings: readonly string[];
  readonly facts: readonly Fact[];
  /** Problems of the request that were found by requests: each is shown at its field of the form. A write without fields is then not sent. */
  readonly problems?: readonly RefusedField[];
  /**
   * The plan made from the findings, in place of the one that the form was opened with: its texts, warnings and checks are up to date. Forms only;
   * it has the same fields.
   */
  readonly plan?: FormPlan;
  /** The risk by the findings, where it is higher than that of the plan. */
  readonly risk?: Risk;
  /** Text to type in place of the plan's name, where the findings speak against the write (`prod-eu anyway`). */
  readonly confirm?: string;
  /** Safer ways, offered beside the confirmation: each is opened in place of this write, whose form stays a draft. */
  readonly safer?: readonly Remedy[];
};

export const NO_PREFLIGHT: Preflight = { warnings: [], facts: [] };

/** Path parameters of a request, outermost first: they always name a project or an organisation. */
export type TargetParams = Readonly<Record<string, string>> &
  ({ readonly groupId: string } | { readonly orgId: string });

/**
 * Sources of a review, passed when the review opens: a form may have been open for hours by then, so nothing read when it was opened is valid any
 * more (`domain.md` 1.6). A preflight uses this context and never the one that opened its form.
 */
export type ReviewSources = {
  /** Sends a request to the service now. */
  readonly ask: Ask;
  /** Current state of the project that the write goes to, with all of its clusters, and the current time. */
  readonly context: Context;
};

/** A thing that an action is applied to. */
export type Target = { readonly id: string; readonly name: string; readonly params: TargetParams };

/** The name of the only target, or how many there are. */
export function nameOrCount(targets: readonly Target[], noun: string): string {
  const [first, ...others] = targets;
  return first !== undefined && others.length === 0 ? first.name : pluralize(targets.length, noun);
}

/**
 * State of the targets before a write, for forms and writes that start from no stored document: the review shows the old value of each, and
 * undo restores it.
 */
export type Before = {
  /** Reads the stored documents now, by the ids of their targets. */
  readonly read: (ask: Ask, targets: readonly Target[]) => Promise<ReadonlyMap<string, JsonObject>>;
  /** A stored document in the terms of the request; by default its fields of the same names. */
  readonly asBody?: (document: JsonObject) => BodyObject;
  /** The result of applying `body` to the old values (`asBody`), in the same terms, where that is not `body` itself. */
  readonly becomes?: (was: BodyObject, body: BodyObject) => BodyObject;
  /** The body that restores the values of `asBody` in place of what was made of them, where it is not `was` itself; null where none does. */
  readonly undo?: (was: BodyObject, made: BodyObject) => BodyObject | null;
  /**
   * The action that sends a body to these targets: an undo that sends the same body has its warnings, checks and confirmation (`domain.md` 13.4: an
   * expiry in the past is a deletion).
   */
  readonly action: (targets: readonly Target[], body: BodyObject) => Extract<Effect, { kind: "form" | "write" }>;
};

/**
 * Builds the body of writes that replace a whole document: each target is read again just before it is written, so that nobody's change is
 * overwritten (`domain.md` 1.6). A form reads the document that it edits with `base` instead.
 */
type Replacement = {
  /** Reads the stored document of a target now. */
  readonly read: (ask: Ask, target: Target) => Promise<JsonObject>;
  /** The body to send in its place; or, as text, why there is none any more and what to do. */
  readonly bodyOf: (target: Target, stored: JsonObject) => BodyObject | string;
};

/** The id of the journalled write that is undone on a target. */
type Undoes = (target: Target) => string | undefined;

/** What forms and writes without fields share: what they start from, and what comes after them. */
type Sent = {
  /** For a form whose targets have no stored document to start from. */
  readonly before?: Before;
  readonly undoes?: Undoes;
  /** The place to go to when it is done, where that is not the thing itself (`placeAfter`). */
  readonly after?: Place;
  /** The place that shows whether the write took effect, where that is not `after`. */
  readonly look?: Place;
  /** Operations of other areas whose answers the write changes too; those of its own area are requested again anyway. */
  readonly refreshes?: readonly OperationId[];
  /** The runbook step that this write completes. */
  readonly marks?: (answer: JsonObject | null) => RunbookChange;
  /** A page made from the answer (a token shown once, steps that follow elsewhere), shown at once. */
  readonly resultPage?: (answer: JsonObject | null) => Page | null;
};

/** A write without fields of its own, ready for its review. */
export type WritePlan = Sent & {
  readonly operation: OperationId;
  readonly title: string;
  readonly sentence: string;
  readonly button: string;
  readonly targets: readonly Target[];
  /** The body for a target, where there is one; for a replacement (`replaces`), the body by what the review has read. */
  readonly body?: (target: Target) => BodyObject | null;
  readonly replaces?: Replacement;
  readonly risk: Risk;
  /** The name to type where the risk requires one. */
  readonly confirmName: string;
  /** Its changes as text; left out for a deletion. */
  readonly changes?: readonly Change[];
  readonly preflight: (review: ReviewSources) => Promise<Preflight>;
  /** A person's statement about the thing in the question before: saved once they confirm and send, discarded with a cancelled review. */
  readonly confirms?: Sighting;
};

/**
 * Source of suggestions for a field. `subject` is the group that holds the field (one matcher of several): the suggestions may depend on its other
 * fields. It has the type of a method for the reason that a plan has methods.
 */
export type Suggest<Values = BodyObject, Subject = BodyObject> = {
  suggest(ask: Ask, body: Values, subject: Subject): Promise<readonly Suggestion[]>;
}["suggest"];

/** A form: the plan of its fields, what it starts from, and what it is sent to. */
export type FormSetup<Values = BodyObject> = Sent & {
  readonly plan: FormPlan<Values>;
  /** The targets of the form, or of a local form's question: the draft belongs to them. None only for what is in no project. */
  readonly targets: readonly Target[];
  /** Reads the stored document that a replacing or merging form edits; left out for a new thing. */
  readonly base?: (ask: Ask) => Promise<{ document: JsonObject; at: number }>;
  /**
   * The part of a record, as the service answers it, that `base` edits, where that is not the whole record; null where the record has no such part.
   * Undo applies it to the answer of the write.
   */
  editedIn?(answer: JsonObject): JsonObject | null;
  /** Initial values of a new thing. */
  readonly initial?: Values;
  /**
   * Changes already made to the received document when the form opens (fields that were chosen one by one before). An earlier draft gets them on
   * top; where a new thing is made from values that a person entered elsewhere, no draft is offered.
   */
  readonly edits?: readonly { readonly path: Path; readonly value: BodyValue }[];
  /**
   * The document that `edits` were made in, where it was read before: the form opens on it, so that its review detects changes that somebody else
   * has made since.
   */
  readonly editsOf?: JsonObject;
  readonly suggest?: Readonly<Record<string, Suggest<Values>>>;
  preflight(review: ReviewSources, body: Values): Promise<Preflight>;
  /** Separates its draft from that of the same form for the same thing which started from something else (a copy, a template). */
  readonly variant?: string;
  /**
   * Values chosen before the form opens (a snapshot, the values of an earlier job). They win over a draft from another choice: each choice has its
   * own draft, which the same choice opens again.
   */
  readonly chosen?: BodyObject;
  /** Key of the draft of the local form that led here: its answers are kept until this form is sent. */
  readonly questionDraft?: string;
  /** No draft is kept: these answers only count at the time they are given (`cut-over`). */
  readonly keepsDraft?: false;
  /** Note above the form when it opens: why earlier input was not taken over. */
  readonly said?: string;
  /**
   * Preview lines below the form while it is filled in (the next snapshots of a schedule). Lines that are generated one after another are shown as
   * far as the fields that they read are valid.
   */
  preview?(body: Values, env: FormEnv): Iterable<string>;
  /** Values that are polled while the form is open, as lines below it, each with the time of its reading. */
  currentLines?(body: Values, context: Context): readonly string[];
  /** Remedies where the form cannot be sent, by the obstacle. */
  readonly remedies?: Remedies;
  /**
   * For a local form (the filter of a list): nothing is sent or reviewed, this effect happens instead. Its plan belongs to an operation of its own,
   * made with `operation()`, that is not in the table. `base` is the body that the form was opened on; for a draft, possibly an earlier one.
   */
  applies?(body: Values, base?: BodyObject | null): Effect;
};

type PageLines = readonly (readonly Cell[])[];

/** A text to read and to copy: steps outside this API, a token shown once, an export, a calendar. */
export type Page = {
  readonly title: string;
  /** A line with a single text wraps. */
  readonly lines: PageLines;
  /** Drawing shown in place of `lines`, for a width in cells: `lines` say the same in words, for screen readers. */
  readonly drawn?: (width: number) => PageLines;
  /** The same page with its times in a zone, where it has any. */
  readonly inZone?: (zone: Zone) => Page;
  /** The pages before and after this one (months); null at an end. */
  readonly turns?: Readonly<Record<"back" | "forward", (() => Page) | null>>;
  readonly copies: readonly { readonly title: string; readonly text: string }[];
  /** A file to save the page to, mode 0600, in the exports folder of this program. */
  readonly file?: { readonly name: string; readonly text: string };
  /** The loss when the page is closed, because its text is never shown again: closing it asks first. */
  readonly lostByClosing?: string;
};

export type Effect =
  | { readonly kind: "form"; readonly setup: FormSetup }
  | { readonly kind: "write"; readonly plan: WritePlan }
  /** Goes to a place, possibly in another project; `params` replaces the parameters of the list there, which otherwise stay as they are. */
  | { readonly kind: "place"; readonly place: Place; readonly params?: ListParams; readonly project?: string }
  /** One thing has to be chosen first (a cluster, a snapshot): picked by name, typed only where `open`. */
  | {
      readonly kind: "pick";
      readonly title: string;
      readonly suggest: (ask: Ask) => Promise<readonly Suggestion[]>;
      readonly open?: boolean;
      readonly take: (value: string) => Effect;
    }
  | { readonly kind: "page"; readonly page: Page }
  /**
   * Compares the settings of the current project with those of a file or a folder, by its absolute path; settings for other projects are left out.
   */
  | { readonly kind: "comparison"; readonly path: string }
  /** Switches to another profile. */
  | { readonly kind: "profile"; readonly name: string }
  /** Sends requests first: they give a page or a form that needs an answer before it opens. */
  | { readonly kind: "asking"; readonly title: string; readonly load: (ask: Ask) => Promise<Effect> }
  /** Sets the parameters of this area's list. */
  | { readonly kind: "params"; readonly params: ListParams }
  /** Saves a person's statement about a thing, then opens the next effect. */
  | { readonly kind: "remember"; readonly sighting: Sighting; readonly next: Effect }
  /**
   * An action by its area and its name there: areas open each other in this way and never import each other. `start`: initial values of its form by
   * field name.
   */
  | {
      readonly kind: "action";
      readonly area: AreaId;
      readonly action: string;
      readonly context: Context;
      readonly ids: readonly string[];
      readonly start?: BodyObject;
      /** Changes the opened effect: as a step of a runbook. */
      readonly change?: (opened: Effect) => Effect;
    }
  /** Starts, continues or ends a runbook, then opens the next effect. */
  | { readonly kind: "runbook"; readonly change: RunbookChange; readonly next: Effect };

/**
 * A way out for a form that cannot be sent as it is, or a safer one than the write of a review, offered next to the reason. It replaces the form when
 * it is chosen, and is reviewed like any other; the input stays a draft.
 */
export type Remedy = {
  /** Its action, as a verb with its object: `Create it anew`. */
  readonly title: string;
  readonly effect: Effect;
  /** It does the same in another way: where the write is a step of a runbook, so is this. */
  readonly isSameJob?: true;
};

/**
 * Remedies by obstacle: the edited thing was deleted meanwhile (`removed`), the body breaks the rule of this name, or a field was emptied that must
 * have a value (`emptied:NAME`).
 */
export type Remedies = Readonly<Record<string, (body: BodyObject) => Remedy>>;

/** The key of the remedy for a deleted thing. */
export const REMOVED_REMEDY = "removed";

/** The thing that a form edits no longer exists, known from something other than a 404. */
export class RemovedError extends Error {}

/** Remedy for a deleted thing: a form that creates it anew, with the present input rather than a draft. */
export const createAnew = (title: string, setup: Extract<Effect, { kind: "form" }>["setup"]): Remedy => ({
  title,
  effect: { kind: "form", setup: { ...setup, edits: [] } },
});

/** A page with a single message: why something cannot be done now. */
export const note = (title: string, words: Cell): Effect => ({
  kind: "page",
  page: { title, lines: [[words]], copies: [] },
});

/** Sends requests before it leads on. */
export const asking = (title: string, load: (ask: Ask) => Promise<Effect>): Effect => ({ kind: "asking", title, load });

/** Goes to an area, or to one thing of it. */
export const goTo = (area: AreaId, ...ids: readonly string[]): Effect => ({ kind: "place", place: { area, ids } });

/** The effect that opens an action of an area by its name. */
export const effectOfAction = (
  area: AreaId,
  action: string,
  context: Context,
  ids: readonly string[] = [],
  start?: BodyObject,
): Effect => ({ kind: "action", area, action, context, ids, ...(start === undefined ? {} : { start }) });
