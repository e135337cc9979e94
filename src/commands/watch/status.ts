import { cellText } from "../../areas/model/cell.ts";
import type { FieldValues } from "../../domain/field-value.ts";
import { SECOND } from "../../text/durations.ts";
import { formatDuration, formatNumber } from "../../text/format.ts";
import { joinedByDots, type Span, span } from "../../text/spans.ts";
import type { PlaceObservation } from "./changes.ts";

/** Status of the watched place at one moment. */

export type WatchStatus = {
  readonly title: string;
  readonly spans: readonly Span[];
  /** Time of the service's answer (ms); null before the first. */
  readonly asOf: number | null;
  /** Values for programs. */
  readonly values: object;
};

export const dim = (text: string): readonly Span[] => [span(text, "dim")];

/** Progress of an item, and its remaining time. */
export function progressSpans({ progress, eta }: FieldValues): readonly (readonly Span[])[] {
  return [
    typeof progress === "number" ? dim(`${formatNumber(Math.floor(progress * 100))} %`) : [],
    typeof eta === "number" ? dim(`ETA ${formatDuration(eta * SECOND)}`) : [],
  ];
}

function statusSpans({ found, rows }: PlaceObservation, item: string | null, title: string): readonly Span[] {
  if (item === null) {
    const summary = found.list.model.summary.map((cell) => [span(cellText(cell))]);
    const shown = summary.length > 0 ? summary : [[span(`${rows.size} rows`)]];
    return [span(title, "title"), span("  "), ...joinedByDots(shown)];
  }
  const values = found.values.rows.get(item) ?? {};
  const { status, lag } = values;
  return [
    span(title, "title"),
    span("  "),
    ...joinedByDots([
      typeof status === "string" ? [span(status)] : [],
      typeof lag === "number" ? dim(`lag ${formatDuration(lag * SECOND)}`) : [],
      ...progressSpans(values),
    ]),
  ];
}

/** Status of a place, or of its one watched item. */
export const statusOf = (look: PlaceObservation, item: string | null, title: string): WatchStatus => ({
  title,
  spans: statusSpans(look, item, title),
  asOf: look.found.fresh.asOf,
  values:
    item === null ? { counts: look.found.values.list } : { id: item, fields: look.found.values.rows.get(item) ?? {} },
});
