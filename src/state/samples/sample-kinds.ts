import { bounded, DRAWN_ONLY, type Ring } from "../../domain/sample-ring.ts";
import { ALERT_VALUES } from "./measured.ts";

/**
 * Storage rules per kind of series. A migration or an export has its own file. Alerts come by the thousand: the values of some of them are stored,
 * all in one file, and per alert only as many as are drawn.
 */

/** Identifies a series: `lag/PROJECT/MIGRATION`. */
export type SampleKey = string;

/** Readings of several series. */
export type Rings = ReadonlyMap<SampleKey, Ring>;

/** Upper bound of series in memory; the one without news for longest is dropped, and read again when it is opened. */
const MOST_THINGS = 200;

/** Upper bound of alerts whose values are stored, in memory and on disk. */
export const MOST_ALERTS = 100;

/** File with the values of all alerts. */
export const ALERTS_FILE = "alerts";

export const isAlertValue = (key: SampleKey): boolean => key.startsWith(ALERT_VALUES);

/** File name of a series. */
export const fileOf = (key: SampleKey): string => (isAlertValue(key) ? ALERTS_FILE : key);

/** The ring, cut to the length allowed for its kind. */
export const boundedAs = (key: SampleKey, ring: Ring): Ring => (isAlertValue(key) ? bounded(ring, DRAWN_ONLY) : ring);

/** The series that a file holds. */
export const inFile = (file: string, rings: Rings): Rings =>
  file === ALERTS_FILE
    ? new Map([...rings].filter(([key]) => isAlertValue(key)))
    : new Map([...rings].filter(([key]) => key === file));

const newestOf = (ring: Ring): number => ring.at(-1)?.at ?? 0;

/** Series above the bounds: the alerts read longest ago, and the first of the others. */
export function tooMany(rings: Rings): readonly SampleKey[] {
  const alerts = [...rings].filter(([key]) => isAlertValue(key));
  const others = [...rings.keys()].filter((key) => !isAlertValue(key));
  const oldest = alerts.toSorted(([, left], [, right]) => newestOf(left) - newestOf(right)).map(([key]) => key);
  return [
    ...oldest.slice(0, Math.max(0, oldest.length - MOST_ALERTS)),
    ...others.slice(0, Math.max(0, others.length - MOST_THINGS)),
  ];
}
