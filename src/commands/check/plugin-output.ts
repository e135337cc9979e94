import { lookupTable } from "../../contract/json/own-values.ts";
import { formatDuration, formatNumber, formatSize } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import { cut } from "../../text/width.ts";
import type { CheckStatus, JudgedFigure } from "./judge.ts";
import { formatRange, type Range } from "./range.ts";

/** The output of a check, as monitoring plugins write it: `NAME STATUS - text | performance data`, then further lines. */

export type CheckFinding = {
  readonly name: string;
  readonly status: CheckStatus;
  /** Sentences before the figures: why the result is unknown or incomplete. */
  readonly reasons: readonly string[];
  readonly figures: readonly JudgedFigure[];
  /** Text where no count is above zero; empty where that may not be claimed. */
  readonly nothing: string;
  /** Problems, the worst first. */
  readonly problems: readonly string[];
};

/** Agents that transport the line allow a thousand characters. */
const LONGEST_REASON = 300;
const LONGEST_PROBLEM = 120;
/** Maximum of problems listed below the first line. */
const MOST_LISTED = 50;

/** `|` starts the performance data. */
const safe = (text: string): string => printable(text).replaceAll("|", "/");

/** A figure as text; null where it adds nothing. */
function formatFigure({ kind, value, words, several = words, status }: JudgedFigure): string | null {
  if (value === null) return null;
  if (kind === "count") return value === 0 && status === "OK" ? null : `${value} ${value === 1 ? words : several}`;
  if (kind === "seconds") return `${words} ${formatDuration(value * 1000)}`;
  if (status === "OK") return null;
  return `${words} ${kind === "bytes" ? formatSize(value) : kind === "ratio" ? `${formatNumber(value * 100)} %` : formatNumber(value)}`;
}

const UNITS: Readonly<Record<string, string>> = lookupTable({ seconds: "s", bytes: "B" });

const rangeText = (range: Range | null): string => (range === null ? "" : formatRange(range));

/** `label=value[unit];[warning];[critical];[least]`; `U` where there is no value. */
function performance({ id, kind, value, warning, critical }: JudgedFigure): string {
  const shown = value === null ? "U" : `${kind === "seconds" ? Math.round(value) : value}${UNITS[kind] ?? ""}`;
  return `${id}=${shown};${rangeText(warning)};${rangeText(critical)};0`;
}

/** The text of the line: the figures, then the worst problem, named as such: figures are of all things, of the oldest one too. */
function textOf({ reasons, figures, nothing, problems, status }: CheckFinding): string {
  const known = figures.flatMap((figure) => formatFigure(figure) ?? []);
  const isNothing =
    nothing !== "" && figures.length > 0 && figures.every(({ kind, value }) => kind !== "count" || value === 0);
  const said = isNothing ? [nothing, ...known] : known;
  const [worst] = problems;
  const problem = status === "OK" || worst === undefined ? "" : `. Worst: ${cut(worst, LONGEST_PROBLEM)}`;
  const parts = [
    ...reasons.map((reason) => cut(reason, LONGEST_REASON)),
    said.length === 0 ? "" : `${said.join(", ")}${problem}`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/**
 * The lines of a check.
 *
 * @param isVerbose adds each problem in a line of its own below the first
 */
export function pluginLines(finding: CheckFinding, isVerbose: boolean): readonly string[] {
  const { name, status, figures, problems } = finding;
  const data = figures.length === 0 ? "" : ` | ${figures.map(performance).join(" ")}`;
  const first = `${name.toUpperCase()} ${status} - ${safe(textOf(finding))}${data}`;
  if (!isVerbose) return [first];
  const more = problems.length - MOST_LISTED;
  return [first, ...problems.slice(0, MOST_LISTED).map(safe), ...(more > 0 ? [`and ${more} more`] : [])];
}
