import { COPY_FREQUENCIES } from "../../contract/backup-schedules.ts";
import { CLOUDS, cloudLabel } from "../../contract/clouds.ts";
import { copiesOf, copyLabel, windowDays } from "../../domain/backup/backup-schedule.ts";
import { orphanedRegions } from "../../domain/backup/schedule-changes.ts";
import { copyName } from "../../domain/backup/schedule-items.ts";
import { regionLabel } from "../../domain/region.ts";
import type { FieldPlan, ListPlan, PlanContext, TitleContext } from "../../forms/form-plan.ts";
import type { ItemAt } from "../../forms/schema/form-values.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import type { SchedulePreflight } from "./preflight.ts";
import { kindsOf, type ScheduleValues } from "./rules.ts";

/** Fields for copies in other regions, and for deleting copies that the schedule no longer makes (`domain.md` 12.3). */

type CopyValues = ItemAt<ScheduleValues, "copySettings">;
type DeletionValues = ItemAt<ScheduleValues, "deleteCopiedBackups">;

/** Regions to copy to: first those with copies of this cluster, then those that other clusters copy to. */
function regions(
  facts: SchedulePreflight,
  { body: { copySettings = [] }, subject }: PlanContext<ScheduleValues, CopyValues>,
): readonly Suggestion[] {
  const { schedule, snapshots, others, home } = facts;
  const taken = copySettings.filter((setting) => setting !== subject).map(({ regionName }) => regionName);
  const own = new Set(home.map(({ region }) => region));
  const found = new Map<string, string>();
  const add = (region: string, note: string): void => {
    if (region !== "" && !own.has(region) && !taken.includes(region) && !found.has(region)) found.set(region, note);
  };
  for (const { region } of copiesOf(schedule)) add(region, "in this schedule");
  for (const region of (snapshots ?? []).flatMap(({ copyRegions }) => copyRegions ?? [])) add(region, "has copies");
  for (const { cluster, copy } of others) add(copy.region, `used by ${cluster}`);
  return [...found].map(([region, note]) => ({ value: region, label: regionIn(facts, region), note }));
}

/** Zones of this cluster, which only its other copies name. */
function zones(facts: SchedulePreflight): readonly Suggestion[] {
  const found = new Map<string, string[]>();
  for (const { zone, region } of copiesOf(facts.schedule)) {
    if (zone !== "") found.set(zone, [...(found.get(zone) ?? []), regionIn(facts, region)]);
  }
  return [...found].map(([zone, of]) => ({ value: zone, label: zone, note: `zone of the copies in ${of.join(", ")}` }));
}

const providers = (facts: SchedulePreflight): readonly Suggestion[] => {
  const own = providerOf(facts);
  return CLOUDS.map((value) => ({
    value,
    label: cloudLabel(value),
    note: value === own ? "provider of the cluster" : "",
  }));
};

/** Kinds that can be copied: those with a policy item, and on-demand snapshots. */
const copied = ({ body }: TitleContext<ScheduleValues>): readonly Suggestion[] =>
  [...kindsOf(body).map(copyName), "ON_DEMAND"]
    .filter((kind, index, all) => all.indexOf(kind) === index && COPY_FREQUENCIES.some((known) => known === kind))
    .map((value) => ({ value, label: copyLabel(value) }));

/** The problem with a region, or null. */
function regionProblem(
  value: string,
  { body: { copySettings = [] }, subject }: PlanContext<ScheduleValues, CopyValues>,
  facts: SchedulePreflight,
): string | null {
  if (facts.home.some(({ region }) => region === value)) return `${regionIn(facts, value)} is the cluster's own region`;
  const again = copySettings.some((setting) => setting !== subject && setting.regionName === value);
  return again ? `${regionIn(facts, value)} is already in the list` : null;
}

/** The reason why copies in a region cannot be deleted, or null. */
function deletionProblem(
  region: string,
  { body: { copySettings = [] } }: TitleContext<ScheduleValues>,
  facts: SchedulePreflight,
): string | null {
  const isCopied = copySettings.some(({ regionName }) => regionName === region);
  return isCopied ? `${regionIn(facts, region)} still gets copies: remove that copy region first` : null;
}

/** Names kinds to copy that no policy item takes; null where there are none. */
function kindsProblem(copied: readonly string[], { body }: TitleContext<ScheduleValues>): string | null {
  const kinds = kindsOf(body).map(copyName);
  const missing = copied.filter((kind) => kind !== "ON_DEMAND" && !kinds.includes(kind));
  return missing.length === 0 ? null : `no policy item for ${missing.map(copyLabel).join(", ")} snapshots`;
}

/** Regions with existing copies that could be deleted, given the current form values. */
const orphanedRegionsOf = (facts: SchedulePreflight, { body, base }: TitleContext<ScheduleValues>): readonly string[] =>
  orphanedRegions(base ?? {}, body, facts.snapshots ?? []);

/** Values for a region that has copies, as far as known. */
function settingOf({ schedule, ...facts }: SchedulePreflight, region: string): DeletionValues {
  const copy = copiesOf(schedule).find((one) => one.region === region);
  const provider = copy?.provider || providerOf({ schedule, ...facts });
  return {
    ...(provider === undefined || provider === "" ? {} : { cloudProvider: provider }),
    ...(copy === undefined || copy.zone === "" ? {} : { zoneId: copy.zone }),
  };
}

const there = ({ snapshots }: SchedulePreflight, region: string): string => {
  const count = (snapshots ?? []).filter(({ copyRegions }) => copyRegions?.includes(region)).length;
  return count === 0 ? "no known copies" : `${count} copies`;
};

export const copyFields = (facts: SchedulePreflight): readonly FieldPlan<ScheduleValues>[] => [
  {
    path: "copySettings[].regionName",
    choices: (context) => regions(facts, context),
    words: (value) => regionIn(facts, value),
    required: () => true,
    fits: (value, context) => regionProblem(value, context, facts),
  },
  { path: "copySettings[].frequencies", choices: copied, fits: kindsProblem },
  {
    path: "copySettings[].shouldCopyOplogs",
    when: ({ body, subject }) =>
      windowDays(body) > 0 || subject.shouldCopyOplogs === true
        ? { shown: true }
        : { shown: false, because: "point-in-time restore is off" },
  },
  { path: "copySettings[].cloudProvider", kind: "choice", choices: () => providers(facts) },
  {
    path: "copySettings[].zoneId",
    kind: "choice-or-other",
    help:
      zones(facts).length > 0
        ? "Zone id of the cluster, as in its other copies"
        : "Zone id of the cluster: paste it, no other copy has it yet",
    choices: () => zones(facts),
  },
];

/** The field for copies that are no longer made: shown when there are some, and not where a policy protects them. */
export const deletionFields = (facts: SchedulePreflight): readonly FieldPlan<ScheduleValues>[] => [
  {
    path: "deleteCopiedBackups",
    when: (context) => {
      if ((context.body.deleteCopiedBackups ?? []).length > 0) return { shown: true };
      if (facts.requirements?.copiesProtected === true)
        return { shown: false, because: "the compliance policy protects copies" };
      const found = orphanedRegionsOf(facts, context);
      if (found.length === 0) return { shown: false, because: "every deleted region has a replacement" };
      return {
        shown: true,
        because: `${found.map((region) => regionIn(facts, region)).join(", ")} ${found.length === 1 ? "gets" : "get"} no new copies`,
      };
    },
  },
  {
    path: "deleteCopiedBackups[].regionName",
    kind: "choice",
    choices: (context) =>
      orphanedRegionsOf(facts, context).map((region) => ({
        value: region,
        label: regionIn(facts, region),
        note: there(facts, region),
      })),
    brings: (value) => settingOf(facts, value),
    required: () => true,
    fits: (value, context) => deletionProblem(value, context, facts),
  },
  { path: "deleteCopiedBackups[].cloudProvider", kind: "choice", choices: () => providers(facts) },
  { path: "deleteCopiedBackups[].zoneId", kind: "choice-or-other", choices: () => zones(facts) },
];

/** Summary of a copy: `daily, monthly, with oplog`. */
export function copySummary({ frequencies = [], shouldCopyOplogs }: CopyValues): string {
  const kinds = frequencies.map(copyLabel);
  return `${kinds.length === 0 ? "none yet" : kinds.join(", ")}${shouldCopyOplogs === true ? ", with oplog" : ""}`;
}

const named = (
  facts: SchedulePreflight,
  { regionName = "" }: CopyValues | DeletionValues,
  index: number,
  what: string,
): string => `${what} ${regionName === "" ? index + 1 : regionIn(facts, regionName)}`;

export const copyLists = (facts: SchedulePreflight): readonly ListPlan<ScheduleValues>[] => [
  {
    path: "copySettings",
    itemTitle: (setting, index) => named(facts, setting, index, "Copy to"),
    summary: copySummary,
    summarizes: ["regionName", "frequencies", "shouldCopyOplogs"],
    add: "+ Add copy region",
    initial: ({ body }) => {
      const [zone] = zones(facts);
      const provider = providerOf(facts);
      return {
        frequencies: kindsOf(body).includes("daily") ? ["DAILY"] : kindsOf(body).slice(0, 1).map(copyName),
        ...(provider === undefined ? {} : { cloudProvider: provider }),
        ...(zone === undefined ? {} : { zoneId: zone.value }),
      };
    },
  },
  {
    path: "deleteCopiedBackups",
    itemTitle: (setting, index) => named(facts, setting, index, "Delete copies in"),
    summary: ({ regionName = "" }) => there(facts, regionName),
    summarizes: ["regionName"],
    add: "+ Delete copies in a region",
    initial: (context) => {
      const chosen = (context.body.deleteCopiedBackups ?? []).map(({ regionName }) => regionName);
      const [region = ""] = orphanedRegionsOf(facts, context).filter((one) => !chosen.includes(one));
      return region === "" ? {} : { regionName: region, ...settingOf(facts, region) };
    },
  },
];

/** Provider of the copies: that of the cluster, as far as known. */
function providerOf({ home, schedule, snapshots }: SchedulePreflight): string | undefined {
  const names = [
    ...home.map(({ provider }) => provider),
    ...copiesOf(schedule).map(({ provider }) => provider),
    ...(snapshots ?? []).map(({ provider }) => provider),
  ];
  return names.find((provider) => provider !== "");
}

/** A region as its cloud writes it: copies use the provider of the cluster, unless one names another. */
export const regionIn = (facts: SchedulePreflight, region: string): string =>
  regionLabel(copiesOf(facts.schedule).find((copy) => copy.region === region)?.provider || providerOf(facts), region);
