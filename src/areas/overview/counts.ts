import type { CountedSeverity } from "../../domain/alerts/alert.ts";
import { isUnread } from "../../state/answers/lookup.ts";
import { contextIn, projectScopes } from "../all-projects.ts";
import { lookupByCluster, lookupOfAll } from "../builders/lookup.ts";
import type { Context } from "../model/context.ts";
import { countField, listCounts, secondsField, type ThingField } from "../model/fields.ts";
import { allSnapshotQueries } from "../queries/snapshots.ts";
import { backupsOfClusters, isLate, isWithoutBackup } from "../snapshots/list.ts";
import { alertCounts } from "./alerts.ts";
import { backupsPart } from "./backups.ts";
import { exportsPart } from "./exports.ts";
import { indexesPart } from "./indexes.ts";
import { migrationsPart } from "./migrations.ts";
import { restoresPart } from "./restores.ts";
import type { OverviewPart } from "./sections.ts";

/** Counts of the overview for programs, over all projects that it shows. */

type AlertCounts = NonNullable<ReturnType<typeof alertCounts>>;

/** The contexts of the projects, and the alert counts of each. */
type Read = { readonly projects: readonly Context[]; readonly alerts: readonly (AlertCounts | null)[] };

/** Sum over all projects; null where a project or its value is not known. */
function sum<Part>(parts: readonly (Part | null)[], of: (part: Part) => number | null): number | null {
  let total = 0;
  for (const part of parts) {
    const count = part === null ? null : of(part);
    if (count === null) return null;
    total += count;
  }
  return total;
}

const ofAlerts = (id: string, about: string, of: (counts: AlertCounts) => number | null): ThingField<Read> =>
  countField(id, about, ({ alerts }) => sum(alerts, of));

/** A count that is known where all of its answers were read. */
const ofPart = (
  id: string,
  about: string,
  part: OverviewPart,
  of: (context: Context) => number,
  found = lookupOfAll,
): ThingField<Read> =>
  countField(id, about, ({ projects }) =>
    sum(projects, (each) => (isUnread(found(each, part.queries(each.scope))) ? null : of(each))),
  );

/** A count of queries by cluster: unknown while the list of clusters is. */
const ofClusters = (
  id: string,
  about: string,
  part: OverviewPart,
  of: (context: Context) => number,
): ThingField<Read> => ofPart(id, about, part, of, lookupByCluster);

/** True when the snapshots of every cluster of a project were read. */
const areSnapshotsRead = (context: Context): boolean => {
  const { scope } = context;
  return !isUnread(lookupByCluster(context, allSnapshotQueries(scope, "once")));
};

const runningIn =
  (part: OverviewPart) =>
  (context: Context): number =>
    part.rows(context).filter(({ section }) => section === "running").length;

const bySeverity = (severity: CountedSeverity): ThingField<Read> =>
  ofAlerts(severity, `open alerts: ${severity}`, ({ bySeverity: all, severities }) =>
    // Configurations give the severities: where none was read, the count is known only without open alerts.
    isUnread(severities) && all.size > 0 ? null : (all.get(severity) ?? 0),
  );

const COUNTED: readonly ThingField<Read>[] = [
  countField("projects", "projects that it shows", ({ projects }) => projects.length),
  ofAlerts("open", "alerts that are open and not acknowledged", (counts) =>
    [...counts.bySeverity.values()].reduce((total, count) => total + count, 0),
  ),
  bySeverity("critical"),
  bySeverity("error"),
  bySeverity("warning"),
  bySeverity("info"),
  ofAlerts("acknowledged", "acknowledged alerts", ({ silenced }) => silenced),
  ofAlerts("tracking", "alerts that are tracking", ({ building }) => building),
  ofPart("migrations", "migrations in progress", migrationsPart, runningIn(migrationsPart)),
  ofClusters("restores", "restores in progress", restoresPart, runningIn(restoresPart)),
  ofClusters("exports", "exports in progress", exportsPart, runningIn(exportsPart)),
  ofClusters("indexes", "search indexes in progress", indexesPart, runningIn(indexesPart)),
  ofClusters("snapshots", "snapshots in progress", backupsPart, runningIn(backupsPart)),
  ofClusters(
    "lateBackups",
    "clusters whose planned snapshot has not come",
    backupsPart,
    (context) => backupsOfClusters(context).filter(isLate).length,
  ),
  ofClusters(
    "withoutBackup",
    "clusters without a restorable snapshot, but for paused ones",
    backupsPart,
    (context) => backupsOfClusters(context).filter(isWithoutBackup).length,
  ),
  secondsField("oldestBackup", "age of the newest snapshot, of the cluster where it is oldest", ({ projects }) => {
    if (!projects.every(areSnapshotsRead)) return null;
    const ages = projects.flatMap((each) =>
      backupsOfClusters(each).flatMap(({ cluster, newest }) =>
        newest === undefined || cluster.paused === true ? [] : [each.now - newest.takenAt],
      ),
    );
    return Math.max(...ages);
  }),
];

export const counts = listCounts(COUNTED, (context): Read => {
  const projects = projectScopes(context.scope).map((scope) => contextIn(context, scope));
  return { projects, alerts: projects.map(alertCounts) };
});
