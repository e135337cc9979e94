import { beforeAll, describe, expect, it } from "vitest";
import { AREAS } from "../../src/areas/areas.ts";
import { cellText } from "../../src/areas/model/cell.ts";
import { readData } from "../../src/client/answers/answer.ts";
import { isObject, type Json, type Path, valueAt } from "../../src/contract/json/json.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { afterAnswer, emptyResource, withResource } from "../../src/state/answers/tables.ts";
import { placesIn, readBy, readSampleWorld, replaced, type World } from "./odd-answers.ts";

/**
 * Every screen with answers of which all that may be null is null at once. Null is not off, none, 0 or gone: nothing of that is said that was not
 * said before.
 */

/** Lists are tried by themselves, and a name tells things apart. */
const isKept = (value: unknown, name: string | number | undefined): boolean =>
  Array.isArray(value) || ["id", "_id", "indexID", "roleId", "name", "clusterName"].includes(String(name));

/** What a value that is not reported must not be taken for. */
const CLAIMS =
  /\boff\b|no longer exists|\bnull\b|\b0d\b|\b0 (?:days|min|h)\b|no policy|no fields|no queries|everything|, ,|^,/u;

/** Lists of where everything is: without names and kinds there are no screens. */
const PLACES: readonly OperationId[] = ["listClusters", "listFlexClusters", "listProjects", "listOrganizations"];

const POLICY: Json = {
  authorizedEmail: "ann@example.com",
  authorizedUserFirstName: "Ann",
  authorizedUserLastName: "Ode",
  copyProtectionEnabled: true,
  deletable: false,
  encryptionAtRestEnabled: true,
  onDemandPolicyItem: { frequencyType: "ondemand", frequencyInterval: 1, retentionUnit: "days", retentionValue: 7 },
  pitEnabled: true,
  restoreWindowDays: 3,
  scheduledPolicyItems: [
    { frequencyType: "hourly", frequencyInterval: 12, retentionUnit: "days", retentionValue: 7 },
    { frequencyType: "daily", frequencyInterval: 1, retentionUnit: "days", retentionValue: 7 },
  ],
  state: "ACTIVE",
  updatedDate: "2025-11-21T14:06:12Z",
  updatedUser: "ann@example.com",
};

const withAnswers = (world: World, change: (operation: OperationId, raw: Json) => Json): World => ({
  ...world,
  tables: [...world.answers.values()].reduce((tables, { query: { operation, args }, raw }) => {
    const read = readData(operations[operation].response, change(operation, raw));
    if (!read.ok) throw new Error(`${operation}: ${read.problem}`);
    const resource = emptyResource<OperationId>(operation, args);
    return withResource(tables, afterAnswer(resource, 1, { ...read, at: world.now, complete: true }));
  }, world.tables),
});

/** An answer with null wherever its schema has a place for it: in single values, or in whole objects. */
function nulled(operation: OperationId, raw: Json, isWhole: boolean): Json {
  if (PLACES.includes(operation)) return raw;
  const { response } = operations[operation];
  const fits = (document: Json): boolean => {
    const read = readData(response, document);
    return read.ok && read.misfits.length === 0;
  };
  return placesIn(raw).reduce((document, path) => {
    const value = valueAt(document, path);
    if (value === null || value === undefined || isKept(value, path.at(-1))) return document;
    if (!isWhole && isObject(value)) return document;
    const next = replaced(document, path, null);
    return fits(next) ? next : document;
  }, raw);
}

/** What is true of the shortened lists of this test. */
const TRUE_CLAIMS = /no (?:restorable )?snapshot\b|no longer in the list|any are deleted too/u;

/** Lists below an answer; of a long one the first entries stand for the others. */
function listsIn(value: Json, path: Path = []): readonly Path[] {
  if (Array.isArray(value))
    return [path, ...value.slice(0, 2).flatMap((item: Json, index) => listsIn(item, [...path, index]))];
  return isObject(value) ? Object.entries(value).flatMap(([key, item]) => listsIn(item, [...path, key])) : [];
}

/** An answer with null in place of each list for which its schema allows that. */
function withoutLists(operation: OperationId, raw: Json): Json {
  if (PLACES.includes(operation)) return raw;
  return listsIn(raw).reduce((document, path) => {
    if (path.length === 0 || !Array.isArray(valueAt(document, path))) return document;
    const next = replaced(document, path, null);
    const read = readData(operations[operation].response, next);
    return read.ok && read.misfits.length === 0 ? next : document;
  }, raw);
}

/** What a list that is not reported must not be taken for: an empty one, or one in which something is missing. */
const EMPTY_CLAIMS = new RegExp(
  `${CLAIMS.source}|\\bNo\\b|\\bno (?!known)|\\bnone\\b|\\bnever\\b|\\bunused\\b|[Nn]ot used|without|deleted|not writable|\\ball\\b`,
  "u",
);

/** The first entries of each list: they stand for the others. */
function shortened(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, 2).map((item: Json) => shortened(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortened(item)]));
}

describe("null in place of what is not reported", () => {
  let world: World;
  beforeAll(async () => {
    const sample = await readSampleWorld();
    const answers = new Map(
      [...sample.answers].map(([key, { query, raw }]) => {
        const own = query.operation === "getDataProtectionSettings" ? POLICY : shortened(raw);
        return [key, { query, raw: own }] as const;
      }),
    );
    world = withAnswers({ ...sample, answers }, (_operation, raw) => raw);
  });

  it.each([
    ["single values", false],
    ["whole objects", true],
  ])("is not said to be off, none or gone: %s", (_name, isWhole) => {
    const odd = withAnswers(world, (operation, raw) => nulled(operation, raw, isWhole));
    const claims = AREAS.flatMap((area) => {
      const ids = world.queried.get(area.id)?.ids ?? [];
      const claimedIn = (of: World) =>
        readBy(of, area, ids)
          .map(cellText)
          .filter((cell) => CLAIMS.test(cell));
      const [before, after] = [claimedIn(world), claimedIn(odd)];
      return after.length > before.length ? [`${area.id}: ${[...new Set(after)].join("; ")}`] : [];
    });
    expect(claims).toEqual([]);
  });

  it("is not said to be an empty list", () => {
    const odd = withAnswers(world, withoutLists);
    const claims = AREAS.flatMap((area) => {
      const ids = world.queried.get(area.id)?.ids ?? [];
      const said = new Set(readBy(world, area, ids).map(cellText));
      return readBy(odd, area, ids)
        .map(cellText)
        .filter((cell) => !said.has(cell) && EMPTY_CLAIMS.test(cell) && !TRUE_CLAIMS.test(cell))
        .map((cell) => `${area.id}: ${cell}`);
    });
    expect(claims).toEqual([]);
  });
});
