import type { Client } from "../client/client.ts";
import type { ServiceError } from "../client/errors/service-error.ts";
import { idIn } from "../contract/entities.ts";
import { isObject, textIn } from "../contract/json/json.ts";
import type { Operation } from "../contract/operation.ts";
import { allOperations, operations } from "../contract/operations.ts";
import { pathParameters } from "../contract/wire/wire.ts";
import { ITEMS_PER_PAGE } from "../state/answers/reading.ts";
import { rowsOf } from "../state/answers/structural-sharing.ts";
import { didYouMeanElse } from "../text/nearest.ts";

/** The name that was probably meant, where the service says that there is no such thing: the lists that have it are read after the failure only. */

type Params = Readonly<Record<string, string>>;

type Found = Extract<Parameters<typeof didYouMeanElse>[1][number], object>;

/** Lists whose rows a parameter names, where these are not rows of the operation's own entity. */
const LISTS: Readonly<Partial<Record<string, readonly Operation[]>>> = {
  groupId: [operations.listProjects],
  orgId: [operations.listOrganizations],
  clusterName: [operations.listClusters, operations.listFlexClusters],
};

/** The list of the operation's own entity, with parameters that the call has too. */
const ownLists = ({ entity }: Operation, params: Params): readonly Operation[] =>
  allOperations().filter(
    (other) =>
      entity !== null &&
      other.entity?.name === entity.name &&
      other.entityUse === "list" &&
      pathParameters(other.path).every((name) => name in params),
  );

/** What the field of a row is called that a parameter names: `databaseName` stands as `database`, `clusterName` of a cluster as `name`. */
const fieldsOf = (param: string): readonly string[] => [param, param.replace(/Name$/u, ""), "name"];

/** What a parameter may be for a row: an id, which people know by its names, or a name. */
function candidateIn(list: Operation, row: unknown, param: string): readonly Found[] {
  const id = idIn(list.id, row);
  if (param.endsWith("Name")) {
    const name = fieldsOf(param).flatMap((field) => textIn(row, field) ?? [])[0];
    return name === undefined ? [] : [{ name, also: [] }];
  }
  const names = isObject(row) ? Object.keys(row).filter((field) => /name$/iu.test(field)) : [];
  return id === null ? [] : [{ name: id, also: names.flatMap((field) => textIn(row, field) ?? []) }];
}

/** Asks for the rows of a list, each list once; none where they cannot be read: the failure that is reported is that of the call. */
function rowsAsker(
  client: Client,
  params: Params,
  signal: AbortSignal,
): (list: Operation) => Promise<readonly unknown[]> {
  const answers = new Map<string, Promise<readonly unknown[]>>();
  const ask = async (list: Operation): Promise<readonly unknown[]> => {
    const own = Object.fromEntries(pathParameters(list.path).map((name) => [name, params[name] ?? ""]));
    const query = list.answer === "list" ? { itemsPerPage: ITEMS_PER_PAGE } : {};
    try {
      return rowsOf((await client.callOperation(list, { params: own, query }, { signal, repeats: 0 })).data) ?? [];
    } catch {
      return [];
    }
  };
  return (list) => {
    const rows = answers.get(list.id) ?? ask(list);
    answers.set(list.id, rows);
    return rows;
  };
}

/**
 * `Did you mean prod-eu?`; empty where the service does not say that something is missing, or no name is near.
 *
 * @param params the path parameters of the call
 */
export async function nearNameText(
  client: Client,
  { operation, document, status }: ServiceError,
  params: Params,
  signal: AbortSignal,
): Promise<string> {
  if (status !== 404 || document === null) return "";
  const names = pathParameters(operation.path).toReversed();
  const isBlamed = (name: string): boolean => (document.parameters ?? []).includes(params[name]);
  const rowsOfList = rowsAsker(client, params, signal);
  for (const param of names.toSorted((one, other) => Number(isBlamed(other)) - Number(isBlamed(one)))) {
    const typed = params[param] ?? "";
    const found: Found[] = [];
    for (const list of LISTS[param] ?? ownLists(operation, params)) {
      found.push(...(await rowsOfList(list)).flatMap((row) => candidateIn(list, row, param)));
    }
    if (found.length > 0 && !found.some(({ name }) => name === typed)) return didYouMeanElse(typed, found, "");
  }
  return "";
}
