import { cloudLabel } from "../../contract/clouds.ts";
import { type AccessRole, isUsable } from "../../domain/access-role.ts";
import { type Bucket, isUnwritable } from "../../domain/export-jobs/export-bucket.ts";
import { regionLabel } from "../../domain/region.ts";
import { pluralize, shortId } from "../../text/format.ts";
import { bad, dim } from "../builders/cells.ts";
import { column, type ListColumn, rowsOf } from "../builders/columns.ts";
import { count } from "../builders/count.ts";
import { cellIfKnown } from "../builders/lookup.ts";
import type { Cell } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { ListModel } from "../model/view.ts";
import { cachedBuckets, cachedUsers, judgedRoles, usersLookup } from "../queries/export-buckets.ts";

/** The list of export buckets (E37; `domain.md` 8.6): the role of each, and the clusters that export to it automatically. */

/** The role of a bucket with its state, which decides if anything can be written to the bucket. */
export function roleCell(roleId: string | null, roles: readonly AccessRole[] | null): Cell {
  if (roleId === null) return dim("unknown");
  if (roles === null) return dim(shortId(roleId));
  const role = roles.find(({ id }) => id === roleId);
  if (role === undefined) return bad(`${shortId(roleId)} deleted`);
  return isUsable(role) ? role.name : bad("not authorised");
}

/** A bucket with the data of its row. */
type Listed = {
  readonly bucket: Bucket;
  readonly role: Cell;
  /** Clusters that export to it automatically. */
  readonly users: readonly string[];
  /** Placeholder where there are none. */
  readonly nobody: Cell;
};

export const COLUMNS: readonly ListColumn<Listed>[] = [
  column(
    { id: "name", title: "BUCKET", min: 15, grow: 3, max: 40, priority: 1, truncate: "middle" },
    ({ bucket }) => bucket.name,
  ),
  column({ id: "id", title: "ID", min: 9, priority: 2, truncate: "middle" }, ({ bucket }) => dim(shortId(bucket.id))),
  column({ id: "role", title: "ROLE", min: 14, grow: 2, max: 36, priority: 1, truncate: "middle" }, ({ role }) => role),
  column(
    {
      id: "users",
      title: "USED BY",
      min: 12,
      grow: 3,
      max: 44,
      priority: 2,
      truncate: "middle",
      sort: ({ users }) => users.length,
    },
    ({ users, nobody }) => (users.length === 0 ? nobody : users.join(", ")),
  ),
  column({ id: "provider", title: "PROVIDER", min: 8, priority: 3 }, ({ bucket }) => cloudLabel(bucket.provider)),
  column({ id: "region", title: "REGION", min: 9, priority: 4 }, ({ bucket }) =>
    regionLabel(bucket.provider, bucket.region ?? ""),
  ),
];

export function list(context: Context): ListModel {
  const buckets = cachedBuckets(context);
  const roles = judgedRoles(context);
  const users = cachedUsers(context);
  const shut = buckets.filter((bucket) => isUnwritable(bucket, roles)).length;
  const { cluster } = context.scope;
  const nobody = cellIfKnown(usersLookup(context), () => dim(cluster === null ? "none" : `not ${cluster}`));
  const listed = buckets.map(
    (bucket): Listed => ({
      bucket,
      role: roleCell(bucket.roleId, roles),
      users: (users.get(bucket.id) ?? []).map((user) => user.cluster),
      nobody,
    }),
  );
  return {
    summary: [
      count("buckets", [shut, buckets.length], (closed = 0, all = 0) =>
        closed === 0 ? pluralize(all, "bucket") : bad(`${closed} of ${all} not writable`),
      ),
    ],
    rows: rowsOf(COLUMNS, listed, context, ({ bucket }) => ({ id: bucket.id })),
    sections: [],
    defaultSort: { column: "name", descending: false },
    empty: `No export buckets: snapshots cannot be exported. ${context.key("action.new")} registers a bucket.`,
  };
}
