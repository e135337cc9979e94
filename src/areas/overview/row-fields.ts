import { isMissing } from "../../state/answers/lookup.ts";
import { contextIn, projectScopes } from "../all-projects.ts";
import type { Context } from "../model/context.ts";
import { flagField, rowFields, secondsField, textField } from "../model/fields.ts";
import { backupsOfClusters, type ClusterBackups, isBackupBad } from "../snapshots/list.ts";

/** Row fields of the overview for programs: the latest backup of each cluster. Other rows are better read from the lists of their areas. */

type BackupOf = { readonly context: Context; readonly backups: ClusterBackups };

const backupsIn = (context: Context): readonly BackupOf[] =>
  projectScopes(context.scope).flatMap((scope) => {
    const own = contextIn(context, scope);
    return backupsOfClusters(own).map((backups) => ({ context: own, backups }));
  });

/** True when snapshots can be compared with the schedule; a serverless instance has none. */
const isPlanKnown = ({ cluster, lists, plan }: ClusterBackups): boolean =>
  cluster.paused === true || !(isMissing(lists) || (cluster.kind !== "serverless" && isMissing(plan)));

export const fields = rowFields<BackupOf>(
  [
    textField("project", "name of the project", ({ context }) => context.scope.groupName),
    textField("cluster", "name of the cluster", ({ backups }) => backups.cluster.name),
    secondsField("backupAge", "age of the newest restorable snapshot", ({ backups: { newest } }, { now }) =>
      newest === undefined ? null : now - newest.takenAt,
    ),
    secondsField("backupInterval", "time between snapshots by the schedule", ({ backups }) => backups.planned),
    flagField(
      "backupLate",
      "a planned snapshot has not come, or there is none",
      ({ backups }) => isBackupBad(backups) || (isPlanKnown(backups) ? false : null),
    ),
  ],
  backupsIn,
  ({ context, backups }) => `${context.scope.groupId}/backups/${backups.cluster.name}`,
  { isPerCluster: true },
);
