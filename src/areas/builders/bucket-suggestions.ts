import { cloudLabel } from "../../contract/clouds.ts";
import type { AccessRole } from "../../domain/access-role.ts";
import { type Bucket, bucketLabel, formatWritable, isUnwritable } from "../../domain/export-jobs/export-bucket.ts";
import { regionLabel } from "../../domain/region.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { shortId } from "../../text/format.ts";
import { joinTexts } from "../../text/present.ts";

/**
 * Buckets to export to, writable ones first, each with the state of its role (field table of `domain.md` 10).
 *
 * @param roles null where they may not be read: then their state is left out
 */
export const bucketSuggestions = (
  buckets: readonly Bucket[],
  roles: readonly AccessRole[] | null,
): readonly Suggestion[] =>
  [...buckets]
    .sort((one, other) => Number(isUnwritable(one, roles)) - Number(isUnwritable(other, roles)))
    .map((bucket) => ({
      value: bucket.id,
      label: bucketLabel(bucket, buckets),
      note: joinTexts(
        " · ",
        formatWritable(bucket, roles),
        cloudLabel(bucket.provider),
        regionLabel(bucket.provider, bucket.region ?? ""),
        shortId(bucket.id),
      ),
    }));

/** The only writable bucket; undefined where there is none, or more than one. */
export function onlyOpenBucket(buckets: readonly Bucket[], roles: readonly AccessRole[] | null): Bucket | undefined {
  const open = buckets.filter((bucket) => !isUnwritable(bucket, roles));
  return open.length === 1 ? open[0] : undefined;
}
