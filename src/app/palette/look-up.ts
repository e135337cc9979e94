import type { Cell } from "../../areas/model/cell.ts";
import type { Ask } from "../../areas/model/context.ts";
import type { Effect } from "../../areas/model/effect.ts";
import { saysNotFound } from "../../client/errors/absence.ts";
import { idIn } from "../../contract/entities.ts";
import type { Operation } from "../../contract/operation.ts";
import { allOperations, type OperationId, operations } from "../../contract/operations.ts";
import type { GroupId } from "../../contract/schema/ids.ts";
import type { Query } from "../../state/answers/query.ts";
import { readQuery } from "../../state/answers/read-query.ts";
import { isAreaId, type Place } from "../../state/navigation/place.ts";
import { either, pluralize, shortId } from "../../text/format.ts";
import { errorText } from "../error-text.ts";

/** Looks up an unknown id: one read after another until one finds it. Only on explicit request; typing sends no requests. */

/** A way to look up an id: in the project itself, or in each of its clusters. */
type LookUp = {
  /** Kinds of things that it finds: `alert, export bucket`. */
  readonly kinds: readonly string[];
  readonly queries: readonly Query[];
};

/** Upper bound of requests for one id: the service allows a hundred per minute. */
export const MOST_REQUESTS = 60;

const ID = /^[0-9a-f]{24}$/u;

/** True for a text in the format of an id. */
export const isId = (text: string): boolean => ID.test(text.trim().toLowerCase());

/** The only parameter besides project and cluster; null if there is none or more than one. */
function idParam({ params }: Operation): string | null {
  const [name, ...others] = Object.keys(params).filter((each) => each !== "groupId" && each !== "clusterName");
  return name === undefined || others.length > 0 || !("groupId" in params) ? null : name;
}

const isByCluster = ({ params }: Operation): boolean => "clusterName" in params;

const kindOf = ({ entity }: Operation): string => entity?.name.replace(/ of .*$/u, "") ?? "";

/** Operations that get a single thing by its id. */
const getsById = (): readonly Operation[] =>
  allOperations().filter(
    (operation) =>
      operation.entityUse === "get" &&
      operation.entity !== null &&
      operation.entity.id.length > 0 &&
      operation.area !== null &&
      isAreaId(operation.area) &&
      idParam(operation) !== null,
  );

function lookUpBy(
  gets: readonly Operation[],
  groupId: GroupId,
  id: string,
  clusters: readonly (string | null)[],
): LookUp {
  const queries = clusters.flatMap((clusterName) =>
    gets.flatMap((operation): readonly Query[] => {
      const name = idParam(operation) ?? "";
      const params = { groupId, [name]: id, ...(clusterName === null ? {} : { clusterName }) };
      const query = readQuery({ operation: operation.id, params }, "once");
      return query === null ? [] : [query];
    }),
  );
  return { kinds: [...new Set(gets.map(kindOf))], queries };
}

/** Ways to look up an id: first those that need only the project, then those in its clusters. */
export function lookUps(groupId: GroupId, clusters: readonly string[], text: string): readonly LookUp[] {
  const id = text.trim().toLowerCase();
  const gets = getsById();
  return [
    lookUpBy(
      gets.filter((operation) => !isByCluster(operation)),
      groupId,
      id,
      [null],
    ),
    lookUpBy(gets.filter(isByCluster), groupId, id, clusters),
  ].filter(({ queries }) => queries.length > 0);
}

/** The place of a found thing. */
function placeOf({ operation }: Query, answer: unknown, id: string): Place | null {
  const { area }: Operation = operations[operation];
  return area !== null && isAreaId(area) ? { area, ids: [idIn(operation, answer) ?? id] } : null;
}

const line = (text: string, tone: "plain" | "warn" | "dim" = "plain"): readonly Cell[] => [{ text, tone }];

/** Looks up an id and leads to its place; otherwise to a page that says where it was not found, and which requests failed. */
export function lookUpEffect(text: string, where: string, { kinds, queries }: LookUp): Effect {
  const id = text.trim().toLowerCase();
  const title = `Look up ${shortId(id)}`;
  const load = async (ask: Ask): Promise<Effect> => {
    const failed = new Set<string>();
    let notThere = 0;
    for (const query of queries) {
      try {
        const { data } = await ask<OperationId>(query.operation, query.args);
        const place = placeOf(query, data, id);
        if (place !== null) return { kind: "place", place };
      } catch (error) {
        if (saysNotFound(error)) notThere += 1;
        else failed.add(errorText(error));
        // An error of one request would probably repeat for the next ones, and each of them counts against the limit.
        if (failed.size >= MOST_FAILURES) break;
      }
    }
    const answered = `${pluralize(notThere, "request")} answered: no ${either(kinds)} with this id in ${where}.`;
    const lines = [line(id), line(""), line(answered), ...[...failed].map((words) => line(words, "warn"))];
    return {
      kind: "page",
      page: {
        title: failed.size > 0 ? "Not found, and not all was asked" : "Not found",
        lines,
        copies: [{ title: "Id", text: id }],
      },
    };
  };
  return { kind: "asking", title, load };
}

/** Number of different errors after which the lookup stops. */
const MOST_FAILURES = 3;
