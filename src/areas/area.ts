import type { AreaId } from "../contract/area-ids.ts";
import type { BodyObject, BodyValue, JsonObject, Path } from "../contract/json.ts";
import type { Risk } from "../contract/operation.ts";
import type { AnswerOf, ArgsOf, OperationId } from "../contract/operations.ts";
import type { Misfit } from "../contract/tolerant.ts";
import type { Ring } from "../domain/sample-ring.ts";
import type { Change, Fact, FormEnv, FormPlan, RefusedField, Suggestion } from "../forms/types.ts";
import type { Lookup, Unread } from "../state/lookup.ts";
import type { KnownName, NameKind, Sighting } from "../state/names.ts";
import type { PathChange, PathRun } from "../state/paths.ts";
import type { Place } from "../state/place.ts";
import type { Query } from "../state/query.ts";
import type { SampleKey } from "../state/samples.ts";
import type { Remedies } from "./remedy.ts";

export type { Lookup, Missing, Unread } from "../state/lookup.ts";
export type { KnownName, NameKind } from "../state/names.ts";
export type { Pace } from "../state/paces.ts";
export type { PathChange, PathRun, StepMark } from "../state/paths.ts";
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
  /** Its members are shown where there is room for them and nobody has folded it. */
  readonly unfolds?: true;
  readonly tone?: Tone;
  /** Enter goes there instead of opening a detail of its own. */
  readonly link?: Place;
  /** The project that the link leads into, where it is not surely the one that is looked at. */
  readonly project?: string;
};

/** What a list shows, computed from answers and the time alone. */
export type ListModel = {
  /** The title's state: `6 open · 2 silenced · 2 building up`. */
  readonly summary: readonly Cell[];
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** `of`: what its rows are made of, where the heading has to say how old that is. */
  readonly sections: readonly { readonly id: string; readonly title: string; readonly of?: readonly Query[] }[];
  readonly defaultSort: Sort;
  /** Something else than usual was asked for: what stands here does not count as looked at. */
  readonly isExcerpt?: true;
  /** What an empty list says, and what to press. */
  readonly empty: string;
  /** Why it cannot be shown at all, in a sentence: `empty` says what to press then. */
  readonly broken?: string;
};

export type Sort = { readonly column: string; readonly descending: boolean };

export type DetailLine =
  | { readonly kind: "field"; readonly label: string; readonly value: Cell; readonly link?: Place }
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "text"; readonly value: Cell }
  /** Drawn for a width in cells: a chart, a strip, a small table. Every line has to fit; texts of it are not wrapped. */
  | { readonly kind: "drawn"; readonly draw: (width: number) => readonly (readonly Cell[])[]; readonly link?: Place };

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
  /** Rows that an earlier answer of the last hour had and that are not in it any more, the ones that went last first. */
  readonly gone: readonly { readonly id: string; readonly row: unknown; readonly at: number }[];
  /** What of it does not fit the contract and is not in the data: the screen tells it for every area. */
  readonly misfits?: readonly Misfit[];
};

/**
 * What kind of cluster it is: it decides which operations know it. `unknown` where nothing told it yet (`domain.md` 1.7): ask the
 * dedicated ones and take a refusal as an answer.
 */
export type ClusterKind = "replicaSet" | "sharded" | "serverless" | "tenant" | "unknown";

/** A cluster of the project as far as it is known; `paused` is null where no list was read that says it. */
export type Cluster = { readonly name: string; readonly kind: ClusterKind; readonly paused: boolean | null };

/** A project of the profile, with its clusters as far as they are known, and what is known of which there are. */
export type Project = {
  readonly id: string;
  readonly name: string;
  readonly clusters: readonly Cluster[];
  readonly clusterList?: Lookup;
};

/** Where one is: the ids that requests need and the names that people know. */
export type Scope = {
  readonly groupId: string;
  readonly groupName: string;
  readonly orgId: string | null;
  readonly orgName: string | null;
  /** The cluster that cluster-scoped areas are narrowed to (`c`). */
  readonly cluster: string | null;
  /** The clusters of the project that are known, or the one that is narrowed to. Same object while nothing changed. */
  readonly clusters: readonly Cluster[];
  /** What is known of which clusters the project has, where they were not simply read: that none is named may say nothing. */
  readonly clusterList?: Lookup;
  /** All projects of the profile, by name, for a screen that looks beyond one. Same object while nothing changed. */
  readonly projects: readonly Project[];
  /**
   * Things that were seen and that the service gives no list of (migrations, validations), of all projects, most recently seen
   * first: what a screen asks can depend on them. Same object while nothing changed.
   */
  readonly unlisted: readonly KnownName[];
  /** What this list was asked beyond its own questions (a filter that the service applies, a host): texts by name. */
  readonly asked: Asked;
};

/** Answers to the questions of a list (`Opening` of kind `asked`). Kept per view across restarts. */
export type Asked = Readonly<Record<string, string>>;

/** What an area may look at while it computes a screen. Pure: the same context gives the same model. */
export type Context = {
  readonly scope: Scope;
  readonly held: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>) => Held<AnswerOf<Id>> | undefined;
  /** Why the newest attempt at an answer failed, or null. What was held before is still held. */
  readonly unread: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>) => Unread | null;
  /**
   * When the service last said what is held (its time, ms); null where it did not yet: what is held is of an earlier console then, or
   * a write went over it since. A screen is not drawn anew for it alone: what
   * it says may be older than the truth, never newer.
   */
  readonly asOf: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>) => number | null;
  /**
   * Names that were seen, most recently first; for suggestions and actions. A screen that draws with it is not drawn anew when
   * names are learnt.
   */
  readonly known: (kind: NameKind, project?: string | null) => readonly KnownName[];
  /** Readings of a thing over time, the oldest first (`lagKey`, `exportKey` of `state/samples.ts`); empty while none is known. */
  readonly ring: (key: SampleKey) => Ring;
  /** The guided paths of this project that were begun, the newest first (`domain.md` 18); null while they are not read from disk. */
  readonly paths: readonly PathRun[] | null;
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
export type Findings = {
  readonly warnings: readonly string[];
  readonly facts: readonly Fact[];
  /** What was found wrong with the request by asking: it goes back to the form, to the field that is named. Forms only. */
  readonly problems?: readonly RefusedField[];
  /** The risk that the facts make of it, where they make it graver than the plan says. */
  readonly risk?: Risk;
  /** What has to be typed in place of the plan's name, where the facts speak against it (`prod-eu anyway`). */
  readonly confirm?: string;
};

export const NO_FINDINGS: Findings = { warnings: [], facts: [] };

/** Something that an action is done to. */
export type Target = { readonly id: string; readonly name: string; readonly params: Readonly<Record<string, string>> };

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
  /** The body that puts back what `asBody` said, where that is not the same; null where nothing does. */
  readonly undo?: (was: BodyObject) => BodyObject | null;
};

/** A write without fields of its own, ready for its review. */
export type WritePlan = {
  readonly operation: OperationId;
  readonly title: string;
  readonly sentence: string;
  readonly button: string;
  readonly targets: readonly Target[];
  readonly body: (target: Target) => BodyObject | null;
  /** The stored document that a replacing write starts from, as it was read just now. */
  readonly received?: (target: Target) => JsonObject | null;
  readonly risk: Risk;
  /** The name to type where the risk asks for one. */
  readonly confirmName: string;
  /** What it changes, in words; nothing for a deletion. */
  readonly changes: readonly Change[];
  readonly find: (ask: Ask) => Promise<Findings>;
  /** Where to land when it is done. */
  readonly after: Place;
  /** Where it is seen whether it happened, where that is not `after`. */
  readonly look?: Place;
  /** Operations of other areas whose answers it changes too; those of its own area are asked again anyway. */
  readonly refreshes?: readonly OperationId[];
  /** The step of a guided path that is done with it. */
  readonly marks?: (answer: JsonObject | null) => PathChange;
  /** What the answer has to tell (a token that is shown once, steps that follow elsewhere): it is shown at once. */
  readonly told?: (answer: JsonObject | null) => Page | null;
  readonly before?: Before;
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
  /**
   * What is changed in the received document already when the form opens (fields that were chosen one by one before). A draft of
   * earlier has them on top; where a new thing is made, it begins with what was chosen and no draft is offered.
   */
  readonly edits?: readonly { readonly path: Path; readonly value: BodyValue }[];
  readonly suggest: Readonly<Record<string, Suggest>>;
  readonly find: (ask: Ask, body: Readonly<Record<string, unknown>>) => Promise<Findings>;
  /** For a form that is sent to things of which it reads no stored document to start from. */
  readonly before?: Before;
  readonly after: (answer: JsonObject | null) => Place;
  /** Where it is seen whether it happened, where that is not `after(null)`. */
  readonly look?: Place;
  /** Operations of other areas whose answers it changes too; those of its own area are asked again anyway. */
  readonly refreshes?: readonly OperationId[];
  /** The step of a guided path that is done with it. */
  readonly marks?: (answer: JsonObject | null) => PathChange;
  /** Key of its draft: one a form and a thing. */
  readonly draftKey: string;
  /** What the answer has to tell: it is shown at once. */
  readonly told?: (answer: JsonObject | null) => Page | null;
  /** What would come of it, line by line, below the form while it is filled in (the next snapshots of a schedule). */
  readonly preview?: (body: BodyObject, env: FormEnv) => readonly string[];
  /** What helps where it cannot be sent, by what stands in the way. */
  readonly remedies?: Remedies;
  /**
   * A question and no write (the filter of a list): nothing is sent and nothing reviewed, this happens instead. Its plan stands on
   * a record of its own, made with `operation()`, that is not in the table.
   */
  readonly applies?: (body: BodyObject) => Opening;
};

/** A text to read and to take away: steps outside this API, a token that is shown once, an export. */
export type Page = {
  readonly title: string;
  readonly lines: readonly (readonly Cell[])[];
  readonly copies: readonly { readonly title: string; readonly text: string }[];
  /** A file that it can be written to, mode 0600, under the exports of this program. */
  readonly file?: { readonly name: string; readonly text: string };
};

export type Opening =
  | { readonly kind: "form"; readonly setup: FormSetup }
  | { readonly kind: "write"; readonly plan: WritePlan }
  /** Goes there; `asked` is what the list there asks from then on, where it is not left as it is. */
  | { readonly kind: "place"; readonly place: Place; readonly asked?: Asked }
  /** One thing has to be chosen first (a cluster, a snapshot): picked by name, typed only where `open`. */
  | {
      readonly kind: "pick";
      readonly title: string;
      readonly suggest: (ask: Ask) => Promise<readonly Suggestion[]>;
      readonly open: boolean;
      readonly take: (value: string) => Opening;
    }
  | { readonly kind: "page"; readonly page: Page }
  /** Found out by asking: a page or a form that needs an answer first. */
  | { readonly kind: "asking"; readonly title: string; readonly find: (ask: Ask) => Promise<Opening> }
  /** The list of this area asks for something else from now on. */
  | { readonly kind: "asked"; readonly asked: Asked }
  /** What a person said of a thing is remembered; then what follows is opened. */
  | { readonly kind: "remember"; readonly sighting: Sighting; readonly next: Opening }
  /** A guided path is begun, goes on or ends; then what follows is opened. */
  | { readonly kind: "path"; readonly change: PathChange; readonly next: Opening };

/**
 * Something that can be done. `standard` gives it one of the letters that mean the same everywhere; all are reached through `a` and
 * the palette.
 */
export type Action = {
  readonly id: string;
  readonly title: string;
  readonly operation: OperationId;
  /** Operations that take the place of `operation` for some of the things it is done to (the other kind of cluster). */
  readonly also?: readonly OperationId[];
  readonly standard?: "new" | "edit" | "delete";
  /** What it acts on: the area, one row, or all marked rows. */
  readonly on: "area" | "one" | "many";
  /** Why it cannot be done now, or null. */
  readonly disabled: (context: Context, ids: readonly string[]) => string | null;
  readonly open: (context: Context, ids: readonly string[]) => Opening;
};

export type Screen = {
  readonly queries: (scope: Scope) => readonly Query[];
  /**
   * Look-ups that the questions themselves are made of (which clusters there are). The console keeps them; while one is not read, the
   * screen is not whole, and `r` asks for it as well.
   */
  readonly lookups?: (scope: Scope) => readonly Query[];
  /** It has rows of its own for what could not be read. */
  readonly listsUnread?: true;
  /**
   * Those of `queries` that are asked again more often while something that they list is under way, at the pace for that. The
   * title then stands at their time.
   */
  readonly running?: (context: Context) => readonly Query[];
  readonly list: (context: Context) => ListModel;
  /**
   * The moments that list and detail count down to (ms of the service): the screen is drawn by the second while one of them is in its
   * last minute, and at its end.
   */
  readonly ends?: (context: Context) => readonly number[];
  readonly detailQueries: (context: Context, id: string) => readonly Query[];
  readonly detail: (context: Context, id: string) => DetailModel | null;
  readonly actions: readonly Action[];
  /** There is one thing only (a setting of the project): its detail stands in place of the list. The id of that thing. */
  readonly single?: string;
  /** Whether it shows all projects of the profile in a scope, and not only the one where one is. */
  readonly isOfAllProjects?: (scope: Scope) => boolean;
  /** One line for somebody who sees this screen for the first time. */
  readonly firstHelp: string;
};

export type AreaGroup = "Monitor" | "Configure" | "Search" | "Backup" | "Migrate" | "Guide";

export type Area = {
  readonly id: AreaId;
  readonly label: string;
  readonly group: AreaGroup;
  /** What it is about. `profile`: one project or all, looked at in one way wherever one is. */
  readonly scope: "project" | "cluster" | "organisation" | "profile";
  /** Missing while the area is still to come: it is dimmed in the sidebar. */
  readonly screen: Screen | null;
  /** The number beside its label, kept fresh while the console runs. */
  readonly badge?: {
    readonly queries: (scope: Scope) => readonly Query[];
    readonly count: (context: Context) => Cell | null;
    /** Ids of the things that call for somebody: a new one rings and is counted in the window's title, where that is wanted. */
    readonly calling?: (context: Context) => readonly string[];
  };
};
