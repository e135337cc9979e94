import { changesBetween } from "../../app/list/changes.ts";
import { isPartly } from "../../app/screen/freshness.ts";
import { hasDetail } from "../../app/screen/panes.ts";
import { queriesOf } from "../../app/screen/scope.ts";
import { cellText } from "../../areas/model/cell.ts";
import type { Column, DetailModel, Row } from "../../areas/model/view.ts";
import type { FieldValues } from "../../domain/field-value.ts";
import type { ConsoleState } from "../../state/store.ts";
import { labelledLines } from "../show/printed.ts";
import { chosenList, textIn } from "../show/rows.ts";
import type { PlaceResult, Unattended } from "../show/unattended.ts";

/** Changes at a place from one look to the next. */

/** A text that changed: with the id and title of its column, or with its label. */
type ChangedText = {
  readonly name: string;
  readonly title: string;
  readonly from: string;
  readonly to: string;
};

export type PlaceChange = {
  readonly kind: "changed" | "new" | "gone";
  readonly id: string;
  readonly title: string;
  /** Current values; for removed items, the last ones. */
  readonly values: FieldValues;
  /** Empty for new and removed items. */
  readonly texts: readonly ChangedText[];
  /** Texts printed in place of the kind and the status. */
  readonly said?: { readonly news: string; readonly status: string };
};

/** A snapshot of a place. */
export type PlaceObservation = {
  readonly state: ConsoleState;
  readonly found: PlaceResult;
  /** The watched rows by id, including rows that are missing now but may only be moving within the list. */
  readonly rows: ReadonlyMap<string, Row>;
  readonly values: ReadonlyMap<string, FieldValues>;
  /** Time since which a row is missing (this machine's time, ms). */
  readonly missing: ReadonlyMap<string, number>;
};

/**
 * @param filter filter of the watched rows, in the syntax of `/`
 * @param before the previous look. One of its rows counts as removed only when the whole list was read again after the row was first missing: while
 * an item moves from one status to another, it may be in neither of the two lists by status for a moment.
 */
export function observePlace(
  state: ConsoleState,
  found: PlaceResult,
  filter: string,
  before?: PlaceObservation,
): PlaceObservation {
  const { things } = chosenList(found.list, { filter, sort: undefined, columns: undefined });
  const rows = new Map(things.map(({ row }) => [row.id, row]));
  const values = new Map(found.values.rows);
  const missing = new Map<string, number>();
  for (const [id, row] of before?.rows ?? []) {
    if (rows.has(id)) continue;
    const since = before?.missing.get(id) ?? Date.now();
    if ((found.ofList.asOf ?? 0) > since && !isPartly(found.ofList) && found.values.broken === null) continue;
    rows.set(id, row);
    missing.set(id, since);
    const last = before?.values.get(id);
    if (last !== undefined && !values.has(id)) values.set(id, last);
  }
  return { state, found, rows, values, missing };
}

/** Text of a row, for a row without a detail title. */
function textsOfRow(row: Row | undefined, columns: readonly Column[], id: string): string {
  const texts = columns.flatMap(({ id: column }) => (row === undefined ? [] : textIn(row, column)));
  return texts.filter((text) => text !== "").join("  ") || id;
}

/** Suffix with the place of an item, for a title that does not contain it. */
function placeBehind(title: string, { where, cluster }: FieldValues): string {
  const place = [where, cluster].find((value): value is string => typeof value === "string");
  return place === undefined || title.includes(place) ? "" : ` · ${place}`;
}

/** Title of an item: that of its detail. */
export function titleOf(
  { selectors }: Pick<Unattended, "selectors">,
  { state, found, rows }: PlaceObservation,
  id: string,
): string {
  const { screen, scope, model } = found.list;
  const own = found.thing?.id === id ? found.thing.model : null;
  const context = selectors.context(state, queriesOf(screen, scope));
  const detail = own ?? (context === null || !hasDetail(id) ? null : screen.detail(context, id));
  if (detail === null) return textsOfRow(rows.get(id), model.columns, id);
  const title = cellText(detail.title);
  return `${title}${placeBehind(title, found.values.rows.get(id) ?? {})}`;
}

const valuesIn = ({ values }: PlaceObservation, id: string): FieldValues => values.get(id) ?? {};

const NO_COLUMNS: ReadonlySet<string> = new Set();

/** Cells that changed, in the current columns. */
function changedCells(
  before: Row,
  after: Row,
  columns: readonly Column[],
  changed: ReadonlySet<string>,
): ChangedText[] {
  return columns.flatMap(({ id, title }) =>
    changed.has(id) ? [{ name: id, title: title.toLowerCase(), from: textIn(before, id), to: textIn(after, id) }] : [],
  );
}

/** Changed statuses that no cell shows. */
function changedStatuses(
  { found }: PlaceObservation,
  before: FieldValues,
  after: FieldValues,
  cells: readonly ChangedText[],
): readonly ChangedText[] {
  return found.values.fields.flatMap(({ id, values }) => {
    const [from, to] = [before[id], after[id]];
    const isOther = values !== undefined && typeof from === "string" && typeof to === "string" && from !== to;
    return isOther && !cells.some(({ name }) => name === id) ? [{ name: id, title: id, from, to }] : [];
  });
}

/** Values of a detail by label; of two equal labels the first. */
function labelled(model: DetailModel | null): ReadonlyMap<string, string> {
  const lines = model === null ? [] : labelledLines(model);
  return new Map(lines.toReversed().flatMap(({ label, value }) => (label === null ? [] : [[label, value]])));
}

/** Changes of an item that is not a row of its list. Both details are built for the same time, so that ages do not count as changes. */
function changedLabels(
  { selectors }: Pick<Unattended, "selectors">,
  before: PlaceObservation,
  after: PlaceObservation,
): ChangedText[] {
  const old = labelled(selectors.thing(before.state));
  return [...labelled(selectors.thing(after.state))].flatMap(([label, to]) => {
    const from = old.get(label);
    return from === undefined || from === to ? [] : [{ name: label, title: label.toLowerCase(), from, to }];
  });
}

/**
 * The changes of a place, in row order, removed rows last. Texts that change only with time are ignored.
 *
 * @param only the one item that is watched; null: all rows
 */
export function changesIn(
  unattended: Unattended,
  before: PlaceObservation,
  after: PlaceObservation,
  only: string | null,
): readonly PlaceChange[] {
  const cells = changesBetween(before.found.list.model, after.found.list.model);
  const { columns } = after.found.list.model;
  const changeOf = (id: string): readonly PlaceChange[] => {
    const [old, row] = [before.rows.get(id), after.rows.get(id)];
    const made = (
      kind: PlaceChange["kind"],
      look: PlaceObservation,
      texts: readonly ChangedText[],
    ): readonly PlaceChange[] => [
      { kind, id, title: titleOf(unattended, look, id), values: valuesIn(look, id), texts },
    ];
    if (old === undefined) return row === undefined ? [] : made("new", after, []);
    if (row === undefined) return made("gone", before, []);
    const changed = changedCells(old, row, columns, cells.get(id) ?? NO_COLUMNS);
    const texts = [...changedStatuses(after, valuesIn(before, id), valuesIn(after, id), changed), ...changed];
    return texts.length === 0 ? [] : made("changed", after, texts);
  };
  if (only === null) {
    const gone = [...before.rows.keys()].filter((id) => !after.rows.has(id));
    return [...after.rows.keys(), ...gone].flatMap(changeOf);
  }
  if (before.rows.has(only) && after.rows.has(only)) return changeOf(only);
  const texts = changedLabels(unattended, before, after);
  if (texts.length === 0) return [];
  return [{ kind: "changed", id: only, title: titleOf(unattended, after, only), values: valuesIn(after, only), texts }];
}
