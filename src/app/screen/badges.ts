import { lruMemoize } from "reselect";
import type { Area } from "../../areas/area.ts";
import type { Context } from "../../areas/context.ts";
import { type Cell, cellText, cellTone } from "../../areas/view.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import type { Query } from "../../state/query.ts";
import { createSelector } from "../../state/selector.ts";
import type { ConsoleState } from "../../state/store.ts";
import type { ListSelectors } from "./current.ts";
import { isOutdated, NO_QUERIES } from "./freshness.ts";
import { createFreshness } from "./freshness-selectors.ts";
import type { Areas } from "./guarded-areas.ts";
import { queriesOf, type ScopeSelectors } from "./scope.ts";

export type Badges = ReadonlyMap<AreaId, Cell>;

/** Whether two sets of cells by name look the same. */
export const areSameCells = <Name>(one: ReadonlyMap<Name, Cell>, other: ReadonlyMap<Name, Cell>): boolean =>
  one.size === other.size &&
  [...one].every(([name, cell]) => {
    const same = other.get(name);
    return same !== undefined && cellText(same) === cellText(cell) && cellTone(same) === cellTone(cell);
  });

type Needed = Pick<ListSelectors & ScopeSelectors, "context" | "badgeScope">;

/** The count that one area keeps; dim where it is of what may be out of date. */
function createBadge(badge: NonNullable<Area["badge"]>, { context, badgeScope }: Needed) {
  const freshness = createFreshness();
  const queriesIn = (state: ConsoleState): readonly Query[] => {
    const scope = badgeScope(state);
    return scope === null ? NO_QUERIES : queriesOf(badge, scope);
  };
  return createSelector(
    [
      (state: ConsoleState, _minute: number): Context | null => context(state, queriesIn(state)),
      (state: ConsoleState): boolean => isOutdated(freshness(state, queriesIn(state), NO_QUERIES)),
    ],
    (of, outdated): Cell | null => {
      const cell = of === null ? null : badge.count(of);
      return cell !== null && outdated ? { text: cellText(cell), tone: "dim" } : cell;
    },
  );
}

/** The counts that areas keep, by area. Areas are read with the first question for them and not before. */
export function createBadges(areas: Areas, needed: Needed, minute: () => number): (state: ConsoleState) => Badges {
  const made = lruMemoize((all: readonly Area[]) =>
    all.flatMap(({ id, badge }) => (badge === undefined ? [] : [{ id, badge: createBadge(badge, needed) }])),
  );
  const badges = lruMemoize(
    (state: ConsoleState, now: number): Badges =>
      new Map(
        made(areas.all).flatMap(({ id, badge }): readonly (readonly [AreaId, Cell])[] => {
          const cell = badge(state, now);
          return cell === null ? [] : [[id, cell]];
        }),
      ),
    { resultEqualityCheck: areSameCells },
  );
  return (state) => badges(state, minute());
}
