import { type Json, jsonObjectsOf, sameJson } from "../../contract/json/json.ts";
import { copyRegionsIn, withoutCopies } from "../snapshots/life.ts";
import { SNAPSHOT, snapshotParent } from "../snapshots/stored.ts";
import { listAll } from "../storage/questions.ts";
import type { WriteTransaction } from "../storage/storage.ts";
import { inconsistentSchedule } from "./changes.ts";
import type { CopyPlace, Schedule } from "./stored.ts";

/** Copies whose setting was removed: they are kept until a request names them in `deleteCopiedBackups` (specification 2.14, `domain.md` 12.3). */

const placeOf = ({ cloudProvider, regionName, zoneId }: CopyPlace): CopyPlace => ({
  cloudProvider,
  regionName,
  zoneId,
});

const isAmong = (places: readonly CopyPlace[], wanted: CopyPlace): boolean =>
  places.some((place) => sameJson(placeOf(place), placeOf(wanted)));

/** The changed schedule, with the list of copies that it leaves behind. */
export function withFormerCopies(former: Schedule, next: Schedule): Schedule {
  const places = [...former.formerCopies, ...former.copySettings.map(placeOf)];
  const formerCopies = places.filter(
    (place, index) => !isAmong(next.copySettings, place) && !isAmong(places.slice(0, index), place),
  );
  return { ...next, formerCopies };
}

/**
 * Deletes copies that a request names by their former settings, also of unfinished snapshots.
 *
 * @param provider cloud provider of copies whose former setting is not stored: that of the cluster
 * @returns the schedule without these former copies
 * @throws a refusal: 400 where there are no such copies
 */
export async function deleteCopies(
  transaction: WriteTransaction,
  schedule: Schedule,
  provider: string,
  list: Json | undefined,
): Promise<Schedule> {
  const items = jsonObjectsOf(list);
  if (items.length === 0) return schedule;
  const parent = snapshotParent(schedule.groupId, schedule.clusterName);
  const snapshots = await listAll(transaction, { kind: SNAPSHOT, parent });
  const known = [...schedule.formerCopies, ...schedule.copySettings].map(({ regionName }) => regionName);
  const unknown = new Set(snapshots.flatMap(copyRegionsIn).filter((region) => !known.includes(region)));
  const left: readonly (Omit<CopyPlace, "zoneId"> & { readonly zoneId?: string })[] = [
    ...schedule.formerCopies,
    ...[...unknown].map((regionName) => ({ cloudProvider: provider, regionName })),
  ];
  const named = items.map(({ cloudProvider, regionName, zoneId }, index) => {
    const refused = (detail: string, name: string) => inconsistentSchedule(detail, "deleteCopiedBackups", index, name);
    const inRegion = left.filter((place) => place.regionName === regionName);
    if (inRegion.length === 0) throw refused(`No copies are in ${regionName}.`, "regionName");
    const there = inRegion.filter((place) => cloudProvider === undefined || place.cloudProvider === cloudProvider);
    if (there.length === 0) throw refused(`No copies in ${regionName} are at ${cloudProvider}.`, "cloudProvider");
    const ofZone = there.filter((place) => zoneId === undefined || (place.zoneId ?? zoneId) === zoneId);
    if (ofZone.length === 0) throw refused(`No copies in ${regionName} are of zone ${zoneId}.`, "zoneId");
    return ofZone;
  });
  const gone = named.flat();
  const regions = gone.map(({ regionName }) => regionName);
  for (const snapshot of snapshots) {
    if (copyRegionsIn(snapshot).some((region) => regions.includes(region))) {
      await transaction.put(withoutCopies(snapshot, regions));
    }
  }
  return { ...schedule, formerCopies: schedule.formerCopies.filter((place) => !gone.includes(place)) };
}
