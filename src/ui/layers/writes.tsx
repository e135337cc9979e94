import { Box } from "ink";
import type { ReactNode } from "react";
import { writesTable } from "../../app/activity/writes.ts";
import { selectedIn, writesIn } from "../../app/activity/writes-layer.ts";
import { NO_CHANGES } from "../../app/list/changes.ts";
import { topOf } from "../../app/list/window.ts";
import type { WritesLayer } from "../../app/workspace.ts";
import { formatClock, pluralize, zoneName } from "../../text/format.ts";
import { type Span, span } from "../../text/spans.ts";
import { useDisplayed, useLook } from "../console-context.ts";
import { List } from "../list/list.tsx";
import { Title } from "../shell/title.tsx";
import { TextLines } from "../text/text-lines.tsx";
import type { LayerProps } from "./props.ts";

const NO_MARKS: ReadonlySet<string> = new Set();
const NO_AGES: ReadonlyMap<string, readonly Span[]> = new Map();

/** What stands in place of the list or above it. */
function emptyLines({ journal, failure, filter }: WritesLayer, shown: number): readonly Span[] {
  if (failure !== null) return [span(failure, "bad")];
  if (journal === null) return [span("Reading …", "dim")];
  const unread = journal.warnings.map((warning) => span(warning, "warn"));
  if (journal.entries.length === 0) return [...unread, span("Nothing was sent from this machine yet.", "dim")];
  return shown === 0 ? [...unread, span(`No change matches “${filter}”.`, "dim")] : unread;
}

/** The writes of all runs. */
export function WritesView({ layer, width, height }: LayerProps<WritesLayer>): ReactNode {
  const { theme, symbols } = useLook();
  const zone = useDisplayed((state) => state.session.zone);
  const { journal, readAt, filter } = layer;
  const arranged = writesIn(layer, zone);
  const selectedId = selectedIn(layer, arranged);
  const words = emptyLines(layer, arranged.shown);
  const room = Math.max(1, height - 2 - words.length);
  const count = pluralize(journal?.entries.length ?? 0, "change");
  const right = readAt === null ? [] : [span(`as of ${formatClock(readAt, zone)} ${zoneName(zone)}`, "dim")];
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title
        title={[
          span("Changes of all runs", "title"),
          ...(journal === null ? [] : [span(`  ${journal.isCut ? "newest " : ""}${count}`, "dim")]),
          ...(filter === "" ? [] : [span(`  /${filter}`, "accent"), span(` ${arranged.shown}`, "dim")]),
        ]}
        right={right}
        width={width}
        focused
        theme={theme}
        symbols={symbols}
      />
      {words.length === 0 ? null : <TextLines lines={words} width={width} />}
      {arranged.shown === 0 ? null : (
        <List
          model={writesTable(journal?.entries ?? [], zone)}
          chosen={undefined}
          arranged={arranged}
          top={topOf(arranged, layer.anchor, selectedId, room)}
          selectedId={selectedId}
          marks={NO_MARKS}
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
