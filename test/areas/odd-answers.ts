import { createGuard } from "../../src/app/guard.ts";
import { guardedAreas } from "../../src/app/screen/guarded-areas.ts";
import { areaOf } from "../../src/areas/areas.ts";
import type { Area } from "../../src/areas/model/area.ts";
import { type Cell, cellText, cellTone } from "../../src/areas/model/cell.ts";
import type { Context, Scope } from "../../src/areas/model/context.ts";
import { defaultKeyNames } from "../../src/areas/model/key-names.ts";
import { readData } from "../../src/client/answers/answer.ts";
import { createClient } from "../../src/client/client.ts";
import { ServiceError } from "../../src/client/errors/service-error.ts";
import { connectionOfReady } from "../../src/commands/connect.ts";
import type { AreaId } from "../../src/contract/area-ids.ts";
import { ExactNumber, isObject, type Json, type Path, pathText, valueAt } from "../../src/contract/json/json.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { GroupId, OrgId } from "../../src/contract/schema/ids.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { startService } from "../../src/service/service.ts";
import { unreadOf } from "../../src/state/answers/lookup.ts";
import { type Query, resourceKey } from "../../src/state/answers/query.ts";
import type { ResourceTables } from "../../src/state/answers/resource.ts";
import { afterAnswer, afterFailure, emptyResource, find, withResource } from "../../src/state/answers/tables.ts";
import { isUnlisted, merged, type NamesState, NO_NAMES, namesOf, sightingsIn } from "../../src/state/names/names.ts";

/**
 * Every screen with the answers of the sample world, of which one value at a time is missing, null, of another type, or of a kind that nobody
 * has heard of. Whatever it is, no view throws, nothing of JavaScript's own shows, and nothing is said to be fine that was not before.
 */

export type World = {
  readonly ready: ServiceReady;
  readonly now: number;
  readonly names: NamesState;
  readonly tables: ResourceTables;
  /** What the service answered, by key. */
  readonly answers: ReadonlyMap<string, { readonly query: Query; readonly raw: Json }>;
  /** What each area asks for its list and for some of its things, and those things. */
  readonly queried: ReadonlyMap<AreaId, { readonly keys: ReadonlySet<string>; readonly ids: readonly string[] }>;
};

/** One value of one answer, replaced. `undefined`: it is missing. */
export type Oddity = { readonly key: string; readonly path: Path; readonly value: Json | undefined };

const THINGS = 3;

function scopeOf({ ready, names }: Pick<World, "ready" | "names">): Scope {
  const clusters = (groupId: string) =>
    ready.clusters
      .filter((cluster) => cluster.groupId === groupId)
      .map(({ name, kind }) => ({ name, kind, paused: false }));
  return {
    groupId: GroupId.of(ready.groupId),
    groupName: "Payments",
    orgId: OrgId.of(ready.orgId),
    orgName: "Acme",
    cluster: null,
    clusters: clusters(ready.groupId),
    projects: ready.groups.map(({ id, name }) => ({ id: GroupId.of(id), name, clusters: clusters(id) })),
    unlisted: [...names.values()].filter(isUnlisted),
    params: {},
  };
}

const contextOf = (
  world: Omit<World, "answers" | "queried">,
  scope: Scope,
  zone: Context["zone"] = "utc",
): Context => ({
  scope,
  cached: (operation, args) => find(world.tables, operation, resourceKey(operation, args))?.cached ?? undefined,
  unread: (operation, args) => unreadOf(find(world.tables, operation, resourceKey(operation, args))?.failure ?? null),
  asOf: (operation, args) => find(world.tables, operation, resourceKey(operation, args))?.asOf ?? null,
  known: (kind, project = scope.groupId) => namesOf(world.names, kind, project),
  ring: () => [],
  runbooks: [],
  areaLabel: (area) => areaOf(area).label,
  key: defaultKeyNames,
  now: world.now,
  zone,
  lastLook: null,
  unknownWrites: [],
  acceptedWrites: [],
});

const rowIds = (area: Area, context: Context): readonly string[] => {
  const { screen } = area;
  if (screen.single !== undefined) return [screen.single];
  const ids = screen.list(context).rows.flatMap(({ id, members }) => members?.map((row) => row.id) ?? [id]);
  // Some of the beginning and some of the end: kinds of things stand together.
  return [...new Set([...ids.slice(0, THINGS), ...ids.slice(-2)])];
};

/** Reads the sample world as all screens of one project do. */
export async function readSampleWorld(): Promise<World> {
  const service = await startService({ place: ":memory:", quiet: true, speed: 0 });
  const { ready } = service;
  const client = createClient(connectionOfReady(ready, null));
  const answers = new Map<string, { readonly query: Query; readonly raw: Json }>();
  const queried = new Map<AreaId, { readonly keys: ReadonlySet<string>; readonly ids: readonly string[] }>();
  let [tables, names, seq]: [ResourceTables, NamesState, number] = [{}, NO_NAMES, 0];
  const now = Date.now();
  const learn = (sightings: ReturnType<typeof sightingsIn>): void => {
    names = merged(
      names,
      sightings.map((sighting) => ({ ...sighting, firstSeen: now, lastSeen: now })),
    );
  };
  learn(
    ready.migrations.map(({ id, groupId: project }) => ({ kind: "migration", name: id, id, project, source: "told" })),
  );
  const read = async (queries: readonly Query[]): Promise<readonly string[]> => {
    for (const query of queries) {
      const { operation, args } = query;
      const key = resourceKey(operation, args);
      if (answers.has(key)) continue;
      seq += 1;
      try {
        const { data, raw } = await client.call<OperationId>(operation, args);
        tables = withResource(
          tables,
          afterAnswer(emptyResource<OperationId>(operation, args), seq, { data, raw, at: now, complete: true }),
        );
        answers.set(key, { query, raw });
        learn(sightingsIn(operation, { params: { ...args.params } }, data));
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        const failure = { words: error.message, error, nextTryAt: null, at: now };
        tables = withResource(tables, afterFailure(emptyResource<OperationId>(operation, args), seq, failure));
      }
    }
    return queries.map(({ operation, args }) => resourceKey(operation, args));
  };
  try {
    for (const area of guardedAreas(createGuard(() => undefined)).all) {
      const { screen, badge } = area;
      const context = (): Context => contextOf({ ready, now, names, tables }, scopeOf({ ready, names }));
      const keys = [...(await read(badge?.queries(context().scope) ?? []))];
      // What is asked can depend on what was answered.
      for (let round = 0; round < 2; round += 1) keys.push(...(await read(screen.queries(context().scope))));
      const ids = rowIds(area, context());
      for (const id of ids) {
        for (let round = 0; round < 2; round += 1) keys.push(...(await read(screen.detailQueries(context(), id))));
      }
      queried.set(area.id, { keys: new Set(keys), ids });
    }
  } finally {
    await client.close();
    await service.stop();
  }
  return { ready, now, names, tables, answers, queried };
}

/** Every place in an answer: of a long list the first entries, which stand for the others. */
export function placesIn(value: Json, path: Path = []): readonly Path[] {
  if (Array.isArray(value)) return value.slice(0, 2).flatMap((item: Json, index) => placesIn(item, [...path, index]));
  const own = path.length === 0 ? [] : [path];
  if (!isObject(value)) return own;
  return [...own, ...Object.entries(value).flatMap(([key, item]) => placesIn(item, [...path, key]))];
}

const ODD: readonly (Json | undefined)[] = [
  undefined,
  null,
  5,
  -1e300,
  new ExactNumber("1e400"),
  "",
  "SOMETHING_NEW",
  // A name that every object of JavaScript knows.
  "constructor",
  "2026-13-45T99:00:00Z",
  true,
  [],
  [null],
  {},
  { odd: [1] },
];

/** All that can be odd in a world: the same for the same world. */
export function odditiesOf({ answers }: World): readonly Oddity[] {
  const seen = new Set<string>();
  return [...answers].flatMap(([key, { query, raw }]) =>
    placesIn(raw).flatMap((path) => {
      // The answers of several clusters to one question stand for each other.
      const name = `${query.operation} ${pathText(path)}`;
      if (seen.has(name)) return [];
      seen.add(name);
      const now = valueAt(raw, path);
      // Another value of the same kind is not odd.
      return ODD.filter((value) => typeof value !== "boolean" || typeof now !== "boolean").map((value) => ({
        key,
        path,
        value,
      }));
    }),
  );
}

/** A document with one value replaced or taken away. */
export function replaced(document: Json, [step, ...rest]: Path, value: Json | undefined): Json {
  if (step === undefined) return value ?? null;
  if (Array.isArray(document)) {
    return document.flatMap((item: Json, index) =>
      index !== step ? [item] : rest.length === 0 && value === undefined ? [] : [replaced(item, rest, value)],
    );
  }
  if (!isObject(document) || typeof step !== "string") return document;
  if (rest.length > 0) return { ...document, [step]: replaced(document[step] ?? null, rest, value) };
  const { [step]: _old, ...others } = document;
  return value === undefined ? others : { ...others, [step]: value };
}

/** What somebody would read: texts with their tones. */
export function readBy(
  world: World,
  area: Area,
  ids: readonly string[],
  zone: Context["zone"] = "utc",
): readonly Cell[] {
  const { screen, badge } = area;
  const context = contextOf(world, scopeOf(world), zone);
  const model = screen.list(context);
  screen.running?.(context);
  screen.endTimes?.(context);
  const count = badge?.count(context) ?? null;
  badge?.alertIds?.(context);
  const rows = model.rows.flatMap((row) => [row, ...(row.members ?? [])]);
  const cells: Cell[] = [
    ...(count === null ? [] : [count]),
    ...model.summary,
    ...model.sections.map(({ title }) => title),
    ...rows.flatMap((row) => Object.values(row.cells)),
    ...(model.rows.length === 0 ? [model.empty] : []),
  ];
  for (const id of ids) {
    screen.detailQueries(context, id);
    const detail = screen.detail(context, id);
    if (detail === null) continue;
    cells.push(detail.title);
    for (const line of detail.lines) {
      if (line.kind === "field") cells.push(line.label, line.value);
      else if (line.kind === "text") cells.push(line.value);
      else if (line.kind === "heading") cells.push(line.text);
      else cells.push(...line.draw(52).flat());
    }
  }
  for (const action of screen.actions) {
    const chosen = action.on === undefined ? [] : ids.slice(0, 1);
    const reason = action.disabled?.(context, chosen) ?? null;
    if (reason === null) action.open(context, chosen);
    else cells.push(reason);
  }
  return cells;
}

const OWN_OF_JAVASCRIPT = /\bundefined\b|\bNaN\b|\[object|\[native code|Invalid Date|\bInfinity\b/u;

/** What is said to be fine. Numbers do not count, nor what something fine is used for, nor that no version of it is named. */
const plainly = (text: string): string =>
  text
    .replace(/\d[\d.,]*/gu, "#")
    .replace(/ v#| of #/gu, "")
    .replace(/Used for .*/u, "Used");
const fineOf = (cells: readonly Cell[]): ReadonlySet<string> =>
  new Set(cells.filter((cell) => cellTone(cell) === "good").map((cell) => plainly(cellText(cell))));

/** Looks at every screen that an odd value can be seen on. @returns what is wrong there, in words */
export function createLook(world: World): (oddity: Oddity) => readonly string[] {
  let troubles: string[] = [];
  // Told once of each trouble: a guard of its own for every look.
  const areasNow = () =>
    guardedAreas(<Value>(about: string, run: () => Value, otherwise: (words: string) => Value): Value => {
      try {
        return run();
      } catch (error) {
        const at = error instanceof Error ? (error.stack ?? "").split("\n").slice(0, 4).join(" | ") : String(error);
        troubles.push(`throws: ${about}: ${at}`);
        return otherwise("thrown");
      }
    });
  const areas = areasNow();
  const before = new Map(
    areas.all.map((area) => [area.id, fineOf(readBy(world, area, world.queried.get(area.id)?.ids ?? []))]),
  );
  return ({ key, path, value }) => {
    troubles = [];
    const answer = world.answers.get(key);
    if (answer === undefined) return [];
    const { operation, args } = answer.query;
    const raw = replaced(answer.raw, path, value);
    const result = readData(operations[operation].response, raw);
    const resource = emptyResource<OperationId>(operation, args);
    const after = result.ok
      ? afterAnswer(resource, 1, {
          data: result.data,
          raw: result.raw,
          at: world.now,
          complete: true,
          misfits: result.misfits,
        })
      : afterFailure(resource, 1, {
          words: result.problem,
          error: new Error(result.problem),
          nextTryAt: null,
          at: world.now,
        });
    const odd: World = { ...world, tables: withResource(world.tables, after) };
    const words = result.ok ? "" : result.problem;
    const wrong: string[] = OWN_OF_JAVASCRIPT.test(words) ? [words] : [];
    for (const area of areas.all) {
      const queried = world.queried.get(area.id);
      if (queried?.keys.has(key) !== true) continue;
      const cells = readBy(odd, area, queried.ids);
      for (const cell of cells) {
        if (OWN_OF_JAVASCRIPT.test(cellText(cell))) wrong.push(`${area.id} shows: ${cellText(cell)}`);
      }
      for (const text of fineOf(cells)) {
        if (before.get(area.id)?.has(text) !== true) wrong.push(`${area.id} says that it is fine: ${text}`);
      }
    }
    const what = `${operation} ${pathText(path)} = ${value === undefined ? "(missing)" : JSON.stringify(value)}`;
    return [...wrong, ...troubles].map((each) => `${what}: ${each}`);
  };
}
