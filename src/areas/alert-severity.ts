import type { AlertConfiguration } from "../contract/alert-configurations.ts";
import { severityOf } from "../domain/alert.ts";
import type { Cell, Tone } from "./view.ts";

/** Severities as colour tells them, by rank. */
export const SEVERITY_TONES: readonly Tone[] = ["plain", "plain", "warn", "bad", "critical"];

/** The severity that a configuration gives its alerts, as a value of a detail. */
export function severityCell(configuration: AlertConfiguration): Cell {
  const { rank } = severityOf(configuration);
  const text = configuration.severityOverride ?? "";
  return text === "" ? "service default" : { text, tone: SEVERITY_TONES[rank] ?? "plain" };
}
