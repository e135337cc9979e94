import { type ReactNode, useMemo } from "react";
import { Lines } from "../text/lines.tsx";
import type { Theme } from "../theme.ts";
import { type ShownLine, topOfDetail } from "./lines.ts";

type DetailProps = {
  readonly lines: readonly ShownLine[];
  /** The line that has the keys. */
  readonly at: number;
  readonly width: number;
  readonly height: number;
  readonly focused: boolean;
  readonly theme: Theme;
};

/** One thing in sections; the line that has the keys is marked while the pane has them. */
export function Detail({ lines, at, width, height, focused, theme }: DetailProps): ReactNode {
  const spans = useMemo(() => lines.map((line) => line.spans), [lines]);
  return (
    <Lines
      lines={spans}
      top={topOfDetail(lines.length, at, height)}
      height={height}
      width={width}
      theme={theme}
      over={(line) => (focused && line === at ? "selected" : undefined)}
    />
  );
}
