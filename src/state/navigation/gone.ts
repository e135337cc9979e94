import { operationsOf } from "../../contract/entities.ts";
import type { OperationId } from "../../contract/operations.ts";
import { saysAbsent, unreadOf } from "../answers/lookup.ts";
import type { Resource } from "../answers/resources.ts";
import type { ConsoleState } from "../store.ts";
import type { Place } from "./place.ts";

/** Whether a thing is known to be gone, by what the service said last: nothing is asked for it. */

const isOf = ({ args }: Resource<OperationId>, groupId: string | null): boolean => {
  const project: unknown = Reflect.get(args.params, "groupId");
  return project === undefined || project === groupId;
};

const names = ({ args }: Resource<OperationId>, id: string): boolean => Object.values(args.params).includes(id);

/**
 * Whether the thing of a place was said not to be there: by a question for it alone, or because it went from its list and nothing
 * that is held of it alone is to be trusted. A list that merely does not hold it proves nothing: it may show a part.
 */
export function isGone(
  { resources, stale }: Pick<ConsoleState, "resources" | "stale">,
  { area, ids }: Place,
  groupId: string | null,
): boolean {
  const [id] = ids;
  if (id === undefined) return false;
  const of = (use: "get" | "list"): readonly Resource<OperationId>[] =>
    operationsOf(area, use)
      .flatMap((operation) => [...(resources[operation]?.values() ?? [])])
      .filter((resource) => isOf(resource, groupId));
  const own = of("get").filter((resource) => names(resource, id));
  const isAbsent = (resource: Resource<OperationId>): boolean => saysAbsent(unreadOf(resource.failure));
  if (own.length > 0 && own.every(isAbsent)) return true;
  const isRemoved = of("list").some(({ cached }) => cached?.removed.some((row) => row.id === id) === true);
  return isRemoved && own.every((resource) => isAbsent(resource) || stale.has(resource.key)) && hasNoOther(own, area);
}

/** Where a thing can be asked for alone and was not, it may still be there: a closed alert is in no list of open ones. */
const hasNoOther = (own: readonly Resource<OperationId>[], area: Place["area"]): boolean =>
  own.length > 0 || operationsOf(area, "get").length === 0;
