import { objectsOf, sameJson, textIn } from "../../contract/json/json.ts";
import { DAY } from "../../text/durations.ts";
import { windowDays } from "./backup-schedule.ts";
import { type Item, isWhole, itemsIn } from "./schedule-items.ts";
import { isRestorable, type Snapshot } from "./snapshot.ts";

/** Effect of an edit on a schedule and on existing snapshots, computed by the rules of the service (`domain.md` 12.3). Pure. */

type Loose = Readonly<Record<string, unknown>>;

/** A rule before and after. */
type Pair = { readonly from: Item; readonly to: Item };

type RuleChanges = {
  readonly added: readonly Item[];
  readonly removed: readonly Item[];
  /** Rules that stay, with any difference. */
  readonly changed: readonly Pair[];
};

/** Rule changes of an edited schedule; rules are matched by id. */
export function ruleChanges(base: Loose, body: Loose): RuleChanges {
  const [before, after] = [itemsIn(base), itemsIn(body)];
  const formerOf = ({ id }: Item): Item | undefined =>
    typeof id === "string" ? before.find((other) => other.id === id) : undefined;
  const kept = new Set(after.map((item) => formerOf(item)));
  return {
    added: after.filter((item) => formerOf(item) === undefined),
    removed: before.filter((item) => !kept.has(item)),
    changed: after.flatMap((to) => {
      const from = formerOf(to);
      return from === undefined || sameJson(from, to) ? [] : [{ from, to }];
    }),
  };
}

/** Rules with a different retention. */
export const changedRetentions = ({ changed }: RuleChanges): readonly Pair[] =>
  changed.filter(({ from, to }) => isWhole(to) && from.days !== to.days);

/** Rules with a shorter retention. */
export const shortened = (changes: RuleChanges): readonly Pair[] =>
  changedRetentions(changes).filter(({ from, to }) => to.days < from.days);

/** A snapshot with a new expiry (ms). */
export type ChangedExpiry = { readonly snapshot: Snapshot; readonly until: number };

/** Effect on existing snapshots when the changed retention is applied to them too. */
export type Expiries = {
  /** Snapshots whose new expiry is in the past: they are deleted at once. */
  readonly expired: readonly ChangedExpiry[];
  readonly earlier: readonly ChangedExpiry[];
  readonly later: readonly ChangedExpiry[];
};

/** Restorable snapshots that an item requested, oldest first. */
export const snapshotsOfItem = (snapshots: readonly Snapshot[], { id }: Item): readonly Snapshot[] =>
  snapshots.filter((snapshot) => isRestorable(snapshot) && typeof id === "string" && snapshot.itemIds.includes(id));

/** Restorable snapshots of rules whose retention changed: they may get a new expiry. */
export function affectedSnapshots(changes: RuleChanges, snapshots: readonly Snapshot[]): readonly Snapshot[] {
  const ids = new Set(changedRetentions(changes).map(({ to }) => to.id));
  return snapshots.filter((snapshot) => isRestorable(snapshot) && snapshot.itemIds.some((id) => ids.has(id)));
}

/**
 * New expiries. The longest retention among the remaining rules of a snapshot counts.
 *
 * @param now in ms
 */
export function expiries(base: Loose, body: Loose, snapshots: readonly Snapshot[], now: number): Expiries {
  const items = itemsIn(body);
  const moved = affectedSnapshots(ruleChanges(base, body), snapshots).flatMap((snapshot): ChangedExpiry[] => {
    const own = items.filter(({ id }) => typeof id === "string" && snapshot.itemIds.includes(id));
    if (own.length === 0 || snapshot.expiresAt === null) return [];
    return [{ snapshot, until: snapshot.takenAt + Math.max(...own.map(({ days }) => days)) * DAY }];
  });
  const was = ({ snapshot }: ChangedExpiry): number => snapshot.expiresAt ?? 0;
  return {
    expired: moved.filter(({ until }) => until <= now),
    earlier: moved.filter((one) => one.until > now && one.until < was(one)),
    later: moved.filter((one) => one.until > was(one)),
  };
}

const regionsIn = ({ copySettings }: Loose): readonly string[] =>
  objectsOf(copySettings).flatMap((setting) => textIn(setting, "regionName") ?? []);

/** Regions that get no more copies. */
export const endedRegions = (base: Loose, body: Loose): readonly string[] => {
  const after = regionsIn(body);
  return regionsIn(base).filter((region) => !after.includes(region));
};

/** Regions that hold copies and get no more: their copies can be deleted. */
export function orphanedRegions(base: Loose, body: Loose, snapshots: readonly Snapshot[]): readonly string[] {
  const after = regionsIn(body);
  const there = snapshots.flatMap(({ copyRegions }) => copyRegions ?? []);
  return [...new Set([...endedRegions(base, body), ...there])].filter((region) => !after.includes(region));
}

/** Regions whose copies a body deletes permanently. */
export const deletedRegions = ({ deleteCopiedBackups }: Loose): readonly string[] =>
  regionsIn({ copySettings: deleteCopiedBackups });

/** True when a body deletes copies permanently, whether it names their regions or not. */
export const deletesCopies = ({ deleteCopiedBackups }: Loose): boolean => objectsOf(deleteCopiedBackups).length > 0;

/** Days of the point-in-time window before and after, if it shrinks; else null. */
export function smallerWindow(base: Loose, body: Loose): { readonly from: number; readonly to: number } | null {
  const [from, to] = [windowDays(base), windowDays(body)];
  return to < from ? { from, to } : null;
}

/** True when an edit turns automatic exports off. */
export const endsExport = (base: Loose, body: Loose): boolean =>
  base["autoExportEnabled"] === true && body["autoExportEnabled"] !== true;
