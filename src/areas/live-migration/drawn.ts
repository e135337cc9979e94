import { PHASE_LABELS, type PhaseStep } from "../../domain/live-migration/migration.ts";
import type { Ring } from "../../domain/sample-ring.ts";
import { formatHourMinute, formatTime } from "../../text/format.ts";
import { chartCells } from "../chart/chart.ts";
import type { Cell, Tone } from "../model/cell.ts";
import type { Context } from "../model/context.ts";

/** Draws the phase strip and the lag curve for a width (`screens.md`, cockpit). */

const STATES = {
  past: { mark: " ✓", tone: "good" },
  now: { mark: " ●", tone: "accent" },
  "to-come": { mark: "", tone: "dim" },
  "broken-off": { mark: " ✗", tone: "bad" },
  unknown: { mark: " –", tone: "dim" },
} as const satisfies Readonly<Record<PhaseStep["state"], { mark: string; tone: Tone }>>;

const GAP = "  ";

/** The phases in order, each with its mark: without the earliest past ones where the rest fits one line, otherwise wrapped without the first phase. */
export function strip(steps: readonly PhaseStep[], width: number): readonly (readonly Cell[])[] {
  const marked = steps.map(({ phase, state }) => ({
    text: `${PHASE_LABELS[phase]}${STATES[state].mark}`,
    tone: STATES[state].tone,
  }));
  const isTooWide = (from: number): boolean =>
    marked.slice(from).reduce((sum, { text }) => sum + GAP.length + text.length, -GAP.length) > width;
  const lines: Cell[][] = [[]];
  let used = 0;
  // Past phases are left out where one line has room for the rest: a second line would push all others down. The first
  // phase is shown below as well.
  const goesOn = steps.findIndex(({ state }, index) => index > 0 && state !== "past");
  const last = goesOn === -1 ? steps.length - 2 : goesOn;
  const from = steps.findIndex((_step, index) => index <= last && !isTooWide(index));
  for (const { text, tone } of marked.slice(from === -1 ? 1 : from)) {
    const isFirst = used === 0;
    if (!isFirst && used + GAP.length + text.length > width) {
      lines.push([{ text, tone }]);
      used = text.length;
      continue;
    }
    lines.at(-1)?.push({ text: isFirst ? text : `${GAP}${text}`, tone });
    used += (isFirst ? 0 : GAP.length) + text.length;
  }
  return lines;
}

/** Height of the curve in lines, its times included. */
const HEIGHT = 6;

/** A lag as axis label: `90m`, `45s`, `3h`. */
function formatAxis(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)}s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)}m` : `${Math.round(seconds / 3600)}h`;
}

/** The lag curve since the first reported lag, with its axis; nothing while there are fewer than two samples. */
export function curve(
  ring: Ring,
  { zone, now }: Pick<Context, "zone" | "now">,
  width: number,
): readonly (readonly Cell[])[] {
  const first = ring.find(({ value }) => value !== null);
  const last = ring.findLast(({ value }) => value !== null);
  if (first === undefined || last === undefined || first === last) return [];
  const isLong = last.at - first.at > 20 * 3_600_000;
  return chartCells(ring, {
    width,
    height: HEIGHT,
    span: { from: first.at, to: last.at },
    value: formatAxis,
    time: (at) => (isLong ? formatTime(at, now, zone) : formatHourMinute(at, zone)),
  });
}
