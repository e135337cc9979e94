import { AREAS, areaOf } from "../../src/areas/areas.ts";
import type { Action, Area, Screen } from "../../src/areas/model/area.ts";
import type { Ask, Context, ListParams, Scope } from "../../src/areas/model/context.ts";
import type { Effect, FormSetup, Preflight, ReviewSources, WritePlan } from "../../src/areas/model/effect.ts";
import { defaultKeyNames } from "../../src/areas/model/key-names.ts";
import type { Client } from "../../src/client/client.ts";
import { ServiceError } from "../../src/client/errors/service-error.ts";
import type { AreaId } from "../../src/contract/area-ids.ts";
import type { BodyValue, JsonObject } from "../../src/contract/json/json.ts";
import { isWrite } from "../../src/contract/operation.ts";
import { isOperationId, type OperationId, operations } from "../../src/contract/operations.ts";
import { GroupId, OrgId } from "../../src/contract/schema/ids.ts";
import type { Suggestion } from "../../src/forms/suggestion.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { unreadOf } from "../../src/state/answers/lookup.ts";
import { type AnyArgs, type Query, resourceKey } from "../../src/state/answers/query.ts";
import type { ResourceTables } from "../../src/state/answers/resource.ts";
import { afterAnswer, afterFailure, emptyResource, find, withResource } from "../../src/state/answers/tables.ts";
import {
  isUnlisted,
  type KnownName,
  merged,
  type NamesState,
  NO_NAMES,
  namesOf,
  type Sighting,
  sightingsIn,
} from "../../src/state/names/names.ts";
import { opened } from "./opened.ts";

/**
 * A walk through every screen as a person could make it: what each asks, every row, every action with whatever it offers to pick, every
 * form and every review. Nothing is sent that changes anything; what would be, and what was asked, is noted by the area on whose screen
 * it happened. No list of operations goes in.
 */
export type Walked = {
  readonly groupId: string;
  readonly orgId: string;
  /** On whose screens an operation was come to. */
  readonly reached: ReadonlyMap<OperationId, ReadonlySet<AreaId>>;
  /** One form a plan and an area. */
  readonly forms: readonly WalkedForm[];
  readonly writes: readonly { readonly area: AreaId; readonly plan: WritePlan }[];
  /** Reviews that looked at the context in which their form or write was opened: `snapshots takeSnapshot: now`. */
  readonly lookedBack: ReadonlySet<string>;
};

/** A form, with what the service has stored where it edits that. */
export type WalkedForm = { readonly area: AreaId; readonly setup: FormSetup; readonly stored: JsonObject | null };

/** So many rows of a list are looked at, so many things picked from a list, and so many steps gone from an action. */
const LIMITS = { rows: 100, picks: 24, steps: 6, params: 6, seen: 3 } as const;

type Walker = {
  readonly ready: ServiceReady;
  readonly client: Client;
  readonly groupId: string;
  readonly now: number;
  readonly reached: Map<OperationId, Set<AreaId>>;
  readonly forms: Map<string, WalkedForm>;
  readonly writes: Map<string, { readonly area: AreaId; readonly plan: WritePlan }>;
  readonly lookedBack: Set<string>;
  /** The review that is being made, and the context that it is made from. */
  review: { readonly of: string; readonly context: Context } | null;
  tables: ResourceTables;
  names: NamesState;
  seq: number;
};

/** Where one walks, as one who knows these names. */
export type Starting = {
  readonly ready: ServiceReady;
  /** A client that lets no write out. */
  readonly client: Client;
  readonly groupId: string;
  readonly known: readonly Sighting[];
  readonly now: number;
};

/** Walks through all areas in one project of a service. */
export async function walk({ ready, client, groupId, known, now }: Starting): Promise<Walked> {
  const walker: Walker = {
    ready,
    client,
    groupId,
    now,
    reached: new Map(),
    forms: new Map(),
    writes: new Map(),
    lookedBack: new Set(),
    review: null,
    tables: {},
    names: NO_NAMES,
    seq: 0,
  };
  remember(walker, known);
  for (const area of AREAS) await walkArea(walker, area);
  const { reached, forms, writes, lookedBack } = walker;
  return {
    groupId,
    orgId: ready.orgId,
    reached,
    forms: [...forms.values()],
    writes: [...writes.values()],
    lookedBack,
  };
}

const note = (walker: Walker, area: AreaId, operation: string): void => {
  if (!isOperationId(operation)) return;
  walker.reached.set(operation, (walker.reached.get(operation) ?? new Set()).add(area));
};

const remember = (walker: Walker, sightings: readonly Sighting[]): void => {
  const seen = sightings.map((sighting): KnownName => ({ ...sighting, firstSeen: walker.now, lastSeen: walker.now }));
  walker.names = merged(walker.names, seen);
};

/** Asks as the console does: an answer is kept, and names are learnt from it. */
const askOf =
  (walker: Walker, area: AreaId): Ask =>
  async (operation, args) => {
    if (isWrite(operations[operation]))
      throw new Error(`${operation} changes something: it is sent after its review only`);
    note(walker, area, operation);
    const cached = find(walker.tables, operation, resourceKey(operation, args))?.cached;
    if (cached !== undefined && cached !== null) return { data: cached.data, raw: cached.raw, at: walker.now };
    const { data, raw } = await walker.client.call(operation, args);
    walker.seq += 1;
    const arrival = { data, raw, at: walker.now, complete: true };
    walker.tables = withResource(walker.tables, afterAnswer(emptyResource(operation, args), walker.seq, arrival));
    const known: AnyArgs = { params: { ...args.params } };
    remember(walker, sightingsIn(operation, known, data));
    return { data, raw, at: walker.now };
  };

async function read(walker: Walker, area: AreaId, queries: readonly Query[]): Promise<void> {
  for (const { operation, args } of queries) {
    try {
      await askOf(walker, area)<OperationId>(operation, args);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      walker.seq += 1;
      const failure = { words: error.message, error, nextTryAt: null, at: walker.now };
      walker.tables = withResource(
        walker.tables,
        afterFailure(emptyResource<OperationId>(operation, args), walker.seq, failure),
      );
    }
  }
}

function scopeOf({ ready, groupId: here, names }: Walker, params: ListParams): Scope {
  const clusters = (groupId: string) =>
    ready.clusters
      .filter((cluster) => cluster.groupId === groupId)
      .map(({ name, kind }) => ({ name, kind, paused: false }));
  return {
    groupId: GroupId.of(here),
    groupName: ready.groups.find(({ id }) => id === here)?.name ?? here,
    orgId: OrgId.of(ready.orgId),
    orgName: "Acme",
    cluster: null,
    clusters: clusters(here),
    projects: ready.groups.map(({ id, name }) => ({ id: GroupId.of(id), name, clusters: clusters(id) })),
    unlisted: [...names.values()].filter(isUnlisted),
    params,
  };
}

/** What the screen sees now. Noted is whatever a review takes of it, but of its own. */
function contextOf(walker: Walker, params: ListParams): Context {
  const plain = plainContext(walker, params, (what) => lookedAt(what));
  const context: Context = new Proxy(plain, {
    get: (of, key, receiver) => {
      lookedAt(String(key));
      return Reflect.get(of, key, receiver);
    },
  });
  const lookedAt = (what: string): void => {
    const { review } = walker;
    if (review !== null && review.context !== context) walker.lookedBack.add(`${review.of}: ${what}`);
  };
  return context;
}

/** @param look told of what is looked at: copies of a context do so as well */
function plainContext(walker: Walker, params: ListParams, look: (what: keyof Context) => void): Context {
  const scope = scopeOf(walker, params);
  return {
    scope,
    cached: (operation, args) => {
      look("cached");
      return find(walker.tables, operation, resourceKey(operation, args))?.cached ?? undefined;
    },
    unread: (operation, args) => {
      look("unread");
      return unreadOf(find(walker.tables, operation, resourceKey(operation, args))?.failure ?? null);
    },
    asOf: (operation, args) => {
      look("asOf");
      return find(walker.tables, operation, resourceKey(operation, args))?.asOf ?? null;
    },
    known: (kind, project = scope.groupId) => {
      look("known");
      return namesOf(walker.names, kind, project);
    },
    ring: () => {
      look("ring");
      return [];
    },
    runbooks: [],
    areaLabel: (area) => areaOf(area).label,
    key: defaultKeyNames,
    now: walker.now,
    zone: "utc",
    lastLook: null,
    unknownWrites: [],
    acceptedWrites: [],
  };
}

/** One area: with its own questions first, then with whatever its actions make it ask. */
async function walkArea(walker: Walker, { id, screen, badge }: Area): Promise<void> {
  await read(walker, id, badge?.queries(scopeOf(walker, {})) ?? []);
  const waiting: ListParams[] = [{}];
  const seen = new Set<string>(["{}"]);
  for (let params = waiting.shift(); params !== undefined; params = waiting.shift()) {
    for (const next of await walkScreen(walker, id, screen, params)) {
      const key = JSON.stringify(next);
      if (seen.has(key) || seen.size > LIMITS.params) continue;
      seen.add(key);
      waiting.push(next);
    }
  }
}

/** A screen with what it was asked; what else its actions would make it ask. */
async function walkScreen(
  walker: Walker,
  area: AreaId,
  screen: Screen,
  params: ListParams,
): Promise<readonly ListParams[]> {
  const context = (): Context => contextOf(walker, params);
  await read(walker, area, screen.queries(context().scope));
  await read(walker, area, screen.running?.(context()) ?? []);
  const { rows } = screen.list(context());
  const ids = (
    screen.single === undefined
      ? rows.flatMap(({ id, members }) => members?.map((row) => row.id) ?? [id])
      : [screen.single]
  ).slice(0, LIMITS.rows);
  for (const id of ids) {
    await read(walker, area, screen.detailQueries(context(), id));
    screen.detail(context(), id);
  }
  const further: ListParams[] = [];
  for (const action of screen.actions) {
    for (const chosen of action.on === undefined ? [[]] : ids.map((id) => [id])) {
      if ((action.disabled?.(context(), chosen) ?? null) !== null) continue;
      await follow({ walker, area, action, further, seen: new Map(), steps: 0 }, action.open(context(), chosen));
    }
  }
  return further;
}

type Steps = {
  readonly walker: Walker;
  readonly area: AreaId;
  readonly action: Action;
  readonly further: ListParams[];
  /** How often a form or a question of that name was come to from this action on one thing. */
  readonly seen: Map<string, number>;
  readonly steps: number;
};

/** Makes a review, noting what it takes of anything that was true before. */
async function reviewed(
  at: Steps,
  of: string,
  preflight: (review: ReviewSources) => Promise<Preflight>,
): Promise<void> {
  const { walker, area } = at;
  const context = contextOf(walker, {});
  walker.review = { of: `${area} ${of}`, context };
  await tried(() => preflight({ ask: askOf(walker, area), context }));
  walker.review = null;
}

/** Goes on with what an action opens. What the service refuses ends there: a person would be told why. */
async function follow(at: Steps, effect: Effect): Promise<void> {
  const { walker, area } = at;
  if (at.steps > LIMITS.steps) return;
  const on = (next: Effect): Promise<void> => follow({ ...at, steps: at.steps + 1 }, next);
  switch (effect.kind) {
    case "form":
      return fill(at, effect.setup);
    case "write":
      note(walker, area, effect.plan.operation);
      if (walker.writes.has(`${area} ${effect.plan.operation}`)) return;
      walker.writes.set(`${area} ${effect.plan.operation}`, { area, plan: effect.plan });
      await reviewed(at, effect.plan.operation, effect.plan.preflight);
      return;
    case "pick": {
      if (isWorn(at, effect.title)) return;
      const suggestions = await tried(() => effect.suggest(askOf(walker, area)));
      for (const value of picksOf(walker, suggestions ?? [], effect.open ?? false)) {
        const next = await tried(async () => effect.take(value));
        if (next !== undefined) await on(next);
      }
      return;
    }
    case "asking": {
      if (isWorn(at, effect.title)) return;
      const next = await tried(() => effect.load(askOf(walker, area)));
      return next === undefined ? undefined : on(next);
    }
    case "action":
      return on(opened(effect));
    case "params":
      at.further.push(effect.params);
      return;
    case "remember":
      remember(walker, [effect.sighting]);
      return on(effect.next);
    case "runbook":
      return on(effect.next);
    case "place":
    case "page":
      return;
  }
}

/** Whether a question was come to often enough: the same again would only be asked of another thing. */
function isWorn({ seen }: Steps, title: string): boolean {
  const times = (seen.get(title) ?? 0) + 1;
  seen.set(title, times);
  return times > LIMITS.seen;
}

/** What is picked: each suggestion, and where anything may be typed the ids that somebody may have on a piece of paper. */
const picksOf = ({ ready }: Walker, suggestions: readonly Suggestion[], open: boolean): readonly string[] => [
  ...suggestions.slice(0, LIMITS.picks).map(({ value }) => value),
  ...(open ? ready.migrations.slice(0, 1).map(({ id }) => id) : []),
];

/** A form: what it edits, what it suggests, and what its review asks. */
async function fill(at: Steps, setup: FormSetup): Promise<void> {
  const { walker, area } = at;
  const { plan, base, suggest = {}, applies, initial = {} } = setup;
  const ask = askOf(walker, area);
  note(walker, area, plan.operation.id);
  const key = `${area} ${plan.operation.id}`;
  const isNew = !walker.forms.has(key);
  if (!isNew && applies === undefined) return;
  const stored = base === undefined ? undefined : await tried(() => base(ask));
  if (isNew) walker.forms.set(key, { area, setup, stored: stored?.document ?? null });
  const filled: Record<string, BodyValue> = { ...initial, ...stored?.document };
  for (const { path, suggest: name } of plan.fields) {
    const [first] = name === undefined ? [] : ((await tried(async () => suggest[name]?.(ask, filled, {}))) ?? []);
    if (first !== undefined && !path.includes(".") && !path.includes("[")) filled[path] = first.value;
  }
  if (applies === undefined) {
    await reviewed(at, plan.operation.id, (review) => setup.preflight(review, filled));
    return;
  }
  const next = await tried(async () => applies(filled));
  if (next !== undefined) await follow({ ...at, steps: at.steps + 1 }, next);
}

/** What comes of it, or nothing where the service or the area says no in words. A mistake of the program is none. */
async function tried<Value>(act: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    if (
      !(error instanceof Error) ||
      /is not a function|of (undefined|null)|is not (defined|iterable)/u.test(error.message)
    ) {
      throw error;
    }
    return undefined;
  }
}
