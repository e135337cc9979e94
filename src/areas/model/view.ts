import type { Query } from "../../state/answers/query.ts";
import type { Place } from "../../state/navigation/place.ts";
import type { Sort } from "../../state/navigation/views.ts";
import type { Effect } from "./effect.ts";

/** What an area shows, as data: cells, the rows and columns of a list, the lines of a detail. `ui/` knows how to paint them. */

/** Meaning of a text; themes turn it into colour, and a word or a mark always says the same. */
export type Tone = "plain" | "dim" | "accent" | "good" | "warn" | "bad" | "critical";

/** A text with a meaning; `short` says the same where a title or a column has no room for the words. */
export type Cell = string | { readonly text: string; readonly tone: Tone; readonly short?: string };

/** A cell that says numbers, which can be added up over projects (`count`). */
export type CountCell = {
  readonly text: string;
  readonly tone: Tone;
  readonly count: {
    readonly id: string;
    readonly numbers: readonly number[];
    readonly words: (...numbers: readonly number[]) => Cell;
  };
};

export const cellText = (cell: Cell): string => (typeof cell === "string" ? cell : cell.text);

export const cellShort = (cell: Cell): string => (typeof cell === "string" ? cell : (cell.short ?? cell.text));

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
  /** Its cells are not cut, up to `max`, as long as a less important column stands: a status, a name that tells rows apart. */
  readonly whole?: boolean;
  readonly align: "left" | "right";
  readonly truncate: "start" | "middle" | "end";
  /** It moves with the time alone (an age, a countdown): such a change is no news. */
  readonly ticks?: true;
  /**
   * A drawing (a curve, a bar) of what other columns say in words. It stands at the right, and only where the others have all the room
   * that they need: so it comes and goes without moving them. Programs get no drawings.
   */
  readonly drawn?: true;
};

/** A row of a table. The id is the thing's own id, or names the group that it folds. */
export type Row = {
  readonly id: string;
  readonly cells: Readonly<Record<string, Cell>>;
  /** What to sort by, per column; a column without one sorts by its text. */
  readonly sort: Readonly<Record<string, number | string>>;
  /** Sub heading that the row stands under; sections keep the order of `ListModel.sections`. */
  readonly section?: string | undefined;
  /** Not seen before the last look. */
  readonly isNew?: boolean;
  /** Rows that this one stands for while it is folded. */
  readonly members?: readonly Row[];
  /** Its members are shown where there is room for them and nobody has folded it. */
  readonly unfolds?: true;
  readonly tone?: Tone | undefined;
  /** Enter goes there instead of opening a detail of its own. */
  readonly link?: Place;
  /** Enter opens this, wherever it leads. */
  readonly opens?: Effect;
  /** The project that the link leads into, where it is not surely the one that is looked at. */
  readonly project?: string;
};

/** What a list shows, computed from answers and the time alone. */
export type ListModel = {
  /** The title's state: `6 open · 2 acknowledged · 2 tracking`. */
  readonly summary: readonly (Cell | CountCell)[];
  readonly rows: readonly Row[];
  /** `of`: what its rows are made of, where the heading has to say how old that is. */
  readonly sections: readonly {
    readonly id: string;
    readonly title: string;
    readonly of?: readonly Query[];
    /** It is a part of its project (a cluster): of two projects, there are two of it. */
    readonly isOfProject?: true;
  }[];
  readonly defaultSort: Sort;
  /** Something else than usual was asked for: what stands here does not count as looked at. */
  readonly isExcerpt?: true;
  /** What an empty list says, and what to press. */
  readonly empty: string;
  /** Why it cannot be shown at all, in a sentence: `empty` says what to press then. */
  readonly broken?: string;
};

export type DetailLine =
  | {
      readonly kind: "field";
      readonly label: string;
      readonly value: Cell;
      readonly link?: Place;
      /** The project that the link leads into, where it is not surely the one that is looked at. */
      readonly project?: string;
    }
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "text"; readonly value: Cell }
  /** Drawn for a width in cells: a chart, a strip, a small table. Every line has to fit; texts of it are not wrapped. */
  | {
      readonly kind: "drawn";
      readonly draw: (width: number) => readonly (readonly Cell[])[];
      readonly link?: Place;
      readonly project?: string;
    };

/** What the pane beside a list says about one thing. */
export type DetailModel = {
  readonly title: Cell;
  readonly lines: readonly DetailLine[];
  /** The document as it was received, for `v` and for copying; null while it is not read. */
  readonly raw: unknown;
  /** That there is no such thing, as a sentence, where its lines say so too: nothing is to be waited for. */
  readonly absent?: string;
};
