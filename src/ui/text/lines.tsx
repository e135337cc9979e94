import { Box } from "ink";
import type { ReactNode } from "react";
import type { Theme } from "../../app/theme.ts";
import type { Span } from "../../text/spans.ts";
import type { Token } from "../../text/token.ts";
import { Block } from "./block.tsx";
import { drawn } from "./drawn.ts";

type LinesProps = {
  readonly lines: readonly (readonly Span[])[];
  readonly width: number;
  readonly theme: Theme;
  /** First visible line and number of visible lines; all lines by default. */
  readonly top?: number;
  readonly height?: number;
  /** Overlay look of a line, for the focused one. */
  readonly over?: (index: number) => Token | undefined;
};

/** The visible lines of a text; the others are not mounted. */
export function Lines({ lines, top = 0, height = lines.length, width, theme, over }: LinesProps): ReactNode {
  const shown = lines.slice(top, top + height);
  return (
    <Box flexDirection="column" width={width}>
      <Block lines={shown.map((spans, offset) => drawn(spans, theme, width, over?.(top + offset)))} />
    </Box>
  );
}

/** Scroll position in a text: `37/93`. */
export const placeInText = (count: number, top: number, height: number): string =>
  `${Math.min(count, top + height)}/${count}`;
