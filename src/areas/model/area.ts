import type { AreaId } from "../../contract/area-ids.ts";
import type { BodyObject } from "../../contract/json/json.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { AnyArgs, Query } from "../../state/answers/query.ts";
import type { KnownName, NameKind } from "../../state/names/names.ts";
import type { AreaCheck } from "./check.ts";
import type { Context, ListParams, Scope } from "./context.ts";
import type { Effect } from "./effect.ts";
import type { ListCounts, OfferedCondition, RowFields } from "./fields.ts";
import type { Cell, Column, CountCell, DetailModel, ListModel } from "./view.ts";

/**
 * What an area is: data that says what to show and what can be done. `ui/` knows how to draw it and names no area; adding one is
 * a file here, its contract and its handlers (`design.md`, ui and areas).
 */

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
  /** Short words for the hint line, where the key of `standard` does something else here than its own words say. */
  readonly hint?: string;
  /** What it acts on: one row, or all marked rows; the area itself where it is left out. */
  readonly on?: "one" | "many";
  /** Why it cannot be done now, or null; left out where it always can. */
  readonly disabled?: ((context: Context, ids: readonly string[]) => string | null) | undefined;
  /**
   * For an action on many: those of the chosen rows that it is done to, where the others are left out (an alert that is closed); never none of
   * them where it is not disabled. The menu counts them.
   */
  readonly appliesTo?: ((context: Context, ids: readonly string[]) => readonly string[]) | undefined;
  /** `start`: what its form begins with, by the names of its fields, where another area opens it. */
  readonly open: (context: Context, ids: readonly string[], start?: BodyObject) => Effect;
  /**
   * For an action on many: the same for rows of several projects at once. Without it, it is done in one project at a time. What is sent to each
   * row names the project of its part.
   */
  readonly together?: (parts: readonly ActionPart[]) => Effect;
};

/** Rows of one project, by their ids there. */
export type ActionPart = { readonly context: Context; readonly ids: readonly string[] };

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
   * Those of `queries` that are asked again more often while something that they list is under way, at the pace for that; after them those
   * whose things have ended (`ended`). The title then stands at their time.
   */
  readonly running?: (context: Context) => readonly Query[];
  /** The columns of its list; none where one thing alone is shown. */
  readonly columns?: (context: Context) => readonly Column[];
  readonly list: (context: Context) => ListModel;
  /** What programs read of its rows, and of the list as a whole (`show --format json`, conditions, checks). */
  readonly fields?: RowFields;
  readonly counts?: ListCounts;
  /** What one can be notified of there (`w`), by name; other conditions are typed. */
  readonly conditions?: readonly OfferedCondition[];
  /** What `sextant check` reads of those counts. */
  readonly check?: AreaCheck;
  /**
   * The moments that list and detail count down to (ms of the service): the screen is drawn by the second while one of them is in its
   * last minute, and at its end.
   */
  readonly ends?: (context: Context) => readonly number[];
  readonly detailQueries: (context: Context, id: string) => readonly Query[];
  readonly detail: (context: Context, id: string) => DetailModel | null;
  readonly actions: readonly Action[];
  /**
   * What a row or record that the service answered is called where it stands alone (found by name, pinned), by what it says of itself
   * and the parameters that it was asked with; without this, or for null, its own name.
   */
  readonly nameOf?: (row: unknown, params: AnyArgs["params"]) => string | null;
  /** There is one thing only (a setting of the project): its detail stands in place of the list. The id of that thing. */
  readonly single?: string;
  /**
   * Whether it shows all projects of the profile in a scope, and not only the one where one is. Missing where it never does: `A` says why.
   */
  readonly isOfAllProjects?: (scope: Scope) => boolean;
  /** One line for somebody who sees this screen for the first time. */
  readonly firstHelp: string;
};

/** What a name leads to in an area: one of its things, or its list, asked for or narrowed in some way. */
export type NamedPlace = {
  readonly ids?: readonly string[];
  readonly params?: ListParams;
  readonly cluster?: string;
};

export type AreaGroup = "Monitor" | "Configure" | "Search" | "Backup" | "Migrate" | "Guide";

export type Area = {
  readonly id: AreaId;
  readonly label: string;
  readonly group: AreaGroup;
  /** What it is about. `profile`: one project or all, looked at in one way wherever one is. */
  readonly scope: "project" | "cluster" | "organisation" | "profile";
  readonly screen: Screen;
  /** The names of the kinds of settings that it shows: they can be compared, copied and written to files. */
  readonly settings?: readonly string[];
  /** Where names lead here that are seen in answers and have no list of their own (a host, a cluster), by their kind. */
  readonly names?: Readonly<Partial<Record<NameKind, (name: Pick<KnownName, "name" | "id">) => NamedPlace>>>;
  /** The number beside its label, kept fresh while the console runs. */
  readonly badge?: {
    readonly queries: (scope: Scope) => readonly Query[];
    /** A `CountCell` where an area shows all projects: their numbers are added up. */
    readonly count: (context: Context) => Cell | CountCell | null;
    /** Ids of the things that call for somebody: a new one rings and is counted in the window's title, where that is wanted. */
    readonly alertIds?: (context: Context) => readonly string[];
  };
};
