import { Box } from "ink";
import type { ReactNode } from "react";
import { resultLines, summaryOf } from "../../app/review/result-lines.ts";
import type { ResultLayer } from "../../app/workspace.ts";
import { span } from "../../text/spans.ts";
import { useLook } from "../console-context.ts";
import { Title } from "../shell/title.tsx";
import { Lines } from "../text/lines.tsx";
import type { LayerProps } from "./props.ts";

/** Results of a group of writes: one line each, and what to do about those that were not sent. */

export function ResultView({ layer, width, height }: LayerProps<ResultLayer>): ReactNode {
  const { theme, symbols } = useLook();
  const lines = resultLines(layer, width, symbols);
  const room = Math.max(1, height - 1);
  const top = Math.max(0, Math.min(layer.top, lines.length - room));
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <Title
        title={[span("Result", "title"), span(`  ${layer.title}`)]}
        right={[span(summaryOf(layer), "dim")]}
        width={width}
        focused
      />
      <Lines lines={lines} top={top} height={room} theme={theme} width={width} />
    </Box>
  );
}
