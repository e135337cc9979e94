import { planOf } from "../../domain/backup/backup-schedule.ts";
import {
  affectedSnapshots,
  changedRetentions,
  type Expiries,
  ruleChanges,
} from "../../domain/backup/schedule-changes.ts";
import { expiriesOf, formatChangedExpiry } from "../../domain/backup/schedule-impact.ts";
import { formatFrequency, isOfUnknownUnit, itemsIn, nameOf } from "../../domain/backup/schedule-items.ts";
import { nameOf as snapshotName } from "../../domain/backup/snapshot.ts";
import {
  nextSnapshots,
  type Plan,
  type Planned,
  type Projection,
  projectionOf,
} from "../../domain/backup/snapshot-plan.ts";
import type { FormEnv } from "../../forms/form-plan.ts";
import type { Fact } from "../../forms/review/review.ts";
import { formatSize, formatTime, pluralize, type Zone, zoneName, zoneOf } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { calendar, calendarTexts, usualKind } from "./calendar.ts";
import type { ScheduleEdit } from "./labels.ts";
import type { SchedulePreflight } from "./preflight.ts";
import type { ScheduleValues } from "./rules.ts";
import { meanSize } from "./status.ts";

/** Preview of a schedule while it is edited: number of snapshots, deleted ones, and the next thirty (`domain.md` 12.6). */

/** Number of snapshots in the calendar. */
export const NEXT = 30;

/** Projected number of snapshots per policy item, by its text: `every 6 hours`, `Saturdays`. */
function countsOf({ items }: Plan, projected: Projection): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const name = formatFrequency(item);
    counts.set(name, (counts.get(name) ?? 0) + (projected.items[index] ?? 0));
  }
  return counts;
}

/** `every 6 hours 28 → 8` for every frequency whose number changes. */
const formatChanges = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): readonly string[] =>
  [...new Set([...after.keys(), ...before.keys()])].flatMap((name) => {
    const [was, is] = [before.get(name) ?? 0, after.get(name) ?? 0];
    return was === is ? [] : [`${name} ${was} → ${is}`];
  });

/** Projected number of snapshots in the long run, compared with that of the stored schedule. */
function formatKept({ snapshots }: SchedulePreflight, base: ScheduleValues, body: ScheduleValues, now: number): string {
  const [former, plan] = [planOf(base), planOf(body)];
  const [before, after] = [projectionOf(former, now), projectionOf(plan, now)];
  if (after === null) return "unknown";
  const counts = countsOf(plan, after);
  const changes = before === null ? [] : formatChanges(countsOf(former, before), counts);
  if (before === null || changes.length === 0) {
    const all = [...counts].map(([name, count]) => `${name} ${count}`).join(", ");
    return all === "" ? "nothing" : `${pluralize(after.all, "snapshot")}, shared ones counted once: ${all}`;
  }
  const [was, is] = [before.all, after.all];
  const mean = snapshots === null ? null : meanSize(snapshots);
  const size =
    mean === null || was === is ? "" : ` (about ${is > was ? "+" : "-"}${formatSize(Math.abs(mean * (is - was)))})`;
  return `${was} → ${is} snapshots${size}: ${changes.join(", ")}`;
}

/** Effects on existing snapshots; none where no retention changed. */
function formatExisting(facts: SchedulePreflight, seen: ScheduleEdit): readonly string[] {
  const { body, base, env } = seen;
  const changes = ruleChanges(base ?? {}, body);
  if (changedRetentions(changes).length === 0 || facts.snapshots === null) return [];
  const found = expiriesOf(facts, seen, env.now);
  if (found === null) {
    const own = affectedSnapshots(changes, facts.snapshots);
    return own.length === 0
      ? []
      : [`${pluralize(own.length, "existing snapshot")} ${own.length === 1 ? "keeps its" : "keep their"} expiry.`];
  }
  const { expired, earlier, later } = found;
  const wording = { now: env.now, zone: zoneOf(env) };
  return present(
    expired.length > 0 && `! Deleted now: ${formatChangedExpiry(expired, wording)}.`,
    earlier.length > 0 && `Expires earlier: ${formatChangedExpiry(earlier, wording)}.`,
    later.length > 0 && `Expires later: ${formatChangedExpiry(later, wording)}.`,
    expired.length + earlier.length + later.length === 0 && "The expiry of existing snapshots does not change.",
  );
}

/** Up to this many of the snapshots that are deleted at once are listed. */
const MOST_NAMED = 12;

/** Lists the snapshots that are deleted at once, so that nobody finds out afterwards. */
function expiredFacts({ expired }: Expiries, { now, timeZone }: FormEnv): readonly Fact[] {
  const zone = zoneOf({ timeZone });
  const rows = expired.slice(0, MOST_NAMED).map(({ snapshot }, index) => ({
    label: index === 0 ? "Deleted now" : "",
    value: `${snapshotName(snapshot, { now, zone })}${snapshot.bytes === null ? "" : `, ${formatSize(snapshot.bytes)}`}`,
  }));
  return expired.length > MOST_NAMED
    ? [...rows, { label: "", value: `and ${expired.length - MOST_NAMED} more` }]
    : rows;
}

/** The screen cuts preview lines; the times of a day wrap at this width. */
const PREVIEW_WIDTH = 76;

/** The reason why a schedule, stored or edited, cannot be projected; null where it can. */
function unreckonable({ body, base }: ScheduleEdit): string | null {
  const strange = [...itemsIn(body), ...itemsIn(base ?? {})].find(isOfUnknownUnit);
  if (strange === undefined) return null;
  return `The projected snapshots are unknown: unknown unit "${strange.unit}" (${nameOf(strange)}).`;
}

/** What an edited schedule leads to: how many snapshots there will be, and the next thirty below a title. */
type Outlook = {
  readonly projected: string;
  readonly title: string;
  readonly planned: readonly Planned[];
  readonly times: { readonly now: number; readonly zone: Zone };
};

/** The outlook of an edited schedule, or the reason why there is none. */
function outlookOf(facts: SchedulePreflight, seen: ScheduleEdit): Outlook | string {
  const { body, base, env } = seen;
  const why = unreckonable(seen);
  if (why !== null) return why;
  const times = { now: env.now, zone: zoneOf(env) };
  const planned = nextSnapshots(planOf(body), env.now, NEXT);
  const last = planned.at(-1);
  const title =
    last === undefined
      ? "none: no policy items"
      : `${planned.length} until ${formatTime(last.at, times.now, times.zone)} ${zoneName(times.zone)}, mostly ${usualKind(planned)}`;
  return { projected: formatKept(facts, base ?? {}, body, env.now), title, planned, times };
}

/** The lines under the form, the most important first: there may be room for a few only. */
export function previewLines(facts: SchedulePreflight, seen: ScheduleEdit): readonly string[] {
  const outlook = outlookOf(facts, seen);
  if (typeof outlook === "string") return [outlook];
  return [
    ...formatExisting(facts, seen),
    `Projected: ${outlook.projected}`,
    `Next snapshots: ${outlook.title}`,
    ...calendarTexts(outlook.planned, outlook.times, PREVIEW_WIDTH).map((line) => `  ${line}`),
  ];
}

/** The fates of existing snapshots as facts; the deletions are named one by one. */
function existingFacts(facts: SchedulePreflight, seen: ScheduleEdit): readonly Fact[] {
  const { env } = seen;
  const found = expiriesOf(facts, seen, env.now);
  if (found === null) return formatExisting(facts, seen).map((value) => ({ label: "Current", value }));
  const later = found.later.length > 0 && {
    label: "Expires later",
    value: formatChangedExpiry(found.later, { now: env.now, zone: zoneOf(env) }),
  };
  return [...expiredFacts(found, env), ...present(later)];
}

/** The same as facts of a review, without what its warnings already say. */
export function previewFacts(facts: SchedulePreflight, seen: ScheduleEdit): readonly Fact[] {
  const outlook = outlookOf(facts, seen);
  if (typeof outlook === "string") return [{ label: "Projected", value: outlook }];
  return [
    ...existingFacts(facts, seen),
    { label: "Projected", value: outlook.projected },
    { label: "Next snapshots", value: outlook.title },
    ...calendar(outlook.planned, outlook.times).map(({ days, times }) => ({ label: "", value: `${days}: ${times}` })),
  ];
}
