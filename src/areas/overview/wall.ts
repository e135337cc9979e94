import type { Query } from "../../state/answers/query.ts";
import type { Place } from "../../state/navigation/place.ts";
import type { Context, Scope } from "../model/context.ts";
import type { Effect } from "../model/effect.ts";
import { type Cell, cellText } from "../model/view.ts";

/** The parts that the wall of the overview is put together from: each says what it asks of a project and what it has to tell. */

/** The headings of the wall, in their order. */
export const WALL_SECTIONS = ["pinned", "news", "wrong", "running", "soon", "ended", "backups", "unread"] as const;
export type WallSection = (typeof WALL_SECTIONS)[number];

/** What is said of something that was not there at the last look: `alert`, `restore done`. */
export type News = { readonly one: string; readonly several: string };

/** One line of the wall. */
export type WallRow = {
  /** Unlike any other in its project, and another one when what it says is news: `restore/65f0…/done`. */
  readonly id: string;
  readonly section: WallSection;
  /** What kind of thing, in a word: `CRIT`, `restore`. */
  readonly kind: Cell;
  /** For how long, in how long, how long ago: what the heading says. */
  readonly time: string;
  readonly name: string;
  readonly state: Cell;
  /** How far it is, drawn where there is room. */
  readonly progress?: Cell | undefined;
  /** The least stands first in its section; equal ones as they come. */
  readonly order: number;
  readonly link: Place | null;
  /** What Enter opens instead. */
  readonly opens?: Effect;
  readonly news?: News;
  /** When what it says is over (ms of the service). */
  readonly until?: number;
  /** Rows that this one stands for while it is folded. */
  readonly members?: readonly WallRow[];
  /** What it may share with rows of other projects under the same heading: by the key they fold. `words` say it of all of them. */
  readonly alike?: { readonly key: string; readonly words: Cell };
};

/** That it is alike to what is of the same kind and says the same. */
export const alikeByText = (kind: string, words: Cell): NonNullable<WallRow["alike"]> => ({
  key: `${kind}/${cellText(words)}`,
  words,
});

/** A part of the wall: one kind of thing of one project. */
export type WallPart = {
  readonly section: WallSection;
  /** What it asks, so seldom that all projects can be watched for a night. */
  readonly queries: (scope: Scope) => readonly Query[];
  /** Those of its questions that are asked more often while something is under way. */
  readonly running?: (context: Context) => readonly Query[];
  readonly rows: (context: Context) => readonly WallRow[];
};
