import type { ReactNode } from "react";
import type { Theme } from "../../app/theme.ts";
import type { Span } from "../../text/spans.ts";
import type { Token } from "../../text/token.ts";
import { Block } from "./block.tsx";
import { drawn } from "./drawn.ts";

type LineProps = {
  readonly spans: readonly Span[];
  readonly theme: Theme;
  readonly width: number;
  /** One look for the whole line, padded to its width: the selected row. */
  readonly over?: Token | undefined;
};

/** One line of the screen. */
export const Line = ({ spans, theme, width, over }: LineProps): ReactNode => (
  <Block lines={[drawn(spans, theme, width, over)]} />
);
