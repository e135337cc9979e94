import { DAY } from "../../text/durations.ts";
import { ACCESS_ROLE } from "../cloud-access.ts";
import { exportBucketDraft, roleIdOf, withBucketUse } from "../export-buckets/stored.ts";
import { objectId, randomOf } from "../random.ts";
import type { DocumentDraft } from "../storage/storage.ts";
import type { SampleRoles } from "./project-settings.ts";

/** Ids of the sample's buckets by purpose (`domain.md` 8.7). */
export type SampleBuckets = {
  /** Usable; a schedule exports to it automatically. */
  readonly inUse: string;
  /** Its role is not authorised yet, so exports to it fail. */
  readonly unauthorised: string;
  /** Same name as `inUse`, but another role. */
  readonly duplicate: string;
};

/** Three buckets of the main project. Their ids depend only on the seed and the time of the start. */
export function mainBuckets(
  groupId: string,
  now: number,
  seed: string,
  roles: SampleRoles,
): { readonly drafts: readonly DocumentDraft[]; readonly buckets: SampleBuckets } {
  const random = randomOf(seed, "export-buckets");
  const bucket = (daysAgo: number, bucketName: string, iamRoleId: string) => ({
    _id: objectId(now - daysAgo * DAY, random),
    bucketName,
    cloudProvider: "AWS",
    iamRoleId,
    region: "EU_WEST_1",
  });
  const inUse = bucket(199, "acme-db-exports", roles.exporting);
  const duplicate = bucket(150, "acme-db-exports", roles.encrypting);
  const unauthorised = bucket(1, "acme-legal-hold", roles.waiting);
  return {
    drafts: [inUse, duplicate, unauthorised].map((body) => exportBucketDraft(groupId, body)),
    buckets: { inUse: inUse._id, unauthorised: unauthorised._id, duplicate: duplicate._id },
  };
}

/** Adds to access roles the buckets that use them; other documents stay unchanged. */
export const withBucketUses = (
  drafts: readonly DocumentDraft[],
  buckets: readonly DocumentDraft[],
): readonly DocumentDraft[] =>
  drafts.map((draft) => {
    if (draft.kind !== ACCESS_ROLE) return draft;
    const own = buckets.filter(({ body }) => roleIdOf(body) === draft.id);
    return own.reduce((role, { id }) => withBucketUse(role, id, true), draft);
  });
