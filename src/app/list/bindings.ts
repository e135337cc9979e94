import { cellText } from "../../areas/view.ts";
import { type Console, openMenu } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { openFilter } from "../layers/filter.ts";
import { openRaw } from "../layers/raw.ts";
import { type CurrentList, chosenIds, detailContext, selectedRow } from "../screen/current.ts";
import { openId } from "../screen/panes.ts";
import { queriesOf } from "../screen/scope.ts";
import { comeBack, show, visit } from "../screen/visit.ts";
import type { MenuItem } from "../workspace.ts";
import { standsFor } from "./arrange.ts";
import { listHeight, moveBy, select } from "./moves.ts";

/** The keys of a list. The letters mean this everywhere (`design.md`, keys). */

const listOf = (console: Console): CurrentList | null => console.screens.list(console.store.getState());

/** Opens what is selected beside the list; a folded group opens in place. */
function open(console: Console): void {
  const list = listOf(console);
  const row = list === null ? undefined : selectedRow(list);
  if (list === null || row === undefined) return;
  if (row.members !== undefined) {
    toggleFold(console, list, row.id);
    return;
  }
  if (row.link === undefined) show(console, { area: list.area.id, ids: [row.id] });
  else visit(console, row.link, row.project);
}

const toggleFold = (console: Console, list: CurrentList, id: string): void =>
  console.store.views.setFold(list.viewKey, id, !isFolded(list, id));

/** Whether a group is folded on screen, by whomever. */
function isFolded({ arranged }: CurrentList, id: string): boolean {
  const entry = arranged.entries[arranged.indexOf.get(id) ?? -1];
  return entry?.kind !== "row" || entry.folded !== false;
}

function mark(console: Console): void {
  const list = listOf(console);
  const row = list === null ? undefined : selectedRow(list);
  if (list === null || row === undefined) return;
  const ids = standsFor(row);
  const all = ids.every((id) => list.view.marks.has(id));
  const marks = new Set(list.view.marks);
  for (const id of ids) {
    if (all) marks.delete(id);
    else marks.add(id);
  }
  console.store.views.setMarks(list.viewKey, marks);
  moveBy(console, 1);
}

function markAll(console: Console): void {
  const list = listOf(console);
  if (list === null) return;
  const shown = list.arranged.entries.flatMap((entry) => (entry.kind === "row" ? standsFor(entry.row) : []));
  const all = shown.every((id) => list.view.marks.has(id));
  console.store.views.setMarks(list.viewKey, all ? [] : shown);
}

/** Chooses the column to sort by; the one that is sorted by turns round. */
function openSort(console: Console): void {
  const list = listOf(console);
  if (list === null) return;
  const { look, store } = console;
  const { symbols } = look.getState();
  const current = list.view.sort ?? list.model.defaultSort;
  const items = list.model.columns.map((column): MenuItem => {
    const isCurrent = column.id === current.column;
    const descending = isCurrent ? !current.descending : column.align === "right";
    return {
      id: column.id,
      title: column.title.toLowerCase(),
      keys: isCurrent ? (current.descending ? symbols.down : symbols.up) : "",
      disabled: null,
      run: () => store.views.setSort(list.viewKey, { column: column.id, descending }),
    };
  });
  openMenu(console, "Sort by", items, ({ id }) => id === current.column);
}

const tabSeparated = (list: CurrentList, ids: ReadonlySet<string>): string => {
  const { columns } = list.model;
  const rows = list.arranged.entries.flatMap((entry) =>
    entry.kind === "row" ? (entry.row.members ?? [entry.row]) : [],
  );
  const lines = rows
    .filter((row) => ids.has(row.id))
    .map((row) => columns.map(({ id }) => cellText(row.cells[id] ?? "")).join("\t"));
  return [columns.map(({ title }) => title).join("\t"), ...lines].join("\n");
};

/** Chooses what to copy of the chosen things. */
function openCopy(console: Console): void {
  const list = listOf(console);
  if (list === null) return;
  const ids = chosenIds(list);
  if (ids.length === 0) return;
  const copy = (text: string) => (): void => console.store.notices.say("info", console.host.copy(text));
  const count = ids.length === 1 ? "" : ` (${ids.length})`;
  const items: readonly MenuItem[] = [
    { id: "id", title: `Id${count}`, keys: "", disabled: null, run: copy(ids.join("\n")) },
    {
      id: "tsv",
      title: `Row as text with tabs${count}`,
      keys: "",
      disabled: null,
      run: copy(tabSeparated(list, new Set(ids))),
    },
    {
      id: "link",
      title: `Place in this console${count}`,
      keys: "",
      disabled: null,
      run: copy(ids.map((id) => `${list.area.id}/${id}`).join("\n")),
    },
    {
      id: "curl",
      title: "The request of this list as curl",
      keys: "",
      disabled: null,
      run: () => copy(listCurl(console, list))(),
    },
  ];
  openMenu(console, "Copy", items);
}

function listCurl(console: Console, list: CurrentList): string {
  const [query] = queriesOf(list.screen, list.scope);
  return query === undefined
    ? ""
    : console.host.curl({
        operation: query.operation,
        params: query.args.params,
        query: queryOf(query.args),
        body: null,
      });
}

const queryOf = (args: { readonly query?: Readonly<Record<string, unknown>> }): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(args.query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** Shows what is selected as it was received. */
export function showRaw(console: Console): void {
  const state = console.store.getState();
  const list = console.screens.list(state);
  const id = openId(state, list) ?? list?.view.selectedId;
  if (list === null || id === null || id === undefined) return;
  const context = detailContext(console, state, list, id);
  if (context === null) return;
  const detail = list.screen.detail(context, id);
  if (detail === null || detail.raw === null) {
    const isOpen = state.navigation.place.ids.length > 0;
    const next = isOpen ? "press v again in a moment." : "open it with Enter, then press v.";
    console.store.notices.say("info", `Not read whole yet: ${next}`);
    return;
  }
  openRaw(console, cellText(detail.title), detail.raw);
}

/** Back from a list: first the marks, then the filter go, then what is open; then one is back where one came from. */
function back(console: Console): void {
  const list = listOf(console);
  if (list !== null && list.view.marks.size > 0) console.store.views.setMarks(list.viewKey, []);
  else if (list !== null && list.view.filter !== "") console.store.views.setFilter(list.viewKey, "");
  else if (console.store.getState().navigation.place.ids.length > 0) {
    console.store.navigation.open({ area: console.store.getState().navigation.place.area, ids: [] });
  } else if (!comeBack(console)) console.store.navigation.focus("sidebar");
}

function toEnd(console: Console, end: "first" | "last"): void {
  const list = listOf(console);
  if (list !== null) select(console, list, list.arranged.ids.at(end === "first" ? 0 : -1) ?? null);
}

/** The keys of any list. */
export function listBindings(): readonly Binding[] {
  const scope = "list" as const;
  const has = (console: Console): boolean => (listOf(console)?.arranged.ids.length ?? 0) > 0;
  return [
    {
      id: "list.open",
      keys: ["enter"],
      title: "Open, or unfold a group",
      hint: "open",
      scope,
      when: has,
      run: (console) => open(console),
    },
    { id: "list.down", keys: ["down", "j"], title: "Next row", scope, run: (console) => moveBy(console, 1) },
    { id: "list.up", keys: ["up", "k"], title: "Previous row", scope, run: (console) => moveBy(console, -1) },
    {
      id: "list.page-down",
      keys: ["pagedown", "ctrl+f"],
      title: "Page down",
      scope,
      run: (console) => moveBy(console, listHeight(console) - 1),
    },
    {
      id: "list.page-up",
      keys: ["pageup", "ctrl+b"],
      title: "Page up",
      scope,
      run: (console) => moveBy(console, 1 - listHeight(console)),
    },
    { id: "list.first", keys: ["home", "g"], title: "First row", scope, run: (console) => toEnd(console, "first") },
    { id: "list.last", keys: ["end", "G"], title: "Last row", scope, run: (console) => toEnd(console, "last") },
    {
      id: "list.mark",
      keys: ["space"],
      title: "Mark",
      hint: "mark",
      scope,
      when: has,
      run: (console) => mark(console),
    },
    {
      id: "list.mark-all",
      keys: ["*"],
      title: "Mark all that are shown, or none",
      scope,
      when: has,
      run: (console) => markAll(console),
    },
    { id: "list.filter", keys: ["/"], title: "Filter", hint: "filter", scope, run: (console) => openFilter(console) },
    { id: "list.sort", keys: ["s"], title: "Sort", hint: "sort", scope, run: (console) => openSort(console) },
    {
      id: "list.copy",
      keys: ["y"],
      title: "Copy id, row, place or curl",
      hint: "copy",
      scope,
      when: has,
      run: (console) => openCopy(console),
    },
    { id: "list.raw", keys: ["v"], title: "Show as JSON", scope, when: has, run: (console) => showRaw(console) },
    {
      id: "list.back",
      keys: ["escape"],
      title: "Back (clear, close, return)",
      scope,
      run: (console) => back(console),
    },
  ];
}
