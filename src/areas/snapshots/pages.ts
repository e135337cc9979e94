import { calendarDayOf } from "../../text/calendar.ts";
import type { Context } from "../model/context.ts";
import type { Effect } from "../model/effect.ts";
import { calendarPage } from "./calendar-page.ts";
import { restorePointsOf } from "./restore-points.ts";
import { retentionPage } from "./retention-page.ts";

/** The pages on the snapshots of one cluster. */

/** Opens the calendar at the month of a time (ms). */
export function openCalendar(context: Context, cluster: string, at = context.now): Effect {
  const { now, zone } = context;
  const points = restorePointsOf(context, cluster);
  return { kind: "page", page: calendarPage({ points, now, month: calendarDayOf(at, zone) }, zone) };
}

export function openRetention(context: Context, cluster: string): Effect {
  const { now, zone } = context;
  return { kind: "page", page: retentionPage({ points: restorePointsOf(context, cluster), now }, zone) };
}
