import { weakMapMemoize } from "reselect";
import type { Table } from "../../areas/builders/table.ts";
import type { Screen } from "../../areas/model/area.ts";
import type { Scope } from "../../areas/model/context.ts";
import { type Cell, cellShort, cellText, cellTone, type DetailModel, type Tone } from "../../areas/model/view.ts";
import { besides, type Span, span, spansWidth } from "../../text/spans.ts";
import { cut } from "../../text/width.ts";
import { titleRoom } from "../shell/title-line.ts";
import type { CurrentList } from "./current.ts";
import { type Freshness, isAsking, isOutdated } from "./freshness.ts";
import { notReadMark, notReadShort } from "./not-read.ts";

/** The title of a list in the room that it has: what does not fit is left out whole, the least important first. */

/** A part of a title: the higher its rank, the longer it stays; of one rank the first ones do. */
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

/** A filter says at least so much of itself. */
const LEAST_FILTER = 5;

/** What tells that parts were left out. */
const LEFT_OUT = span(" …", "dim");

/**
 * As many of the parts as have room, in their order. That something was not read comes before all else, as the others count what
 * was; which it is gives way to warnings.
 */
function fitted(parts: readonly Part[], mark: readonly Span[], room: number): readonly Span[] {
  const count = parts.length + (mark.length === 0 ? 0 : 1);
  const line = (kept: ReadonlySet<Part>, last: readonly Span[]): readonly Span[] => {
    const shown = [...parts.filter((part) => kept.has(part)).map(({ spans }) => spans), last];
    const isWhole = kept.size + (last.length === 0 ? 0 : 1) === count;
    return [...besides(shown), ...(isWhole ? [] : [LEFT_OUT])];
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
    // What follows says little without what went before it.
    if (!fits(more, last)) break;
    kept = more;
  }
  return kept.size > 0 || last.length > 0 || fits(kept, last) ? line(kept, last) : [];
}

/** The text of a filter in the room that it has, its end left out. */
const filterText = (filter: string, room: number): string => cut(`/${filter}`, Math.max(LEAST_FILTER, room));

/** Stands while only the selection moves. */
const fittedState = weakMapMemoize(
  (
    model: Table,
    total: number,
    screen: Screen,
    scope: Scope,
    fresh: Freshness,
    textOf: (cell: Cell) => string,
    room: number,
  ): readonly Span[] => {
    // Numbers are of what was read: before that, and where nothing of it is there, there are none to tell.
    const isNothing = screen.single === undefined && total === 0 && fresh.notRead.length > 0;
    // What failed does not take away what the others said: that it lacks stands beside it. While more is on its way, numbers would run.
    const hasFigures = fresh.loaded || (screen.single === undefined && !isAsking(fresh));
    // The first part says what the list is of: it stays longer than others of its kind.
    const partOf = (cell: Cell, index: number): Part => ({
      spans: [span(textOf(cell), isOutdated(fresh) ? "dim" : cellTone(cell))],
      rank: Math.max(RANKS[cellTone(cell)], index === 0 ? RANKS.accent : 0),
    });
    const parts = hasFigures && !isNothing ? model.summary.map(partOf) : [];
    return fitted(parts, notReadMark({ screen, scope }, fresh), room);
  },
);

/**
 * The state of a list alone: what it says of itself.
 *
 * @param room the cells that it has
 * @param textOf what a part says
 */
export const stateSpans = (
  { model, arranged, screen, scope }: CurrentList,
  fresh: Freshness,
  room: number,
  textOf: (cell: Cell) => string = cellText,
): readonly Span[] => fittedState(model, arranged.total, screen, scope, fresh, textOf, room);

/**
 * The title of a list: what it is, what it is narrowed to, its state. What is filtered away or marked comes first, so that a narrow
 * screen never hides that something is hidden.
 *
 * @param room the cells that it has; all that it needs where it is left out
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
  // Of nothing that was read, nothing is hidden yet.
  const counts = isFiltered && (fresh.loaded || total > 0) ? [span(` ${arranged.shown} of ${total}`, "dim")] : [];
  const filter = isFiltered ? filterText(view.filter, room - spansWidth([...label, ...counts]) - 2) : "";
  const head = [...label, ...(isFiltered ? [span("  "), span(filter, "accent"), ...counts] : [])];
  const state = stateSpans(list, fresh, room - spansWidth(head) - 2, textOf);
  const isAlone = state.length === 0 || state[0] === LEFT_OUT;
  return isAlone ? [...head, ...state] : [...head, span("  "), ...state];
}

/** Whether the headings below a title say how old things are, and nothing else is to be said of it. */
export const hasAgesBelow = ({ model }: CurrentList, fresh: Freshness): boolean =>
  model.sections.some(({ of = [] }) => of.length > 0) && !isOutdated(fresh) && !isAsking(fresh);

/**
 * The title of a list with what stands at its right: the first of several ways that leaves the title whole, in words or in short. Else the
 * parts that have room in short beside the last way, which needs the least.
 *
 * @param canBeBare a title in short that is whole alone has nothing at its right
 */
export function titleBeside(
  list: CurrentList,
  fresh: Freshness,
  ways: readonly (readonly Span[])[],
  width: number,
  canBeBare = false,
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

/** Whether a thing names the zone that its times are in: the title over it, or beside it, need not do so again. */
export const namesZone = (model: DetailModel | null): boolean =>
  model?.lines.some((line) => (line.kind === "field" || line.kind === "text") && ZONED.test(cellText(line.value))) ??
  false;
