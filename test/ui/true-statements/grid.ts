import type { AreaId } from "../../../src/contract/area-ids.ts";
import type { OperationId } from "../../../src/contract/operations.ts";
import type { Fault, Faulty, RecordedService } from "./recorded-service.ts";
import { type SeenPlace, seenAt } from "./screen-text.ts";
import { oneOf, operationsIn, wrongIn } from "./statements.ts";

/** The screens of an area, each of their questions, one way in which an answer does not come: what is said there and is not so. */

/** All that tells which clusters there are. */
const CLUSTER_LISTS: readonly OperationId[] = ["listClusters", "listFlexClusters", "listClustersOfAllProjects"];
/** All that tells which projects there are, and how they and their organisation are called. */
const PROJECT_LISTS: readonly OperationId[] = ["listProjects", "getOrganization"];

const FIRST = 6;

const block = (title: string, found: readonly string[]): string =>
  found.length === 0 ? "" : `${title}\n    ${found.slice(0, FIRST).join("\n    ")}`;

/** What is wrong on a screen and the things in it, whichever of its questions goes wrong. */
export async function wrongOfQuestions(service: RecordedService, area: AreaId, fault: Fault): Promise<string> {
  const list = await seenAt(service, { area });
  const wrong: string[] = [];
  for (const id of [undefined, list.ids[0], list.ids.at(-1)]) {
    if (id === undefined && wrong.length > 0) continue;
    const place = { area, ...(id === undefined ? {} : { id }) };
    const whole = await seenAt(service, place);
    const check = async (title: string, operations: readonly OperationId[], key: string | null): Promise<void> => {
      const faulty: Faulty = { operations, key, fault };
      const found = block(`${id ?? "list"} ${title}`, wrongIn(whole, await seenAt(service, place, faulty), faulty));
      if (found !== "") wrong.push(found);
    };
    if (fault !== "empty" && whole.queries.some(({ operation }) => CLUSTER_LISTS.includes(operation))) {
      await check("which clusters there are", CLUSTER_LISTS, null);
    }
    for (const operation of operationsIn(whole.queries)) {
      await check(`${operation} all`, [operation], null);
      const key = oneOf(whole.queries, operation);
      if (key !== null && fault !== "empty") await check(`${operation} one`, [operation], key);
    }
  }
  return wrong.join("\n");
}

/** What is wrong on the screens of an area while it is not known which projects there are. */
export async function wrongOfProjects(service: RecordedService, area: AreaId, fault: Fault): Promise<string> {
  const faulty: Faulty = { operations: PROJECT_LISTS, key: null, fault };
  const wrongAt = async (projects: NonNullable<SeenPlace["projects"]>): Promise<string> => {
    const whole = await seenAt(service, { area, projects });
    const found = wrongIn(whole, await seenAt(service, { area, projects }, faulty), faulty);
    // What a screen does not ask it need not speak of.
    const asks = whole.queries.some(({ operation }) => PROJECT_LISTS.includes(operation)) || projects === "unknown";
    return block(`projects: ${projects}`, asks ? found : found.filter((text) => !text.startsWith("(not said")));
  };
  const wrong = [
    await wrongAt("one"),
    await wrongAt("unknown"),
    ...(area === "overview" ? [await wrongAt("all")] : []),
  ];
  return wrong.filter((text) => text !== "").join("\n");
}
