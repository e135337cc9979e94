import { Box } from "ink";
import type { ReactNode } from "react";
import { NO_CHANGES } from "../../app/list/changes.ts";
import { topOf } from "../../app/list/window.ts";
import {
  comparisonCounts,
  comparisonIn,
  comparisonTitle,
  formatComparisonState,
  selectedComparison,
  tableIn,
} from "../../app/settings-files/comparison-layer.ts";
import { columnsIn } from "../../app/settings-files/comparison-table.ts";
import type { ComparisonLayer } from "../../app/workspace.ts";
import { formatClock, zoneName } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import { type Span, span, spansWidth } from "../../text/spans.ts";
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
  const words = formatComparisonState(layer, arranged.shown);
  const room = Math.max(1, height - 2 - words.length);
  const title = [
    span(printable(comparisonTitle(layer)), "title"),
    // What a person does here comes before what there is: the end is cut where there is no room.
    ...(marks.size === 0 ? [] : [span(`  ${marks.size} marked`, "accent")]),
    ...(filter === "" ? [] : [span(`  /${filter}`, "accent"), span(` ${arranged.shown}`, "dim")]),
    span(`  ${comparisonCounts(layer)}`, "dim"),
  ];
  const time = readAt === null ? "" : `as of ${formatClock(readAt, zone)} ${zoneName(zone)}`;
  // The counts say more than the time.
  const age = spansWidth(title) + time.length + 4 > width ? "" : time;
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title
        title={title}
        right={[span(isReading && readAt !== null ? "reading …" : age, "dim")]}
        width={width}
        focused
        theme={theme}
        symbols={symbols}
      />
      {words.length === 0 ? null : <TextLines lines={words} width={width} />}
      {arranged.shown === 0 ? null : (
        <List
          model={columnsIn(tableIn(layer), width)}
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
