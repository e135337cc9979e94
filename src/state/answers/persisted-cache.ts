import * as z from "zod";
import { checkedData, holdsBearerLink } from "../../client/answers/answer.ts";
import { isObject, type Json } from "../../contract/json/json.ts";
import { type AnswerOf, type ArgsOf, type OperationId, operations } from "../../contract/operations.ts";
import type { Misfit } from "../../contract/schema/tolerant.ts";
import { Secret } from "../../contract/secret.ts";
import { type Connection, callerName } from "../../contract/wire/connection.ts";
import type { FileKind } from "../../settings/files.ts";
import type { Core } from "../core.ts";
import { fileName, hashOf } from "../files/file-names.ts";
import type { StateFiles } from "../files/state-files.ts";
import type { ServerClock } from "../session/server-clock.ts";
import type { SessionSlice } from "../session/session.ts";
import { type ResourceKey, resourceKey } from "./query.ts";
import type { Resource, ResourcesSlice } from "./resource.ts";
import { type Arrival, afterAnswer, allResources, emptyResource } from "./tables.ts";

/**
 * Answers on screen when the last session of a connection ended, as received, with their times. The next session starts with them, shows their age,
 * and requests them again at once.
 */
export type PersistedCache = {
  readonly answers: ReadonlyMap<ResourceKey, CachedAnswer>;
  /** Written by the same build, which had validated them: loading the schemas again would delay the first frame. */
  readonly isOwn: boolean;
  /** Service clock as known at the end; null if it was not. */
  readonly clock: ServerClock | null;
};

/** One answer as stored on disk. */
export type CachedAnswer = {
  readonly key: ResourceKey;
  readonly raw: Json;
  readonly at: number;
  readonly complete: boolean;
  /** Parts that could not be read; such rows are not in `raw`. */
  readonly misfits: readonly Misfit[];
  /** Paths of secrets in `raw`; null when the checked data differs from `raw` in anything else. */
  readonly secrets: readonly string[] | null;
};

export const NOTHING_PERSISTED: PersistedCache = { answers: new Map(), isOwn: false, clock: null };

const Place = z.array(z.union([z.string(), z.number()])).readonly();
const MisfitSchema = z.object({
  path: Place,
  below: Place,
  message: z.string(),
  value: z.unknown().optional(),
  row: z.unknown().optional(),
  repeats: z.literal(true).optional(),
});

const CacheFile = {
  what: "the cached responses",
  version: 4,
  schema: z.object({
    of: z.string(),
    build: z.string().nullable(),
    clock: z.object({ server: z.number(), local: z.number(), speed: z.number() }).nullable().optional(),
    answers: z.array(
      z.object({
        key: z.string(),
        raw: z.unknown(),
        at: z.number(),
        complete: z.boolean(),
        misfits: z.array(MisfitSchema).readonly(),
        secrets: z.array(z.string()).readonly().nullable(),
      }),
    ),
  }),
} satisfies FileKind;

/** Cache name of a status line, which runs beside a console on the same connection. */
export const statusLineName = (name: string): string => `${name} line`;

/** Longest answer that is cached (characters of JSON): reading a longer one takes longer than a request. */
const LONGEST = 400_000;

/** Owner of a cache: its name, and the service and caller it belongs to, because a profile may be edited. */
export type CacheOwner = {
  readonly name: string;
  readonly connection: Pick<Connection, "environment" | "baseUrl" | "credentials">;
};

const markOf = ({ connection }: CacheOwner): string => hashOf(callerName(connection));

/** Cache file of a connection, below the state folder. */
export const cacheFile = (name: string): string => `last/${fileName(name)}.json`;

const isJson = (value: unknown): value is Json => value !== undefined;
const asJson = (value: unknown): Json | undefined => (isJson(value) ? value : undefined);

/**
 * Reads the cache of a connection; empty when there is none or it is unreadable, since everything is requested anyway.
 *
 * @param build id of the running build, null when running from source
 */
export async function readPersistedCache(
  files: Pick<StateFiles, "read">,
  owner: CacheOwner,
  build: string | null,
): Promise<PersistedCache> {
  const kept = await files.read(cacheFile(owner.name), CacheFile).catch(() => null);
  if (kept === null || kept.of !== markOf(owner)) return NOTHING_PERSISTED;
  return {
    answers: new Map(
      kept.answers.flatMap(({ raw, misfits, ...rest }): readonly (readonly [ResourceKey, CachedAnswer])[] => {
        if (!isJson(raw)) return [];
        const read = misfits.map((one): Misfit => ({ ...one, value: asJson(one.value), row: asJson(one.row) }));
        return [[rest.key, { ...rest, raw, misfits: read }]];
      }),
    ),
    isOwn: build !== null && kept.build === build,
    clock: kept.clock ?? null,
  };
}

/** True for an answer restored from an earlier session and not confirmed yet. */
export const isPersisted = (resource: Pick<Resource<OperationId>, "cached" | "seq"> | undefined): boolean =>
  resource !== undefined && resource.cached !== null && resource.seq === 0;

/** Separator of path steps: a character that no key of an answer contains. */
const STEP = "\n";

/**
 * Paths of secrets in checked data, compared with the answer as received; steps are joined with `STEP`.
 *
 * @returns null when the two differ in anything else
 */
function secretsIn(data: unknown, raw: unknown, place: string): readonly string[] | null {
  if (data instanceof Secret) return typeof raw === "string" ? [place] : null;
  if (data === raw) return [];
  if (Array.isArray(data) ? !Array.isArray(raw) || data.length !== raw.length : !isObject(data) || !isObject(raw)) {
    return null;
  }
  const made = Object.entries(Object(data));
  // By key: fields of checked data are in schema order, not in the order of the answer.
  const received = new Map(Object.entries(Object(raw)));
  if (made.length !== received.size) return null;
  const found: string[] = [];
  for (const [key, value] of made) {
    const step = place === "" ? key : `${place}${STEP}${key}`;
    const within = received.has(key) ? secretsIn(value, received.get(key), step) : null;
    if (within === null) return null;
    found.push(...within);
  }
  return found;
}

/** The received answer with its secrets wrapped again. */
function covered(raw: unknown, places: readonly (readonly string[])[]): unknown {
  if (places.length === 0) return raw;
  if (typeof raw === "string") return new Secret(raw);
  const within = Map.groupBy(places, ([step = ""]) => step);
  const steps = (key: string): readonly (readonly string[])[] => (within.get(key) ?? []).map((place) => place.slice(1));
  return Array.isArray(raw)
    ? raw.map((value, index) => (within.has(String(index)) ? covered(value, steps(String(index))) : value))
    : Object.fromEntries(
        Object.entries(Object(raw)).map(([key, value]) => [key, within.has(key) ? covered(value, steps(key)) : value]),
      );
}

/** Data checked against the response schema of its key: just now, or by this build when it was stored. */
type Checked = { readonly key: ResourceKey; readonly data: unknown };

const isAnswerOf = <Id extends OperationId>(
  operation: Id,
  args: ArgsOf<Id>,
  checked: Checked,
): checked is Checked & { readonly data: AnswerOf<Id> } => checked.key === resourceKey(operation, args);

/** A cached answer as checked data; null when it no longer fits the contract. */
function checkedAnswer({ key, raw, secrets }: CachedAnswer, isOwn: boolean, operation: OperationId): Checked | null {
  if (isOwn && secrets !== null) {
    const places = secrets.map((place) => place.split(STEP));
    return { key, data: covered(raw, places) };
  }
  const read = checkedData(operations[operation].response, raw, true);
  return read.ok && read.misfits.length === 0 ? { key, data: read.data } : null;
}

/** Cached answers of a connection; each is taken once. */
type RestoredCache = {
  /** The cached answer as a resource; undefined when there is none (any more), or it no longer fits the contract. */
  readonly take: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>) => Resource<Id> | undefined;
  readonly clear: () => void;
};

export function restoreCache({ answers, isOwn }: Pick<PersistedCache, "answers" | "isOwn">): RestoredCache {
  const left = new Map(answers);
  return {
    take: (operation, args) => {
      const key = resourceKey(operation, args);
      const kept = left.get(key);
      // Taken only once: a later visit must not show the old answer again.
      left.delete(key);
      const checked = kept === undefined ? null : checkedAnswer(kept, isOwn, operation);
      if (kept === undefined || checked === null || !isAnswerOf(operation, args, checked)) return undefined;
      const { raw, at, complete, misfits } = kept;
      const arrival = { data: checked.data, raw, at, complete, ...(misfits.length === 0 ? {} : { misfits }) };
      return { ...afterAnswer(emptyResource(operation, args), 1, arrival), seq: 0 };
    },
    clear: () => left.clear(),
  };
}

/** The answer in stored form; empty when it is too long or is itself a secret. */
export function answerToKeep(
  key: ResourceKey,
  operation: OperationId,
  { data, raw, at, complete, misfits = [] }: Pick<Arrival<OperationId>, "data" | "raw" | "at" | "complete" | "misfits">,
): readonly CachedAnswer[] {
  const { response } = operations[operation];
  const all = [raw, misfits];
  const isKept = isJson(raw) && !holdsBearerLink(response, all) && JSON.stringify(all).length <= LONGEST;
  return isKept ? [{ key, raw, at, complete, misfits, secrets: secretsIn(data, raw, "") }] : [];
}

/** Cached answers of the given keys, as on screen. */
type CacheCore = Core<ResourcesSlice & SessionSlice>;

const shownIn = (core: Core<ResourcesSlice>, keys: readonly ResourceKey[]): readonly CachedAnswer[] =>
  allResources(core.get().resources).flatMap(({ key, operation, cached, asOf }) =>
    cached === null || asOf === null || !keys.includes(key)
      ? []
      : answerToKeep(key, operation, { ...cached, at: asOf }),
  );

/** Writes the cache of a connection, replacing the old one. */
export const writeCache = (
  files: Pick<StateFiles, "write">,
  owner: CacheOwner,
  build: string | null,
  { answers, clock }: { readonly answers: readonly CachedAnswer[]; readonly clock: ServerClock | null },
): Promise<void> =>
  files.write(cacheFile(owner.name), CacheFile, { of: markOf(owner), build, clock, answers: [...answers] });

const ownerIn = (core: Pick<Core, "profile">, name: string): CacheOwner => ({
  name,
  connection: core.profile().connection,
});

/** Saves what is on screen during the session, for other processes (status lines). */
export const shareCache = (core: CacheCore, name: string, build: string | null, keys: readonly ResourceKey[]) =>
  writeCache(core.files, ownerIn(core, name), build, {
    answers: shownIn(core, keys),
    clock: core.get().session.serverClock,
  });

/** Saves what is on screen for the next start. Best effort at exit: without it, the next session starts empty. */
export function saveCache(core: CacheCore, name: string, build: string | null, keys: readonly ResourceKey[]): void {
  try {
    const answers = [...shownIn(core, keys)];
    if (answers.length === 0) return;
    const of = markOf(ownerIn(core, name));
    core.files.writeSync(cacheFile(name), CacheFile, { of, build, clock: core.get().session.serverClock, answers });
  } catch {
    // Not reported: the journal and the drafts, which matter, report a failing disk.
  }
}
