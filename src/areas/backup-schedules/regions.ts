import { copiesOf } from "../../domain/backup/backup-schedule.ts";
import { regionLabel } from "../../domain/region.ts";
import type { SchedulePreflight } from "./preflight.ts";

/** The provider that copies go to: that of the cluster, as far as anything tells. */
export function providerOf({ home, schedule, snapshots }: SchedulePreflight): string | undefined {
  const names = [
    ...home.map(({ provider }) => provider),
    ...copiesOf(schedule).map(({ provider }) => provider),
    ...(snapshots ?? []).map(({ provider }) => provider),
  ];
  return names.find((provider) => provider !== "");
}

/** A region as its cloud writes it: copies are at the provider of the cluster, unless one names another. */
export const regionIn = (facts: SchedulePreflight, region: string): string =>
  regionLabel(copiesOf(facts.schedule).find((copy) => copy.region === region)?.provider || providerOf(facts), region);
