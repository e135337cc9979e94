import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import { type CountedSeverity, severityOf } from "../../domain/alerts/alert.ts";
import type { Cell, Tone } from "../model/cell.ts";

/** Tones of the severities that alerts are counted by. */
export const SEVERITY_TONES: Readonly<Record<CountedSeverity, Tone>> = {
  critical: "critical",
  error: "bad",
  warning: "warn",
  info: "plain",
};

/** The severity that a configuration gives its alerts, as a value of a detail. */
export function severityCell(configuration: AlertConfiguration): Cell {
  const { countedAs } = severityOf(configuration);
  const text = configuration.severityOverride ?? "";
  return text === "" ? "service default" : { text, tone: SEVERITY_TONES[countedAs] };
}
