import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import type { Ring } from "../sample-ring.ts";
import { limitOf } from "./alert.ts";

/** The value of an alert over time, and its threshold: converted to one unit, or not comparable. */

type Unit = { readonly kind: "time" | "data"; readonly size: number };

/** Sizes in seconds and in bytes; prefixes are powers of a thousand, as everywhere here. */
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

/** Unit of plain numbers; it may be absent. */
const RAW: readonly string[] = ["RAW", ""];

/** Converts a number to another unit; null when the two units measure different things. */
export function inUnit(value: number, from: string, to: string): number | null {
  if (from === to || (RAW.includes(from) && RAW.includes(to))) return value;
  const [one, other] = [UNITS[from], UNITS[to]];
  return one === undefined || other === undefined || one.kind !== other.kind ? null : (value * one.size) / other.size;
}

/** Readings converted to one unit; values in a unit that cannot be converted become null. */
export const ringInUnit = (ring: Ring, units: string): Ring =>
  ring.every(({ state, value }) => value === null || (state ?? "") === units)
    ? ring
    : ring.map((sample) =>
        sample.value === null ? sample : { ...sample, value: inUnit(sample.value, sample.state ?? "", units) },
      );

/** Threshold of an alert's value. */
export type AlertThreshold = {
  readonly value: number;
  /** True when low values are bad. */
  readonly isLowerBound: boolean;
};

/** Threshold of a configuration in a unit; null when it has none, or none that can be converted. */
export function thresholdIn(configuration: AlertConfiguration | undefined, units: string): AlertThreshold | null {
  const limit = limitOf(configuration);
  if (limit?.threshold === null || limit?.threshold === undefined) return null;
  const value = inUnit(Number(String(limit.threshold)), limit.units ?? "", units);
  return value === null || !Number.isFinite(value) ? null : { value, isLowerBound: limit.operator === "LESS_THAN" };
}
