import type { AreaId } from "../../contract/area-ids.ts";
import type { BodyObject } from "../../contract/json/json.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { AnyArgs, Query } from "../../state/answers/query.ts";
import type { NameKind } from "../../state/names/name-kind.ts";
import type { KnownName } from "../../state/names/names.ts";
import type { Cell, CountCell } from "./cell.ts";
import type { AreaCheck } from "./check.ts";
import type { Context, ListParams, Scope } from "./context.ts";
import type { Effect } from "./effect.ts";
import type { ListCounts, OfferedCondition, RowFields } from "./fields.ts";
import type { KeyNames } from "./key-names.ts";
import type { Column, DetailModel, ListModel } from "./view.ts";

/**
 * Areas as data: what a screen shows and which actions it has. `ui/` draws areas and names none; adding one takes a file here, its contract and its
 * handlers (`design.md`, ui and areas).
 */

/** An action that has the same key in every area: n, e, x. */
export type StandardAction = "new" | "edit" | "delete";

/**
 * An action of an area. `standard` gives it one of the letters that mean the same in every area; all actions are reached through `a` and the
 * palette.
 */
export type Action = {
  readonly id: string;
  readonly title: string;
  readonly operation: OperationId;
  /** Operations that replace `operation` for some of the rows it acts on (the other kind of cluster). */
  readonly also?: readonly OperationId[];
  readonly standard?: StandardAction;
  /** Short text for the hint line, where the key of `standard` does something else here than its usual text says. */
  readonly hint?: string;
  /** Acts on one row or on all marked rows; without `on`, on the area itself. */
  readonly on?: "one" | "many";
  /** The reason why the action is not available now, or null; left out for actions that are always available. */
  readonly disabled?: ((context: Context, ids: readonly string[]) => string | null) | undefined;
  /**
   * For an action on many: the chosen rows that it applies to, where others are left out (a closed alert); never empty while the action is enabled.
   * The menu counts them.
   */
  readonly appliesTo?: ((context: Context, ids: readonly string[]) => readonly string[]) | undefined;
  /** `start`: initial values of its form by field name, given when another area opens it. */
  readonly open: (context: Context, ids: readonly string[], start?: BodyObject) => Effect;
  /**
   * For an action on many: handles rows of several projects at once. Without it, the action runs in one project at a time. The request for each row
   * names the project of its part.
   */
  readonly together?: (parts: readonly ActionPart[]) => Effect;
};

/** Rows of one project, by their ids there. */
export type ActionPart = { readonly context: Context; readonly ids: readonly string[] };

export type Screen = {
  readonly queries: (scope: Scope) => readonly Query[];
  /**
   * Queries that the screen's queries depend on (the list of clusters). The console keeps them up to date; while one is not read, the screen is
   * incomplete, and `r` repeats it as well.
   */
  readonly lookups?: (scope: Scope) => readonly Query[];
  /** True when the list has rows of its own for what could not be read. */
  readonly listsUnread?: true;
  /**
   * Those of `queries` that are polled more often while something they list is in progress, followed by those whose items have ended (`ended`). The
   * title then shows their time.
   */
  readonly running?: (context: Context) => readonly Query[];
  /** The columns of the list; none on a screen that shows a single thing. */
  readonly columns?: (context: Context) => readonly Column[];
  readonly list: (context: Context) => ListModel;
  /** Fields of its rows and counts of the list for programs (`show --format json`, conditions, checks). */
  readonly fields?: RowFields;
  readonly counts?: ListCounts;
  /** Conditions that one can be notified of here (`w`), offered by name; other conditions are typed. */
  readonly conditions?: readonly OfferedCondition[];
  /** The counts that `sextant check` reads. */
  readonly check?: AreaCheck;
  /**
   * Times that list and detail count down to (ms, service time): the screen is redrawn every second during the last minute before one of them, and
   * when it is reached.
   */
  readonly endTimes?: (context: Context) => readonly number[];
  readonly detailQueries: (context: Context, id: string) => readonly Query[];
  readonly detail: (context: Context, id: string) => DetailModel | null;
  readonly actions: readonly Action[];
  /**
   * Name of a row or record of an answer where it is shown alone (found by name, pinned), made of the row and the parameters of the request; without
   * this function, or for null, the row's own name is used.
   */
  readonly nameOf?: (row: unknown, params: AnyArgs["params"]) => string | null;
  /** The id of the only thing of the area (a setting of the project), whose detail is shown in place of a list. */
  readonly single?: string;
  /** The screen can show all projects of the profile and not only the current one. Left out where it cannot: `A` then says why. */
  readonly showsAllProjects?: true;
  /** One line for somebody who sees this screen for the first time. */
  readonly firstHelp: (key: KeyNames) => string;
};

/** The place in an area that a name leads to: one of its things, or its list with parameters or narrowed to a cluster. */
export type NamedPlace = {
  readonly ids?: readonly string[];
  readonly params?: ListParams;
  readonly cluster?: string;
};

type AreaGroup = "Monitor" | "Configure" | "Search" | "Backup" | "Migrate" | "Guide";

export type Area = {
  readonly id: AreaId;
  readonly label: string;
  readonly group: AreaGroup;
  /** Extent of the area. `profile`: one project or all of them, with the same view in every project. */
  readonly scope: "project" | "cluster" | "organisation" | "profile";
  readonly screen: Screen;
  /** Names of the kinds of settings that the area shows: these can be compared, copied and written to files. */
  readonly settings?: readonly string[];
  /** Places here for names that occur in answers and have no list of their own (a host, a cluster), by kind. */
  readonly names?: Readonly<Partial<Record<NameKind, (name: Pick<KnownName, "name" | "id">) => NamedPlace>>>;
  /** The number beside its label, kept fresh while the console runs. */
  readonly badge?: {
    readonly queries: (scope: Scope) => readonly Query[];
    /** A `CountCell` where an area shows all projects: their numbers are added up. */
    readonly count: (context: Context) => Cell | CountCell | null;
    /** Ids of the things that need attention: a new one rings the bell and is counted in the window title, where that is configured. */
    readonly alertIds?: (context: Context) => readonly string[];
  };
};
