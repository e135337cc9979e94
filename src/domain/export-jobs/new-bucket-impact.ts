import { textIn } from "../../contract/json/json.ts";
import { shortId } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { type AccessRole, isUsable } from "../access-role.ts";
import { disruptiveWhere, type Impact } from "../impact.ts";
import type { Bucket } from "./export-bucket.ts";

/** Body of a new bucket, from a form or a file. */
type Loose = { readonly [key: string]: unknown };

/** Role of a new bucket, among the known ones. */
export function roleIn(body: Loose, roles: readonly AccessRole[]): AccessRole | undefined {
  const wanted = textIn(body, "iamRoleId") ?? textIn(body, "roleId");
  return roles.find(({ id }) => id === wanted);
}

/** Names that AWS refuses for new buckets; old buckets may still have them. */
const ODD_NAME = /[A-Z_]|^(xn--|sthree-|amzn-s3-demo-)|(-s3alias|--ol-s3|--x-s3|\.mrap)$/u;

/** Warnings about a new bucket. @param roles and `buckets`: those of the project, as far as they could be read */
export function newBucketImpact(body: Loose, roles: readonly AccessRole[], buckets: readonly Bucket[]): Impact {
  const name = textIn(body, "bucketName") ?? "";
  const role = roleIn(body, roles);
  const same = buckets.filter((bucket) => bucket.name === name).map(({ id }) => shortId(id));
  return disruptiveWhere(
    present(
      role !== undefined &&
        !isUsable(role) &&
        "The role is not authorised: the service may refuse it, and exports to the bucket fail.",
      same.length > 0 && `${name} is already registered (${same.join(", ")}): they differ only by id.`,
      body["cloudProvider"] === "AWS" &&
        ODD_NAME.test(name) &&
        `${name} is no valid name for a new AWS bucket: lower-case letters, digits, dots and hyphens, without reserved prefixes or suffixes. Check the spelling.`,
    ),
  );
}
