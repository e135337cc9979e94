import { joinedByDots, type Span, span } from "../../text/spans.ts";
import type { App } from "../app.ts";
import type { Look } from "../workspace.ts";
import {
  type Freshness,
  formatOutdatedAge,
  freshnessSpans,
  isAsking,
  minutesToRead,
  NEXT_TRY_FROM,
} from "./freshness.ts";
import { whereSpans } from "./header.ts";

/** Age of a thing beside its list, for a title that has little room; empty unless it is out of date. */
export function outdatedSpans(fresh: Freshness, app: App): readonly Span[] {
  if (fresh.failure === null && !fresh.late) return isAsking(fresh) ? [span("loading…", "dim")] : [];
  if (fresh.asOf === null) return [span("not loaded", "warn")];
  const now = Math.max(app.store.getState().minute, fresh.failingSince ?? 0);
  return [span(`${formatOutdatedAge(now - fresh.asOf)} old`, "warn")];
}

/**
 * Right end of a title: the age of the data, and in a pane alone the place.
 *
 * @param named true where it names the zone of the times on screen, which is said once
 */
export function rightSpans(fresh: Freshness, app: App, look: Look, width: number, named = true): readonly Span[] {
  const state = app.displayed.getState();
  const { session, navigation } = state;
  const isReading = fresh.asOf !== null && isAsking(fresh);
  const minutes = isReading ? minutesToRead(fresh) : 0;
  const at = { zone: session.zone, minute: app.store.getState().minute };
  const age = joinedByDots([
    isReading ? [span(minutes === 0 ? "still loading" : `still loading, ${minutes}+ min`, "dim")] : [],
    freshnessSpans(fresh, at, width < NEXT_TRY_FROM, named),
  ]);
  if (!app.store.getState().hideSidebar) return age;
  const allProjects = app.selectors.isOfAllProjects(state);
  return joinedByDots([age, whereSpans({ session, navigation, allProjects }, look.symbols)]);
}
