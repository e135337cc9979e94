import type { Console } from "../console.ts";
import { countsInTitle, ringsBell } from "../screen/calling.ts";
import type { CallsPreference } from "../workspace.ts";

/** What a new alert does beside standing on screen, switched by hand. */

const callsOf = (bell: boolean, title: boolean): CallsPreference =>
  bell ? (title ? "both" : "bell") : title ? "title" : "off";

/** Changes what a new alert does beside standing on screen, for the next start too. */
function setCalls(console: Console, calls: CallsPreference, said: string): void {
  console.workspace.setState({ calls });
  console.host.remember({ calls });
  console.store.notices.say("info", said);
}

export function toggleBell(console: Console): void {
  const { calls } = console.workspace.getState();
  const bell = !ringsBell(calls);
  const said = bell ? "Bell on: it rings once when there are new alerts" : "Bell off: new alerts make no sound";
  setCalls(console, callsOf(bell, countsInTitle(calls)), said);
}

export function toggleTitleCount(console: Console): void {
  const { calls } = console.workspace.getState();
  const title = !countsInTitle(calls);
  const said = title ? "The window title counts open alerts" : "The window title no longer counts alerts";
  setCalls(console, callsOf(ringsBell(calls), title), said);
}
