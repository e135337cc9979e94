import { weakMapMemoize } from "reselect";
import { formatMetricValue } from "../../contract/alert-configurations/event-labels.ts";
import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import type { Alert } from "../../contract/alerts.ts";
import { formatLimit, limitOf } from "../../domain/alerts/alert.ts";
import { type AlertThreshold, ringInUnit, thresholdIn } from "../../domain/alerts/alert-value.ts";
import type { Ring } from "../../domain/sample-ring.ts";
import { alertValueKey } from "../../state/samples/measured.ts";
import { formatNumber, formatTime, zoneName } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { dim } from "../builders/cells.ts";
import { drawn, field, heading } from "../builders/lines.ts";
import { axisNumber, axisOf, axisTime } from "../chart/axis.ts";
import { chartCells, sparkline } from "../chart/chart.ts";
import { spanOfRing } from "../chart/columns.ts";
import type { Cell } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { DetailLine } from "../model/view.ts";

/** The value of an alert over the time it was watched here: a sparkline in the list, and a chart with its threshold. */

/** Width of the sparkline in cells. */
export const CURVE = 10;

/** Height of the chart in lines, its times included; it is no wider than needed to show every sample. */
const HEIGHT = 7;
const WIDEST = 100;

type Values = { readonly ring: Ring; readonly units: string; readonly threshold: AlertThreshold | null };

const hasNumber = ({ currentValue }: Alert): boolean =>
  currentValue?.number !== null && currentValue?.number !== undefined;

/** The samples of the value; null unless there are at least two numbers. */
function valuesOf(alert: Alert, configuration: AlertConfiguration | undefined, context: Context): Values | null {
  const ring = context.ring(alertValueKey(context.scope.groupId, alert.id));
  const last = ring.findLast(({ value }) => value !== null);
  if (last === undefined || ring.find(({ value }) => value !== null) === last) return null;
  // In the current unit; an alert that no longer has a value keeps its last unit.
  const units = hasNumber(alert) ? (alert.currentValue?.units ?? "") : (last.state ?? "");
  return { ring: ringInUnit(ring, units), units, threshold: thresholdIn(configuration, units) };
}

const numbersIn = (ring: Ring): readonly number[] => ring.flatMap(({ value }) => (value === null ? [] : [value]));

const keepsOf = (isLowerBound: boolean | undefined) => (isLowerBound === true ? "smallest" : "largest");

/** The sparkline has four levels and shows movement; variation below this fraction of the value counts as noise. */
const NOISE = 0.05;

/** Memoized per ring: the list is rebuilt for each answer, and most of its alerts have not changed. */
const lineOf = weakMapMemoize((ring: Ring, isLowerBound: boolean): string => {
  const values = numbersIn(ring);
  const most = values.reduce((one, other) => Math.max(one, other));
  const low = values.reduce((one, other) => Math.min(one, other));
  return sparkline(ring, {
    width: CURVE,
    least: Math.min(low, most - Math.abs(most) * NOISE),
    most,
    keeps: keepsOf(isLowerBound),
  });
});

/** The sparkline in the list. */
export function valueLine(alert: Alert, configuration: AlertConfiguration | undefined, context: Context): Cell {
  const values = valuesOf(alert, configuration, context);
  return values === null ? "" : dim(lineOf(values.ring, values.threshold?.isLowerBound ?? false));
}

/** The threshold of the value, where known. */
export function thresholdLines(alert: Alert, configuration: AlertConfiguration | undefined): readonly DetailLine[] {
  const words = formatLimit(limitOf(configuration)).join(" ");
  return words === "" || !hasNumber(alert) ? [] : [field("Threshold", words)];
}

/** The chart with the threshold, and its highest and lowest sample as text; nothing while there are fewer than two samples. */
export function valueLines(
  alert: Alert,
  configuration: AlertConfiguration | undefined,
  context: Context,
): readonly DetailLine[] {
  const { now, zone } = context;
  const values = valuesOf(alert, configuration, context);
  if (values === null) return [];
  const { ring, units, threshold } = values;
  const axis = axisOf(numbersIn(ring), threshold?.value ?? null);
  const span = spanOfRing(ring.filter(({ value }) => value !== null));
  if (axis === null || span === null) return [];
  const formatReading = (number: string): string => formatMetricValue(number, units, alert.metricName);
  const extreme = (isBeyond: (one: number, other: number) => boolean): string => {
    const found = ring.reduce((best, one) =>
      one.value !== null && (best.value === null || isBeyond(one.value, best.value)) ? one : best,
    );
    return `${formatReading(formatNumber(found.value ?? 0))} at ${formatTime(found.at, now, zone)} ${zoneName(zone)}`;
  };
  const hasOtherUnit = threshold === null && formatLimit(limitOf(configuration)).length > 0;
  return present(
    heading("Value while watched here"),
    field(
      "Highest",
      extreme((one, other) => one > other),
    ),
    field(
      "Lowest",
      extreme((one, other) => one < other),
    ),
    hasOtherUnit && field("", dim("The threshold is in another unit than the value: it is not in the chart.")),
    drawn((width) =>
      chartCells(ring, {
        ...axis,
        width: Math.min(width, WIDEST),
        height: HEIGHT,
        span,
        keeps: keepsOf(threshold?.isLowerBound),
        value: (value) => formatReading(axisNumber(value, axis)),
        time: axisTime(span, now, zone),
      }),
    ),
  );
}
