import type { Scrolling } from "./screen/shown-screen.ts";

/** Options of the output stream to the terminal. */
export interface OutputOptions {
  /**
   * "cells" (the default) writes only differences to the screen, and accepts frames that draw themselves; "text" does the same with frames that Ink
   * renders as text; "whole" writes every frame as Ink does. The latter two are for comparison and troubleshooting.
   */
  readonly frames?: "cells" | "text" | "whole";
  /** Method of moving rows; default: "scroll". */
  readonly scrolling?: Scrolling;
  /** True when the terminal's answers are passed to `takeReply`. Without answers, no queries are sent. */
  readonly isAnswered?: boolean;
  /** Picture drawn before this stream existed. */
  readonly painted?: Painted | undefined;
}

/**
 * A picture that is already on the alternate screen, as the lines of a frame: the screen is entered and the cursor hidden. Entering it is not
 * written again, because that would clear the picture, and the first frame is compared with it.
 */
export type Painted = { readonly frame: string; readonly columns: number; readonly rows: number };

/**
 * Output options from the environment: `SEXTANT_OUTPUT=whole` writes whole frames, `SEXTANT_OUTPUT=text` lets Ink render every frame as text,
 * `SEXTANT_OUTPUT=still` moves no rows by scrolling. The Linux console does not support SU and SD.
 */
export function outputOptionsOf(env: Readonly<Record<string, string | undefined>>): OutputOptions {
  const chosen = env["SEXTANT_OUTPUT"];
  if (chosen === "whole") {
    return { frames: "whole" };
  }
  if (chosen === "text") {
    return { frames: "text" };
  }
  if (chosen === "still") {
    return { scrolling: "none" };
  }
  return { scrolling: env["TERM"] === "linux" ? "lines" : "scroll" };
}
