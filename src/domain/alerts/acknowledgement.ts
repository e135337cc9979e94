import { DAY } from "../../text/durations.ts";
import { formatLongDuration, timeOf, toTheMinute } from "../../text/format.ts";
import { disruptiveWhere, type Impact } from "../impact.ts";

/** Acknowledging for longer than this needs a confirmation (`domain.md` 4.4). */
const LONG = DAY;

/** Warning about a long acknowledgement. @param acknowledgedUntil value in the request body */
export function acknowledgementImpact(acknowledgedUntil: unknown, now: number): Impact {
  const until = timeOf(typeof acknowledgedUntil === "string" ? acknowledgedUntil : null);
  if (until === null || until - now <= LONG) return disruptiveWhere([]);
  const time = formatLongDuration(toTheMinute(until - now));
  return disruptiveWhere([`No notifications for ${time}, even if the problem gets worse.`]);
}
