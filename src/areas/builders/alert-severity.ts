import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import { type SeverityKind, severityOf } from "../../domain/alerts/alert.ts";
import type { Cell, Tone } from "../model/view.ts";

/** Severities as colour tells them. */
export const SEVERITY_TONES: Readonly<Record<SeverityKind, Tone>> = {
  critical: "critical",
  error: "bad",
  warning: "warn",
  unknown: "warn",
  info: "plain",
  none: "plain",
};

/**
 * Under what programs find alerts of a severity. One that is not known needs a look, as a warning does: so do those whose severity the
 * service decides and does not say (specification 2.2: a configuration says only what is put in its place).
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
