import type { Context } from "../../areas/context.ts";
import type { OperationId } from "../../contract/operations.ts";
import { type ConsoleState, resourceOf } from "../../state/store.ts";
import type { App } from "../app.ts";
import type { CallsPreference } from "../workspace.ts";

/** What new things that call for somebody can do beside standing on screen (`domain.md` 4.6). */
export type AlertNotifier = {
  readonly ring: () => void;
  /** Says how many there are and where, and nothing (an empty text) at the end. */
  readonly title: (text: string) => void;
};

export const ringsBell = (calls: CallsPreference): boolean => calls === "bell" || calls === "both";
export const countsInTitle = (calls: CallsPreference): boolean => calls === "title" || calls === "both";

/** What calls now; null before all of it was read once. */
function alertIdsNow(app: App, state: ConsoleState): ReadonlySet<string> | null {
  const scope = app.selectors.plainScope(state);
  if (scope === null) return null;
  const ids = new Set<string>();
  for (const { label, badge } of app.areas.all) {
    const alertIds = badge?.alertIds;
    if (badge === undefined || alertIds === undefined) continue;
    const queries = badge.queries(scope);
    const isRead = queries.every(({ operation, args }) => {
      const resource = resourceOf<OperationId>(state, operation, args);
      return resource !== undefined && resource.cached !== null;
    });
    const context: Context | null = isRead ? app.selectors.context(state, queries) : null;
    const found =
      context === null
        ? null
        : app.guard(
            `${label}, what is new in it`,
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

/** Whether something calls that did not before; what was there at the first look does not. */
export const hasNewAlert = (before: ReadonlySet<string> | null, now: ReadonlySet<string>): boolean =>
  before !== null && [...now].some((id) => !before.has(id));

/**
 * Watches what calls until it is ended, as far as a person wants it: one ring for however many are new at once, none for what was there
 * when the project was opened, or when the bell was switched on.
 */
export function startAlertNotifier(app: App, { ring, title }: AlertNotifier): () => void {
  let known: ReadonlySet<string> | null = null;
  let epoch = app.store.getState().session.epoch;
  let currentTitle = "";
  const setTitle = (text: string): void => {
    if (text === currentTitle) return;
    currentTitle = text;
    title(text);
  };
  const lookAt = (state: ConsoleState): void => {
    const { calls } = app.store.getState();
    if (state.session.epoch !== epoch || calls === "off") known = null;
    epoch = state.session.epoch;
    if (!countsInTitle(calls)) setTitle("");
    const now = calls === "off" ? null : alertIdsNow(app, state);
    if (now === null) return;
    const before = known;
    known = now;
    if (ringsBell(calls) && hasNewAlert(before, now)) ring();
    if (countsInTitle(calls)) setTitle(windowTitle(now.size, state.session.groupName));
  };
  const look = (): void =>
    app.guard(
      "What is new",
      () => lookAt(app.store.getState()),
      () => undefined,
    );
  look();
  const stop = app.store.subscribe((state, before) => {
    const isOther =
      state.resources !== before.resources || state.session !== before.session || state.calls !== before.calls;
    if (isOther) look();
  });
  return () => {
    stop();
    setTitle("");
  };
}
