import { Box } from "ink";
import type { ReactNode } from "react";
import { selectedIn } from "../../app/layers/list-layer.ts";
import type { Arranged } from "../../app/list/arrange.ts";
import { NO_CHANGES } from "../../app/list/changes.ts";
import { windowTop } from "../../app/list/window.ts";
import type { WritesLayer } from "../../app/workspace.ts";
import type { Table } from "../../areas/builders/table.ts";
import type { Span } from "../../text/spans.ts";
import { useLook } from "../console-context.ts";
import { List } from "../list/list.tsx";
import { Title } from "../shell/title.tsx";
import { TextLines } from "../text/text-lines.tsx";

const NO_MARKS: ReadonlySet<string> = new Set();
const NO_AGES: ReadonlyMap<string, readonly Span[]> = new Map();

type ListPageProps = {
  readonly layer: Pick<WritesLayer, "selectedId" | "anchor">;
  readonly title: readonly Span[];
  readonly right: readonly Span[];
  /** Banner above the list, or placeholder if there are no rows. */
  readonly words: readonly Span[];
  readonly table: Table;
  readonly arranged: Arranged;
  readonly marks?: ReadonlySet<string>;
  readonly width: number;
  readonly height: number;
};

/** A page that is a list of rows below its title. */
export function ListPage({
  layer,
  title,
  right,
  words,
  table,
  arranged,
  marks = NO_MARKS,
  width,
  height,
}: ListPageProps): ReactNode {
  const { theme, symbols } = useLook();
  const selectedId = selectedIn(layer, arranged);
  const room = Math.max(1, height - 2 - words.length);
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title title={title} right={right} width={width} focused />
      {words.length === 0 ? null : <TextLines lines={words} width={width} height={height - 1} />}
      {arranged.shown === 0 ? null : (
        <List
          model={table}
          chosen={undefined}
          arranged={arranged}
          top={windowTop(arranged, layer.anchor, selectedId, room)}
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
