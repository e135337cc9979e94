import * as z from "zod";
import { checkedData, holdsBearer } from "../client/answer.ts";
import { isObject, type Json } from "../contract/json.ts";
import { type AnswerOf, type ArgsOf, type OperationId, operations } from "../contract/operations.ts";
import { Secret } from "../contract/secret.ts";
import type { FileKind } from "../settings/files.ts";
import type { Core } from "./core.ts";
import type { StateFiles } from "./dependencies.ts";
import { fileName } from "./file-names.ts";
import { type ResourceKey, resourceKey } from "./query.ts";
import type { Resource } from "./resources.ts";
import { allResources, answered, emptyResource } from "./tables.ts";

/**
 * What the last console on a connection showed when it ended: the answers on its screen, as they were received, with their times. The
 * next one begins with them, says how old they are, and asks at once.
 */
export type PersistedCache = {
  readonly answers: ReadonlyMap<ResourceKey, CachedAnswer>;
  /** They were kept by the very same program, which had checked them: loading the schemas again would hold up the first frame. */
  readonly isOwn: boolean;
};

type CachedAnswer = {
  readonly key: ResourceKey;
  readonly raw: Json;
  readonly at: number;
  readonly complete: boolean;
  /** Where secrets stand in it; null where what was checked differs from what was received in anything else. */
  readonly secrets: readonly string[] | null;
};

export const NOTHING_PERSISTED: PersistedCache = { answers: new Map(), isOwn: false };

const CacheFile = {
  what: "the cached responses",
  version: 2,
  schema: z.object({
    build: z.string().nullable(),
    answers: z.array(
      z.object({
        key: z.string(),
        raw: z.unknown(),
        at: z.number(),
        complete: z.boolean(),
        secrets: z.array(z.string()).readonly().nullable(),
      }),
    ),
  }),
} satisfies FileKind;

/** A longer answer is not kept: reading it would take longer than asking for it (characters of JSON). */
const LONGEST = 400_000;

const fileOf = (connection: string): string => `last/${fileName(connection)}.json`;

const isJson = (value: unknown): value is Json => value !== undefined;

/**
 * What was kept of a connection; nothing where there is none, or it cannot be read: it will be asked for anyway.
 *
 * @param build names the program that runs, null where it is not built
 */
export async function readPersistedCache(
  files: Pick<StateFiles, "read">,
  connection: string,
  build: string | null,
): Promise<PersistedCache> {
  const kept = await files.read(fileOf(connection), CacheFile).catch(() => null);
  if (kept === null) return NOTHING_PERSISTED;
  return {
    answers: new Map(kept.answers.flatMap(({ raw, ...rest }) => (isJson(raw) ? [[rest.key, { ...rest, raw }]] : []))),
    isOwn: build !== null && kept.build === build,
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

export function restoreCache({ answers, isOwn }: PersistedCache): RestoredCache {
  const left = new Map(answers);
  return {
    take: (operation, args) => {
      const key = resourceKey(operation, args);
      const kept = left.get(key);
      // Who comes back to it later is not shown an earlier console's answer again.
      left.delete(key);
      const checked = kept === undefined ? null : checkedAnswer(kept, isOwn, operation);
      if (kept === undefined || checked === null || !isAnswerOf(operation, args, checked)) return undefined;
      const { raw, at, complete } = kept;
      return { ...answered(emptyResource(operation, args), 1, { data: checked.data, raw, at, complete }), seq: 0 };
    },
    clear: () => left.clear(),
  };
}

/** Keeps what is on screen, for the next start. Best effort, at the very end: a console that cannot keep it starts without. */
export function saveCache(core: Core, connection: string, build: string | null, keys: readonly ResourceKey[]): void {
  const shown = allResources(core.get().resources).filter(({ key }) => keys.includes(key));
  const answers = shown.flatMap(({ key, operation, cached, asOf }) =>
    cached === null ||
    asOf === null ||
    holdsBearer(operations[operation].response, cached.raw) ||
    JSON.stringify(cached.raw).length > LONGEST
      ? []
      : [
          {
            key,
            raw: cached.raw,
            at: asOf,
            complete: cached.complete,
            secrets: secretsIn(cached.data, cached.raw, ""),
          },
        ],
  );
  if (answers.length === 0) return;
  try {
    core.files.writeSync(fileOf(connection), CacheFile, { build, answers });
  } catch {
    // The journal and the drafts, which matter, complain of the same disk.
  }
}
