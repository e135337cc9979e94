import type { Query } from "../../state/answers/query.ts";
import type { Place } from "../../state/navigation/place.ts";
import type { Sort } from "../../state/navigation/views.ts";
import type { Cell, CountCell, Tone } from "./cell.ts";
import type { Effect } from "./effect.ts";

/** The display of an area as data: cells, the rows and columns of a list, the lines of a detail. `ui/` paints them. */

/** A column of a table. Columns with low priority numbers stay longest when the pane is narrow. */
export type Column = {
  readonly id: string;
  readonly title: string;
  /** Narrowest useful width in cells. */
  readonly min: number;
  /** Share of the spare width; 0 keeps `min` or the widest cell up to `max`. */
  readonly grow: number;
  readonly max?: number;
  readonly priority: number;
  /** Its cells are not cut, up to `max`, as long as a less important column is shown: a status, a name that tells rows apart. */
  readonly whole?: boolean;
  /** Less important columns are left out before its cells are cut below this width: a name that most rows can be told by. */
  readonly enough?: number;
  readonly align: "left" | "right";
  readonly truncate: "start" | "middle" | "end";
  /** It changes with the time alone (an age, a countdown): such a change is not marked as new. */
  readonly ticks?: true;
  /**
   * A drawing (a curve, a bar) of what other columns say in words. It is placed at the right, and only where the others have all the room that they
   * need: so it appears and disappears without moving them. Programs get no drawings.
   */
  readonly drawn?: true;
};

/** A row of a table. The id is the thing's own id, or names the group that it folds. */
export type Row = {
  readonly id: string;
  readonly cells: Readonly<Record<string, Cell>>;
  /** The API's own names for what the cells say in words: a filter with an underscore finds the row by them too. */
  readonly apiNames?: readonly (string | null | undefined)[];
  /** Sort values per column; a column without one sorts by its text. */
  readonly sort: Readonly<Record<string, number | string>>;
  /** Section that the row is listed in; sections keep the order of `ListModel.sections`. */
  readonly section?: string | undefined;
  /** The id of another row that the service lists this one by, too. */
  readonly repeats?: string;
  /** Not in the list when it was last viewed. */
  readonly isNew?: boolean;
  /** Rows that this one represents while it is folded. */
  readonly members?: readonly Row[];
  /** Its members are shown where there is room for them and nobody has folded it. */
  readonly unfolds?: true;
  readonly tone?: Tone | undefined;
  /** Enter goes to this place instead of opening a detail. */
  readonly link?: Place;
  /** Enter opens this effect. */
  readonly opens?: Effect;
  /** The project that the link leads into, where it may be another than the current one. */
  readonly project?: string;
};

/** Content of a list, computed from answers and the time alone. */
export type ListModel = {
  /** Summary in the title: `6 open · 2 acknowledged · 2 tracking`. */
  readonly summary: readonly (Cell | CountCell)[];
  readonly rows: readonly Row[];
  /** `of`: the queries behind its rows, where the heading has to show their age. */
  readonly sections: readonly {
    readonly id: string;
    readonly title: string;
    readonly of?: readonly Query[];
    /** It is a part of its project (a cluster): of two projects, there are two sections. */
    readonly isOfProject?: true;
    /** The title begins with a name: too long, it is cut in its middle. */
    readonly isName?: true;
  }[];
  readonly defaultSort: Sort;
  /** The list has special parameters: its rows do not count as viewed. */
  readonly isExcerpt?: true;
  /** Text of an empty list, with the key to press. */
  readonly empty: string;
  /** The reason why the list cannot be shown at all, as a sentence: `empty` then says what to press. */
  readonly broken?: string;
};

export type DetailLine =
  | {
      readonly kind: "field";
      readonly label: string;
      readonly value: Cell;
      readonly link?: Place;
      /** The project that the link leads into, where it may be another than the current one. */
      readonly project?: string;
    }
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "text"; readonly value: Cell }
  /** Drawn for a width in cells: a chart, a strip, a small table. Every line has to fit; its texts are not wrapped. */
  | {
      readonly kind: "drawn";
      readonly draw: (width: number) => readonly (readonly Cell[])[];
      readonly link?: Place;
      readonly project?: string;
    };

/** Content of the detail pane for one thing. */
export type DetailModel = {
  readonly title: Cell;
  readonly lines: readonly DetailLine[];
  /** The document as it was received, for `v` and for copying; null while it is not read. */
  readonly raw: unknown;
  /** A sentence that says that the thing does not exist, where its lines say so too: nothing is loading. */
  readonly absent?: string;
};
