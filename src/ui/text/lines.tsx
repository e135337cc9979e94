import type { ReactNode } from "react";
import type { Theme, Token } from "../theme.ts";
import { Line, type Span } from "./line.tsx";

type LinesProps = {
  readonly lines: readonly (readonly Span[])[];
  /** First line that is shown. */
  readonly top: number;
  readonly height: number;
  readonly width: number;
  readonly theme: Theme;
  /** The look that lies over a line, for the one that has the keys. */
  readonly over?: (index: number) => Token | undefined;
};

/** The lines of a text that are visible; nothing else is mounted. */
export function Lines({ lines, top, height, width, theme, over }: LinesProps): ReactNode {
  return lines.slice(top, top + height).map((spans, offset) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no identity but their order
    <Line key={top + offset} theme={theme} width={width} spans={spans} over={over?.(top + offset)} />
  ));
}

/** Where one is in a text: `37/93`. */
export const placeInText = (count: number, top: number, height: number): string =>
  `${Math.min(count, top + height)}/${count}`;
