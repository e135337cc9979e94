import { weakMapMemoize } from "reselect";
import { isObject, type Json, sameJson } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import { isOperationId, type OperationId, operations } from "../../contract/operations.ts";
import { isMigrationEnd } from "../../domain/live-migration/migration.ts";
import { DAY } from "../../text/durations.ts";
import { areSameItems } from "../../text/same-items.ts";
import type { AnyArgs } from "../answers/query.ts";
import type { Core } from "../core.ts";
import type { JournalEntry } from "../journal/journal-file.ts";
import { type ServerClock, serverTime } from "../session/server-clock.ts";

/**
 * Writes of which the service does not show what came, by the journal: this program and others on this machine may have sent them.
 * Those whose answer never came each may have happened, and are said at their thing until the service shows it (`domain.md` 1.6). Of a
 * cut-over it shows nothing before the end even when it was accepted: that is known from here alone (`domain.md` 14.2).
 */
export type SentWrite = {
  /** Its name in the journal. */
  readonly id: string;
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, string>>;
  /** What was sent, secrets covered; absent where the journal has not kept it. */
  readonly body?: Json;
  /** When it was sent (this machine's time, ms). */
  readonly at: number;
};

/** One whose answer never came. */
export type UnknownWrite = SentWrite;

export type SentWritesState = readonly SentWrite[];

export const NO_SENT_WRITES: SentWritesState = [];

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
  (writes: SentWritesState, serverClock: ServerClock | null): SentWritesState =>
    writes.map((write) => ({ ...write, at: serverTime(serverClock, write.at) })),
);

/** Whether a write is recent enough to be said at its thing. */
export const isSaid = ({ operation, at }: Pick<SentWrite, "operation" | "at">, now: number): boolean =>
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
export function withEnded(writes: SentWritesState, write: SentWrite, outcome: "done" | "unknown"): SentWritesState {
  if (!isGrave(write.operation)) return writes;
  if (outcome === "unknown") return [...writes.filter(({ id }) => id !== write.id), write].slice(-MOST);
  const left = writes.filter((other) => doSame(other, write) !== true);
  return left.length === writes.length ? writes : left;
}

/** What no answer shows before the end of the thing that it was sent to. */
const isShownLate = (operation: OperationId): boolean => operation === "cutoverMigration";

/** The writes that were accepted and are not shown once one was done. */
export const withDone = (writes: SentWritesState, write: SentWrite): SentWritesState =>
  isShownLate(write.operation) ? [...writes.filter(({ id }) => id !== write.id), write].slice(-MOST) : writes;

/** What of writes is known beside the service's answers. */
export type Unshown = { readonly unknownWrites: SentWritesState; readonly acceptedWrites: SentWritesState };

export const NOTHING_UNSHOWN: Unshown = { unknownWrites: NO_SENT_WRITES, acceptedWrites: NO_SENT_WRITES };

const withOutcome = (
  { unknownWrites, acceptedWrites }: Unshown,
  write: SentWrite,
  outcome: "done" | "unknown",
): Unshown => ({
  unknownWrites: withEnded(unknownWrites, write, outcome),
  acceptedWrites: outcome === "done" ? withDone(acceptedWrites, write) : acceptedWrites,
});

/** That of the journal, in the order in which they were sent. */
export const unshownIn = (entries: readonly JournalEntry[], now: number): Unshown =>
  entries.reduce<Unshown>((known, { id, at, operation, request, body, bodyBytes, outcome }) => {
    if (request === null || !isOperationId(operation) || !isSaid({ operation, at }, now)) return known;
    if (outcome !== "unknown" && outcome !== "done") return known;
    const sent = { id, at, operation, params: request.params, ...(bodyBytes === null ? { body } : {}) };
    return withOutcome(known, sent, outcome);
  }, NOTHING_UNSHOWN);

/** Whether an answer shows what came of a write. A cut-over is only shown by the end of its migration: until then it reads as before. */
const isShownBy = (write: SentWrite, operation: OperationId, { params }: AnyArgs, data: unknown): boolean =>
  isShownLate(write.operation) &&
  operation === "getPushMigration" &&
  write.params["liveMigrationId"] === params["liveMigrationId"] &&
  hasEnded(data);

const hasEnded = (data: unknown): boolean => isObject(data) && isMigrationEnd(data["status"]);

/** Whether an answer reads the same before and after a write that another program may have sent: its journal says so. */
export const mayHideWrite = (operation: OperationId, data: unknown): boolean =>
  operation === "getPushMigration" && !hasEnded(data);

export type UnknownWrites = {
  readonly ended: (write: SentWrite, outcome: "done" | "unknown") => void;
  /** Takes in what the journal of this profile knows: of its writes it has the last word. */
  readonly load: (entries: readonly JournalEntry[]) => void;
  /** Takes away what an answer shows the outcome of. */
  readonly learn: (operation: OperationId, args: AnyArgs, data: unknown) => void;
};

const isSameList = (one: SentWritesState, other: SentWritesState): boolean =>
  areSameItems(one, other, (left, right) => left.id === right.id);

export function createUnknownWrites({ get, set, clock }: Pick<Core, "get" | "set" | "clock">): UnknownWrites {
  /** Those that an answer has shown: the journal goes on saying that they were sent. */
  const shown = new Set<string>();
  const put = ({ unknownWrites, acceptedWrites }: Unshown): void => {
    const state = get();
    if (isSameList(unknownWrites, state.unknownWrites) && isSameList(acceptedWrites, state.acceptedWrites)) return;
    set({ unknownWrites, acceptedWrites });
  };
  return {
    ended: (write, outcome) => put(withOutcome(get(), write, outcome)),
    load: (entries) => {
      const { unknownWrites, acceptedWrites } = get();
      const known = new Set(entries.flatMap(({ id, outcome }) => (outcome === "sending" ? [] : [id])));
      const found = unshownIn(entries, clock.now());
      const joined = (own: SentWritesState, noted: SentWritesState): SentWritesState => [
        ...noted.filter(({ id }) => !shown.has(id)),
        // What the journal could not take, or not yet.
        ...own.filter(({ id }) => !known.has(id)),
      ];
      put({
        unknownWrites: joined(unknownWrites, found.unknownWrites),
        acceptedWrites: joined(acceptedWrites, found.acceptedWrites),
      });
    },
    learn: (operation, args, data) => {
      const { unknownWrites, acceptedWrites } = get();
      const left = (writes: SentWritesState): SentWritesState =>
        writes.filter((write) => {
          const isShown = isShownBy(write, operation, args, data);
          if (isShown) shown.add(write.id);
          return !isShown;
        });
      put({ unknownWrites: left(unknownWrites), acceptedWrites: left(acceptedWrites) });
    },
  };
}
