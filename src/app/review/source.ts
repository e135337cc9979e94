import type { Target } from "../../areas/model/effect.ts";
import type { JsonObject } from "../../contract/json/json.ts";
import { operationIdOf, operations } from "../../contract/operations.ts";
import type { Review } from "../../forms/review/review.ts";
import type { Write } from "../../state/writes/send.ts";
import type { ReviewLayer } from "../workspace.ts";

/** Source of a review: a completed form, or a write without fields. */

export type Source = ReviewLayer["source"];

/** What forms and writes have in common: targets, and what follows a completed write. */
export const commonOf = (source: Source) => (source.kind === "write" ? source.plan : source.setup);

export const targetsOf = (source: Source): readonly Target[] => commonOf(source).targets;

/** Writes of a review, one per target. */
export function writesOf(source: Source, review: Review, current: JsonObject | null): readonly Write[] {
  const operation = source.kind === "write" ? source.plan.operation : operationIdOf(source.setup.plan.operation.id);
  const { body: shape, title } = operations[operation];
  return targetsOf(source).map((target): Write => {
    const body = source.kind === "write" ? (source.plan.body?.(target) ?? null) : review.body;
    const query = Object.keys(review.query).length === 0 ? {} : { query: review.query };
    const { refreshes } = commonOf(source);
    const received = source.kind === "form" && current !== null ? { received: current } : {};
    return {
      operation,
      params: target.params,
      ...query,
      body: shape === null ? null : body,
      title,
      name: target.name,
      ...received,
      ...(refreshes === undefined ? {} : { refreshes }),
    };
  });
}
