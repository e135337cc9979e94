import { operationsOf } from "../../contract/entities.ts";
import type { OperationId } from "../../contract/operations.ts";
import { saysAbsent, unreadOf } from "../answers/lookup.ts";
import { groupIdOf } from "../answers/query.ts";
import type { Resource } from "../answers/resource.ts";
import type { ConsoleState } from "../store.ts";
import type { Place } from "./place.ts";

/** True when earlier answers show that a thing no longer exists; makes no request. */

const isOf = ({ args }: Resource<OperationId>, groupId: string | null): boolean => {
  const project = groupIdOf(args);
  return project === null || project === groupId;
};

const names = ({ args }: Resource<OperationId>, id: string): boolean => Object.values(args.params).includes(id);

/**
 * True when the service said that the thing of a place does not exist: in a read of it alone, or because it disappeared from its list and no cached
 * read of it alone can be trusted. Its mere absence from a list proves nothing: the list may show a part.
 */
export function isRemovedPlace(
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

/** A thing that has a read of its own, not made yet, may still exist: a closed alert is in no list of open ones. */
const hasNoOther = (own: readonly Resource<OperationId>[], area: Place["area"]): boolean =>
  own.length > 0 || operationsOf(area, "get").length === 0;
