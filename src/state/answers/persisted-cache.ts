import * as z from "zod";
import { checkedData, holdsBearer } from "../../client/answers/answer.ts";
import { isObject, type Json } from "../../contract/json/json.ts";
import { type AnswerOf, type ArgsOf, type OperationId, operations } from "../../contract/operations.ts";
import type { Misfit } from "../../contract/schema/tolerant.ts";
import { Secret } from "../../contract/secret.ts";
import { type Connection, callerName } from "../../contract/wire/connection.ts";
import type { FileKind } from "../../settings/files.ts";
import type { Core } from "../core.ts";
import type { StateFiles } from "../dependencies.ts";
import { fileName, hashOf } from "../files/file-names.ts";
import type { ServerClock } from "../session/server-clock.ts";
import { type ResourceKey, resourceKey } from "./query.ts";
import type { Resource } from "./resources.ts";
import { type Arrival, allResources, answered, emptyResource } from "./tables.ts";

/**
 * What the last console on a connection showed when it ended: the answers on its screen, as they were received, with their times. The
 * next one begins with them, says how old they are, and asks at once.
 */
export type PersistedCache = {
  readonly answers: ReadonlyMap<ResourceKey, CachedAnswer>;
  /** They were kept by the very same program, which had checked them: loading the schemas again would hold up the first frame. */
  readonly isOwn: boolean;
  /** The service's time, as far as it was known. */
  readonly clock: ServerClock | null;
};

/** One answer as it stands on the disk. */
export type CachedAnswer = {
  readonly key: ResourceKey;
  readonly raw: Json;
  readonly at: number;
  readonly complete: boolean;
  /** What of it could not be read: rows among it are not in `raw`. */
  readonly misfits: readonly Misfit[];
  /** Where secrets stand in it; null where what was checked differs from what was received in anything else. */
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

/** Under which name a status line keeps its answers, beside those of the console on the same connection. */
export const statusLineName = (name: string): string => `${name} line`;

/** A longer answer is not kept: reading it would take longer than asking for it (characters of JSON). */
const LONGEST = 400_000;

/** Whose answers are kept: under which name, of which service and for which caller. What a profile means may be edited. */
export type CacheOwner = {
  readonly name: string;
  readonly connection: Pick<Connection, "environment" | "baseUrl" | "credentials">;
};

const markOf = ({ connection }: CacheOwner): string => hashOf(callerName(connection));

/** The file of the answers of a connection, below the state folder. */
export const cacheFile = (name: string): string => `last/${fileName(name)}.json`;

const isJson = (value: unknown): value is Json => value !== undefined;
const asJson = (value: unknown): Json | undefined => (isJson(value) ? value : undefined);

/**
 * What was kept of a connection; nothing where there is none, or it cannot be read: it will be asked for anyway.
 *
 * @param build names the program that runs, null where it is not built
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

/** Whether an answer is one of an earlier console, which nobody has confirmed yet. */
export const isPersisted = (resource: Pick<Resource<OperationId>, "cached" | "seq"> | undefined): boolean =>
  resource !== undefined && resource.cached !== null && resource.seq === 0;

/** Steps of a place are joined by what no key of an answer has. */
const STEP = "\n";

/**
 * Where secrets stand in data that was made of a received answer, as joined steps.
 *
 * @returns null where the two differ in anything but that
 */
function secretsIn(data: unknown, raw: unknown, place: string): readonly string[] | null {
  if (data instanceof Secret) return typeof raw === "string" ? [place] : null;
  if (data === raw) return [];
  if (Array.isArray(data) ? !Array.isArray(raw) || data.length !== raw.length : !isObject(data) || !isObject(raw)) {
    return null;
  }
  const made = Object.entries(Object(data));
  // Fields come in the order of the schema, which is not that of the answer.
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

/** A received answer in which secrets are covered again. */
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

/** Data that was checked with the schema of the answers that a key is for: now, or by this very program when it kept them. */
type Checked = { readonly key: ResourceKey; readonly data: unknown };

const isAnswerOf = <Id extends OperationId>(
  operation: Id,
  args: ArgsOf<Id>,
  checked: Checked,
): checked is Checked & { readonly data: AnswerOf<Id> } => checked.key === resourceKey(operation, args);

/** A kept answer as it was checked; null where it does not fit the contract any more. */
function checkedAnswer({ key, raw, secrets }: CachedAnswer, isOwn: boolean, operation: OperationId): Checked | null {
  if (isOwn && secrets !== null) {
    const places = secrets.map((place) => place.split(STEP));
    return { key, data: covered(raw, places) };
  }
  const read = checkedData(operations[operation].response, raw, true);
  return read.ok && read.misfits.length === 0 ? { key, data: read.data } : null;
}

/** The kept answers of a connection, each of which is taken once. */
export type RestoredCache = {
  /** The resource of a kept answer; undefined where there is none any more, or it does not fit the contract any more. */
  readonly take: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>) => Resource<Id> | undefined;
  readonly clear: () => void;
};

export function restoreCache({ answers, isOwn }: Pick<PersistedCache, "answers" | "isOwn">): RestoredCache {
  const left = new Map(answers);
  return {
    take: (operation, args) => {
      const key = resourceKey(operation, args);
      const kept = left.get(key);
      // Who comes back to it later is not shown an earlier console's answer again.
      left.delete(key);
      const checked = kept === undefined ? null : checkedAnswer(kept, isOwn, operation);
      if (kept === undefined || checked === null || !isAnswerOf(operation, args, checked)) return undefined;
      const { raw, at, complete, misfits } = kept;
      const arrival = { data: checked.data, raw, at, complete, ...(misfits.length === 0 ? {} : { misfits }) };
      return { ...answered(emptyResource(operation, args), 1, arrival), seq: 0 };
    },
    clear: () => left.clear(),
  };
}

/** An answer as it can be kept; none where it is too long, or is a secret by itself. */
export function answerToKeep(
  key: ResourceKey,
  operation: OperationId,
  { data, raw, at, complete, misfits = [] }: Pick<Arrival<OperationId>, "data" | "raw" | "at" | "complete" | "misfits">,
): readonly CachedAnswer[] {
  const { response } = operations[operation];
  const all = [raw, misfits];
  const isKept = isJson(raw) && !holdsBearer(response, all) && JSON.stringify(all).length <= LONGEST;
  return isKept ? [{ key, raw, at, complete, misfits, secrets: secretsIn(data, raw, "") }] : [];
}

/** What is on screen. */
const shownIn = (core: Core, keys: readonly ResourceKey[]): readonly CachedAnswer[] =>
  allResources(core.get().resources).flatMap(({ key, operation, cached, asOf }) =>
    cached === null || asOf === null || !keys.includes(key)
      ? []
      : answerToKeep(key, operation, { ...cached, at: asOf }),
  );

/** Keeps answers of a connection, in place of those that were kept. */
export const writeCache = (
  files: Pick<StateFiles, "write">,
  owner: CacheOwner,
  build: string | null,
  { answers, clock }: { readonly answers: readonly CachedAnswer[]; readonly clock: ServerClock | null },
): Promise<void> =>
  files.write(cacheFile(owner.name), CacheFile, { of: markOf(owner), build, clock, answers: [...answers] });

const ownerIn = (core: Core, name: string): CacheOwner => ({ name, connection: core.profile().connection });

/** Keeps what is on screen while it is shown, for programs that run beside. */
export const shareCache = (core: Core, name: string, build: string | null, keys: readonly ResourceKey[]) =>
  writeCache(core.files, ownerIn(core, name), build, {
    answers: shownIn(core, keys),
    clock: core.get().session.serverClock,
  });

/** Keeps what is on screen, for the next start. Best effort, at the very end: a console that cannot keep it starts without. */
export function saveCache(core: Core, name: string, build: string | null, keys: readonly ResourceKey[]): void {
  try {
    const answers = [...shownIn(core, keys)];
    if (answers.length === 0) return;
    const of = markOf(ownerIn(core, name));
    core.files.writeSync(cacheFile(name), CacheFile, { of, build, clock: core.get().session.serverClock, answers });
  } catch {
    // The journal and the drafts, which matter, complain of the same disk.
  }
}
