import type { Ask } from "../../areas/model/context.ts";
import type { Effect } from "../../areas/model/effect.ts";
import type { Cell } from "../../areas/model/view.ts";
import { saysNotThere } from "../../client/errors/absence.ts";
import { idIn } from "../../contract/entities.ts";
import type { Operation } from "../../contract/operation.ts";
import { allOperations, type OperationId, operations } from "../../contract/operations.ts";
import type { GroupId } from "../../contract/schema/ids.ts";
import type { Query } from "../../state/answers/query.ts";
import { readQuery } from "../../state/answers/read-query.ts";
import { isAreaId, type Place } from "../../state/navigation/place.ts";
import { pluralize, shortId } from "../../text/format.ts";
import { errorText } from "../error-text.ts";

/** Looking up an id that is not known: one read after another until one finds it. Only asked for explicitly; typing asks nothing. */

/** A way to look an id up: in the project alone, or in each of its clusters. */
export type LookUp = {
  /** What it may be: `alert, export bucket`. */
  readonly kinds: readonly string[];
  readonly queries: readonly Query[];
};

/** No more requests than this for one id: a minute has a hundred of them. */
export const MOST_REQUESTS = 60;

const ID = /^[0-9a-f]{24}$/u;

/** Whether a text is an id that the service could be asked for. */
export const isId = (text: string): boolean => ID.test(text.trim().toLowerCase());

/** The one parameter besides project and cluster, where there is exactly one. */
function idParam({ params }: Operation): string | null {
  const [name, ...others] = Object.keys(params).filter((each) => each !== "groupId" && each !== "clusterName");
  return name === undefined || others.length > 0 || !("groupId" in params) ? null : name;
}

const isByCluster = ({ params }: Operation): boolean => "clusterName" in params;

const kindOf = ({ entity }: Operation): string => entity?.name.replace(/ of .*$/u, "") ?? "";

/** The operations that get one thing by its id. */
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

/** The ways to look an id up: what needs no more than the project first, then what lies in one of its clusters. */
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

/** The place of what was answered. */
function placeOf({ operation }: Query, answer: unknown, id: string): Place | null {
  const { area }: Operation = operations[operation];
  return area !== null && isAreaId(area) ? { area, ids: [idIn(operation, answer) ?? id] } : null;
}

const line = (text: string, tone: "plain" | "warn" | "dim" = "plain"): readonly Cell[] => [{ text, tone }];

/** What an id leads to, looked up; a page that says where it was not found, and what could not be asked. */
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
        if (saysNotThere(error)) notThere += 1;
        else failed.add(errorText(error));
        // What fails for one request would fail for the next ones too, and each of them counts.
        if (failed.size >= MOST_FAILURES) break;
      }
    }
    const answered = `${pluralize(notThere, "request")} answered: no ${listed(kinds)} with this id in ${where}.`;
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

/** After so many different failures nothing more is asked. */
const MOST_FAILURES = 3;

/** `alert, restore or snapshot` */
export const listed = (kinds: readonly string[]): string =>
  kinds.length < 2 ? kinds.join("") : `${kinds.slice(0, -1).join(", ")} or ${kinds.at(-1) ?? ""}`;
