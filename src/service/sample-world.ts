import { randomBytes } from "node:crypto";
import { isObject, type JsonObject } from "../contract/json/json.ts";
import { reasonOf } from "../text/thrown.ts";
import { REVOKED_TOKEN } from "./auth/tokens.ts";
import { type DueTransitionsRun, runDueTransitions } from "./due-transitions.ts";
import { addCaller, CALLER, everyRole, findCaller, newAccount, newKey, newSecret } from "./requests/callers.ts";
import { SEEDED_CLUSTER_KINDS } from "./seed/clusters.ts";
import { DEFAULT_SIZE, type SeedSize } from "./seed/size.ts";
import { addRunningExamples, type UnderWayPlace } from "./seed/under-way.ts";
import { type SampleWorld, sampleOf } from "./seed.ts";
import { CLOCK, readAnchor, simulatedAt, writeAnchor } from "./storage/clock.ts";
import { makeDraft } from "./storage/draft.ts";
import type { Document, DocumentDraft, ReadTransaction, Store, WriteTransaction } from "./storage/storage.ts";
import { StorageProblem } from "./storage/storage-problem.ts";

/** Keys and sample description of a data directory, stored besides the resources. Created on the first start. */
type ServiceKeys = {
  readonly publicKey: string;
  readonly clientId: string;
  readonly scrapeUsername: string;
  readonly scrapePassword: string;
  /** Signs nonces and tokens. */
  readonly signingKey: string;
  /** Token of the control surface of every instance, where several share the data. */
  readonly controlToken: string;
};

const KIND = "world";
const KEYS = "keys";
const SAMPLE = "sample";
const ADDRESS = "address";

const still = (id: string, body: DocumentDraft["body"]): DocumentDraft =>
  makeDraft({ kind: KIND, id, parent: "service", body });

/** Kinds that survive a reset: callers with revoked tokens, keys, clock. Everything else is sample data or derived from it. */
const KEPT_KINDS = [KIND, CLOCK, CALLER, REVOKED_TOKEN] as const;

async function addKeys(transaction: WriteTransaction, world: SampleWorld): Promise<void> {
  const grants = { projects: everyRole(world.groups.map(({ id }) => id)), organizations: everyRole([world.orgId]) };
  const key = newKey(grants);
  const account = newAccount(grants);
  await addCaller(transaction, key);
  await addCaller(transaction, account);
  const keys: ServiceKeys = {
    publicKey: key.name,
    clientId: account.name,
    scrapeUsername: `prom_user_${randomBytes(12).toString("hex")}`,
    scrapePassword: newSecret(),
    signingKey: newSecret(),
    controlToken: newSecret(),
  };
  await transaction.put(still(KEYS, keys));
}

/** Grants the first keys every role in the projects of a new sample. */
async function grantAgain(transaction: WriteTransaction, keys: ServiceKeys, world: SampleWorld): Promise<void> {
  const projects = everyRole(world.groups.map(({ id }) => id));
  for (const name of [keys.publicKey, keys.clientId]) {
    const caller = await findCaller(transaction, name);
    if (caller === undefined) continue;
    await addCaller(transaction, { ...caller, projects, organizations: everyRole([world.orgId]) });
  }
}

async function laySample(
  transaction: WriteTransaction,
  size: SeedSize,
  now: number,
  founded: number = now,
): Promise<SampleWorld> {
  const { world, drafts } = sampleOf(size, now, founded);
  await transaction.putAll(drafts);
  return keepUnderWay(transaction, world, { size: { ...size }, founded }, now);
}

/** Maximum of listed migrations: from the original sample, and the latest that were added. */
const FIRST_MIGRATIONS = 5;
const ADDED_MIGRATIONS = 5;

const placeOf = ({ orgId, groupId, groups }: SampleWorld): UnderWayPlace => ({
  orgId,
  groupId,
  otherGroupId: groups.find(({ id }) => id !== groupId)?.id,
});

/** Adds examples of running jobs where none is left, and stores the sample description with them. */
async function keepUnderWay(
  transaction: WriteTransaction,
  world: SampleWorld,
  made: { readonly size: JsonObject; readonly founded: number },
  now: number,
): Promise<SampleWorld> {
  const { groupId, migrations } = world;
  const id = await addRunningExamples(transaction, placeOf(world), Number(made.size["seed"]), now);
  const added = [...migrations.slice(FIRST_MIGRATIONS), ...(id === null ? [] : [{ groupId, id }])];
  const known = [...migrations.slice(0, FIRST_MIGRATIONS), ...added.slice(-ADDED_MIGRATIONS)];
  const next: SampleWorld = { ...world, migrations: known };
  await transaction.put(still(SAMPLE, { world: next, ...made }));
  return next;
}

/**
 * Fills an empty storage: sample, keys, clock. A filled one stays as it is, except for the clock's speed and examples of running jobs, which are
 * added where none of a kind is left.
 *
 * @param founded time from which the age of a new sample's organisation and projects counts (ms); left out: now
 * @param quiet adds no examples
 */
export async function prepareSampleWorld(
  store: Store,
  size: SeedSize,
  speed: number,
  real: number,
  { founded, quiet, report }: Pick<DueTransitionsRun, "quiet" | "report"> & { readonly founded?: number | undefined },
): Promise<void> {
  const isRestLaid = await store.write(null, async (transaction) => {
    const keys = await transaction.get(KIND, KEYS);
    if (keys === undefined) {
      const simulated = Math.floor(real / 1000) * 1000;
      await writeAnchor(transaction, { simulated, real, speed });
      await addKeys(transaction, await laySample(transaction, size, simulated, founded));
      return true;
    }
    const anchor = await readAnchor(transaction);
    if (anchor.speed !== speed) await writeAnchor(transaction, { simulated: simulatedAt(anchor, real), real, speed });
    return quiet;
  });
  if (isRestLaid) return;
  try {
    await store.write(null, (transaction) => addToSampleWorld(transaction, real, { quiet, report }));
  } catch (failure) {
    if (failure instanceof StorageProblem) throw failure;
    // The service works without them.
    report("under way", `No examples of what is in progress could be added to the sample. ${reasonOf(failure)}`);
  }
}

/** Adds examples of running jobs to the sample of an earlier start. */
async function addToSampleWorld(
  transaction: WriteTransaction,
  real: number,
  { quiet, report }: Pick<DueTransitionsRun, "quiet" | "report">,
): Promise<void> {
  const sample = await transaction.get(KIND, SAMPLE);
  const made = { size: { ...sizeOf(sample) }, founded: Number(sample?.body["founded"]) };
  const now = simulatedAt(await readAnchor(transaction), real);
  const world = await readSampleWorld(transaction);
  // As before a request: additions must be checked against the current state.
  const { groupId, otherGroupId = groupId } = placeOf(world);
  for (const id of new Set([groupId, otherGroupId])) await runDueTransitions(transaction, id, { now, quiet, report });
  await keepUnderWay(transaction, world, made, now);
}

/** Replaces the sample data; keys, callers and clock stay, and so do the ids of organisation and projects. */
export async function resetSampleWorld(store: Store, change: Partial<SeedSize>, real: number): Promise<SampleWorld> {
  return store.write(null, async (transaction) => {
    const sample = await transaction.get(KIND, SAMPLE);
    const founded = Number(sample?.body["founded"]);
    await transaction.clearExcept(KEPT_KINDS);
    const now = simulatedAt(await readAnchor(transaction), real);
    const world = await laySample(transaction, { ...sizeOf(sample), ...change }, now, founded);
    await grantAgain(transaction, await readKeys(transaction), world);
    return world;
  });
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The keys of this data directory. */
export async function readKeys(transaction: ReadTransaction): Promise<ServiceKeys> {
  const document = await transaction.get(KIND, KEYS);
  if (document === undefined)
    throw new StorageProblem("There are no data of a service here yet: start sextant serve on them once.");
  const { publicKey, clientId, scrapeUsername, scrapePassword, signingKey, controlToken } = document.body;
  return {
    publicKey: text(publicKey),
    clientId: text(clientId),
    scrapeUsername: text(scrapeUsername),
    scrapePassword: text(scrapePassword),
    signingKey: text(signingKey),
    controlToken: text(controlToken),
  };
}

function sizeOf(document: Document | undefined): SeedSize {
  const size = document?.body["size"];
  const { seed, alerts, projects, snapshots } = { ...DEFAULT_SIZE, ...(isObject(size) ? size : {}) };
  return { seed: Number(seed), alerts: Number(alerts), projects: Number(projects), snapshots: Number(snapshots) };
}

/** The sample description of this data directory. */
export async function readSampleWorld(transaction: ReadTransaction): Promise<SampleWorld> {
  const world = (await transaction.get(KIND, SAMPLE))?.body["world"];
  if (!isObject(world))
    throw new StorageProblem("There are no data of a service here yet: start sextant serve on them once.");
  const groups = Array.isArray(world["groups"]) ? world["groups"].filter(isObject) : [];
  const clusters = Array.isArray(world["clusters"]) ? world["clusters"].filter(isObject) : [];
  const migrations = Array.isArray(world["migrations"]) ? world["migrations"].filter(isObject) : [];
  return {
    orgId: text(world["orgId"]),
    groupId: text(world["groupId"]),
    groups: groups.map(({ id, name }) => ({ id: text(id), name: text(name) })),
    clusters: clusters.map(({ groupId, name, kind }) => ({
      groupId: text(groupId),
      name: text(name),
      kind: SEEDED_CLUSTER_KINDS.find((one) => one === kind) ?? "replicaSet",
    })),
    migrations: migrations.map(({ groupId, id }) => ({ groupId: text(groupId), id: text(id) })),
  };
}

/** The port on which this data was served last, or 0. */
export async function readPort(transaction: ReadTransaction): Promise<number> {
  const port = (await transaction.get(KIND, ADDRESS))?.body["port"];
  return typeof port === "number" ? port : 0;
}

/** Stores the port for the next start. */
export async function writePort(transaction: WriteTransaction, port: number): Promise<void> {
  await transaction.put(still(ADDRESS, { port }));
}
