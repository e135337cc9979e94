import { type AccessRole, isUsable } from "../../domain/access-role.ts";
import { isShut } from "../../domain/export-bucket.ts";
import { pluralize, shortId } from "../../text/format.ts";
import type { Context } from "../context.ts";
import { known } from "../lookup.ts";
import { cachedBuckets, cachedRoles, cachedUsers, usersLookup } from "../queries/export-buckets.ts";
import type { Cell, Column, ListModel, Row } from "../view.ts";

/** The list of export buckets (E37; `domain.md` 8.6): through which role each is reached, and who exports to it by itself. */

const COLUMNS: readonly Column[] = [
  { id: "name", title: "BUCKET", min: 15, grow: 3, max: 40, priority: 1, align: "left", truncate: "end" },
  { id: "id", title: "ID", min: 9, grow: 0, priority: 2, align: "left", truncate: "middle" },
  { id: "role", title: "ROLE", min: 14, grow: 2, max: 36, priority: 1, align: "left", truncate: "end" },
  { id: "users", title: "USED BY", min: 12, grow: 3, max: 44, priority: 2, align: "left", truncate: "end" },
  { id: "provider", title: "CLOUD", min: 5, grow: 0, priority: 3, align: "left", truncate: "end" },
  { id: "region", title: "REGION", min: 9, grow: 0, priority: 4, align: "left", truncate: "end" },
];

/** The role of a bucket with its state: whether anything can be written at all. */
export function roleCell(roleId: string | null, roles: readonly AccessRole[] | null): Cell {
  if (roleId === null) return { text: "not told", tone: "dim" };
  if (roles === null) return { text: shortId(roleId), tone: "dim" };
  const role = roles.find(({ id }) => id === roleId);
  if (role === undefined) return { text: `${shortId(roleId)} is gone`, tone: "bad" };
  return isUsable(role) ? role.name : { text: "not authorised", tone: "bad" };
}

export function list(context: Context): ListModel {
  const buckets = cachedBuckets(context);
  const roles = cachedRoles(context);
  const users = cachedUsers(context);
  const shut = buckets.filter((bucket) => isShut(bucket, roles)).length;
  const { cluster } = context.scope;
  const nobody = known(usersLookup(context), () => ({
    text: cluster === null ? "nobody" : `not ${cluster}`,
    tone: "dim",
  }));
  return {
    summary: [
      shut === 0
        ? pluralize(buckets.length, "bucket")
        : { text: `${shut} of ${buckets.length} not writable`, tone: "bad" },
    ],
    columns: COLUMNS,
    rows: buckets.map((bucket): Row => {
      const own = users.get(bucket.id) ?? [];
      return {
        id: bucket.id,
        cells: {
          name: bucket.name,
          id: { text: shortId(bucket.id), tone: "dim" },
          provider: bucket.provider,
          region: bucket.region ?? "",
          role: roleCell(bucket.roleId, roles),
          users: own.length === 0 ? nobody : own.map((user) => user.cluster).join(", "),
        },
        sort: { users: own.length },
      };
    }),
    sections: [],
    defaultSort: { column: "name", descending: false },
    empty: "No export bucket: snapshots cannot be copied out of this project. n registers one.",
  };
}
