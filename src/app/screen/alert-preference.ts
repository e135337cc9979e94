import type { App } from "../app.ts";
import type { CallsPreference } from "../workspace.ts";
import { countsInTitle, ringsBell } from "./alert-notifier.ts";

/** What a new alert does beside standing on screen, switched by hand. */

const callsOf = (bell: boolean, title: boolean): CallsPreference =>
  bell ? (title ? "both" : "bell") : title ? "title" : "off";

/** Changes what a new alert does beside standing on screen, for the next start too. */
function setAlertPreference(app: App, calls: CallsPreference, said: string): void {
  app.store.setState({ calls });
  app.host.remember({ calls });
  app.store.notices.say("info", said);
}

export function toggleBell(app: App): void {
  const { calls } = app.store.getState();
  const bell = !ringsBell(calls);
  const said = bell ? "Bell on: it rings once when there are new alerts" : "Bell off: new alerts make no sound";
  setAlertPreference(app, callsOf(bell, countsInTitle(calls)), said);
}

export function toggleTitleCount(app: App): void {
  const { calls } = app.store.getState();
  const title = !countsInTitle(calls);
  const said = title ? "The window title counts open alerts" : "The window title no longer counts alerts";
  setAlertPreference(app, callsOf(ringsBell(calls), title), said);
}
