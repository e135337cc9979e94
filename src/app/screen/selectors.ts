import { defaultKeyNames, type KeyNames } from "../../areas/model/key-names.ts";
import type { ConsoleState } from "../../state/store.ts";
import { type Badges, createBadges } from "./badges.ts";
import { createListSelectors, type ListSelectors } from "./current.ts";
import { createFreshnessSelectors, type FreshnessSelectors } from "./freshness-selectors.ts";
import type { Areas } from "./guarded-areas.ts";
import { createMeant } from "./named-things.ts";
import { createPresentSelectors, type PresentSelectors } from "./present.ts";
import { createScopeSelectors, type ScopeSelectors } from "./scope.ts";
import { createThingSelectors, type ThingSelectors } from "./thing.ts";

/** Selectors of a console's screen, each recomputed only when its inputs change. */
export type Selectors = ScopeSelectors &
  ListSelectors &
  FreshnessSelectors &
  ThingSelectors &
  PresentSelectors & {
    /** Things that the current place may name, where its id is none of the list. */
    readonly meant: ReturnType<typeof createMeant>;
    /** Badges by area. */
    readonly badges: (state: ConsoleState) => Badges;
  };

/**
 * The selectors of a console. They memoize the last results, so two consoles in one process need their own instances.
 *
 * @param areas wrapped by the guard, so their functions never throw
 * @param minute returns this machine's time of the last full minute
 * @param keyNow returns the names of the keys; the same function until a person chooses other keys
 * @param roomOf returns the number of list rows that fit on the screen
 */
export function createSelectors(
  areas: Areas,
  minute: () => number,
  keyNow: () => KeyNames = () => defaultKeyNames,
  roomOf: (state: ConsoleState) => number = () => 0,
): Selectors {
  const scopes = createScopeSelectors();
  const lists = createListSelectors(areas, scopes, minute, keyNow, roomOf);
  const freshness = createFreshnessSelectors(minute);
  return {
    ...scopes,
    ...lists,
    ...freshness,
    ...createThingSelectors({ ...lists, ...freshness }, minute),
    ...createPresentSelectors(lists),
    meant: createMeant(areas),
    badges: createBadges(areas, { ...scopes, ...lists }, minute),
  };
}
