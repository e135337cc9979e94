import { areaOf } from "../../areas/areas.ts";
import type { Column } from "../../areas/model/view.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import type { ChosenColumn, Preferences } from "../../settings/preferences.ts";
import { type App, changeLayer, layerNow, popLayer, pushLayer } from "../app.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { moveBindings, movedIndex } from "../keys/move-bindings.ts";
import { setPreferences } from "./apply.ts";

/** Columns of a list, their order and width: chosen beside the list, which updates at once. */

/** A column to choose. `width` is null for automatic width. */
type ColumnEntry = {
  readonly id: string;
  readonly title: string;
  readonly shown: boolean;
  readonly width: number | null;
};

const NARROWEST = 3;
const WIDEST = 200;

/** Columns of a list as the person chose them; those that do not fit are left out from the right. */
export function shownColumns(
  columns: readonly Column[],
  chosen: readonly ChosenColumn[] | undefined,
): readonly Column[] {
  const found = (chosen ?? []).flatMap(({ id, width }, priority): readonly Column[] => {
    const column = columns.find((one) => one.id === id);
    if (column === undefined) return [];
    return [{ ...column, priority, ...(width === undefined ? {} : { min: width, max: width, grow: 0 }) }];
  });
  return found.length === 0 ? columns : found;
}

const chosenIn = (app: App, area: AreaId): readonly ChosenColumn[] | undefined =>
  app.store.getState().preferences.columns[area];

/** True when columns of an area's list were chosen. */
export const changedColumns = (app: App, area: AreaId): boolean => chosenIn(app, area) !== undefined;

/** All columns of the list: the visible ones in order, then the hidden ones. */
export function columnEntries(
  columns: readonly Column[],
  chosen: readonly ChosenColumn[] | undefined,
): readonly ColumnEntry[] {
  const shown = shownColumns(columns, chosen);
  const widths = new Map(chosen?.map(({ id, width }) => [id, width ?? null]));
  const entry = ({ id, title }: Column, isShown: boolean): ColumnEntry => ({
    id,
    title: title === "" ? id : title,
    shown: isShown,
    width: widths.get(id) ?? null,
  });
  const hidden = columns.filter(({ id }) => !shown.some((one) => one.id === id));
  return [...shown.map((column) => entry(column, true)), ...hidden.map((column) => entry(column, false))];
}

/** Columns of the open list, as the layer shows them. */
export function entriesOf(app: App): readonly ColumnEntry[] {
  const list = app.selectors.list(app.store.getState());
  return list === null ? [] : columnEntries(list.model.columns, chosenIn(app, list.area.id));
}

/** Opens the choice of columns for the current list. */
export function openColumns(app: App): void {
  const list = app.selectors.list(app.store.getState());
  if (list === null) return;
  const { id, label } = areaOf(list.area.id);
  pushLayer(app, { kind: "columns", title: `Columns of ${label}`, area: id, index: 0 });
}

/** Saves the entries as a preference and selects one of them; saves nothing if they equal the area's default. */
function keep(app: App, entries: readonly ColumnEntry[], focus: string): void {
  const layer = layerNow(app, "columns");
  const list = app.selectors.list(app.store.getState());
  if (layer === undefined || list === null) return;
  const { [layer.area]: _before, ...others } = app.store.getState().preferences.columns;
  const shown = entries.filter(({ shown: isShown }) => isShown);
  const own = list.model.columns;
  const isOwn =
    shown.length === own.length && shown.every(({ id, width }, index) => width === null && own[index]?.id === id);
  const chosen = shown.map(({ id, width }): ChosenColumn => (width === null ? { id } : { id, width }));
  const columns: Preferences["columns"] = isOwn ? others : { ...others, [layer.area]: chosen };
  setPreferences(app, { columns });
  const index = entriesOf(app).findIndex(({ id }) => id === focus);
  changeLayer(app, "columns", (now) => ({ ...now, index: Math.max(0, index) }));
}

/** Changes the selected column. */
function change(app: App, work: (entries: readonly ColumnEntry[], at: ColumnEntry) => readonly ColumnEntry[]): void {
  const index = layerNow(app, "columns")?.index ?? 0;
  const entries = entriesOf(app);
  const at = entries[index];
  if (at !== undefined) keep(app, work(entries, at), at.id);
}

function toggle(app: App): void {
  const entries = entriesOf(app);
  const at = entries[layerNow(app, "columns")?.index ?? 0];
  if (at?.shown === true && entries.filter(({ shown }) => shown).length === 1) {
    app.store.notices.say("warning", "A list shows at least one column.");
    return;
  }
  change(app, (all, one) => all.map((entry) => (entry === one ? { ...entry, shown: !entry.shown } : entry)));
}

/** Moves a visible column. */
const move = (app: App, by: 1 | -1): void =>
  change(app, (entries, one) => {
    const others = entries.filter((entry) => entry !== one);
    const count = entries.filter(({ shown }) => shown).length;
    if (!one.shown) return entries;
    const to = Math.max(0, Math.min(count - 1, entries.indexOf(one) + by));
    return [...others.slice(0, to), one, ...others.slice(to)];
  });

/** True when the selected column can move in this direction. */
const canMove =
  (by: 1 | -1) =>
  (app: App): boolean => {
    const shown = entriesOf(app).filter((entry) => entry.shown);
    const index = layerNow(app, "columns")?.index ?? 0;
    return index < shown.length && shown[index + by] !== undefined;
  };

/** Minimum width of a column: widening starts from it if no width was chosen. */
const ownWidth = (app: App, id: string): number =>
  app.selectors.list(app.store.getState())?.model.columns.find((column) => column.id === id)?.min ?? NARROWEST;

const widen = (app: App, by: number): void =>
  change(app, (entries, one) => {
    const width = Math.max(NARROWEST, Math.min(WIDEST, (one.width ?? ownWidth(app, one.id)) + by));
    return entries.map((entry) => (entry === one ? { ...entry, width } : entry));
  });

const columnsArea = (app: App): string => layerNow(app, "columns")?.area ?? "";

/** Resets the columns to the area's default. */
function reset(app: App): void {
  const { [columnsArea(app)]: _before, ...columns } = app.store.getState().preferences.columns;
  setPreferences(app, { columns });
}

const moveMark = (app: App, by: number): void =>
  changeLayer(app, "columns", (layer) => ({ ...layer, index: movedIndex(layer.index, by, entriesOf(app).length) }));

export const columnsBindings = bindingsIn("columns", [
  {
    id: "columns.toggle",
    keys: ["space", "enter"],
    title: "Show or hide the column",
    hint: "show/hide",
    run: toggle,
  },
  ...moveBindings("columns", moveMark, [
    ["down", ["down", "j"], "Next column", 1],
    ["up", ["up", "k"], "Previous column", -1],
  ]),
  {
    id: "columns.later",
    keys: ["J", "shift+down"],
    title: "Move the column to the right",
    hint: "right",
    isUseful: canMove(1),
    run: (app) => move(app, 1),
  },
  {
    id: "columns.earlier",
    keys: ["K", "shift+up"],
    title: "Move the column to the left",
    hint: "left",
    isUseful: canMove(-1),
    run: (app) => move(app, -1),
  },
  {
    id: "columns.wider",
    keys: ["+", "="],
    title: "Wider",
    hint: "wider",
    run: (app) => widen(app, 1),
  },
  {
    id: "columns.narrower",
    keys: ["-"],
    title: "Narrower",
    hint: "narrower",
    run: (app) => widen(app, -1),
  },
  {
    id: "columns.reset",
    keys: ["0"],
    title: "All columns in their own order and width",
    hint: "reset",
    isUseful: (app) => app.store.getState().preferences.columns[columnsArea(app)] !== undefined,
    run: reset,
  },
  {
    id: "columns.close",
    keys: ["escape", "q", "left", "h", ","],
    title: "Close",
    hint: "close",
    run: popLayer,
  },
]);
