import { weakMapMemoize } from "reselect";
import type { Context, Scope } from "../../areas/model/context.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { Preferences } from "../../settings/preferences.ts";
import { isPersisted } from "../../state/answers/persisted-cache.ts";
import { resourceOf } from "../../state/answers/resource.ts";
import type { ConsoleState } from "../../state/store.ts";
import { areSameIn } from "../../text/same-items.ts";
import type { App } from "../app.ts";
import { instead } from "../guard.ts";
import type { ContextSources } from "./contexts.ts";
import { queriesOf } from "./scope.ts";

/** Notifications of new alerts, apart from the screen (`domain.md` 4.6). */
export type AlertNotifier = {
  readonly ring: () => void;
  /** Shows a desktop notification. */
  readonly notify: (text: string) => void;
  /** Sets the window title to the number of alerts and their project, and to an empty text at the end. */
  readonly title: (text: string) => void;
};

/** A cluster filter only affects the view: alerts of every cluster count. */
const ofAllClusters = weakMapMemoize(
  (scope: Scope): Scope => (scope.cluster === null ? scope : { ...scope, cluster: null }),
);

const seenFrom = weakMapMemoize((sources: ContextSources, scope: Scope): ContextSources => ({ ...sources, scope }));

/** Ids of the current alerts; null until all of them were read once: those restored from the cache existed before this console started. */
function alertIdsNow(app: App, state: ConsoleState): ReadonlySet<string> | null {
  const { badgeScope, sources, contextOf } = app.selectors;
  const counted = badgeScope(state);
  if (counted === null) return null;
  const scope = ofAllClusters(counted);
  const ids = new Set<string>();
  for (const { label, badge } of app.areas.all) {
    const alertIds = badge?.alertIds;
    if (badge === undefined || alertIds === undefined) continue;
    const queries = queriesOf(badge, scope);
    const isRead = queries.every(({ operation, args }) => {
      const resource = resourceOf<OperationId>(state, operation, args);
      return resource !== undefined && resource.cached !== null && !isPersisted(resource);
    });
    const context: Context | null = isRead ? contextOf(seenFrom(sources(state), scope), queries) : null;
    const found = context === null ? null : app.guard(`${label}, new alerts`, () => alertIds(context), instead(null));
    if (found === null) return null;
    for (const id of found) ids.add(id);
  }
  return ids;
}

/** Window title: number of alerts, and project. */
export const windowTitle = (count: number, groupName: string | null): string =>
  `${count === 0 ? "" : `(${count}) `}${groupName === null ? "" : `${groupName} · `}sextant`;

/** Number of alerts that are not in `before`; none on the first read. */
export const newAlerts = (before: ReadonlySet<string> | null, now: ReadonlySet<string>): number =>
  before === null ? 0 : [...now].filter((id) => !before.has(id)).length;

/** Text of a desktop notification. */
export const notificationText = (count: number, groupName: string | null): string =>
  `${count} new ${count === 1 ? "alert" : "alerts"}${groupName === null ? "" : ` in ${groupName}`}`;

/** Preferences that need watching: while all are off, nothing is watched. */
const NOTIFIED_BY = ["bell", "title", "notification"] as const satisfies readonly (keyof Preferences)[];

/**
 * Watches for new alerts until the returned function is called, as far as the preferences require: one ring for any number of new alerts at once, and
 * none for alerts that existed when the project was opened or the bell was switched on.
 */
export function startAlertNotifier(app: App, { ring, notify, title }: AlertNotifier): () => void {
  let known: ReadonlySet<string> | null = null;
  let epoch = app.store.getState().session.epoch;
  let isOfAll = false;
  let currentTitle = "";
  const setTitle = (text: string): void => {
    if (text === currentTitle) return;
    currentTitle = text;
    title(text);
  };
  const lookAt = (state: ConsoleState): void => {
    const { preferences } = app.store.getState();
    const isWanted = NOTIFIED_BY.some((name) => preferences[name] === "on");
    const all = app.selectors.isOfAllProjects(state);
    // Alerts of projects that were not shown before are not new.
    if (state.session.epoch !== epoch || all !== isOfAll || !isWanted) known = null;
    epoch = state.session.epoch;
    isOfAll = all;
    const where = all ? "all projects" : state.session.groupName;
    if (preferences.title === "off") setTitle("");
    const now = isWanted ? alertIdsNow(app, state) : null;
    if (now === null) return;
    const before = known;
    known = now;
    const found = newAlerts(before, now);
    if (preferences.bell === "on" && found > 0) ring();
    if (preferences.notification === "on" && found > 0) notify(notificationText(found, where));
    if (preferences.title === "on") setTitle(windowTitle(now.size, where));
  };
  const look = (): void => app.guard("New alerts", () => lookAt(app.store.getState()), instead(undefined));
  look();
  const stop = app.store.subscribe((state, before) => {
    const isOtherPlace = state.navigation.place !== before.navigation.place;
    if (isOtherPlace || !areSameIn(state, before, "resources", "session", "views", "preferences")) look();
  });
  return () => {
    stop();
    setTitle("");
  };
}
