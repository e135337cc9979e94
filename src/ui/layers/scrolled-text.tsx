import { Box } from "ink";
import type { ReactNode } from "react";
import { type Span, span } from "../../text/spans.ts";
import { useLook } from "../console-context.ts";
import { Title } from "../shell/title.tsx";
import { Lines, placeInText } from "../text/lines.tsx";

type ScrolledTextProps = {
  readonly title: readonly Span[];
  readonly lines: readonly (readonly Span[])[];
  /** Index of the first line to show; beyond the end, the last page is shown. */
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** A scrollable text over the panes, with its scroll position in the title where it does not fit. `scrolling.ts` has its keys. */
export function ScrolledText({ title, lines, top, width, height }: ScrolledTextProps): ReactNode {
  const { theme } = useLook();
  const room = height - 1;
  const first = Math.max(0, Math.min(top, lines.length - room));
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title
        title={title}
        right={lines.length > room ? [span(placeInText(lines.length, first, room), "dim")] : []}
        width={width}
        focused
      />
      <Lines lines={lines} top={first} height={room} width={width} theme={theme} />
    </Box>
  );
}
