import { lruMemoize } from "reselect";
import { thingIn } from "../../areas/all-projects.ts";
import { formatUnknownWrite, unknownWritesTo } from "../../areas/builders/unknown-writes.ts";
import type { Area, Screen } from "../../areas/model/area.ts";
import type { Context } from "../../areas/model/context.ts";
import type { DetailLine, DetailModel } from "../../areas/model/view.ts";
import { operations } from "../../contract/operations.ts";
import type { Query } from "../../state/answers/query.ts";
import type { ConsoleState } from "../../state/store.ts";
import { type Span, span } from "../../text/spans.ts";
import { fitText, widthOf } from "../../text/width.ts";
import type { CurrentList, ListSelectors } from "./current.ts";
import { type Freshness, NO_QUERIES, NOTHING } from "./freshness.ts";
import { createFreshness, type FreshnessSelectors } from "./freshness-selectors.ts";
import { notReadLines } from "./not-read.ts";
import { hasDetail, openId } from "./panes.ts";
import { queriesOf } from "./scope.ts";

/** The one thing that is shown, with what could not be read of it. */

/** An id that somebody pasted may be of any length. */
const LONGEST_ID = 60;

/** What was asked for this thing alone and failed, below what is known of it. What of an answer is not understood stands at its top. */
function noted(model: DetailModel, notRead: Freshness["notRead"]): DetailModel {
  const lines = notReadLines(notRead.filter(({ missing }) => missing.kind !== "asking" && missing.kind !== "partly"));
  if (lines.length === 0) return model;
  const notes = lines.map(({ text }): DetailLine => ({ kind: "text", value: { text: `! ${text}`, tone: "warn" } }));
  return { ...model, lines: [...model.lines, ...notes] };
}

/** Writes to this thing that nobody knows the outcome of, above what is known of it: it may be another thing by now, or none. */
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
  /** The open thing as a model, or null while it is not known. */
  readonly thing: (state: ConsoleState) => DetailModel | null;
  /** The freshness of it: of what was asked for it alone, or where nothing was, of the list that it stands in. */
  readonly thingFreshness: (state: ConsoleState, list: CurrentList | null) => Freshness;
  /**
   * What the detail of one thing is made of: what the list holds, and what was asked for this thing alone. Both are named, because a
   * context stands as long as the answers that it is named for do.
   */
  readonly detailContext: (state: ConsoleState, list: CurrentList, id: string) => Context | null;
};

const NOTHING_ELSE: Freshness["notRead"] = [];

/** The things of one console, each beside its list or in place of it. */
export function createThingSelectors({
  context,
  list: listOf,
  freshness,
}: Pick<ListSelectors & FreshnessSelectors, "context" | "list" | "freshness">): ThingSelectors {
  const ofThing = createFreshness();
  const ownQueries = lruMemoize((screen: Screen, of: Context, id: string) => screen.detailQueries(of, id));
  const together = lruMemoize((queries: readonly Query[], own: readonly Query[]) => [...queries, ...own]);
  const model = lruMemoize((area: Area, screen: Screen, of: Context, id: string, notRead: Freshness["notRead"]) => {
    const detail = screen.detail(of, id);
    return detail && withUnknownWrites(noted(detail, notRead), area, of, id);
  });

  /** All that is asked for a thing, that for it alone last. */
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
      // Of a thing that is asked nothing of its own, the list says it.
      const isOwn = notRead.length > 0 && notRead !== freshness(state, list).notRead;
      return model(list.area, list.screen, of, id, isOwn ? notRead : NOTHING_ELSE);
    },
  };
}

/** Why there is nothing to show of a thing: it is on its way, it could not be read, or it is not there. */
export function missingThingLines(
  id: string | null,
  list: CurrentList | null,
  ofList: Freshness,
  ofThing: Freshness,
): readonly Span[] {
  if (list === null || id === null) return [span("Loading…", "dim")];
  const again = span("Esc returns to the list, r retries now.", "dim");
  const ofOwn = ofThing.notRead.filter(({ missing }) => missing.kind !== "asking");
  const ofOthers = ofList.notRead.filter(({ missing }) => missing.kind !== "asking");
  if (ofOthers.length > 0) return [...notReadLines([...new Set([...ofOthers, ...ofOwn])], list.scope), again];
  if (!ofList.loaded || (ofThing.notRead.length > 0 && ofOwn.length === 0)) return [span("Loading…", "dim")];
  const name = widthOf(id) > LONGEST_ID ? `${fitText(id, LONGEST_ID).trimEnd()} (${id.length} characters)` : id;
  return [span(`Not in this list: ${name}`, "warn"), ...notReadLines(ofOwn), again];
}
