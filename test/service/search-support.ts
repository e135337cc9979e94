import { expect } from "vitest";
import { isObject } from "../../src/contract/json/json.ts";
import type { Client, Reply, Row } from "./support.ts";

/** What the tests of search indexes and search nodes share. */

export { absent, frozen, step } from "./support.ts";

/** A path of the current generation, on a cluster that has no index yet unless another is named. */
export const at = (call: Client, path = "", cluster = "prod-eu-side"): string =>
  `/groups/${call.groupId}/clusters/${cluster}/search/indexes${path}`;

export const DYNAMIC = { mappings: { dynamic: true } };
export const VECTOR = { type: "vector", path: "embedding", numDimensions: 8, similarity: "cosine" };

/** The body of an index on a collection that the service does not know: it counts as existing and empty. */
export const text = (name: string, definition: unknown = DYNAMIC, more: object = {}): object => ({
  database: "lab",
  collectionName: "things",
  name,
  definition,
  ...more,
});

/** Makes an index and tells its id. */
export async function created(call: Client, body: object, cluster?: string): Promise<string> {
  const reply = await call("POST", at(call, "", cluster), { body });
  expect([reply.status, reply.json]).toEqual([201, expect.anything()]);
  return reply.str("indexID");
}

export const read = (call: Client, id: string, cluster?: string): Promise<Reply> =>
  call("GET", at(call, `/${id}`, cluster));

/** The rows of a bare array. */
export async function rowsOf(call: Client, path: string): Promise<readonly Row[]> {
  const { status, json } = await call("GET", path);
  expect(status).toBe(200);
  if (!Array.isArray(json)) throw new TypeError(`no array at ${path}`);
  return json.filter(isObject);
}

/** Host by host: version and status of the main index, and of the staged one. */
export const hosts = (reply: Reply): string[] =>
  reply.rows("statusDetail").map(({ status, mainIndex, stagedIndex }) => {
    const side = (index: unknown): string => {
      const { definitionVersion, status: state } = Object(index);
      return index === undefined ? "-" : `v${definitionVersion.version} ${state}`;
    };
    return `${status}: ${side(mainIndex)} | ${side(stagedIndex)}`;
  });

/** An index as a whole: status, queryable, and its hosts. */
export const whole = (reply: Reply): unknown[] => [reply.at("status"), reply.at("queryable"), ...hosts(reply)];

/** A refusal: status, code, and the first field that it names. */
export const refused = (reply: Reply): unknown[] => [
  reply.status,
  reply.at("errorCode"),
  reply.at("badRequestDetail", "fields", 0, "field"),
];
