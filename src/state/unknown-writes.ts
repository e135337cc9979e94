import { weakMapMemoize } from "reselect";
import { isObject, type Json, sameJson } from "../contract/json.ts";
import type { Operation } from "../contract/operation.ts";
import { isOperationId, type OperationId, operations } from "../contract/operations.ts";
import { isMigrationEnd } from "../domain/migration.ts";
import { DAY } from "../text/durations.ts";
import type { Core } from "./core.ts";
import type { JournalEntry } from "./journal-file.ts";
import type { AnyArgs } from "./query.ts";
import { type ServerClock, serverTime } from "./server-clock.ts";

/**
 * Writes whose answer never came: each may have happened, and is said at its thing until the service shows what came of it (`domain.md`
 * 1.6). After a restart they are known from the journal.
 */
export type UnknownWrite = {
  /** Its name in the journal. */
  readonly id: string;
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, string>>;
  /** What was sent, secrets covered; absent where the journal has not kept it. */
  readonly body?: Json;
  /** When it was sent (this machine's time, ms). */
  readonly at: number;
};

export type UnknownWritesState = readonly UnknownWrite[];

export const NO_UNKNOWN_WRITES: UnknownWritesState = [];

/** After so long what is shown of a thing says what came of a write; what cannot be undone is said for longer (ms). */
const SAID_FOR = { irreversible: 7 * DAY, other: DAY } as const;

/** Newest ones that are kept. */
const MOST = 100;

/** What may be repeated or forgotten without harm is not said. */
const isGrave = (operation: OperationId): boolean => {
  const { risk } = operations[operation];
  return risk !== "none" && risk !== "reversible";
};

/** The same with the service's times. */
export const inServiceTimes = weakMapMemoize(
  (writes: UnknownWritesState, serverClock: ServerClock | null): UnknownWritesState =>
    writes.map((write) => ({ ...write, at: serverTime(serverClock, write.at) })),
);

/** Whether a write is recent enough to be said at its thing. */
export const isSaid = ({ operation, at }: Pick<UnknownWrite, "operation" | "at">, now: number): boolean =>
  now - at < SAID_FOR[operations[operation].risk === "irreversible" ? "irreversible" : "other"];

type Sent = Pick<UnknownWrite, "operation" | "params" | "body">;

/** Whether an operation makes one of many things: the path names what it will lie in, and only the body says which one it is. */
function makesOneOfMany(id: OperationId): boolean {
  const { kind, entity }: Operation = operations[id];
  return kind === "create" && entity?.id.length !== 0;
}

/** Whether two writes do the same; null where a body that would tell is not kept. Secrets are not compared: they are kept nowhere. */
function doSame(one: Sent, other: Sent): boolean | null {
  if (one.operation !== other.operation || !sameJson(one.params, other.params)) return false;
  if (!makesOneOfMany(one.operation)) return true;
  return one.body === undefined || other.body === undefined ? null : sameJson(one.body, other.body);
}

/** Whether what was sent may be sent again with this: in doubt it may. */
export const maySameBeSent = (one: Sent, other: Sent): boolean => doSame(one, other) !== false;

/** The writes that are unknown once one has ended: the same that was done later has taken the place of those before it. */
export function withEnded(
  writes: UnknownWritesState,
  write: UnknownWrite,
  outcome: "done" | "unknown",
): UnknownWritesState {
  if (!isGrave(write.operation)) return writes;
  if (outcome === "unknown") return [...writes.filter(({ id }) => id !== write.id), write].slice(-MOST);
  const left = writes.filter((other) => doSame(other, write) !== true);
  return left.length === writes.length ? writes : left;
}

/** Those of the journal, in the order in which they were sent. */
export const unknownIn = (entries: readonly JournalEntry[], now: number): UnknownWritesState =>
  entries.reduce<UnknownWritesState>((writes, { id, at, operation, request, body, bodyBytes, outcome }) => {
    if (request === null || !isOperationId(operation) || !isSaid({ operation, at }, now)) return writes;
    if (outcome !== "unknown" && outcome !== "done") return writes;
    const sent = { id, at, operation, params: request.params, ...(bodyBytes === null ? { body } : {}) };
    return withEnded(writes, sent, outcome);
  }, NO_UNKNOWN_WRITES);

/** Whether an answer shows what came of a write. A cut-over is only shown by the end of its migration: until then it reads as before. */
const isShownBy = (write: UnknownWrite, operation: OperationId, { params }: AnyArgs, data: unknown): boolean =>
  write.operation === "cutoverMigration" &&
  operation === "getPushMigration" &&
  write.params["liveMigrationId"] === params["liveMigrationId"] &&
  isObject(data) &&
  isMigrationEnd(data["status"]);

export type UnknownWrites = {
  readonly ended: (write: UnknownWrite, outcome: "done" | "unknown") => void;
  /** Takes in what the journal of this profile knows. */
  readonly load: (entries: readonly JournalEntry[]) => void;
  /** Takes away what an answer shows the outcome of. */
  readonly learn: (operation: OperationId, args: AnyArgs, data: unknown) => void;
};

export function createUnknownWrites({ get, set, clock }: Pick<Core, "get" | "set" | "clock">): UnknownWrites {
  const put = (unknownWrites: UnknownWritesState): void => {
    if (unknownWrites !== get().unknownWrites) set({ unknownWrites });
  };
  return {
    ended: (write, outcome) => put(withEnded(get().unknownWrites, write, outcome)),
    load: (entries) => {
      const { unknownWrites } = get();
      const found = unknownIn(entries, clock.now()).filter(({ id }) => !unknownWrites.some((one) => one.id === id));
      if (found.length > 0) put([...found, ...unknownWrites]);
    },
    learn: (operation, args, data) => {
      const { unknownWrites } = get();
      const left = unknownWrites.filter((write) => !isShownBy(write, operation, args, data));
      if (left.length < unknownWrites.length) put(left);
    },
  };
}
