import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import type { Ring } from "../sample-ring.ts";
import { limitOf } from "./alert.ts";

/** The value of an alert over time, and what it is compared with: both in one unit, or not at all. */

type Unit = { readonly kind: "time" | "data"; readonly size: number };

/** Sizes in seconds and in bytes; powers of a thousand, as sizes are written here. */
const UNITS: Readonly<Record<string, Unit>> = lookupTable({
  NANOSECONDS: { kind: "time", size: 1e-9 },
  MILLISECONDS: { kind: "time", size: 1e-3 },
  SECONDS: { kind: "time", size: 1 },
  MINUTES: { kind: "time", size: 60 },
  HOURS: { kind: "time", size: 3600 },
  DAYS: { kind: "time", size: 86_400 },
  BITS: { kind: "data", size: 1 / 8 },
  KILOBITS: { kind: "data", size: 1e3 / 8 },
  MEGABITS: { kind: "data", size: 1e6 / 8 },
  GIGABITS: { kind: "data", size: 1e9 / 8 },
  BYTES: { kind: "data", size: 1 },
  KILOBYTES: { kind: "data", size: 1e3 },
  MEGABYTES: { kind: "data", size: 1e6 },
  GIGABYTES: { kind: "data", size: 1e9 },
  TERABYTES: { kind: "data", size: 1e12 },
  PETABYTES: { kind: "data", size: 1e15 },
});

/** A number as it is, which may not be named at all. */
const RAW: readonly string[] = ["RAW", ""];

/** A number of one unit in another; null where these do not measure the same. */
export function inUnit(value: number, from: string, to: string): number | null {
  if (from === to || (RAW.includes(from) && RAW.includes(to))) return value;
  const [one, other] = [UNITS[from], UNITS[to]];
  return one === undefined || other === undefined || one.kind !== other.kind ? null : (value * one.size) / other.size;
}

/** Readings of a value in one unit; what was told in one that cannot be compared is not known. */
export const ringInUnit = (ring: Ring, units: string): Ring =>
  ring.every(({ state, value }) => value === null || (state ?? "") === units)
    ? ring
    : ring.map((sample) =>
        sample.value === null ? sample : { ...sample, value: inUnit(sample.value, sample.state ?? "", units) },
      );

/** What the value of an alert is compared with. */
export type AlertThreshold = {
  readonly value: number;
  /** The least value is the worst. */
  readonly isLowerBound: boolean;
};

/** The threshold of a configuration in a unit; null where it has none, or none that can be compared. */
export function thresholdIn(configuration: AlertConfiguration | undefined, units: string): AlertThreshold | null {
  const limit = limitOf(configuration);
  if (limit?.threshold === null || limit?.threshold === undefined) return null;
  const value = inUnit(Number(String(limit.threshold)), limit.units ?? "", units);
  return value === null || !Number.isFinite(value) ? null : { value, isLowerBound: limit.operator === "LESS_THAN" };
}
