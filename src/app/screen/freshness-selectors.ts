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
  freshnessOf,
  freshnessSpans,
  isSameFreshness,
  NO_QUERIES,
  NOTHING,
  type QueriedResources,
  resourcesOf,
} from "./freshness.ts";

export type Ages = ReadonlyMap<string, readonly Span[]>;

export type FreshnessSelectors = {
  /** Freshness of a list. */
  readonly freshness: (state: ConsoleState, list: CurrentList | null) => Freshness;
  /** Freshness of the list of projects, used while no project is known. */
  readonly projectsFreshness: (state: ConsoleState) => Freshness;
  /** Age of the rows under each heading, by the id of the section, for sections that name their queries. */
  readonly sectionAges: (state: ConsoleState, list: CurrentList | null) => Ages;
  /** Freshness of the rows under each such heading. */
  readonly sectionFreshness: (state: ConsoleState, list: CurrentList | null) => readonly SectionFreshness[];
};

type SectionFreshness = { readonly id: string; readonly fresh: Freshness };

/** A section that names the queries of its rows. */
type Section = { readonly id: string; readonly of: readonly Query[] };

type Answered = Pick<ConsoleState, "resources">;

const resourcesIn = ({ resources }: Answered): ConsoleState["resources"] => resources;

/**
 * Freshness of some queries; the same object as long as nothing in it changes. The first query determines the displayed data: the time is the oldest
 * among those with its poll interval. Queries that only complete it (the names of alert sources) are read once, and a live list must not show their
 * time.
 *
 * @param minute returns this machine's time, by which an answer can be late; by default none is
 */
export function createFreshness(
  minute = (): number => 0,
): (of: Answered, queries: readonly Query[], lookups: readonly Query[]) => Freshness {
  const queriesIn = (_: Answered, queries: readonly Query[]): readonly Query[] => queries;
  const lookupsIn = (_: Answered, _queries: readonly Query[], lookups: readonly Query[]): readonly Query[] => lookups;
  const nowIn = (_: Answered, _queries: readonly Query[], _lookups: readonly Query[], now: number): number => now;
  const together = createSelector([queriesIn, lookupsIn], (queries, lookups): readonly Query[] =>
    lookups.length === 0 ? queries : [...queries, ...lookups],
  );
  const resourcesFor = createSelector([resourcesIn, together], (resources, all) => resourcesOf(resources, all), {
    memoizeOptions: { resultEqualityCheck: areSameAnswers },
  });
  const fresh = createSelector([queriesIn, resourcesFor, lookupsIn, nowIn], freshnessOf, {
    memoizeOptions: { resultEqualityCheck: isSameFreshness },
  });
  return (of, queries, lookups) => fresh(of, queries, lookups, minute());
}

const areSameInAll = (one: readonly QueriedResources[], other: readonly QueriedResources[]): boolean =>
  areSameItems(one, other, areSameAnswers);

const areSameAges = (one: Ages, other: Ages): boolean =>
  one.size === other.size && [...other].every(([id, spans]) => areSameSpans(one.get(id) ?? [], spans));

/** @param minute returns this machine's time of the last full minute */
export function createFreshnessSelectors(minute: () => number): FreshnessSelectors {
  const ofList = createFreshness(minute);
  const ofProjects = createFreshness(minute);
  const minuteIn = (_: ConsoleState, _list: CurrentList | null, at: number): number => at;

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
  const sectionFreshness = createSelector(
    [sections, resourcesFor, minuteIn],
    (all, resources, at): readonly SectionFreshness[] =>
      all.map(({ id, of }, index) => ({ id, fresh: freshnessOf(of, resources[index] ?? [], NO_QUERIES, at) })),
  );
  const ages = createSelector(
    [sectionFreshness, ({ session }) => session.zone, minuteIn],
    (each, zone, at): Ages =>
      new Map(each.map(({ id, fresh }) => [id, freshnessSpans(fresh, { zone, minute: at }, true)])),
    { memoizeOptions: { resultEqualityCheck: areSameAges } },
  );
  return {
    freshness: (state, list) => (list === null ? NOTHING : ofList(state, list.queries, list.lookups)),
    projectsFreshness: (state) => ofProjects(state, PROJECT_QUERIES, NO_QUERIES),
    sectionFreshness: (state, list) => sectionFreshness(state, list, minute()),
    sectionAges: (state, list) => ages(state, list, minute()),
  };
}
