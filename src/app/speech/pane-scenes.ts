import { areaOf } from "../../areas/areas.ts";
import { cellText } from "../../areas/model/cell.ts";
import type { App } from "../app.ts";
import { detailLines } from "../detail/lines.ts";
import { entryOf, positionOf } from "../list/arrange.ts";
import { shownColumns } from "../preferences/columns.ts";
import type { CurrentList } from "../screen/current.ts";
import { currentLayout } from "../screen/focus.ts";
import { titleSpans } from "../screen/list-title.ts";
import { emptyText } from "../screen/no-match.ts";
import { notReadLines } from "../screen/not-read.ts";
import { openId, singleOf } from "../screen/panes.ts";
import { topLayer } from "../workspace.ts";
import { layerScene } from "./layer-scenes.ts";
import type { Scene, SceneFocus } from "./scene.ts";
import { spoken, spokenLine, spokenLines } from "./spoken.ts";

/** Panes as scenes for speech. */

/** A row as its cells with the names of their columns. */
function rowFocus(app: App, list: CurrentList): SceneFocus | null {
  const { view, arranged, model } = list;
  const entry = entryOf(arranged, view.selectedId);
  if (entry?.kind !== "row") return null;
  const { row, folded } = entry;
  const columns = shownColumns(model.columns, app.store.getState().preferences.columns[list.area.id]);
  const cells = columns.map((column) => ({ column, text: spoken(cellText(row.cells[column.id] ?? "")) }));
  const said = cells.filter(({ text }) => text !== "");
  const words = (some: typeof said): string =>
    some.map(({ column, text }) => `${column.title.toLowerCase()} ${text}`.trim()).join(", ");
  const section = model.sections.find(({ id }) => id === row.section)?.title;
  const marks = [
    view.marks.has(row.id) ? "selected" : "",
    row.isNew === true ? "new" : "",
    folded === null ? "" : folded ? "folded group" : "open group",
    section === undefined || section === "" ? "" : `under ${spoken(section.toLowerCase())}`,
  ].filter((mark) => mark !== "");
  const place = `${(positionOf(arranged, row.id) ?? 0) + 1} of ${arranged.ids.length}`;
  const tail = marks.length === 0 ? "" : `, ${marks.join(", ")}`;
  return {
    key: row.id,
    text: `${place}: ${words(said)}${tail}`,
    still: `${words(said.filter(({ column }) => column.ticks !== true))}${tail}`,
  };
}

function listScene(app: App, list: CurrentList): Scene {
  const state = app.store.getState();
  const fresh = app.selectors.freshness(state, list);
  const title = titleSpans(list, list.arranged.total, fresh)
    .map(({ text }) => text)
    .join("");
  const reasons = notReadLines(fresh.notRead, list.scope).map(({ text }) => spoken(text));
  const isEmpty = list.arranged.ids.length === 0;
  const none = emptyText(list, list.view.filter, fresh);
  const nothing = none !== null ? [spoken(none)] : fresh.loaded || reasons.length > 0 ? [] : ["Loading."];
  const failure = fresh.failure === null ? [] : [`Not up to date: ${spoken(fresh.failure)}`];
  return {
    key: `list ${list.viewKey}`,
    heading: spoken(title.replace(/ {2,}/u, ": ")),
    body: [...(isEmpty ? nothing : []), ...reasons, ...failure],
    focus: rowFocus(app, list),
    typed: null,
  };
}

function thingScene(app: App): Scene {
  const state = app.store.getState();
  const model = app.selectors.thing(state);
  const layout = currentLayout(app);
  const { area, ids } = state.navigation.place;
  const id = openId(state, app.selectors.list(state)) ?? ids[0] ?? "";
  if (model === null || layout.kind !== "panes") {
    return {
      key: `thing ${area} ${id} loading`,
      heading: areaOf(area).label,
      body: ["Loading."],
      focus: null,
      typed: null,
    };
  }
  const lines = detailLines(model, layout.side, state.look.symbols);
  const at = Math.min(state.detailIndex, lines.length - 1);
  const text = spokenLine(lines[at]?.spans ?? []);
  return {
    key: `thing ${area} ${id}`,
    heading: `Detail: ${spoken(cellText(model.title))}`,
    body: spokenLines(lines.map(({ spans }) => spans)),
    ticks: true,
    // The first line was just read with the others.
    focus: { key: `${at}`, text: `${text}${lines[at]?.link == null ? "" : ", link"}`, still: "" },
    typed: null,
  };
}

function sidebarScene(app: App): Scene {
  const { marked, place } = app.store.getState().navigation;
  const { label, group } = areaOf(marked ?? place.area);
  return {
    key: "sidebar",
    heading: "Areas",
    body: [],
    focus: { key: label, text: `${label}, ${group}`, still: label },
    typed: null,
  };
}

function paneScene(app: App): Scene {
  const state = app.store.getState();
  const { pane, place } = state.navigation;
  if (pane === "sidebar") return sidebarScene(app);
  const list = app.selectors.list(state);
  const isThing = singleOf(state) !== null || (pane === "side" && place.ids.length > 0);
  if (isThing) return thingScene(app);
  if (list !== null) return listScene(app, list);
  return { key: `area ${place.area}`, heading: areaOf(place.area).label, body: ["Loading."], focus: null, typed: null };
}

/** The current scene. */
export function sceneOf(app: App): Scene {
  const layer = topLayer(app.store.getState());
  return layer === undefined ? paneScene(app) : layerScene(app, layer, () => paneScene(app));
}

/** The current location and connection state, as in the header of the screen. */
export function formatWhere(app: App): string {
  const { session, navigation } = app.store.getState();
  if (session.groupName === null && session.groupId !== null) return "";
  const parts = [
    session.orgName ?? "",
    session.groupName ?? "",
    navigation.cluster ?? "",
    session.environment === "production" ? "PRODUCTION" : session.sandbox ? "sandbox" : `profile ${session.profile}`,
    session.readOnly === null ? "" : "read-only",
    session.connection.kind === "failing" ? "no connection" : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}
