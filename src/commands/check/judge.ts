import type { FieldValues } from "../../domain/field-value.ts";
import { raisesAlert } from "./range.ts";
import type { FigureRanges, KnownFigure } from "./thresholds.ts";

/** Verdict on the figures of a check. */

export type CheckStatus = "OK" | "WARNING" | "CRITICAL" | "UNKNOWN";

/** Exit codes of monitoring plugins. */
export const CHECK_EXIT: Readonly<Record<CheckStatus, number>> = { OK: 0, WARNING: 1, CRITICAL: 2, UNKNOWN: 3 };

/** A figure with its value and its ranges. The value is null where the figure has none. */
export type JudgedFigure = Omit<KnownFigure, keyof FigureRanges> &
  FigureRanges & { readonly value: number | null; readonly status: CheckStatus };

/**
 * True where a figure is critical whatever could not be read: with more data a count only grows, a greatest value does not shrink, and the soonest
 * end is no later.
 */
const isCriticalByHalf = ({ kind, isTimeLeft }: KnownFigure, { critical }: FigureRanges, held: number): boolean =>
  critical !== null &&
  !critical.alertsInside &&
  (kind !== "count" && isTimeLeft === true ? held < critical.start : held > critical.end);

const judged = (figure: KnownFigure, ranges: FigureRanges, read: FieldValues[string] | undefined): JudgedFigure => {
  const value = typeof read === "number" ? read : null;
  const { warning, critical } = ranges;
  const status = (): CheckStatus => {
    // The count of an empty list is zero. Other values may not exist (the age of the oldest row of none): null is in
    // every range.
    if (value === null) return figure.kind === "count" && (warning ?? critical) !== null ? "UNKNOWN" : "OK";
    if (critical !== null && raisesAlert(critical, value)) return "CRITICAL";
    return warning !== null && raisesAlert(warning, value) ? "WARNING" : "OK";
  };
  return { ...figure, ...ranges, value, status: status() };
};

/**
 * @param values the counts of the list
 * @param held the counts of the part that was read, where the list is incomplete: only critical figures are known from it
 */
export const judgedFigures = (
  figures: readonly KnownFigure[],
  ranges: ReadonlyMap<string, FigureRanges>,
  values: FieldValues,
  held: FieldValues = {},
): readonly JudgedFigure[] =>
  figures.map((figure) => {
    const own = ranges.get(figure.id) ?? { warning: null, critical: null };
    const [value, half] = [values[figure.id] ?? null, held[figure.id]];
    const isCritical = value === null && typeof half === "number" && isCriticalByHalf(figure, own, half);
    return judged(figure, own, isCritical ? half : value);
  });

/** Worst first. CRITICAL stays so whatever could not be read; an incomplete answer is otherwise UNKNOWN. */
const WORST: readonly CheckStatus[] = ["CRITICAL", "UNKNOWN", "WARNING", "OK"];

export const worstOf = (statuses: readonly CheckStatus[]): CheckStatus =>
  WORST.find((status) => statuses.includes(status)) ?? "OK";
