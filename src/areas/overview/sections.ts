import type { Query } from "../../state/answers/query.ts";
import type { Place } from "../../state/navigation/place.ts";
import { type Cell, cellText } from "../model/cell.ts";
import type { Context, Scope } from "../model/context.ts";
import type { Effect } from "../model/effect.ts";

/** Interface of the overview's parts: each has its queries for a project, and its rows. */

/** The sections of the overview, in their order. */
export const OVERVIEW_SECTIONS = ["pinned", "news", "wrong", "running", "soon", "ended", "backups", "unread"] as const;
export type OverviewSection = (typeof OVERVIEW_SECTIONS)[number];

/** Text for a row that was not there at the last look: `alert`, `restore done`. */
export type ArrivalLabel = { readonly one: string; readonly several: string };

/** One line of the overview. */
export type OverviewRow = {
  /** Unique in its project, and different once the row has news: `restore/65f0…/done`. */
  readonly id: string;
  readonly section: OverviewSection;
  /** Kind of thing, in a word: `CRIT`, `restore`. */
  readonly kind: Cell;
  /** A duration, with the meaning that the heading gives: running for, expires in, ended ago. */
  readonly time: string;
  readonly name: string;
  /** Name in a narrow column. */
  readonly shortName?: string | undefined;
  readonly state: Cell;
  /** Progress bar, shown where there is room. */
  readonly progress?: Cell | undefined;
  /** Lower values come first in a section; equal ones keep their order. */
  readonly order: number;
  readonly link: Place | null;
  /** Effect of Enter in place of the link. */
  readonly opens?: Effect;
  readonly news?: ArrivalLabel;
  /** Time until which the row is valid (service time, ms). */
  readonly until?: number;
  /** Rows that this one represents while it is folded. */
  readonly members?: readonly OverviewRow[];
  /** Folds with rows of other projects in the same section that have this key. `words`: the text for all of them. */
  readonly alike?: { readonly key: string; readonly words: Cell };
};

/** Rows of the same kind with the same text are alike. */
export const alikeByText = (kind: string, words: Cell): NonNullable<OverviewRow["alike"]> => ({
  key: `${kind}/${cellText(words)}`,
  words,
});

/** A part of the overview: one kind of thing of one project. */
export type OverviewPart = {
  readonly section: OverviewSection;
  /** Its queries, polled seldom enough that all projects can be watched overnight. */
  readonly queries: (scope: Scope) => readonly Query[];
  /** Those of its queries that are polled more often while something is in progress. */
  readonly running?: (context: Context) => readonly Query[];
  readonly rows: (context: Context) => readonly OverviewRow[];
};
