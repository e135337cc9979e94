import type { BackupSchedule } from "../../contract/backup-schedules.ts";
import { complies, type RetainedItem, raisedToPolicy } from "../../contract/compliance-policy/complying.ts";
import { pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { windowDays } from "./backup-schedule.ts";
import type { PolicyRequirements } from "./policy-requirements.ts";
import {
  bodyOfItem,
  formatRetention,
  formatShortRetention,
  type Item,
  itemOf,
  itemsOf,
  nameOf,
  shortName,
} from "./schedule-items.ts";

/** Effect of a compliance policy on existing schedules: which comply, and which would be rewritten, field by field. */

/** The parts of a schedule that a policy concerns. */
export type KnownSchedule = { readonly cluster: string; readonly items: readonly Item[]; readonly windowDays: number };

/** Loaded schedules of a project, and the clusters whose schedule could not be read. */
export type KnownSchedules = { readonly schedules: readonly KnownSchedule[]; readonly unread: readonly string[] };

export const ofSchedule = (cluster: string, schedule: BackupSchedule): KnownSchedule => ({
  cluster,
  items: itemsOf(schedule),
  windowDays: windowDays(schedule),
});

/** One field that would change: `every 6 hours`, `kept 7 days`, `14 days`. */
type FieldChange = { readonly what: string; readonly from: string; readonly to: string };

/** A schedule that does not comply, and its changes. */
export type Rewrite = { readonly cluster: string; readonly changes: readonly FieldChange[] };

type Placed = RetainedItem & { readonly place: number | null };

const daysAgain = (days: number): string => (days === 0 ? "off" : pluralize(days, "day"));

function itemChanges(item: Placed, before: Item | undefined): readonly FieldChange[] {
  const after = itemOf(item);
  if (before === undefined) return [{ what: nameOf(after), from: "none", to: `retention ${formatRetention(after)}` }];
  const [was, is] = [formatRetention(before), formatRetention(after)];
  return present(
    nameOf(before) !== nameOf(after) && { what: "frequency", from: nameOf(before), to: nameOf(after) },
    was !== is && { what: nameOf(after), from: `retention ${was}`, to: is },
  );
}

/** Changes of one schedule; null when it complies. */
export function rewriteOf(schedule: KnownSchedule, requirements: PolicyRequirements): Rewrite | null {
  const before = {
    items: schedule.items.map((item, place): Placed => ({ ...bodyOfItem(item), place })),
    windowDays: schedule.windowDays,
  };
  if (complies(before, requirements)) return null;
  const after = raisedToPolicy(before, requirements, (item): Placed => ({ ...item, place: null }));
  const window = { what: "point-in-time", from: daysAgain(before.windowDays), to: daysAgain(after.windowDays) };
  return {
    cluster: schedule.cluster,
    changes: present(
      ...after.items.flatMap((item) => itemChanges(item, item.place === null ? undefined : schedule.items[item.place])),
      window.from !== window.to && window,
    ),
  };
}

/** Schedules that would be rewritten. */
export const rewritesOf = ({ schedules }: KnownSchedules, requirements: PolicyRequirements): readonly Rewrite[] =>
  schedules.flatMap((schedule) => rewriteOf(schedule, requirements) ?? []);

/** `every 6 hours: retention 7 days → 14 days` */
export const formatFieldChange = ({ what, from, to }: FieldChange): string =>
  from === "none" ? `${what}: new, ${to}` : `${what}: ${from} → ${to}`;

/**
 * The strictest rules that all schedules already meet, one item per frequency: a policy of these rewrites none of them (`domain.md` 9, fields). A
 * schedule without items is left out, because it keeps nothing.
 */
export function commonItems({ schedules }: KnownSchedules): readonly Item[] {
  const [first, ...others] = schedules.filter(({ items }) => items.length > 0);
  if (first === undefined) return [];
  const best = (items: readonly Item[], frequency: string): Item | undefined =>
    items.filter(({ frequencyType }) => frequencyType === frequency).toSorted((one, other) => other.days - one.days)[0];
  const frequencies = [...new Set(first.items.map(({ frequencyType }) => frequencyType))];
  return frequencies.flatMap((frequency) => {
    const each = [first, ...others].map(({ items }) => best(items, frequency));
    const known = each.filter((item) => item !== undefined);
    if (known.length < each.length) return [];
    const shortest = known.reduce((one, other) => (other.days < one.days ? other : one));
    const rarest = Math.max(...known.map(({ frequencyInterval }) => frequencyInterval));
    return [frequency === "hourly" ? { ...shortest, frequencyInterval: rarest } : shortest];
  });
}

/** Short text of items: `6h 7d, day 7d, week 4w`. */
export const itemsInShort = (items: readonly Item[]): string =>
  items.map((item) => `${shortName(item) || "?"} ${formatShortRetention(item)}`).join(", ");
