import type { BodyObject, BodyValue } from "../../contract/json/json.ts";
import { bodyAt, pathsOf, withValue } from "../../forms/paths.ts";
import { dedicatedClusters } from "../builders/clusters.ts";
import { ofEachCluster } from "../builders/settings-of-clusters.ts";
import { ONCE_IN_ITS_PLACE, type SettingsKind } from "../model/settings-kind.ts";
import { clusterArgs } from "../queries/args.ts";
import { askDocument } from "../queries/document.ts";
import { openSchedule } from "./edit.ts";
import { scheduleFilePlan } from "./form.ts";

const ZONE = "copySettings[].zoneId";

const zonesIn = (settings: BodyObject): ReadonlySet<BodyValue | undefined> =>
  new Set(pathsOf(settings, ZONE).map((path) => bodyAt(settings, path)));

/** Copies name a zone of their own cluster, which only its other copies give (`domain.md` 12.3, `zoneId`). */
function inZoneOf(settings: BodyObject, here: BodyObject): BodyObject {
  const [zone, ...others] = zonesIn(here);
  if (zone === undefined || others.length > 0) return settings;
  return pathsOf(settings, ZONE).reduce((all, path) => withValue(all, path, zone), settings);
}

/** The backup schedule of each cluster in files. */
export const backupScheduleKind: SettingsKind = {
  file: {
    ...ONCE_IN_ITS_PLACE,
    name: "backup-schedule",
    title: "backup schedule",
    plural: "backup schedules",
    inCluster: true,
    plan: scheduleFilePlan,
    notSettings: ["deleteCopiedBackups", "updateSnapshots"],
    references: [{ path: "export.exportBucketId", to: "export-bucket" }],
  },
  after: ["export-bucket"],
  read: (ask, scope) =>
    ofEachCluster(dedicatedClusters(scope), async ({ name: cluster }) => {
      const { document } = await askDocument(ask, "getBackupSchedule", clusterArgs(scope, cluster));
      return [{ id: cluster, cluster, document, change: (context) => openSchedule(context, cluster), remove: null }];
    }),
  create: null,
  inPlaceOf: inZoneOf,
};
