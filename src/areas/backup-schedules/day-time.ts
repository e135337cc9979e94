import { two, type Zone, zoneName } from "../../text/format.ts";

/** A time of day that the service counts in UTC, in the zone of the screen: `02:30 UTC`, `03:30 local`. */
export function formatDayAndTime(hour: number, minute: number, now: number, zone: Zone): string {
  if (zone === "utc") return `${two(hour)}:${two(minute)} ${zoneName(zone)}`;
  const day = new Date(now);
  const at = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), hour, minute));
  return `${two(at.getHours())}:${two(at.getMinutes())} ${zoneName(zone)}`;
}
