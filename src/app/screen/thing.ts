import { lruMemoize, weakMapMemoize } from "reselect";
import { thingIn } from "../../areas/all-projects.ts";
import { formatUnknownWrite, unknownWritesTo } from "../../areas/builders/unknown-writes.ts";
import type { Area, Screen } from "../../areas/model/area.ts";
import { cellText } from "../../areas/model/cell.ts";
import type { Context } from "../../areas/model/context.ts";
import type { KeyNames } from "../../areas/model/key-names.ts";
import type { DetailLine, DetailModel } from "../../areas/model/view.ts";
import { operations } from "../../contract/operations.ts";
import type { Query } from "../../state/answers/query.ts";
import type { ConsoleState } from "../../state/store.ts";
import { didYouMean } from "../../text/nearest.ts";
import { type Span, span } from "../../text/spans.ts";
import { fitText, widthOf } from "../../text/width.ts";
import { rowById } from "../list/arrange.ts";
import type { CurrentList, ListSelectors } from "./current.ts";
import { type Freshness, NO_QUERIES, NOTHING } from "./freshness.ts";
import { createFreshness, type FreshnessSelectors } from "./freshness-selectors.ts";
import { type Meant, thingsCalled } from "./named-things.ts";
import { notReadLines } from "./not-read.ts";
import { hasDetail, openId } from "./panes.ts";
import { repeatedDetail } from "./repeated-rows.ts";
import { queriesOf } from "./scope.ts";

/** The displayed thing, with the parts that could not be read. */

/** Longest displayed id: a pasted one may have any length. */
const LONGEST_ID = 60;

/** Adds the failed queries of this thing below its detail. Misfits of an answer are at its top. */
function noted(model: DetailModel, notRead: Freshness["notRead"]): DetailModel {
  const lines = notReadLines(notRead.filter(({ missing }) => missing.kind !== "asking" && missing.kind !== "partly"));
  if (lines.length === 0) return model;
  const notes = lines.map(({ text }): DetailLine => ({ kind: "text", value: { text: `! ${text}`, tone: "warn" } }));
  return { ...model, lines: [...model.lines, ...notes] };
}

/** Adds writes to this thing with unknown outcome above its detail: it may have changed or been removed. */
export function withUnknownWrites(model: DetailModel, { id: area }: Area, context: Context, id: string): DetailModel {
  const thing = thingIn(id) ?? { project: context.scope.groupId, id };
  const lines = unknownWritesTo(context, thing)
    .filter(({ operation }) => operations[operation].area === area)
    .map(
      (write): DetailLine => ({
        kind: "text",
        value: { text: `! ${formatUnknownWrite(write, context)}.`, tone: "bad" },
      }),
    );
  return lines.length === 0 ? model : { ...model, lines: [...lines, ...model.lines] };
}

export type ThingSelectors = {
  /** The open thing as a model, or null while it is unknown. */
  readonly thing: (state: ConsoleState) => DetailModel | null;
  /** Freshness of the open thing: of its own queries or, if it has none, of its list. */
  readonly thingFreshness: (state: ConsoleState, list: CurrentList | null) => Freshness;
  /**
   * Context of a thing's detail: it covers the queries of the list and of the thing, as a context is valid as long as the answers to its queries are.
   */
  readonly detailContext: (state: ConsoleState, list: CurrentList, id: string) => Context | null;
};

const NOTHING_ELSE: Freshness["notRead"] = [];

/**
 * The things of a console, each beside its list or in place of it.
 *
 * @param minute returns this machine's time of the last full minute
 */
export function createThingSelectors(
  { context, list: listOf, freshness }: Pick<ListSelectors & FreshnessSelectors, "context" | "list" | "freshness">,
  minute: () => number,
): ThingSelectors {
  const ofThing = createFreshness(minute);
  const ownQueries = lruMemoize((screen: Screen, of: Context, id: string) => screen.detailQueries(of, id));
  const together = lruMemoize((queries: readonly Query[], own: readonly Query[]) => [...queries, ...own]);
  const model = lruMemoize((area: Area, screen: Screen, of: Context, id: string, notRead: Freshness["notRead"]) => {
    const detail = screen.detail(of, id);
    return detail && withUnknownWrites(noted(detail, notRead), area, of, id);
  });

  /** All queries of a thing, its own last. */
  const questions = (state: ConsoleState, { screen, scope }: CurrentList, id: string) => {
    const queries = queriesOf(screen, scope);
    const ofList = context(state, queries);
    return ofList && { queries, own: ownQueries(screen, ofList, id) };
  };
  const thingFreshness = (state: ConsoleState, list: CurrentList | null): Freshness => {
    const id = openId(state, list);
    if (list === null || id === null || !hasDetail(id)) return NOTHING;
    const own = questions(state, list, id)?.own ?? [];
    return own.length === 0 ? freshness(state, list) : ofThing(state, own, NO_QUERIES);
  };
  const detailContext = (state: ConsoleState, list: CurrentList, id: string): Context | null => {
    const all = questions(state, list, id);
    return all && context(state, together(all.queries, all.own));
  };
  return {
    thingFreshness,
    detailContext,
    thing: (state) => {
      const list = listOf(state);
      const id = openId(state, list);
      if (list === null || id === null) return null;
      const of = detailContext(state, list, id);
      if (of === null) return null;
      const { notRead } = thingFreshness(state, list);
      // Without own queries, the list reports it.
      const isOwn = notRead.length > 0 && notRead !== freshness(state, list).notRead;
      const detail = model(list.area, list.screen, of, id, isOwn ? notRead : NOTHING_ELSE);
      const repeats = detail === null ? rowById(list.model, id)?.repeats : undefined;
      return repeats === undefined ? detail : repeatedDetail(repeats);
    },
  };
}

/** Names near one that nothing has; memoised, because a list may have thousands of rows, and the sentence is drawn again and again. */
export const nearNames = weakMapMemoize((all: Meant["all"], typed: string): string => {
  const names = all.flatMap((thing) => [thingIn(thing.id)?.id ?? thing.id, ...thing.names]);
  const parts = typed.split("/");
  return didYouMean(parts.find((part) => thingsCalled(all, part).length === 0) ?? typed, names);
});

/** Things that are named before the others are counted. */
const MOST_MEANT = 5;

/** The things that a name may mean, each with its id. */
function ambiguousLines(name: string, { things }: Meant, { model }: CurrentList): readonly Span[] {
  const more = things.length - MOST_MEANT;
  const textOf = ({ id, row }: Meant["things"][number]): string => {
    const own = thingIn(id)?.id ?? id;
    const texts = model.columns.map((column) => (column.drawn === true ? "" : cellText(row.cells[column.id] ?? "")));
    return ["", own, ...texts.filter((text) => text !== "" && text !== own)].join("  ");
  };
  return [
    span(`${name} fits ${things.length} in this list: add another name after a slash, or use an id.`, "warn"),
    ...things.slice(0, MOST_MEANT).map((thing) => span(textOf(thing))),
    ...(more > 0 ? [span(`  and ${more} more`, "dim")] : []),
  ];
}

/** Reason why a thing has no detail: it is loading, could not be read, or does not exist. */
export function missingThingLines(
  id: string | null,
  list: CurrentList | null,
  ofList: Freshness,
  ofThing: Freshness,
  meant: Meant,
  key: KeyNames,
): readonly Span[] {
  if (list === null || id === null) return [span("Loading…", "dim")];
  const again = span(`${key("detail.back")} returns to the list, ${key("refresh")} retries now.`, "dim");
  const ofOwn = ofThing.notRead.filter(({ missing }) => missing.kind !== "asking");
  const ofOthers = ofList.notRead.filter(({ missing }) => missing.kind !== "asking");
  const own = thingIn(id)?.id ?? id;
  const name = widthOf(own) > LONGEST_ID ? `${fitText(own, LONGEST_ID).trimEnd()} (${own.length} characters)` : own;
  if (meant.things.length > 1) return [...ambiguousLines(name, meant, list), again];
  if (ofOthers.length > 0) return [...notReadLines([...new Set([...ofOthers, ...ofOwn])], list.scope), again];
  if (!ofList.loaded || (ofThing.notRead.length > 0 && ofOwn.length === 0)) return [span("Loading…", "dim")];
  return [span(`Not in this list: ${name}${nearNames(meant.all, own)}`, "warn"), ...notReadLines(ofOwn), again];
}
