import { bounded, DRAWN_ONLY, type Ring } from "../../domain/sample-ring.ts";
import { ALERT_VALUES } from "./measured.ts";

/**
 * How the curves of different things are kept. A migration or an export has a file of its own. Alerts come by the thousand: the
 * values of some of them are kept, all in one file, and of each no more than is drawn.
 */

/** Names a thing and what is read of it: `lag/PROJECT/MIGRATION`. */
export type SampleKey = string;

/** Readings of several things. */
export type Rings = ReadonlyMap<SampleKey, Ring>;

/** So many things are held in memory; the one without news for longest goes, and is read again when it is opened. */
const MOST_THINGS = 200;

/** Of so many alerts the values are kept at most, in memory and on disk. */
export const MOST_ALERTS = 100;

/** The file of the values of all alerts. */
export const ALERTS_FILE = "alerts";

export const isAlertValue = (key: SampleKey): boolean => key.startsWith(ALERT_VALUES);

/** What the file is called that the readings of a thing are in. */
export const fileOf = (key: SampleKey): string => (isAlertValue(key) ? ALERTS_FILE : key);

/** A ring as long as one of its kind may be. */
export const boundedAs = (key: SampleKey, ring: Ring): Ring => (isAlertValue(key) ? bounded(ring, DRAWN_ONLY) : ring);

/** The things whose readings one file holds, among others. */
export const inFile = (file: string, rings: Rings): Rings =>
  file === ALERTS_FILE
    ? new Map([...rings].filter(([key]) => isAlertValue(key)))
    : new Map([...rings].filter(([key]) => key === file));

const newestOf = (ring: Ring): number => ring.at(-1)?.at ?? 0;

/** Which are too many: of alerts those that were read last the longest ago, of other things those that stand first. */
export function tooMany(rings: Rings): readonly SampleKey[] {
  const alerts = [...rings].filter(([key]) => isAlertValue(key));
  const others = [...rings.keys()].filter((key) => !isAlertValue(key));
  const oldest = alerts.toSorted(([, left], [, right]) => newestOf(left) - newestOf(right)).map(([key]) => key);
  return [
    ...oldest.slice(0, Math.max(0, oldest.length - MOST_ALERTS)),
    ...others.slice(0, Math.max(0, others.length - MOST_THINGS)),
  ];
}
