import type { CheckFigure } from "../../areas/model/check.ts";
import { millisecondsIn, ratioIn } from "../../domain/condition/quantities.ts";
import type { FieldInfo, ValueKind } from "../../domain/field-value.ts";
import { SECOND } from "../../text/durations.ts";
import { didYouMeanElse } from "../../text/nearest.ts";
import { WrongUse } from "../wrong-use.ts";
import { numberIn, type Range, readRange } from "./range.ts";

/** Threshold ranges of the figures of a check: its defaults, or those of the command line. */

/** A figure with its kind, known before anything is read. */
export type KnownFigure = CheckFigure & Pick<FieldInfo, "kind" | "isTimeLeft">;

/** Values outside of the range warn, or are critical; null: never. */
export type FigureRanges = { readonly warning: Range | null; readonly critical: Range | null };

/** One end of a range in seconds: `1800`, `30m`. */
function secondsIn(text: string): number | null {
  const span = millisecondsIn(text);
  return numberIn(text) ?? (span === null ? null : span / SECOND);
}

const READ: Readonly<Partial<Record<ValueKind, (text: string) => number | null>>> = {
  seconds: secondsIn,
  ratio: ratioIn,
};

const FORMS = "10, 10:, ~:10, 10:20 or @10:20";

/** Option that a range is given with. */
type Option = "--warning" | "--critical";

function rangeOf(text: string, { id, kind }: KnownFigure, option: Option): Range {
  const range = readRange(text, READ[kind]);
  if (range !== null) return range;
  const shell = text.startsWith("/") ? " A shell replaces ~ by the home folder: put the range in quotes." : "";
  const units = kind === "seconds" ? "; 30m, 4h and 2d are spans" : "";
  throw new WrongUse(
    `${option} ${id}: ${JSON.stringify(text)} is no range. Ranges are written ${FORMS}${units}.${shell}`,
  );
}

function figureCalled(name: string, figures: readonly KnownFigure[]): KnownFigure {
  const found = figures.find(({ id }) => id.toLowerCase() === name.trim().toLowerCase());
  if (found !== undefined) return found;
  const names = figures.map(({ id }) => id);
  const instead = didYouMeanElse(name, names, `Figures: ${names.join(", ")}.`);
  throw new WrongUse(`There is no figure ${JSON.stringify(name)}. ${instead}`);
}

/** `NAME=RANGE`, or a range for the first figure. */
function namedRange(
  written: string,
  figures: readonly KnownFigure[],
  option: Option,
): readonly [id: string, range: Range] {
  const at = written.indexOf("=");
  const [first] = figures;
  if (at === -1 && first !== undefined) return [first.id, rangeOf(written, first, option)];
  const figure = figureCalled(written.slice(0, at), figures);
  return [figure.id, rangeOf(written.slice(at + 1), figure, option)];
}

/** The ranges by the ids of their figures. @throws WrongUse where two are of one figure */
function namedRanges(
  given: readonly string[],
  figures: readonly KnownFigure[],
  option: Option,
): ReadonlyMap<string, Range> {
  const ranges = new Map<string, Range>();
  for (const [id, range] of given.map((written) => namedRange(written, figures, option))) {
    if (ranges.has(id)) throw new WrongUse(`${option} ${id} is given twice.`);
    ranges.set(id, range);
  }
  return ranges;
}

/**
 * The ranges of each figure, by its id.
 *
 * @param warnings the values of -w
 * @param criticals the values of -c
 * @throws WrongUse for a figure that the check does not have or that is named twice, and for a text that is no range
 */
export function rangesOf(
  figures: readonly KnownFigure[],
  warnings: readonly string[],
  criticals: readonly string[],
): ReadonlyMap<string, FigureRanges> {
  const warning = namedRanges(warnings, figures, "--warning");
  const critical = namedRanges(criticals, figures, "--critical");
  const usual = (written: string | undefined, figure: KnownFigure, option: Option): Range | null =>
    written === undefined ? null : rangeOf(written, figure, option);
  return new Map(
    figures.map((figure) => [
      figure.id,
      {
        warning: warning.get(figure.id) ?? usual(figure.warning, figure, "--warning"),
        critical: critical.get(figure.id) ?? usual(figure.critical, figure, "--critical"),
      },
    ]),
  );
}
