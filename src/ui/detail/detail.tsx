import { Box } from "ink";
import { type ReactNode, useMemo } from "react";
import type { DetailModel } from "../../areas/area.ts";
import type { Symbols } from "../symbols.ts";
import { Lines } from "../text/lines.tsx";
import type { Theme } from "../theme.ts";
import { detailLines } from "./lines.ts";

type DetailProps = {
  readonly model: DetailModel;
  readonly index: number;
  readonly width: number;
  readonly height: number;
  readonly focused: boolean;
  readonly theme: Theme;
  readonly symbols: Symbols;
};

/** One thing in sections; the line that has the keys is marked while the pane has them. */
export function Detail({ model, index, width, height, focused, theme, symbols }: DetailProps): ReactNode {
  const lines = useMemo(() => detailLines(model, width, symbols), [model, width, symbols]);
  const spans = useMemo(() => lines.map((line) => line.spans), [lines]);
  const at = Math.min(index, Math.max(0, lines.length - 1));
  const top = Math.max(0, Math.min(at - Math.floor(height / 2), lines.length - height));
  return (
    <Box flexDirection="column" width={width}>
      <Lines
        lines={spans}
        top={top}
        height={height}
        width={width}
        theme={theme}
        over={(line) => (focused && line === at ? "selected" : undefined)}
      />
    </Box>
  );
}
