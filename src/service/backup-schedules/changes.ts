import { daysOf, hourlyItem, MOST_DAYS } from "../../contract/backup-policy.ts";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  jsonObjectsOf,
  type Path,
  sameJson,
} from "../../contract/json/json.ts";
import type { NamedCluster } from "../clusters.ts";
import type { StoredRequirements } from "../compliance-policy/stored.ts";
import { fieldRefusal, type HttpError } from "../requests/http-error.ts";
import { policyViolationsOf } from "./compliance.ts";
import { copyFrequencyOf, keptDays, usualDays } from "./emission.ts";
import type { CopySetting, PolicyItem, Schedule } from "./stored.ts";

/** Applies a change to a schedule (`domain.md` 12.3): only given fields change, and given lists replace the stored ones. */

/** Context for validating a change. */
type Bounds = {
  readonly cluster: NamedCluster;
  /** Requirements of the compliance policy, or null without one. */
  readonly requirements: StoredRequirements | null;
  readonly newId: () => string;
};

/** Refusal: a part of a schedule contradicts the rest. */
export const inconsistentSchedule = (detail: string, ...path: Path): HttpError =>
  fieldRefusal("INVALID_SNAPSHOT_SCHEDULE", detail, path);

const text = (json: Json | undefined): string | undefined => (typeof json === "string" ? json : undefined);
const number = (json: Json | undefined): number | undefined => (typeof json === "number" ? json : undefined);

/** The items of a given policy: those with an id are stored ones of the same frequency; those without are new. */
function itemsIn(policy: JsonObject, stored: readonly PolicyItem[], newId: () => string): readonly PolicyItem[] {
  const given = jsonObjectsOf(policy["policyItems"]);
  if (given.length === 0) {
    throw fieldRefusal(
      "INVALID_NUM_OF_POLICY_ITEMS",
      "At least one policy item is required. To remove all, delete all schedules.",
      ["policies", 0, "policyItems"],
    );
  }
  const used = new Set<string>();
  return given.map((item, index): PolicyItem => {
    const at = (name: string): Path => ["policies", 0, "policyItems", index, name];
    const id = text(item["id"]);
    const frequencyType = String(item["frequencyType"]);
    const known = stored.find((one) => one.id === id);
    if (id !== undefined && (known === undefined || used.has(id))) {
      throw fieldRefusal("INVALID_POLICY_ITEM_ID", `There is no policy item ${id}.`, at("id"), id);
    }
    if (known !== undefined && known.frequencyType !== frequencyType) {
      throw fieldRefusal(
        "INVALID_FREQUENCY_TYPE_CHANGE",
        `A ${known.frequencyType} item stays one: remove it and add a ${frequencyType} one.`,
        at("frequencyType"),
        known.frequencyType,
        frequencyType,
      );
    }
    if (id !== undefined) used.add(id);
    return {
      id: id ?? newId(),
      frequencyType,
      frequencyInterval: Number(item["frequencyInterval"]),
      retentionUnit: String(item["retentionUnit"]),
      retentionValue: Number(item["retentionValue"]),
    };
  });
}

function policyIn(body: JsonObject, { policy }: Schedule, newId: () => string): Schedule["policy"] {
  if (body["policies"] === undefined) return policy;
  const [given] = jsonObjectsOf(body["policies"]);
  if (given === undefined) {
    throw fieldRefusal("INVALID_NUM_OF_POLICIES", "A cluster has exactly one policy.", ["policies"]);
  }
  const id = text(given["id"]);
  if (id !== undefined && id !== policy.id) {
    throw fieldRefusal("INVALID_POLICY_ID", `The policy of this cluster is not ${id}.`, ["policies", 0, "id"], id);
  }
  return { id: policy.id, policyItems: itemsIn(given, policy.policyItems, newId) };
}

const copySettingsIn = (body: JsonObject, { copySettings }: Schedule, cluster: NamedCluster): readonly CopySetting[] =>
  body["copySettings"] === undefined
    ? copySettings
    : jsonObjectsOf(body["copySettings"]).map((setting) => ({
        cloudProvider: text(setting["cloudProvider"]) ?? cluster.providerName,
        frequencies: Array.isArray(setting["frequencies"]) ? setting["frequencies"].map(String) : [],
        regionName: text(setting["regionName"]) ?? "",
        shouldCopyOplogs: setting["shouldCopyOplogs"] === true,
        zoneId: String(setting["zoneId"]),
      }));

function exportIn(body: JsonObject, schedule: Schedule): Schedule["export"] {
  const given = body["export"];
  if (!isJsonObject(given)) return schedule.export;
  return { exportBucketId: text(given["exportBucketId"]), frequencyType: text(given["frequencyType"]) };
}

/** Checked only when the request changes the window or the hourly item (`service-decisions.md`). */
function refuseWindow(body: JsonObject, former: Schedule, next: Schedule): void {
  const [was, hourly] = [hourlyItem(former.policy.policyItems), hourlyItem(next.policy.policyItems)];
  const touched = body["restoreWindowDays"] !== undefined || !sameJson(was ?? null, hourly ?? null);
  const window = next.restoreWindowDays;
  if (!touched || window === undefined) return;
  const path: Path = body["restoreWindowDays"] === undefined ? ["policies", 0, "policyItems"] : ["restoreWindowDays"];
  if (hourly === undefined) {
    throw fieldRefusal("INVALID_RESTORE_WINDOW", "Point-in-time restore requires an hourly policy item.", path, window);
  }
  const days = daysOf(hourly) ?? 0;
  if (window <= days) return;
  throw fieldRefusal(
    "INVALID_RESTORE_WINDOW",
    `The point-in-time window of ${window} days is longer than hourly snapshots are kept (${days} days).`,
    path,
    window,
    days,
  );
}

function refuseExport(body: JsonObject, next: Schedule): void {
  if (body["export"] !== undefined && !next.autoExportEnabled) {
    throw inconsistentSchedule("An export is allowed only with automatic exports (autoExportEnabled).", "export");
  }
  if (!next.autoExportEnabled || (body["export"] === undefined && body["autoExportEnabled"] === undefined)) return;
  if (next.export?.exportBucketId === undefined) {
    throw inconsistentSchedule("Automatic exports require a bucket.", "export", "exportBucketId");
  }
  if (next.export.frequencyType === undefined) {
    throw inconsistentSchedule("Automatic exports require a frequency: monthly or yearly.", "export", "frequencyType");
  }
}

function refuseCopies(body: JsonObject, next: Schedule, cluster: NamedCluster): void {
  if (body["copySettings"] === undefined && body["policies"] === undefined) return;
  const kinds = new Set(next.policy.policyItems.map(({ frequencyType }) => copyFrequencyOf(frequencyType)));
  for (const [index, setting] of next.copySettings.entries()) {
    const { cloudProvider, regionName, frequencies, shouldCopyOplogs } = setting;
    const at = (name: string): Path => ["copySettings", index, name];
    if (cloudProvider !== cluster.providerName) {
      throw inconsistentSchedule(
        `Copies stay with the cluster's provider, ${cluster.providerName}.`,
        ...at("cloudProvider"),
      );
    }
    if (regionName === "") throw inconsistentSchedule("A region is required.", ...at("regionName"));
    if (regionName === cluster.regionName) {
      throw inconsistentSchedule(`${regionName} is the cluster's own region.`, ...at("regionName"));
    }
    if (next.copySettings.findIndex((other) => other.regionName === regionName) < index) {
      throw inconsistentSchedule(`${regionName} occurs twice.`, ...at("regionName"));
    }
    const missing = frequencies.find((frequency) => frequency !== "ON_DEMAND" && !kinds.has(frequency));
    if (missing !== undefined) {
      throw inconsistentSchedule(`The schedule has no item of the kind ${missing} to be copied.`, ...at("frequencies"));
    }
    if (shouldCopyOplogs && next.restoreWindowDays === undefined) {
      throw inconsistentSchedule(
        "The oplog can be copied only while point-in-time restore is enabled.",
        ...at("shouldCopyOplogs"),
      );
    }
  }
}

function refuseDeletedCopies(body: JsonObject, next: Schedule, requirements: StoredRequirements | null): void {
  for (const [index, { regionName }] of jsonObjectsOf(body["deleteCopiedBackups"]).entries()) {
    const region = text(regionName) ?? "";
    const path: Path = ["deleteCopiedBackups", index, "regionName"];
    if (region === "") throw inconsistentSchedule("A region is required.", ...path);
    if (requirements?.copiesProtected === true) {
      throw fieldRefusal(
        "CANNOT_DELETE_COPY_SNAPSHOT_WITH_BACKUP_COMPLIANCE_POLICY_ENABLED",
        "The compliance policy protects copies.",
        path,
        region,
      );
    }
    if (next.copySettings.some((setting) => setting.regionName === region)) {
      throw inconsistentSchedule(`${region} still gets copies: leave it out of copySettings.`, ...path);
    }
  }
}

/** Refuses a schedule whose retention plus its extra days is too long. */
export function refuseTooLong(next: Schedule, requirements: StoredRequirements | null, path: Path): void {
  if (next.extraRetentionSettings.length === 0) return;
  const days = Math.max(usualDays(next, requirements), ...next.policy.policyItems.map((item) => keptDays(next, item)));
  if (days <= MOST_DAYS) return;
  throw fieldRefusal(
    "BACKUP_SNAPSHOT_RETENTION_VALUE_INVALID",
    `With its extra retention, ${next.clusterName} would keep snapshots ${days} days: at most ${MOST_DAYS} days are possible.`,
    path,
    next.clusterName,
    MOST_DAYS,
  );
}

function refuseWeaker(next: Schedule, requirements: StoredRequirements | null): void {
  if (requirements === null) return;
  const window = next.restoreWindowDays ?? 0;
  if (window < requirements.windowDays) {
    throw fieldRefusal(
      "CANNOT_DECREASE_PIT_WINDOW_WITH_BACKUP_COMPLIANCE_POLICY",
      `The compliance policy requires a point-in-time window of ${requirements.windowDays} days.`,
      ["restoreWindowDays"],
      requirements.windowDays,
    );
  }
  const violations = policyViolationsOf(next, requirements);
  if (violations.length === 0) return;
  throw fieldRefusal(
    "BACKUP_POLICY_NOT_MEETING_BACKUP_COMPLIANCE_POLICY_REQUIREMENTS",
    `The compliance policy requires ${violations.join(" and ")}.`,
    ["policies", 0, "policyItems"],
    next.clusterName,
  );
}

/**
 * The schedule after a change.
 *
 * @param body the request, valid by shape and by the contract's rules
 * @throws a refusal: 400 with the code of the violated rule
 */
export function changedSchedule(
  former: Schedule,
  body: JsonObject,
  { cluster, requirements, newId }: Bounds,
): Schedule {
  const extra = body["extraRetentionSettings"];
  const next: Schedule = {
    ...former,
    referenceHourOfDay: number(body["referenceHourOfDay"]) ?? former.referenceHourOfDay,
    referenceMinuteOfHour: number(body["referenceMinuteOfHour"]) ?? former.referenceMinuteOfHour,
    policy: policyIn(body, former, newId),
    restoreWindowDays: number(body["restoreWindowDays"]) ?? former.restoreWindowDays,
    autoExportEnabled: flag(body, "autoExportEnabled", former.autoExportEnabled),
    useOrgAndGroupNamesInExportPrefix: flag(
      body,
      "useOrgAndGroupNamesInExportPrefix",
      former.useOrgAndGroupNamesInExportPrefix,
    ),
    export: exportIn(body, former),
    copySettings: copySettingsIn(body, former, cluster),
    extraRetentionSettings:
      extra === undefined
        ? former.extraRetentionSettings
        : jsonObjectsOf(extra).map(({ frequencyType, retentionDays }) => ({
            frequencyType: String(frequencyType),
            retentionDays: Number(retentionDays),
          })),
  };
  if (jsonObjectsOf(extra).length > 0 && requirements === null) {
    throw inconsistentSchedule(
      "Extra retention requires a compliance policy, and there is none.",
      "extraRetentionSettings",
    );
  }
  if (extra !== undefined || body["policies"] !== undefined) {
    refuseTooLong(next, requirements, [extra === undefined ? "policies" : "extraRetentionSettings"]);
  }
  refuseWindow(body, former, next);
  refuseExport(body, next);
  refuseCopies(body, next, cluster);
  refuseDeletedCopies(body, next, requirements);
  refuseWeaker(next, requirements);
  return next;
}

const flag = (body: JsonObject, name: string, former: boolean): boolean =>
  body[name] === undefined ? former : body[name] === true;

/** A schedule without rules: it takes no more snapshots, and point-in-time restore is off. Everything that depends on its rules ends too. */
export function withoutRules({ restoreWindowDays: _window, ...former }: Schedule): Schedule {
  return {
    ...former,
    policy: { id: former.policy.id, policyItems: [] },
    autoExportEnabled: false,
    copySettings: [],
    extraRetentionSettings: [],
  };
}
