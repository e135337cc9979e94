import type { Scrolling } from "./screen/shown-screen.ts";

/** How the stream to the terminal writes. */
export interface OutputOptions {
  /**
   * "cells" (the default) writes what differs from what the terminal shows, and takes frames that draw themselves; "text" writes the
   * same of frames that Ink has made as text; "whole" writes every frame as Ink does. Those two are for comparison, and for what goes wrong.
   */
  readonly frames?: "cells" | "text" | "whole";
  /** How rows are moved; "scroll" when left out. */
  readonly scrolling?: Scrolling;
  /** Whether what the terminal answers is handed to `takeReply`. Without answers nothing is asked. */
  readonly isAnswered?: boolean;
  /** What was drawn before this stream was there. */
  readonly painted?: Painted | undefined;
}

/**
 * A picture that stands on the alternate screen already, as the lines of a frame: the screen is entered and the cursor hidden, so entering it
 * is not written again, which would clear the picture, and the first frame is what differs from it.
 */
export type Painted = { readonly frame: string; readonly columns: number; readonly rows: number };

/**
 * What the environment says about how to write: `SEXTANT_OUTPUT=whole` writes whole frames, `SEXTANT_OUTPUT=text` lets Ink make every
 * frame as text, `SEXTANT_OUTPUT=still` moves no rows by scrolling. The Linux console knows no SU and SD.
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
