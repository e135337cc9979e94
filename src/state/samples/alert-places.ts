import type { Measured } from "./measured.ts";
import { MOST_ALERTS, type SampleKey } from "./sample-kinds.ts";

/** Without news for so long, the place of an alert is free for another (ms of this machine). */
const FREE_AFTER = 10 * 60_000;

/**
 * Which alerts' values are kept: in a storm of thousands, curves of all would cost the disk more than anybody looks at. Who has a
 * place keeps it for as long as it is told, so that no curve breaks off; free ones go to the newest. An alert that is asked for by
 * itself, because it is opened, gets one in any case.
 */
export function createAlertPlaces() {
  /** When each that has a place was told last, the longest ago first (ms of this machine). */
  const places = new Map<SampleKey, number>();

  const take = (key: SampleKey, now: number): void => {
    places.delete(key);
    places.set(key, now);
  };

  /** Makes room for one more. */
  const hasRoom = (now: number, isOpened: boolean): boolean => {
    const [oldest] = places;
    if (places.size < MOST_ALERTS || oldest === undefined) return true;
    const [key, reportedAt] = oldest;
    if (!isOpened && now - reportedAt < FREE_AFTER) return false;
    return places.delete(key);
  };

  return {
    /**
     * Those of an answer that have a place, in its order.
     *
     * @param found the oldest first, as the service lists alerts
     * @param isOpened one that was asked for by itself
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
