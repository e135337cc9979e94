import { Box } from "ink";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { cellText, cellTone } from "../../areas/area.ts";
import { areaOf } from "../../areas/areas.ts";
import type { Console, Look } from "../console.ts";
import { List } from "../list/list.tsx";
import { topOf } from "../list/window.ts";
import { Title } from "../shell/title.tsx";
import { Lines } from "../text/lines.tsx";
import { type Span, span } from "../text/spans.ts";
import { wrapped } from "../text/width.ts";
import type { CurrentList } from "./current.ts";
import { freshness, rightSpans, sectionAges } from "./freshness.ts";

type PaneProps = { readonly console: Console; readonly look: Look; readonly width: number; readonly height: number };

/**
 * The title of a list: what it is, what it is narrowed to, its state. What is filtered away or marked comes first, so that a narrow
 * screen never hides that something is hidden.
 */
export function titleSpans(list: CurrentList, total: number): Span[] {
  const { model, view, area, arranged } = list;
  const summary = model.summary.flatMap((cell, index) => [
    ...(index === 0 ? [] : [span(" · ", "dim")]),
    span(cellText(cell), cellTone(cell)),
  ]);
  const marked = view.marks.size === 0 ? [] : [span(`${view.marks.size} marked`, "changed"), span("  ")];
  const filter =
    view.filter.trim() === ""
      ? []
      : [span(`/${view.filter}`, "accent"), span(` ${arranged.shown} of ${total}  `, "dim")];
  return [span(area.label, "title"), span("  "), ...marked, ...filter, ...summary];
}

function sortSpans({ model, view }: CurrentList, look: Look): Span[] {
  const sort = view.sort ?? model.defaultSort;
  const column = model.columns.find(({ id }) => id === sort.column);
  const arrow = sort.descending ? look.symbols.down : look.symbols.up;
  return column === undefined ? [] : [span(`${column.title.toLowerCase()}${arrow}`, "dim"), span("  ")];
}

/** Words in place of a list: still loading, failed, nothing there, or nothing that the filter lets through. */
export function Words({ lines, width, look }: { lines: readonly Span[]; width: number; look: Look }): ReactNode {
  const shown = lines.flatMap(({ text, token }) =>
    wrapped(text, width - 3).map((part) => [span("   "), span(part, token)]),
  );
  return <Lines lines={shown} theme={look.theme} width={width} />;
}

/** The list of the current area. `isBeside`: another pane stands at its right. */
export function MainPane({ console, look, width, height, isBeside }: PaneProps & { isBeside: boolean }): ReactNode {
  useStore(console.workspace, (state) => state.minute);
  const list = useStore(console.shown, console.screens.list);
  const focused = useStore(console.shown, (state) => state.navigation.pane === "main");
  const area = useStore(console.shown, (state) => state.navigation.place.area);
  const fresh = useStore(console.shown, (state) => freshness(state, list));
  const ages = useStore(console.shown, (state) => sectionAges(state, list, console));
  const { theme, symbols } = look;
  if (list === null) {
    const { label, screen } = areaOf(area);
    const words = screen === null ? `${label} is still to come.` : "Asking the service which projects there are…";
    return (
      <Box flexDirection="column" width={width} height={height}>
        <Title
          title={[span(label, "title")]}
          right={rightSpans(fresh, console, look, width)}
          width={width}
          focused={focused}
          theme={theme}
          symbols={symbols}
        />
        <Words lines={[span(words, "dim")]} width={width} look={look} />
      </Box>
    );
  }
  const { model, arranged, view } = list;
  // In a narrow pane the state of the list says more than the order of its rows.
  const right = [...(width < 70 ? [] : sortSpans(list, look)), ...rightSpans(fresh, console, look, width)];
  const room = height - 2;
  const top = topOf(arranged, view.anchor, view.selectedId, room);
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title
        title={fresh.loaded ? titleSpans(list, arranged.total) : [span(list.area.label, "title")]}
        right={right}
        width={width}
        focused={focused}
        theme={theme}
        symbols={symbols}
      />
      {arranged.ids.length > 0 ? (
        <List
          model={model}
          arranged={arranged}
          top={top}
          selectedId={view.selectedId}
          marks={view.marks}
          changes={list.changes}
          width={width}
          edge={isBeside ? 1 : 0}
          height={room}
          focused={focused}
          theme={theme}
          symbols={symbols}
          ages={ages}
        />
      ) : (
        <Words lines={emptyWords(list, fresh)} width={width} look={look} />
      )}
    </Box>
  );
}

export function emptyWords(
  { model, view, arranged }: CurrentList,
  fresh: ReturnType<typeof freshness>,
): readonly Span[] {
  if (model.broken !== undefined) return [span(model.broken, "bad"), span(model.empty, "dim")];
  if (fresh.failure !== null) return [span(fresh.failure, "bad"), span("r tries again now.", "dim")];
  if (!fresh.loaded) return [span("Loading…", "dim")];
  if (arranged.total > 0 && view.filter.trim() !== "") {
    return [span(`None of ${arranged.total} passes the filter "${view.filter}". Esc takes it away.`, "dim")];
  }
  return [span(model.empty, "dim")];
}
