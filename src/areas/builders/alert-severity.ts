import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import { type SeverityKind, severityOf } from "../../domain/alerts/alert.ts";
import type { Cell, Tone } from "../model/cell.ts";

/** Tones of the severities. */
export const SEVERITY_TONES: Readonly<Record<SeverityKind, Tone>> = {
  critical: "critical",
  error: "bad",
  warning: "warn",
  unknown: "warn",
  info: "plain",
  none: "plain",
};

/**
 * Severities that programs count as one. An unknown severity needs attention like a warning; so does one that the service decides and does not give
 * (specification 2.2: a configuration has only an override).
 */
const COUNTED = {
  critical: ["critical"],
  error: ["error"],
  warning: ["warning", "unknown", "none"],
  info: ["info"],
} as const satisfies Readonly<Record<string, readonly SeverityKind[]>>;

export type CountedSeverity = keyof typeof COUNTED;

export const isCountedAs = (counted: CountedSeverity, kind: SeverityKind): boolean =>
  COUNTED[counted].some((one) => one === kind);

/** The severity that a configuration gives its alerts, as a value of a detail. */
export function severityCell(configuration: AlertConfiguration): Cell {
  const { kind } = severityOf(configuration);
  const text = configuration.severityOverride ?? "";
  return text === "" ? "service default" : { text, tone: SEVERITY_TONES[kind] };
}
