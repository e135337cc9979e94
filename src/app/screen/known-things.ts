import type { Screen } from "../../areas/model/area.ts";
import type { ListParams } from "../../areas/model/context.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import { idIn, operationsOf } from "../../contract/entities.ts";
import { isObject } from "../../contract/json/json.ts";
import type { Entity, Operation } from "../../contract/operation.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import { type AnyArgs, groupIdOf } from "../../state/answers/query.ts";
import type { Resource } from "../../state/answers/resource.ts";
import { rowsOf } from "../../state/answers/structural-sharing.ts";
import { allResources } from "../../state/answers/tables.ts";
import type { NameKind } from "../../state/names/name-kind.ts";
import type { KnownName } from "../../state/names/names.ts";
import { isAreaId, type Place, printPlace } from "../../state/navigation/place.ts";
import type { ConsoleState } from "../../state/store.ts";
import { compareTexts } from "../../text/compare.ts";
import type { Areas } from "./guarded-areas.ts";

/** Everything with a known name or id, of all areas and projects: rows that were read, and names that were seen. */

export type KnownThing = {
  readonly place: Place;
  /** The project that contains it; null if it has none, or for whichever project is current. */
  readonly project: string | null;
  /** Kind of thing: `alert`. */
  readonly kind: string;
  readonly title: string;
  readonly id: string;
  /** All texts that it is found by, in lower case, one per line. */
  readonly words: string;
  /** Its cluster; a list that is filtered by another one would not contain it. */
  readonly cluster: string | null;
  /** Parameters and filter of the list there, for a name without a row. */
  readonly params?: ListParams | undefined;
  readonly filter?: string;
  /** Opening it filters by its cluster. */
  readonly narrows?: true;
};

/** Upper bound of things, those read last first. */
const MOST_KNOWN = 20_000;

/** Limits per row: number of texts, length of a text, nesting depth. */
const MOST_TEXTS = 24;
const LONGEST_TEXT = 120;
const DEPTH = 3;

/** Not searched: thousands of rows have the same location, and links lead out of the console. */
const NOT_SEARCHED: ReadonlySet<string> = new Set(["groupId", "orgId", "links"]);

/** Times are not names. */
const TIME = /^\d{4}-\d\d-\d\dT/u;

function collectTexts(value: unknown, texts: string[], depth = DEPTH): void {
  if (texts.length >= MOST_TEXTS) return;
  if (typeof value === "string") {
    if (value !== "" && value.length <= LONGEST_TEXT && !TIME.test(value)) texts.push(value);
  } else if (depth > 0 && Array.isArray(value)) {
    for (const item of value) collectTexts(item, texts, depth - 1);
  } else if (depth > 0 && isObject(value)) {
    for (const name in value) if (!NOT_SEARCHED.has(name)) collectTexts(value[name], texts, depth - 1);
  }
}

/** Texts by which a row or record can be found. */
function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  collectTexts(value, texts);
  return texts;
}

/** Texts for the search, one per line. */
const linesOf = (texts: readonly string[]): string => `\n${texts.join("\n").toLowerCase()}\n`;

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** A `snapshot of a replica set` is searched as a snapshot. */
const kindOf = ({ name }: Entity): string => name.replace(/ of .*$/u, "");

/** Uses of operations whose answers contain things. */
const USES = ["get", "list", "summary"] as const;

/** Source of the names of things in an answer. */
type Naming = {
  readonly operation: OperationId;
  readonly area: AreaId;
  readonly entity: Entity;
  readonly params: AnyArgs["params"];
  readonly nameOf: Screen["nameOf"];
};

/** The thing of a row or record; null if it has no id. */
function thingOf(row: unknown, { operation, area, entity, params, nameOf }: Naming): KnownThing | null {
  const id = idIn(operation, row) ?? (entity.param === undefined ? null : textOf(params[entity.param]));
  if (id === null) return null;
  const cluster = textOf(params["clusterName"]);
  const name = nameOf?.(row, params) ?? (isObject(row) ? textOf(row["name"]) : null);
  const title = name ?? id;
  return {
    place: { area, ids: [id] },
    project: textOf(params["groupId"]),
    kind: kindOf(entity),
    title,
    id,
    words: linesOf([title, id, ...(cluster === null ? [] : [cluster]), ...textsIn(row)]),
    cluster,
  };
}

/** Naming of the things in an answer: its rows, or the single record. */
function namingOf({ operation, args }: Pick<Resource<OperationId>, "operation" | "args">, areas: Areas): Naming | null {
  const { area, entity, entityUse }: Operation = operations[operation];
  if (area === null || !isAreaId(area) || entity === null || !USES.some((use) => use === entityUse)) return null;
  const { single, nameOf } = areas.of(area).screen;
  return single === undefined ? { operation, area, entity, params: args.params, nameOf } : null;
}

/** Rows of an answer whose list has an unusual name. */
const listsIn = (data: unknown): readonly unknown[] =>
  isObject(data) ? Object.values(data).flatMap((value): readonly unknown[] => (Array.isArray(value) ? value : [])) : [];

/** Values of rows that are not things (who logged in from where): each leads to its list, filtered by the value. */
function* unnamedIn({ operation, args, cached }: Resource<OperationId>): Generator<KnownThing> {
  const { area, entity }: Operation = operations[operation];
  if (area === null || !isAreaId(area) || entity !== null) return;
  const seen = new Set<string>();
  for (const row of rowsOf(cached?.data) ?? listsIn(cached?.data)) {
    if (!isObject(row)) continue;
    for (const text of textsIn(row)) {
      if (seen.has(text)) continue;
      seen.add(text);
      yield {
        place: { area, ids: [] },
        project: groupIdOf(args),
        kind: area.replaceAll("-", " "),
        title: text,
        id: text,
        words: linesOf([text]),
        cluster: null,
        filter: text,
      };
    }
  }
}

/** All things of an answer. */
function* thingsIn(resource: Resource<OperationId>, areas: Areas): Generator<KnownThing> {
  const naming = namingOf(resource, areas);
  const data = resource.cached?.data;
  if (naming === null || data === undefined) {
    yield* unnamedIn(resource);
    return;
  }
  for (const row of newestFirst(rowsOf(data) ?? [data], naming.operation)) {
    const thing = thingOf(row, naming);
    if (thing !== null) yield thing;
  }
}

/** An id of the service begins with its creation time; such ids have this form. */
const TIMED_ID = /^[\da-f]{24}$/u;

/** Some lists of the service begin with the oldest, others with the newest: people more often look for a new thing. */
function newestFirst(rows: readonly unknown[], operation: OperationId): readonly unknown[] {
  const [first, last] = [idIn(operation, rows[0]) ?? "", idIn(operation, rows.at(-1)) ?? ""];
  return TIMED_ID.test(first) && TIMED_ID.test(last) && first < last ? rows.toReversed() : rows;
}

/** Names without a row: projects, clusters, and names seen in answers. */
function* named({ session, names }: Pick<ConsoleState, "session" | "names">, areas: Areas): Generator<KnownThing> {
  const all: readonly (Pick<KnownName, "name" | "id" | "project"> & { readonly kind: NameKind })[] = [
    ...session.projects.map(({ id, name }) => ({ kind: "project" as const, name, id, project: id })),
    ...session.clusters.map(({ groupId, name }) => ({ kind: "cluster" as const, name, id: null, project: groupId })),
    ...[...names.values()]
      .filter(({ kind }) => kind !== "project")
      .sort((one, other) => other.lastSeen - one.lastSeen || compareTexts(one.name, other.name)),
  ];
  for (const area of areas.all) {
    for (const { kind, name, id, project } of area.names === undefined ? [] : all) {
      const leads = area.names?.[kind];
      if (leads === undefined) continue;
      const { ids = [], params, cluster = null } = leads({ name, id });
      yield {
        place: { area: area.id, ids },
        project,
        kind,
        title: name,
        id: id ?? name,
        words: linesOf([name, ...(id === null ? [] : [id])]),
        cluster,
        ...(params === undefined ? {} : { params }),
        ...(cluster === null ? {} : { narrows: true as const }),
      };
    }
  }
}

/** Number of remembered things per list of a project that was left, and in total. */
const MOST_LEFT_OF_LIST = 500;
const MOST_LEFT = 5000;

/** Things of a project that is being left, whose answers are dropped, followed by those of projects left before. */
export function thingsLeft(
  { resources }: Pick<ConsoleState, "resources">,
  areas: Areas,
  project: string | null,
  before: readonly KnownThing[],
): readonly KnownThing[] {
  const things: KnownThing[] = [];
  for (const resource of allResources(resources)) {
    let count = 0;
    for (const thing of thingsIn(resource, areas)) {
      if (thing.project === project) things.push(thing);
      count += 1;
      if (count >= MOST_LEFT_OF_LIST) break;
    }
  }
  return [...things, ...before.filter((thing) => thing.project !== project)].slice(0, MOST_LEFT);
}

/** Key of a thing, the same in its list and in its own record. */
export const thingKey = ({ place, project, kind, title, filter }: KnownThing): string =>
  `${project ?? ""}/${printPlace(place)}${place.ids.length === 0 ? `/${kind}/${filter ?? title}` : ""}`;

/**
 * All known things, those read last first; a generator, so that it can be stopped after each thing.
 *
 * @param first things that come before everything else (pins)
 */
export function* knownThings(
  state: Pick<ConsoleState, "session" | "names" | "resources">,
  areas: Areas,
  first: readonly KnownThing[],
  left: readonly KnownThing[],
): Generator<KnownThing> {
  const seen = new Set<string>();
  const isNew = (thing: KnownThing): boolean => {
    const key = thingKey(thing);
    if (seen.size >= MOST_KNOWN || seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  const newest = allResources(state.resources).sort(
    (one, other) => (other.asOf ?? 0) - (one.asOf ?? 0) || compareTexts(one.key, other.key),
  );
  for (const thing of first) if (isNew(thing)) yield thing;
  for (const thing of named(state, areas)) if (isNew(thing)) yield thing;
  for (const resource of newest) for (const thing of thingsIn(resource, areas)) if (isNew(thing)) yield thing;
  for (const thing of left) if (isNew(thing)) yield thing;
}

/** The things of an area in all answers, by project and id. */
export function thingsOfArea(
  state: Pick<ConsoleState, "resources">,
  areas: Areas,
  area: AreaId,
): ReadonlyMap<string, KnownThing> {
  const found = new Map<string, KnownThing>();
  for (const operation of USES.flatMap((use) => operationsOf(area, use))) {
    for (const resource of state.resources[operation]?.values() ?? []) {
      if (namingOf(resource, areas) === null) continue;
      for (const thing of thingsIn(resource, areas)) found.set(`${thing.project} ${thing.id}`, thing);
    }
  }
  return found;
}

/** The cached row of a thing, or its last state if it was removed recently, and the resource that contains it; null if none does. */
export function rowOfPlace(
  state: Pick<ConsoleState, "resources">,
  areas: Areas,
  { area, ids }: Place,
  project: string | null,
): { readonly thing: KnownThing; readonly resource: Resource<OperationId> } | null {
  const [id] = ids;
  if (id === undefined) return null;
  for (const operation of USES.flatMap((use) => operationsOf(area, use))) {
    for (const resource of state.resources[operation]?.values() ?? []) {
      const naming = groupIdOf(resource.args) === project ? namingOf(resource, areas) : null;
      const data = resource.cached?.data;
      if (naming === null || data === undefined) continue;
      const rows: readonly unknown[] = rowsOf(data) ?? [data];
      const row: unknown =
        rows.find((each) => (idIn(operation, each) ?? id) === id) ??
        resource.cached?.removed.find((each) => each.id === id)?.row;
      const thing: KnownThing | null = row === undefined ? null : thingOf(row, naming);
      if (thing !== null && thing.id === id) return { thing, resource };
    }
  }
  return null;
}
