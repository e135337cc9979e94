import { weakMapMemoize } from "reselect";
import type { Table } from "../../areas/builders/table.ts";
import type { Screen } from "../../areas/model/area.ts";
import { type Cell, cellShort, cellText, cellTone, type Tone } from "../../areas/model/cell.ts";
import type { Scope } from "../../areas/model/context.ts";
import type { DetailModel } from "../../areas/model/view.ts";
import { joinedByDots, type Span, span, spansWidth } from "../../text/spans.ts";
import { cut } from "../../text/width.ts";
import { titleRoom } from "../shell/title-line.ts";
import type { CurrentList } from "./current.ts";
import { type Freshness, isAsking, isOutdated } from "./freshness.ts";
import { notReadMark, notReadShort } from "./not-read.ts";

/** The title of a list at a given width: parts that do not fit are left out completely, the least important first. */

/** A part of a title: the higher its rank, the longer it stays; among equal ranks the first ones stay. */
type Part = { readonly spans: readonly Span[]; readonly rank: number };

const WARNING = 2;

const RANKS: Readonly<Record<Tone, number>> = {
  dim: 0,
  plain: 0,
  good: 0,
  accent: 1,
  warn: WARNING,
  bad: WARNING,
  critical: WARNING,
};

/** Smallest width of a filter. */
const LEAST_FILTER = 5;

/** Indicates that parts were left out. */
const LEFT_OUT = span(" …", "dim");

/**
 * As many of the parts as fit, in their order. The mark for missing answers has priority, as the other parts count only what was read; its names give
 * way to warnings.
 */
function fitted(parts: readonly Part[], mark: readonly Span[], room: number): readonly Span[] {
  const count = parts.length + (mark.length === 0 ? 0 : 1);
  const line = (kept: ReadonlySet<Part>, last: readonly Span[]): readonly Span[] => {
    const shown = [...parts.filter((part) => kept.has(part)).map(({ spans }) => spans), last];
    const isWhole = kept.size + (last.length === 0 ? 0 : 1) === count;
    return [...joinedByDots(shown), ...(isWhole ? [] : [LEFT_OUT])];
  };
  const fits = (kept: ReadonlySet<Part>, last: readonly Span[]): boolean => spansWidth(line(kept, last)) <= room;
  const all = new Set(parts);
  if (fits(all, mark)) return line(all, mark);
  let kept: ReadonlySet<Part> = new Set();
  let last = mark.length === 0 ? mark : notReadShort;
  const ranked = parts.toSorted((one, other) => other.rank - one.rank);
  for (const part of ranked.filter(({ rank }) => rank >= WARNING)) {
    const more = new Set([...kept, part]);
    if (fits(more, last)) kept = more;
  }
  if (fits(kept, mark)) last = mark;
  for (const part of ranked.filter(({ rank }) => rank < WARNING)) {
    const more = new Set([...kept, part]);
    // A part says little without the one before it.
    if (!fits(more, last)) break;
    kept = more;
  }
  return kept.size > 0 || last.length > 0 || fits(kept, last) ? line(kept, last) : [];
}

/** True for a part of a summary that only counts: `15 schedules`, or `15`. */
const countsRows = (cell: Cell, text: string, rows: number): boolean =>
  cellTone(cell) === "plain" && (text === String(rows) || text.startsWith(`${rows} `));

/** The text of a filter, cut at its end. */
const filterText = (filter: string, room: number): string => cut(`/${filter}`, Math.max(LEAST_FILTER, room));

/** Memoized while only the selection moves. */
const fittedState = weakMapMemoize(
  (
    model: Table,
    total: number,
    screen: Screen,
    scope: Scope,
    fresh: Freshness,
    textOf: (cell: Cell) => string,
    room: number,
    leftOut: Cell | undefined,
  ): readonly Span[] => {
    // Counts include only what was read: before that, and if nothing was read, there are none to show.
    const isNothing = screen.single === undefined && total === 0 && fresh.notRead.length > 0;
    // A failed query does not hide the counts of the others: the mark for missing answers is beside them. While more
    // answers are awaited, counts would keep changing.
    const hasFigures = fresh.loaded || (screen.single === undefined && !isAsking(fresh));
    // The first part says what the list contains: it stays longer than others of its rank.
    const partOf = (cell: Cell, index: number): Part => ({
      spans: [span(textOf(cell), isOutdated(fresh) ? "dim" : cellTone(cell))],
      rank: Math.max(RANKS[cellTone(cell)], index === 0 ? RANKS.accent : 0),
    });
    const summary = model.summary.filter((cell) => cell !== leftOut);
    const parts = hasFigures && !isNothing ? summary.map(partOf) : [];
    return fitted(parts, notReadMark({ screen, scope }, fresh), room);
  },
);

/**
 * State of a list: its summary and missing answers.
 *
 * @param room available cells
 * @param textOf text of a part
 * @param leftOut part of the summary that is said elsewhere
 */
export const stateSpans = (
  { model, arranged, screen, scope }: CurrentList,
  fresh: Freshness,
  room: number,
  textOf: (cell: Cell) => string = cellText,
  leftOut?: Cell,
): readonly Span[] => fittedState(model, arranged.total, screen, scope, fresh, textOf, room, leftOut);

/**
 * The title of a list: its name, its filter, its state. Filter and marks come first, so that even a narrow screen shows that rows are hidden.
 *
 * @param room available cells; by default as many as needed
 */
export function titleSpans(
  list: CurrentList,
  total: number,
  fresh: Freshness,
  room: number = Number.POSITIVE_INFINITY,
  textOf: (cell: Cell) => string = cellText,
): readonly Span[] {
  const { view, area, arranged } = list;
  const marks = view.marks.size > 0 ? [span(`${view.marks.size} selected`, "changed")] : [];
  const label = [span(area.label, "title"), ...marks.flatMap((piece) => [span("  "), piece])];
  const isFiltered = view.filter.trim() !== "";
  // If nothing was read, nothing is hidden yet.
  const isCounted = isFiltered && (fresh.loaded || total > 0);
  // The number of rows is said once, with what they are called.
  const counted = isCounted ? list.model.summary.find((cell) => countsRows(cell, textOf(cell), total)) : undefined;
  const titleWith = (unit: string): readonly Span[] => {
    const counts = isCounted ? [span(` ${arranged.shown} of ${total}${unit}`, "dim")] : [];
    const filter = isFiltered ? filterText(view.filter, room - spansWidth([...label, ...counts]) - 2) : "";
    const head = [...label, ...(isFiltered ? [span("  "), span(filter, "accent"), ...counts] : [])];
    const state = stateSpans(list, fresh, room - spansWidth(head) - 2, textOf, counted);
    const isAlone = state.length === 0 || state[0] === LEFT_OUT;
    return isAlone ? [...head, ...state] : [...head, span("  "), ...state];
  };
  if (counted === undefined) return titleWith("");
  // What the rows are called gives way to everything else, the filter too.
  const named = titleWith(textOf(counted).slice(String(total).length));
  const isWhole =
    !named.includes(LEFT_OUT) && spansWidth(named) <= room && named.some(({ text }) => text === `/${view.filter}`);
  return isWhole ? named : titleWith("");
}

/** True when the headings below a title show the ages, and there is nothing else to say about freshness. */
export const hasAgesBelow = ({ model }: CurrentList, fresh: Freshness): boolean =>
  model.sections.some(({ of = [] }) => of.length > 0) && !isOutdated(fresh) && !isAsking(fresh);

/**
 * The title of a list with its right-hand spans: the first of several variants that leaves the title whole, in long or in short form. Otherwise the
 * parts that fit in short form beside the last variant, which is the shortest.
 *
 * @param canBeBare a short title that fits only alone is shown without right-hand spans
 */
export function fittedTitle(
  list: CurrentList,
  fresh: Freshness,
  ways: readonly (readonly Span[])[],
  width: number,
  canBeBare: boolean,
): { readonly title: readonly Span[]; readonly right: readonly Span[] } {
  const { total } = list.arranged;
  const wayFor = (title: readonly Span[], from = ways): readonly Span[] | undefined =>
    from.find((right) => spansWidth(title) <= titleRoom(right, width));
  const whole = titleSpans(list, total, fresh);
  const right = wayFor(whole);
  if (right !== undefined) return { title: whole, right };
  const short = titleSpans(list, total, fresh, Number.POSITIVE_INFINITY, cellShort);
  const beside = wayFor(short, canBeBare ? [...ways, []] : ways);
  if (beside !== undefined) return { title: short, right: beside };
  const least = ways.at(-1) ?? [];
  const title = titleSpans(list, total, fresh, titleRoom(least, width), cellShort);
  return { title, right: wayFor(title) ?? least };
}

/** A time of day with the name of its zone. */
const ZONED = /\d (?:UTC|local)\b/u;

/** True when a detail contains its time zone: the title above or beside it need not repeat it. */
export const namesZone = (model: DetailModel | null): boolean =>
  model?.lines.some((line) => (line.kind === "field" || line.kind === "text") && ZONED.test(cellText(line.value))) ??
  false;
