import { Box } from "ink";
import type { ReactNode } from "react";
import { weakMapMemoize } from "reselect";
import type { App } from "../../app/app.ts";
import { keyOf } from "../../app/keys/key-of.ts";
import { windowTop } from "../../app/list/window.ts";
import type { CurrentList } from "../../app/screen/current.ts";
import type { Freshness } from "../../app/screen/freshness.ts";
import type { Ages } from "../../app/screen/freshness-selectors.ts";
import { rightSpans } from "../../app/screen/freshness-spans.ts";
import { fittedTitle, hasAgesBelow, namesZone } from "../../app/screen/list-title.ts";
import { noMatch } from "../../app/screen/no-match.ts";
import { lackingNote, notReadLines } from "../../app/screen/not-read.ts";
import type { Look } from "../../app/workspace.ts";
import { areaOf } from "../../areas/areas.ts";
import { formatLongDuration, type Zone, zoneName } from "../../text/format.ts";
import { type Span, span } from "../../text/spans.ts";
import { useConsole, useConsoleState, useDisplayed, useLook } from "../console-context.ts";
import { List } from "../list/list.tsx";
import { Title } from "../shell/title.tsx";
import { Line } from "../text/line.tsx";
import { TextLines } from "../text/text-lines.tsx";
import type { PaneProps } from "./sidebar-pane.tsx";

function sortSpans({ model, view }: CurrentList, look: Look): Span[] {
  const sort = view.sort ?? model.defaultSort;
  const column = model.columns.find(({ id }) => id === sort.column);
  const arrow = sort.descending ? look.symbols.down : look.symbols.up;
  return column === undefined ? [] : [span(`${column.title.toLowerCase()}${arrow}`, "dim"), span("  ")];
}

/** Adds the time zone to the ages in the section headings, for a title that has no room for it. */
const zonedAges = weakMapMemoize(
  (ages: Ages, zone: Zone): Ages =>
    new Map([...ages].map(([id, age]) => [id, [...age, span(` ${zoneName(zone)}`, "dim")]])),
);

/** List of the current area. `isBeside`: another pane is at its right. */
export function MainPane({ width, height, isBeside }: PaneProps & { isBeside: boolean }): ReactNode {
  const app = useConsole();
  const look = useLook();
  const { theme, symbols } = look;
  useConsoleState((state) => state.minute);
  const list = useDisplayed(app.selectors.list);
  const focused = useDisplayed((state) => state.navigation.pane === "main");
  const area = useDisplayed((state) => state.navigation.place.area);
  const fresh = useDisplayed((state) =>
    list === null ? app.selectors.projectsFreshness(state) : app.selectors.freshness(state, list),
  );
  const chosen = useConsoleState((state) => state.preferences.columns[area]);
  const ages = useDisplayed((state) => app.selectors.sectionAges(state, list));
  const zone = useDisplayed((state) => state.session.zone);
  const saysZone = useDisplayed((state) => isBeside && namesZone(app.selectors.thing(state)));
  if (list === null) {
    return (
      <Box flexDirection="column" width={width} height={height}>
        <Title
          title={[span(areaOf(area).label, "title")]}
          right={rightSpans(fresh, app, look, width)}
          width={width}
          focused={focused}
        />
        <TextLines lines={noProjectLines(fresh, app)} width={width} height={height - 1} />
      </Box>
    );
  }
  const { model, arranged, view } = list;
  const age = rightSpans(fresh, app, look, width, !saysZone);
  // In a narrow pane the state of the list takes precedence over its sort order.
  const ways = width < 70 ? [age] : [[...sortSpans(list, look), ...age], age];
  // A complete short title takes precedence over a time that the section headings show too. Without the sidebar, the
  // right end also names the project and stays.
  const canBeBare = !app.store.getState().hideSidebar && hasAgesBelow(list, fresh);
  const { title, right } = fittedTitle(list, fresh, ways, width, canBeBare);
  const note = lackingNote(list, fresh);
  const room = height - (note === null ? 2 : 3);
  const top = windowTop(arranged, view.anchor, view.selectedId, room);
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title title={title} right={right} width={width} focused={focused} />
      {arranged.ids.length > 0 ? (
        <List
          model={model}
          chosen={chosen}
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
          ages={right.length === 0 ? zonedAges(ages, zone) : ages}
        />
      ) : (
        <TextLines lines={emptyListLines(list, fresh, app)} width={width} height={room + 1} />
      )}
      {note === null ? null : <Line spans={[note]} theme={theme} width={width} />}
    </Box>
  );
}

/** Placeholder in place of a list's rows or a setting's lines. */
export function emptyListLines(
  { model, view, arranged, scope }: CurrentList,
  fresh: Freshness,
  app: App,
): readonly Span[] {
  if (model.broken !== undefined) return [span(model.broken, "bad"), span(model.empty, "dim")];
  if (fresh.notRead.some(({ missing }) => missing.kind !== "asking") || fresh.failure !== null) {
    const reasons = notReadLines(fresh.notRead, scope);
    return [
      ...(reasons.length === 0 ? [span(fresh.failure ?? "", "bad")] : reasons),
      span(formatNextTry(fresh, app), "dim"),
    ];
  }
  if (!fresh.loaded) return fresh.asOf === null ? [span("Loading…", "dim")] : notReadLines(fresh.notRead, scope);
  const hidden = noMatch(arranged.total, view.filter);
  return [span(hidden === null ? model.empty : `${hidden} ${keyOf(app)("list.back")} clears it.`, "dim")];
}

/** Placeholder while there is no project: where to name one, and why there is none. */
export function noProjectLines(fresh: Freshness, app: App): readonly Span[] {
  if (!fresh.loaded) return [span("Loading projects …", "dim")];
  if (fresh.notRead.length > 0) {
    return [...notReadLines(fresh.notRead), span(formatNextTry(fresh, app), "dim")];
  }
  if (fresh.asOf === null) {
    return [span("The service does not list projects. Add one to the profile (profiles.json), then restart.", "dim")];
  }
  const key = keyOf(app);
  return [
    span(
      `No project: these credentials have access to none. ${key("project")} switches the profile, ${key("refresh")} reloads.`,
      "dim",
    ),
  ];
}

/** Time of the next try, and the key for retrying now. */
function formatNextTry({ nextTryAt, failingSince }: Freshness, app: App): string {
  const now = Math.max(app.store.getState().minute, failingSince ?? 0);
  const again = nextTryAt === null ? 0 : nextTryAt - now;
  const retry = `${keyOf(app)("refresh")} retries now.`;
  return again > 0 ? `Next try in ${formatLongDuration(again)}; ${retry}` : retry;
}
