import { weakMapMemoize } from "reselect";
import type { Context, Scope } from "../../areas/model/context.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { Preferences } from "../../settings/preferences.ts";
import { isPersisted } from "../../state/answers/persisted-cache.ts";
import { type ConsoleState, resourceOf } from "../../state/store.ts";
import type { App } from "../app.ts";
import type { Sources } from "./current.ts";
import { queriesOf } from "./scope.ts";

/** What new things that call for somebody can do beside standing on screen (`domain.md` 4.6). */
export type AlertNotifier = {
  readonly ring: () => void;
  /** A notification of the desktop. */
  readonly notify: (text: string) => void;
  /** Says how many there are and where, and nothing (an empty text) at the end. */
  readonly title: (text: string) => void;
};

/** A filter is how lists are looked at: what calls somebody calls for any cluster. */
const ofAllClusters = weakMapMemoize(
  (scope: Scope): Scope => (scope.cluster === null ? scope : { ...scope, cluster: null }),
);

const seenFrom = weakMapMemoize((sources: Sources, scope: Scope): Sources => ({ ...sources, scope }));

/** What calls now; null before all of it was read once: what an earlier console showed was there before this one was opened. */
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
    const found =
      context === null
        ? null
        : app.guard(
            `${label}, new alerts`,
            () => alertIds(context),
            () => null,
          );
    if (found === null) return null;
    for (const id of found) ids.add(id);
  }
  return ids;
}

/** What a window is called: how many things call, and where. */
export const windowTitle = (count: number, groupName: string | null): string =>
  `${count === 0 ? "" : `(${count}) `}${groupName === null ? "" : `${groupName} · `}sextant`;

/** How many call that did not before; what was there at the first look does not. */
export const newAlerts = (before: ReadonlySet<string> | null, now: ReadonlySet<string>): number =>
  before === null ? 0 : [...now].filter((id) => !before.has(id)).length;

/** What a notification of the desktop says. */
export const notificationText = (count: number, groupName: string | null): string =>
  `${count} new ${count === 1 ? "alert" : "alerts"}${groupName === null ? "" : ` in ${groupName}`}`;

/** What is watched for: without any of these, nothing is. */
const NOTIFIED_BY = ["bell", "title", "notification"] as const satisfies readonly (keyof Preferences)[];

/**
 * Watches what calls until it is ended, as far as a person wants it: one ring for however many are new at once, none for what was there
 * when the project was opened, or when the bell was switched on.
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
    // Alerts of projects that were not looked at before are not new.
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
  const look = (): void =>
    app.guard(
      "New alerts",
      () => lookAt(app.store.getState()),
      () => undefined,
    );
  look();
  const stop = app.store.subscribe((state, before) => {
    const isOther =
      state.resources !== before.resources ||
      state.session !== before.session ||
      state.views !== before.views ||
      state.navigation.place !== before.navigation.place ||
      state.preferences !== before.preferences;
    if (isOther) look();
  });
  return () => {
    stop();
    setTitle("");
  };
}
