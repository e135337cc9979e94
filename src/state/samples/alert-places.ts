import type { Measured } from "./measured.ts";
import { MOST_ALERTS, type SampleKey } from "./sample-kinds.ts";

/** Time without an update after which an alert's place is free for another (local clock, ms). */
const FREE_AFTER = 10 * 60_000;

/**
 * Selects the alerts whose values are recorded: with thousands of alerts, charts of all would use more disk than anybody looks at. An alert keeps
 * its place as long as it is in answers, so that no chart is cut off; free places go to the newest alerts. An alert that is opened, and therefore
 * read alone, always gets a place.
 */
export function createAlertPlaces() {
  /** Time of each place's last update, oldest first (local clock, ms). */
  const places = new Map<SampleKey, number>();

  const take = (key: SampleKey, now: number): void => {
    places.delete(key);
    places.set(key, now);
  };

  /** Makes room for one more; false when all places are in use. */
  const hasRoom = (now: number, isOpened: boolean): boolean => {
    const [oldest] = places;
    if (places.size < MOST_ALERTS || oldest === undefined) return true;
    const [key, reportedAt] = oldest;
    if (!isOpened && now - reportedAt < FREE_AFTER) return false;
    return places.delete(key);
  };

  return {
    /**
     * The open alerts of an answer that have a place, in its order.
     *
     * @param found oldest first, as the service lists alerts
     * @param isOpened true for a read of one alert
     */
    keep: (found: readonly Measured[], isOpened: boolean, now: number): readonly Measured[] => {
      const open = found.filter(({ ended }) => !ended);
      for (const { key } of open) if (places.has(key)) take(key, now);
      for (const { key, value } of open.toReversed()) {
        if (places.has(key) || value === null) continue;
        if (!hasRoom(now, isOpened)) break;
        take(key, now);
      }
      return open.filter(({ key }) => places.has(key));
    },
    clear: () => places.clear(),
  };
}
