import type { ReactNode } from "react";
import type { Theme, Token } from "../theme.ts";
import { Block } from "./block.tsx";
import { drawn } from "./drawn.ts";
import type { Span } from "./spans.ts";

export { cutSpans, type Span, span, spansWidth, spread } from "./spans.ts";

type LineProps = {
  readonly spans: readonly Span[];
  readonly theme: Theme;
  readonly width: number;
  /** The whole line in one look, filled to its width: the selected row. */
  readonly over?: Token | undefined;
};

/** One line of the screen. */
export const Line = ({ spans, theme, width, over }: LineProps): ReactNode => (
  <Block lines={[drawn(spans, theme, width, over)]} />
);
