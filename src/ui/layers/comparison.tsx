import type { ReactNode } from "react";
import { keyOf } from "../../app/keys/key-of.ts";
import {
  comparisonCounts,
  comparisonIn,
  comparisonTitle,
  formatComparisonState,
  tableIn,
} from "../../app/settings-files/comparison-layer.ts";
import { columnsIn } from "../../app/settings-files/comparison-table.ts";
import type { ComparisonLayer } from "../../app/workspace.ts";
import { formatClockOrDay, zoneName } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import { span, spansWidth } from "../../text/spans.ts";
import { useConsole, useConsoleState, useDisplayed } from "../console-context.ts";
import { ListPage } from "./list-page.tsx";
import type { LayerProps } from "./props.ts";

/** Settings of a project compared with those of another project or of files. */
export function ComparisonView({ layer, width, height }: LayerProps<ComparisonLayer>): ReactNode {
  const app = useConsole();
  const zone = useDisplayed((state) => state.session.zone);
  const minute = useConsoleState((state) => state.minute);
  const { filter, readAt, isReading, marks } = layer;
  const arranged = comparisonIn(layer);
  const title = [
    span(printable(comparisonTitle(layer)), "title"),
    // Marks and filter come before the counts, because the end is cut if there is no room.
    ...(marks.size === 0 ? [] : [span(`  ${marks.size} marked`, "accent")]),
    ...(filter === "" ? [] : [span(`  /${filter}`, "accent"), span(` ${arranged.shown}`, "dim")]),
    span(`  ${comparisonCounts(layer)}`, "dim"),
  ];
  const time =
    readAt === null ? "" : `as of ${formatClockOrDay(readAt, Math.max(minute, readAt), zone)} ${zoneName(zone)}`;
  // The counts take precedence over the time.
  const age = spansWidth(title) + time.length + 4 > width ? "" : time;
  return (
    <ListPage
      layer={layer}
      title={title}
      right={[span(isReading && readAt !== null ? "reading …" : age, "dim")]}
      words={formatComparisonState(layer, arranged.shown, keyOf(app))}
      table={columnsIn(tableIn(layer), width)}
      arranged={arranged}
      marks={marks}
      width={width}
      height={height}
    />
  );
}
