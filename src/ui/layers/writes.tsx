import type { ReactNode } from "react";
import { writesTable } from "../../app/activity/writes.ts";
import { writesIn } from "../../app/activity/writes-layer.ts";
import type { WritesLayer } from "../../app/workspace.ts";
import { formatClockOrDay, pluralize, zoneName } from "../../text/format.ts";
import { type Span, span } from "../../text/spans.ts";
import { quoted } from "../../text/width.ts";
import { useConsoleState, useDisplayed } from "../console-context.ts";
import { ListPage } from "./list-page.tsx";
import type { LayerProps } from "./props.ts";

/** Banner above the list, or placeholder if there are no rows. */
function emptyLines({ journal, failure, filter }: WritesLayer, shown: number): readonly Span[] {
  if (failure !== null) return [span(failure, "bad")];
  if (journal === null) return [span("Reading …", "dim")];
  const unread = journal.warnings.map((warning) => span(warning, "warn"));
  if (journal.entries.length === 0) return [...unread, span("Nothing was sent from this machine yet.", "dim")];
  return shown === 0 ? [...unread, span(`No change matches ${quoted(filter)}.`, "dim")] : unread;
}

/** Writes of all runs, from the journal. */
export function WritesView({ layer, width, height }: LayerProps<WritesLayer>): ReactNode {
  const zone = useDisplayed((state) => state.session.zone);
  const minute = useConsoleState((state) => state.minute);
  const { journal, readAt, filter } = layer;
  const arranged = writesIn(layer, zone);
  const count = pluralize(journal?.entries.length ?? 0, "change");
  return (
    <ListPage
      layer={layer}
      title={[
        span("Changes of all runs", "title"),
        ...(journal === null ? [] : [span(`  ${journal.isCut ? "newest " : ""}${count}`, "dim")]),
        ...(filter === "" ? [] : [span(`  /${filter}`, "accent"), span(` ${arranged.shown}`, "dim")]),
      ]}
      right={
        readAt === null
          ? []
          : [span(`as of ${formatClockOrDay(readAt, Math.max(minute, readAt), zone)} ${zoneName(zone)}`, "dim")]
      }
      words={emptyLines(layer, arranged.shown)}
      table={writesTable(journal?.entries ?? [], zone)}
      arranged={arranged}
      width={width}
      height={height}
    />
  );
}
