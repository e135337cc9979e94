import type { AreaId } from "../contract/area-ids.ts";
import { refusalText } from "../text/format.ts";
import { accessHistory } from "./access-history.ts";
import { alertConfigurations } from "./alert-configurations.ts";
import { alerts } from "./alerts.ts";
import { auditing } from "./auditing.ts";
import { backupSchedules } from "./backup-schedules.ts";
import { cloudAccess } from "./cloud-access.ts";
import { compliancePolicy } from "./compliance-policy.ts";
import { customDns } from "./custom-dns.ts";
import { exportBuckets } from "./export-buckets.ts";
import { exportJobs } from "./export-jobs.ts";
import { liveMigration } from "./live-migration.ts";
import { metricsTargets } from "./metrics-targets.ts";
import type { Area } from "./model/area.ts";
import type { Effect } from "./model/effect.ts";
import { note } from "./model/effect.ts";
import { overview } from "./overview.ts";
import { restoreJobs } from "./restore-jobs.ts";
import { runbooks } from "./runbooks.ts";
import { searchIndexes } from "./search-indexes.ts";
import { searchIndexesFirstGeneration } from "./search-indexes-first-generation.ts";
import { searchNodes } from "./search-nodes.ts";
import { snapshots } from "./snapshots.ts";
import { sourceProjects } from "./source-projects.ts";

/** All areas in the order of the sidebar (`design.md`, areas). */
export const AREAS: readonly Area[] = [
  overview,
  alerts,
  alertConfigurations,
  accessHistory,
  metricsTargets,
  auditing,
  customDns,
  cloudAccess,
  searchIndexes,
  searchIndexesFirstGeneration,
  searchNodes,
  snapshots,
  backupSchedules,
  restoreJobs,
  exportJobs,
  exportBuckets,
  compliancePolicy,
  liveMigration,
  sourceProjects,
  runbooks,
];

const byId: ReadonlyMap<AreaId, Area> = new Map(AREAS.map((area) => [area.id, area]));

/** The area with this id. */
export function areaOf(id: AreaId): Area {
  const area = byId.get(id);
  if (area === undefined) throw new TypeError(`no area ${id}`);
  return area;
}

/** The effect of an action that is opened by name (`area` is its area), or a page with the reason why it is not available now. */
export function openByName(area: Area, effect: Extract<Effect, { kind: "action" }>): Effect {
  const { action: id, context, ids, start, change = (same) => same } = effect;
  const action = area.screen.actions.find((candidate) => candidate.id === id);
  if (action === undefined) throw new TypeError(`${area.id} has no action ${id}`);
  const reason = action.disabled?.(context, ids) ?? null;
  if (reason === null) return change(action.open(context, action.appliesTo?.(context, ids) ?? ids, start));
  const words = `${refusalText(action.title, reason)}.`;
  return note("Not now", words);
}
