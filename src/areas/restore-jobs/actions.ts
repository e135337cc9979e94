import { restoreAsJob } from "../../domain/restore.ts";
import { STATUSES } from "../builders/jobs.ts";
import { actionOn } from "../builders/one-thing.ts";
import type { Action } from "../model/area.ts";
import type { Context } from "../model/context.ts";
import type { Restore } from "../queries/restore-jobs.ts";
import { cancel, cannotCancel } from "./cancel.ts";
import { cannotRepeat, openRestoreOf, repeat } from "./create.ts";
import { cachedRestore } from "./jobs.ts";
import { linkPage } from "./links.ts";

/** Actions on restore jobs: start one (E48, E56), show the link of a download, cancel a running one (E49). */

const onRestore = actionOn("restore-jobs", (context, id) => cachedRestore(context, id)?.found);

/** The reason why there is no download link, or null. */
function withoutLink({ job }: Restore, { now }: Context): string | null {
  if (job.deliveryType !== "download") return "this job restores to a cluster: no files to download";
  const { status } = restoreAsJob(job, now);
  switch (status) {
    case "ready":
      return null;
    case "running":
      return "the files are still being prepared: the link appears when they are ready";
    case "expired":
      return "the download link has expired: download the snapshot again";
    default:
      return `the job is ${STATUSES[status].text}: no download link`;
  }
}

export const actions: readonly Action[] = [
  {
    id: "restore-jobs.create",
    title: "Restore or download a snapshot…",
    operation: "createBackupRestoreJob",
    also: ["createServerlessBackupRestoreJob"],
    standard: "new",
    open: (context, _ids, start) => openRestoreOf(context, start),
  },
  onRestore({
    id: "restore-jobs.link",
    title: "Show download link",
    operation: "getBackupRestoreJob",
    also: ["getServerlessBackupRestoreJob"],
    disabled: withoutLink,
    open: ({ cluster, job }, context) => ({ kind: "page", page: linkPage(context, cluster, job) }),
  }),
  onRestore({
    id: "restore-jobs.again",
    title: "Repeat…",
    operation: "createBackupRestoreJob",
    also: ["createServerlessBackupRestoreJob"],
    disabled: cannotRepeat,
    open: repeat,
  }),
  onRestore({
    id: "restore-jobs.cancel",
    title: "Cancel…",
    operation: "cancelBackupRestoreJob",
    standard: "delete",
    disabled: cannotCancel,
    open: (restore, context) => ({ kind: "write", plan: cancel(context, restore) }),
  }),
];
