import { ownIdOf } from "../../areas/all-projects.ts";
import { cellText } from "../../areas/model/cell.ts";
import type { Context } from "../../areas/model/context.ts";
import type { ChosenColumn } from "../../settings/preferences.ts";
import { type App, type Binding, openMenu } from "../app.ts";
import { copyItem } from "../copy.ts";
import { follow } from "../effects/follow.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { keyOf } from "../keys/key-of.ts";
import { moveBindings } from "../keys/move-bindings.ts";
import { openFilter } from "../layers/filter.ts";
import { openRaw } from "../layers/raw.ts";
import { entryOf, thingIdsOf } from "../list/arrange.ts";
import { shownColumns } from "../preferences/columns.ts";
import { type CurrentList, chosenIds, selectedRow } from "../screen/current.ts";
import { focusSidebar } from "../screen/focus.ts";
import { isAsking } from "../screen/freshness.ts";
import { listHeight, moveBy, select } from "../screen/list-moves.ts";
import { openId } from "../screen/panes.ts";
import { closeThing, followBack, openThing, visit } from "../screen/visit.ts";
import type { MenuItem } from "../workspace.ts";
import { jsonItem, listCurl } from "./copies.ts";

/** Keys of a list. The letters mean the same everywhere (`design.md`, keys). */

const listOf = (app: App): CurrentList | null => app.selectors.list(app.store.getState());

/** Opens the selected row beside the list; a folded group expands in place. */
function open(app: App): void {
  const list = listOf(app);
  const row = list === null ? undefined : selectedRow(list);
  if (list === null || row === undefined) return;
  if (row.members !== undefined) {
    toggleFold(app, list, row.id);
    return;
  }
  if (row.opens !== undefined) follow(app, row.opens);
  else if (row.link === undefined) openThing(app, { area: list.area.id, ids: [row.id] });
  else visit(app, row.link, row.project);
}

const toggleFold = (app: App, list: CurrentList, id: string): void =>
  app.store.views.setFold(list.viewKey, id, !isFolded(list, id));

/** True when a group is folded on screen, by the person or by default. */
function isFolded({ arranged }: CurrentList, id: string): boolean {
  const entry = entryOf(arranged, id);
  return entry?.kind !== "row" || entry.folded !== false;
}

function mark(app: App): void {
  const list = listOf(app);
  const row = list === null ? undefined : selectedRow(list);
  if (list === null || row === undefined) return;
  const ids = thingIdsOf(row);
  const all = ids.every((id) => list.view.marks.has(id));
  const marks = new Set(list.view.marks);
  for (const id of ids) {
    if (all) marks.delete(id);
    else marks.add(id);
  }
  app.store.views.setMarks(list.viewKey, marks);
  moveBy(app, 1);
}

function markAll(app: App): void {
  const list = listOf(app);
  if (list === null) return;
  const shown = list.arranged.entries.flatMap((entry) => (entry.kind === "row" ? thingIdsOf(entry.row) : []));
  const all = shown.every((id) => list.view.marks.has(id));
  app.store.views.setMarks(list.viewKey, all ? [] : shown);
}

/** Chooses the column to sort by; choosing the current one reverses the order. */
function openSort(app: App): void {
  const list = listOf(app);
  if (list === null) return;
  const { store } = app;
  const { symbols } = store.getState().look;
  const current = list.view.sort ?? list.model.defaultSort;
  const items = list.model.columns.map((column): MenuItem => {
    const isCurrent = column.id === current.column;
    const descending = isCurrent ? !current.descending : column.align === "right";
    return {
      id: column.id,
      title: column.title.toLowerCase(),
      keys: isCurrent ? (current.descending ? symbols.down : symbols.up) : "",
      run: () => store.views.setSort(list.viewKey, { column: column.id, descending }),
    };
  });
  openMenu(app, "Sort by", items, ({ id }) => id === current.column);
}

const tabSeparated = (
  list: CurrentList,
  ids: ReadonlySet<string>,
  chosen: readonly ChosenColumn[] | undefined,
): string => {
  const columns = shownColumns(list.model.columns, chosen);
  const rows = list.arranged.entries.flatMap((entry) =>
    entry.kind === "row" ? (entry.row.members ?? [entry.row]) : [],
  );
  const lines = rows
    .filter((row) => ids.has(row.id))
    .map((row) => columns.map(({ id }) => cellText(row.cells[id] ?? "")).join("\t"));
  return [columns.map(({ title }) => title).join("\t"), ...lines].join("\n");
};

/** Opens the menu of formats to copy the chosen rows in. */
function openCopy(app: App): void {
  const list = listOf(app);
  if (list === null) return;
  const ids = chosenIds(list);
  if (ids.length === 0) return;
  const count = ids.length === 1 ? "" : ` (${ids.length})`;
  const rows = (): string => tabSeparated(list, new Set(ids), app.store.getState().preferences.columns[list.area.id]);
  const places = (): string => ids.map((id) => `${list.area.id}/${id}`).join("\n");
  const items: readonly MenuItem[] = [
    copyItem(app, "id", `Id${count}`, () => ids.map(ownIdOf).join("\n")),
    jsonItem(app, list, ids),
    copyItem(app, "tsv", `Row, tab-separated${count}`, rows),
    copyItem(app, "link", `Place in this console${count}`, places),
    copyItem(app, "curl", "Request of this list as curl", () => listCurl(app, list, ids)),
  ];
  openMenu(app, "Copy", items);
}

const NO_JSON = "There is no JSON of this";

/** Reason why the selection cannot be shown as JSON, with the way to fix it, if there is one. */
function whyNoRaw(app: App, list: CurrentList, context: Context, id: string): string {
  const state = app.store.getState();
  const isOpen = openId(state, list) !== null;
  const row = isOpen ? undefined : selectedRow(list);
  if (row?.members !== undefined) return `This row stands for several; ${keyOf(app)("list.open")} expands it.`;
  if (row?.link !== undefined || row?.opens !== undefined)
    return `${NO_JSON}: ${keyOf(app)("list.open")} leads to what it is about.`;
  if (!isOpen && list.screen.detailQueries(context, id).length > 0) {
    return `Not fully loaded yet: open it with ${keyOf(app)("list.open")}, then press ${keyOf(app)("detail.raw")}.`;
  }
  const fresh = app.selectors.thingFreshness(state, list);
  if (isAsking(fresh))
    return `Not fully loaded yet: press ${keyOf(app)(isOpen ? "detail.raw" : "list.raw")} again in a second.`;
  return fresh.failure === null ? `${NO_JSON}: no response of the service describes it.` : `${NO_JSON}: not loaded.`;
}

/** Shows the selected thing as JSON, as it was received. */
export function showRaw(app: App): void {
  const state = app.store.getState();
  const list = app.selectors.list(state);
  const id = openId(state, list) ?? list?.view.selectedId;
  if (list === null || id === null || id === undefined) return;
  const context = app.selectors.detailContext(state, list, id);
  if (context === null) return;
  const detail = list.screen.detail(context, id);
  if (detail === null || detail.raw === null) app.store.notices.say("info", whyNoRaw(app, list, context, id));
  else openRaw(app, cellText(detail.title), detail.raw);
}

/** Back from a list: clears the marks, then the filter, then closes the open thing; after that it returns to the previous place. */
function back(app: App): void {
  const list = listOf(app);
  if (list !== null && list.view.marks.size > 0) app.store.views.setMarks(list.viewKey, []);
  else if (list !== null && list.view.filter !== "") app.store.views.setFilter(list.viewKey, "");
  else if (app.store.getState().navigation.place.ids.length > 0) closeThing(app);
  else if (!followBack(app)) focusSidebar(app);
}

function toEnd(app: App, end: "first" | "last"): void {
  const list = listOf(app);
  if (list !== null) select(app, list, list.arranged.ids.at(end === "first" ? 0 : -1) ?? null);
}

/** Keys of every list. */
export function listBindings(): readonly Binding[] {
  const scope = "list" as const;
  const has = (app: App): boolean => (listOf(app)?.arranged.ids.length ?? 0) > 0;
  return bindingsIn(scope, [
    {
      id: "list.open",
      keys: ["enter"],
      title: "Open, or expand a group",
      hint: "open",
      when: has,
      run: (app) => open(app),
    },
    ...moveBindings(scope, moveBy, [
      ["down", ["down", "j"], "Next row", 1],
      ["up", ["up", "k"], "Previous row", -1],
      ["page-down", ["pagedown", "ctrl+f"], "Page down", (app) => listHeight(app) - 1],
      ["page-up", ["pageup", "ctrl+b"], "Page up", (app) => 1 - listHeight(app)],
    ]),
    { id: "list.first", keys: ["home", "g"], title: "First row", run: (app) => toEnd(app, "first") },
    { id: "list.last", keys: ["end", "G"], title: "Last row", run: (app) => toEnd(app, "last") },
    {
      id: "list.mark",
      keys: ["space"],
      title: "Select",
      hint: "select",
      when: has,
      run: (app) => mark(app),
    },
    {
      id: "list.mark-all",
      keys: ["*"],
      title: "Select all shown, or none",
      when: has,
      run: (app) => markAll(app),
    },
    { id: "list.filter", keys: ["/"], title: "Filter", hint: "filter", run: (app) => openFilter(app) },
    { id: "list.sort", keys: ["s"], title: "Sort", hint: "sort", run: (app) => openSort(app) },
    {
      id: "list.copy",
      keys: ["y"],
      title: "Copy id, JSON, row, place or curl",
      hint: "copy",
      when: has,
      run: (app) => openCopy(app),
    },
    { id: "list.raw", keys: ["v"], title: "Show as JSON", when: has, run: (app) => showRaw(app) },
    {
      id: "list.back",
      keys: ["escape"],
      title: "Back (clear, close, return)",
      run: (app) => back(app),
    },
  ]);
}
