import { type ReactNode, useMemo } from "react";
import { type DrawnDetailLine, topOfDetail } from "../../app/detail/lines.ts";
import type { Theme } from "../../app/theme.ts";
import { Lines } from "../text/lines.tsx";

type DetailProps = {
  readonly lines: readonly DrawnDetailLine[];
  /** Index of the focused line. */
  readonly at: number;
  readonly width: number;
  readonly height: number;
  readonly focused: boolean;
  readonly theme: Theme;
};

/** Detail of one row in sections; the focused line is highlighted while the pane has the focus. */
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
