import { Box } from "ink";
import type { ReactNode } from "react";
import { NO_CHANGES } from "../../app/list/changes.ts";
import { topOf } from "../../app/list/window.ts";
import {
  comparisonCounts,
  comparisonIn,
  comparisonTitle,
  comparisonWords,
  selectedComparison,
  tableIn,
} from "../../app/settings-files/comparison-layer.ts";
import type { ComparisonLayer } from "../../app/workspace.ts";
import { formatClock, zoneName } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import { type Span, span } from "../../text/spans.ts";
import { useDisplayed, useLook } from "../console-context.ts";
import { List } from "../list/list.tsx";
import { Title } from "../shell/title.tsx";
import { TextLines } from "../text/text-lines.tsx";
import type { LayerProps } from "./props.ts";

const NO_AGES: ReadonlyMap<string, readonly Span[]> = new Map();

/** The settings of a project beside those of another one or of files. */
export function ComparisonView({ layer, width, height }: LayerProps<ComparisonLayer>): ReactNode {
  const { theme, symbols } = useLook();
  const zone = useDisplayed((state) => state.session.zone);
  const { filter, readAt, isReading, marks } = layer;
  const arranged = comparisonIn(layer);
  const selectedId = selectedComparison(layer, arranged);
  const words = comparisonWords(layer, arranged.shown);
  const room = Math.max(1, height - 2 - words.length);
  const age = readAt === null ? "" : `as of ${formatClock(readAt, zone)} ${zoneName(zone)}`;
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title
        title={[
          span(printable(comparisonTitle(layer)), "title"),
          span(`  ${comparisonCounts(layer)}`, "dim"),
          ...(marks.size === 0 ? [] : [span(`  ${marks.size} marked`, "accent")]),
          ...(filter === "" ? [] : [span(`  /${filter}`, "accent"), span(` ${arranged.shown}`, "dim")]),
        ]}
        right={[span(isReading && readAt !== null ? "reading …" : age, "dim")]}
        width={width}
        focused
        theme={theme}
        symbols={symbols}
      />
      {words.length === 0 ? null : <TextLines lines={words} width={width} />}
      {arranged.shown === 0 ? null : (
        <List
          model={tableIn(layer)}
          chosen={undefined}
          arranged={arranged}
          top={topOf(arranged, layer.anchor, selectedId, room)}
          selectedId={selectedId}
          marks={marks}
          changes={NO_CHANGES}
          width={width}
          edge={0}
          height={room}
          focused
          theme={theme}
          symbols={symbols}
          ages={NO_AGES}
        />
      )}
    </Box>
  );
}
