import { cloudLabel } from "../../contract/clouds.ts";
import type { ExportJob } from "../../contract/export-jobs.ts";
import { ExportBucketId } from "../../contract/schema/ids.ts";
import { isUsable } from "../../domain/access-role.ts";
import { bucketOf } from "../../domain/export-jobs/export-bucket.ts";
import { exportAsJob } from "../../domain/export-jobs/export-status.ts";
import { regionLabel } from "../../domain/region.ts";
import type { Query } from "../../state/answers/query.ts";
import { formatAgeSince, pluralize, timeOf } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { bad, dim, good } from "../builders/cells.ts";
import { jobCell } from "../builders/jobs.ts";
import { field, fieldIfAny, heading, textLine } from "../builders/lines.ts";
import { lookupByCluster, valueOrReason } from "../builders/lookup.ts";
import { type Cell, cellText, cellTone } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { DetailLine, DetailModel } from "../model/view.ts";
import { cachedBuckets, cachedUsers, judgedRoles, usersLookup } from "../queries/export-buckets.ts";
import { cachedJobs, exportQueries } from "../queries/export-jobs.ts";
import { roleCell } from "./list.ts";

/** The detail of one export bucket (E40): its users, and the results of the last exports into it. */

/** Up to this many exports are shown; the list of exports has the others. */
const MOST_EXPORTS = 8;

/** Arguments of a request about one bucket, or null for an invalid id. */
const oneArgs = (context: Context, id: string) => {
  const exportBucketId = ExportBucketId.safeParse(id);
  const groupId = context.scope.groupId;
  return exportBucketId.success ? { params: { groupId, exportBucketId: exportBucketId.data } } : null;
};

export function detailQueries(context: Context, id: string): readonly Query[] {
  const args = oneArgs(context, id);
  if (args === null) return [];
  return [{ operation: "getExportBucket", args, poll: "once" }, ...exportQueries(context.scope, "once")];
}

type Export = { readonly cluster: string; readonly job: ExportJob };

/** Exports into a bucket, newest first. */
function exportsInto(context: Context, id: string): readonly Export[] {
  return cachedJobs(context)
    .filter(({ job }) => job.exportBucketId === id)
    .sort((left, right) => (right.job.createdAt ?? "").localeCompare(left.job.createdAt ?? ""));
}

function exportLines(context: Context, id: string): DetailLine[] {
  const found = exportsInto(context, id);
  if (found.length === 0) {
    const none = valueOrReason(lookupByCluster(context, exportQueries(context.scope, "once")), () => dim("none"));
    return [field("Exports", none)];
  }
  return [
    heading(`${pluralize(found.length, "export")} to this bucket`),
    ...found.slice(0, MOST_EXPORTS).map(({ cluster, job }): DetailLine => {
      const state = jobCell(exportAsJob(job, context.now));
      const value = { text: `${cellText(state)} · ${cluster}`, tone: cellTone(state) };
      return field(formatAgeSince(timeOf(job.createdAt), context.now), value, { area: "export-jobs", ids: [job.id] });
    }),
  ];
}

function roleLines(context: Context, roleId: string | null): DetailLine[] {
  const roles = judgedRoles(context);
  const role = roles?.find(({ id }) => id === roleId);
  const state: Cell | null =
    role === undefined
      ? null
      : isUsable(role)
        ? role.status === "authorised"
          ? good("authorised")
          : "not reported by the service"
        : bad("not authorised: exports to this bucket fail");
  const link = roleId === null ? undefined : ({ area: "cloud-access", ids: [roleId] } as const);
  return present(
    field("Role", role === undefined ? roleCell(roleId, roles) : role.name, link),
    fieldIfAny("Role status", state),
  );
}

function userLines(context: Context, id: string): DetailLine[] {
  const users = cachedUsers(context).get(id) ?? [];
  if (users.length === 0) {
    const { cluster } = context.scope;
    const words = cluster === null ? "no cluster" : `not ${cluster}; ${context.key("cluster")} shows all clusters`;
    const nobody = valueOrReason(usersLookup(context), () => words);
    return [field("Used by", nobody)];
  }
  return users.map(({ cluster, which }, index) =>
    field(index === 0 ? "Used by" : "", `${cluster}, automatic export of ${which} snapshots`, {
      area: "backup-schedules",
      ids: [cluster],
    }),
  );
}

export function detail(context: Context, id: string): DetailModel | null {
  const args = oneArgs(context, id);
  const cached = args === null ? undefined : context.cached("getExportBucket", args);
  const bucket = cached === undefined ? cachedBuckets(context).find((one) => one.id === id) : bucketOf(cached.data);
  if (bucket === undefined) return null;
  return {
    title: bucket.name,
    lines: present(
      field("Bucket", bucket.name),
      field("Provider", cloudLabel(bucket.provider)),
      fieldIfAny("Region", bucket.region === null ? null : regionLabel(bucket.provider, bucket.region)),
      fieldIfAny("Storage account", bucket.serviceUrl),
      fieldIfAny("Tenant", bucket.tenantId),
      ...roleLines(context, bucket.roleId),
      ...userLines(context, id),
      ...exportLines(context, id),
      heading("API fields"),
      field("Id", bucket.id),
      fieldIfAny("Role id", bucket.roleId),
      textLine(dim("Buckets cannot be changed: register a new one, switch the schedules to it, then remove this one.")),
    ),
    raw: cached?.raw ?? null,
  };
}
