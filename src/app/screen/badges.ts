import { lruMemoize } from "reselect";
import type { Area } from "../../areas/model/area.ts";
import { type Cell, cellText, cellTone } from "../../areas/model/cell.ts";
import type { Context, Scope } from "../../areas/model/context.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import type { Query } from "../../state/answers/query.ts";
import { createSelector } from "../../state/selector.ts";
import type { ConsoleState } from "../../state/store.ts";
import type { ContextSources } from "./contexts.ts";
import type { ListSelectors } from "./current.ts";
import { isOutdated, NO_QUERIES } from "./freshness.ts";
import { createFreshness } from "./freshness-selectors.ts";
import type { Areas } from "./guarded-areas.ts";
import { queriesOf, type ScopeSelectors } from "./scope.ts";

export type Badges = ReadonlyMap<AreaId, Cell>;

/** True when two maps of cells have the same texts and tones. */
export const areSameCells = <Name>(one: ReadonlyMap<Name, Cell>, other: ReadonlyMap<Name, Cell>): boolean =>
  one.size === other.size &&
  [...one].every(([name, cell]) => {
    const same = other.get(name);
    return same !== undefined && cellText(same) === cellText(cell) && cellTone(same) === cellTone(cell);
  });

type Needed = Pick<ListSelectors & ScopeSelectors, "sources" | "contextOf" | "badgeScope">;

/** The badge of an area; dim if its data may be out of date. */
function createBadge(badge: NonNullable<Area["badge"]>, contextOf: Needed["contextOf"], minute: () => number) {
  const freshness = createFreshness(minute);
  const queriesIn = (scope: Scope | null): readonly Query[] => (scope === null ? NO_QUERIES : queriesOf(badge, scope));
  return createSelector(
    [
      (of: ContextSources, scope: Scope | null): Context | null => contextOf(of, queriesIn(scope)),
      (of: ContextSources, scope: Scope | null): boolean => isOutdated(freshness(of, queriesIn(scope), NO_QUERIES)),
    ],
    (of, outdated): Cell | null => {
      const cell = of === null ? null : badge.count(of);
      return cell !== null && outdated ? { text: cellText(cell), tone: "dim" } : cell;
    },
  );
}

/** Badges by area. Areas are loaded on the first call and not before. */
export function createBadges(
  areas: Areas,
  { sources, contextOf, badgeScope }: Needed,
  minute: () => number,
): (state: ConsoleState) => Badges {
  const made = lruMemoize((all: readonly Area[]) =>
    all.flatMap(({ id, badge }) => (badge === undefined ? [] : [{ id, badge: createBadge(badge, contextOf, minute) }])),
  );
  const badges = createSelector(
    [(state: ConsoleState, _minute: number) => sources(state), badgeScope],
    (of, scope): Badges =>
      new Map(
        made(areas.all).flatMap(({ id, badge }): readonly (readonly [AreaId, Cell])[] => {
          const cell = badge(of, scope);
          return cell === null ? [] : [[id, cell]];
        }),
      ),
    { memoizeOptions: { resultEqualityCheck: areSameCells } },
  );
  return (state) => badges(state, minute());
}
