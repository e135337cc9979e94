import type { NameKind } from "../../state/names/names.ts";
import type { Context } from "./context.ts";

/** What `sextant check` reads of an area: figures of its list, the ranges that they should stay in, and what is wrong in words. */

/** A figure of the list (`ListCounts`) as monitoring reads it. */
export type CheckFigure = {
  /** The id of the count. */
  readonly id: string;
  /** How it is called: behind a count (`3 failed`), before any other value (`oldest 39m`). */
  readonly words: string;
  /** The same behind a count that is not one, where that is another word. */
  readonly several?: string;
  /** The range outside of which it is a warning, or critical, where the command line names none; as monitoring plugins write them. */
  readonly warning?: string;
  readonly critical?: string;
};

export type AreaCheck = {
  /** What it is called on the command line. */
  readonly name: string;
  /** The first is what a range without a name is for. */
  readonly figures: readonly CheckFigure[];
  /** What is said where no count is above zero: `no open alerts`. */
  readonly nothing: string;
  /** The things that are wrong in words, the worst first. */
  readonly problems: (context: Context) => readonly string[];
  /** What its things are remembered as where the service gives no list of them: then they can be named on the command line. */
  readonly named?: NameKind;
  /**
   * Why nothing can be said though everything was read, in a sentence; null where something can.
   *
   * @param ids those that were named on the command line
   */
  readonly unknown?: (context: Context, ids: readonly string[]) => string | null;
};
