import type { NameKind } from "../../state/names/name-kind.ts";
import type { Context } from "./context.ts";

/** Input of `sextant check` from an area: figures of its list, the ranges that they should stay in, and its problems as text. */

/** A figure of the list (`ListCounts`) as monitoring reads it. */
export type CheckFigure = {
  /** The id of the count. */
  readonly id: string;
  /** Its label: after a count (`3 failed`), before any other value (`oldest 39m`). */
  readonly words: string;
  /** The plural label of a count, where it differs. */
  readonly several?: string;
  /** Range outside of which the figure is a warning, or critical, unless the command line gives one; in the notation of monitoring plugins. */
  readonly warning?: string;
  readonly critical?: string;
};

export type AreaCheck = {
  /** Its name on the command line. */
  readonly name: string;
  /** The first one is meant by a range without a name. */
  readonly figures: readonly CheckFigure[];
  /** Output where no count is above zero: `no open alerts`. */
  readonly nothing: string;
  /** The problems as text, the worst first. */
  readonly problems: (context: Context) => readonly string[];
  /** Kind of the remembered names of its things, where the service gives no list of them: they can then be named on the command line. */
  readonly named?: NameKind;
  /**
   * The reason, as a sentence, why the result is unknown although everything was read; null where it is known.
   *
   * @param ids those that were named on the command line
   */
  readonly unknown?: (context: Context, ids: readonly string[]) => string | null;
};
