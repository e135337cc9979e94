import type { Query } from "../../state/answers/query.ts";
import { PROJECT_QUERIES } from "../../state/names/directory.ts";
import { createSelector } from "../../state/selector.ts";
import type { ConsoleState } from "../../state/store.ts";
import { areSameItems } from "../../text/same-items.ts";
import { areSameSpans, type Span } from "../../text/spans.ts";
import type { CurrentList } from "./current.ts";
import {
  areSameAnswers,
  type Freshness,
  freshnessSpans,
  isSameFreshness,
  judged,
  NO_QUERIES,
  NOTHING,
  type QueriedResources,
  resourcesOf,
} from "./freshness.ts";

export type Ages = ReadonlyMap<string, readonly Span[]>;

export type FreshnessSelectors = {
  /** The freshness of a list. */
  readonly freshness: (state: ConsoleState, list: CurrentList | null) => Freshness;
  /** How it stands with the list of projects, while none is known that could be looked at. */
  readonly projectsFreshness: (state: ConsoleState) => Freshness;
  /** How old the rows under each heading are, by the id of the section, where it tells what its rows are made of. */
  readonly sectionAges: (state: ConsoleState, list: CurrentList | null) => Ages;
  /** The freshness of what stands under each such heading. */
  readonly sectionFreshness: (state: ConsoleState, list: CurrentList | null) => readonly SectionFreshness[];
};

type SectionFreshness = { readonly id: string; readonly fresh: Freshness };

/** A section that tells what its rows are made of. */
type Section = { readonly id: string; readonly of: readonly Query[] };

type Answered = Pick<ConsoleState, "resources">;

const resourcesIn = ({ resources }: Answered): ConsoleState["resources"] => resources;

/**
 * The freshness of some queries; the same object as long as nothing in it changed. The first query says what is shown: the time is
 * the oldest of those that keep its pace. What only completes them (the names of what raised an alert) is read once, and a live list
 * must not stand at that time.
 */
export function createFreshness(): (of: Answered, queries: readonly Query[], lookups: readonly Query[]) => Freshness {
  const queriesIn = (_: Answered, queries: readonly Query[]): readonly Query[] => queries;
  const lookupsIn = (_: Answered, _queries: readonly Query[], lookups: readonly Query[]): readonly Query[] => lookups;
  const together = createSelector([queriesIn, lookupsIn], (queries, lookups): readonly Query[] =>
    lookups.length === 0 ? queries : [...queries, ...lookups],
  );
  const resourcesFor = createSelector([resourcesIn, together], (resources, all) => resourcesOf(resources, all), {
    memoizeOptions: { resultEqualityCheck: areSameAnswers },
  });
  return createSelector([queriesIn, resourcesFor, lookupsIn], judged, {
    memoizeOptions: { resultEqualityCheck: isSameFreshness },
  });
}

const areSameInAll = (one: readonly QueriedResources[], other: readonly QueriedResources[]): boolean =>
  areSameItems(one, other, areSameAnswers);

const areSameAges = (one: Ages, other: Ages): boolean =>
  one.size === other.size && [...other].every(([id, spans]) => areSameSpans(one.get(id) ?? [], spans));

/** @param minute gives this machine's time of the last full minute */
export function createFreshnessSelectors(minute: () => number): FreshnessSelectors {
  const ofList = createFreshness();
  const ofProjects = createFreshness();

  const sections = createSelector(
    [(_: ConsoleState, list: CurrentList | null) => list?.model],
    (model): readonly Section[] =>
      (model?.sections ?? []).flatMap(({ id, of = [] }) => (of.length === 0 ? [] : [{ id, of }])),
  );
  const resourcesFor = createSelector(
    [resourcesIn, sections],
    (resources, of): readonly QueriedResources[] => of.map((section) => resourcesOf(resources, section.of)),
    { memoizeOptions: { resultEqualityCheck: areSameInAll } },
  );
  const sectionFreshness = createSelector([sections, resourcesFor], (all, resources): readonly SectionFreshness[] =>
    all.map(({ id, of }, index) => ({ id, fresh: judged(of, resources[index] ?? []) })),
  );
  const ages = createSelector(
    [sectionFreshness, ({ session }) => session.zone, (_: ConsoleState, _list: CurrentList | null, at: number) => at],
    (each, zone, at): Ages =>
      new Map(each.map(({ id, fresh }) => [id, freshnessSpans(fresh, { zone, minute: at }, true)])),
    { memoizeOptions: { resultEqualityCheck: areSameAges } },
  );
  return {
    freshness: (state, list) => (list === null ? NOTHING : ofList(state, list.queries, list.lookups)),
    projectsFreshness: (state) => ofProjects(state, PROJECT_QUERIES, NO_QUERIES),
    sectionFreshness,
    sectionAges: (state, list) => ages(state, list, minute()),
  };
}
