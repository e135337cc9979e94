import type { Action } from "../area.ts";
import type { Context } from "../context.ts";
import type { Effect } from "../effect.ts";
import { cancel, cannotCancel } from "./cancel.ts";
import { cannotRepeat, openRestoreOf, repeat } from "./create.ts";
import { cachedRestore, restoreStatusOf } from "./jobs.ts";
import { STATES } from "./labels.ts";
import { linkPage } from "./links.ts";

/** What can be done with restore jobs: starting one (E48, E56), taking the link of a download, cancelling one that runs (E49). */

const NOWHERE: Effect = { kind: "place", place: { area: "restore-jobs", ids: [] } };

/** Why there is no link to take, or null. */
function withoutLink(context: Context, id: string): string | null {
  const found = cachedRestore(context, id);
  if (found === null) return "it is not in the list any more";
  const { restore } = found;
  if (restore.job.deliveryType !== "download") return "it restores into a cluster: there are no files to fetch";
  const { state } = restoreStatusOf(context, restore);
  switch (state) {
    case "link-ready":
      return null;
    case "running":
      return "the files are still being made: the link comes when they are done";
    case "link-expired":
      return "its link is over: download the snapshot anew";
    default:
      return `it is ${STATES[state].text}: there is no link`;
  }
}

export const actions: readonly Action[] = [
  {
    id: "restore-jobs.create",
    title: "Restore or download a snapshot…",
    operation: "createBackupRestoreJob",
    also: ["createServerlessBackupRestoreJob"],
    standard: "new",
    on: "area",
    disabled: () => null,
    open: (context, _ids, start) => openRestoreOf(context, start),
  },
  {
    id: "restore-jobs.link",
    title: "Download link, to copy",
    operation: "getBackupRestoreJob",
    also: ["getServerlessBackupRestoreJob"],
    on: "one",
    disabled: (context, ids) => withoutLink(context, ids[0] ?? ""),
    open: (context, ids) => {
      const found = cachedRestore(context, ids[0] ?? "");
      if (found === null) return NOWHERE;
      const { cluster, job } = found.restore;
      return { kind: "page", page: linkPage(context, cluster, job) };
    },
  },
  {
    id: "restore-jobs.again",
    title: "The same once more…",
    operation: "createBackupRestoreJob",
    also: ["createServerlessBackupRestoreJob"],
    on: "one",
    disabled: (context, ids) => {
      const found = cachedRestore(context, ids[0] ?? "");
      return found === null ? "it is not in the list any more" : cannotRepeat(context, found.restore);
    },
    open: (context, ids) => {
      const found = cachedRestore(context, ids[0] ?? "");
      return found === null ? NOWHERE : repeat(context, found.restore);
    },
  },
  {
    id: "restore-jobs.cancel",
    title: "Cancel…",
    operation: "cancelBackupRestoreJob",
    standard: "delete",
    on: "one",
    disabled: (context, ids) => cannotCancel(context, ids[0] ?? ""),
    open: (context, ids) => {
      const found = cachedRestore(context, ids[0] ?? "");
      return found === null ? NOWHERE : { kind: "write", plan: cancel(context, found.restore) };
    },
  },
];
