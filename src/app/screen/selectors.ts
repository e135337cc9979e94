import type { ConsoleState } from "../../state/store.ts";
import { type Badges, createBadges } from "./badges.ts";
import { createListSelectors, type ListSelectors } from "./current.ts";
import { createFreshnessSelectors, type FreshnessSelectors } from "./freshness-selectors.ts";
import type { Areas } from "./guarded-areas.ts";
import { createPresentSelectors, type PresentSelectors } from "./present.ts";
import { createScopeSelectors, type ScopeSelectors } from "./scope.ts";
import { createThingSelectors, type ThingSelectors } from "./thing.ts";

/** What is computed from the state of one console for its screen, each made again only when something changed that it is made of. */
export type Selectors = ScopeSelectors &
  ListSelectors &
  FreshnessSelectors &
  ThingSelectors &
  PresentSelectors & {
    /** The counts that areas keep, by area. */
    readonly badges: (state: ConsoleState) => Badges;
  };

/**
 * The selectors of one console. They remember what it looked at last, so that two consoles in one process have to have their own.
 *
 * @param areas whose functions never throw
 * @param minute gives this machine's time of the last full minute
 * @param roomOf gives the lines of a list that fit on the screen
 */
export function createSelectors(
  areas: Areas,
  minute: () => number,
  roomOf: (state: ConsoleState) => number = () => 0,
): Selectors {
  const scopes = createScopeSelectors(areas);
  const lists = createListSelectors(areas, scopes, minute, roomOf);
  const freshness = createFreshnessSelectors(minute);
  return {
    ...scopes,
    ...lists,
    ...freshness,
    ...createThingSelectors({ ...lists, ...freshness }),
    ...createPresentSelectors(lists),
    badges: createBadges(areas, { ...scopes, ...lists }, minute),
  };
}
