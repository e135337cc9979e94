import type { FieldValues } from "../../domain/field-value.ts";
import { alerts } from "./range.ts";
import type { FigureRanges, KnownFigure } from "./thresholds.ts";

/** What the figures of a check come to. */

export type CheckStatus = "OK" | "WARNING" | "CRITICAL" | "UNKNOWN";

/** Exit codes of monitoring plugins. */
export const CHECK_EXIT: Readonly<Record<CheckStatus, number>> = { OK: 0, WARNING: 1, CRITICAL: 2, UNKNOWN: 3 };

/** A figure as it was read, with its ranges. The value is null where there is none. */
export type JudgedFigure = Omit<KnownFigure, keyof FigureRanges> &
  FigureRanges & { readonly value: number | null; readonly status: CheckStatus };

/**
 * Whether a figure is critical whatever else could not be read: of what is missing a count only grows, the greatest of all is no less, and the
 * soonest end no later.
 */
const isCriticalByHalf = ({ kind, isTimeLeft }: KnownFigure, { critical }: FigureRanges, held: number): boolean =>
  critical !== null &&
  !critical.alertsInside &&
  (kind !== "count" && isTimeLeft === true ? held < critical.start : held > critical.end);

const judged = (figure: KnownFigure, ranges: FigureRanges, read: FieldValues[string] | undefined): JudgedFigure => {
  const value = typeof read === "number" ? read : null;
  const { warning, critical } = ranges;
  const status = (): CheckStatus => {
    // A count of nothing is zero. Of other values there may be none (the age of the oldest of none), which is in every range.
    if (value === null) return figure.kind === "count" && (warning ?? critical) !== null ? "UNKNOWN" : "OK";
    if (critical !== null && alerts(critical, value)) return "CRITICAL";
    return warning !== null && alerts(warning, value) ? "WARNING" : "OK";
  };
  return { ...figure, ...ranges, value, status: status() };
};

/**
 * @param values the counts of the list
 * @param held the same of what was read, where that is not all: only what is critical by it is known
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

/** The worst first: what is critical stays so whatever else could not be read, and nothing else is said of half an answer. */
const WORST: readonly CheckStatus[] = ["CRITICAL", "UNKNOWN", "WARNING", "OK"];

export const worstOf = (statuses: readonly CheckStatus[]): CheckStatus =>
  WORST.find((status) => statuses.includes(status)) ?? "OK";
