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
 * Writes whose effect the service does not show, from the journal: this program and others on this machine may have sent them. A write without an
 * answer may have taken effect; its subject shows it as unknown until the service shows the effect (`domain.md` 1.6). The service does not show an
 * accepted cut-over before its end: only the journal knows of it (`domain.md` 14.2).
 */
export type SentWrite = {
  /** Its id in the journal. */
  readonly id: string;
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, string>>;
  /** Body as sent, secrets masked; absent when the journal has not stored it. */
  readonly body?: Json;
  /** Time of sending (local clock, ms). */
  readonly at: number;
};

/** A write whose answer never came. */
export type UnknownWrite = SentWrite;

type SentWritesState = readonly SentWrite[];

const NO_SENT_WRITES: SentWritesState = [];

/** Time for which a write is shown (ms): later on the state of its subject tells the effect. Longer for irreversible ones. */
const RECENT_FOR = { irreversible: 7 * DAY, other: DAY } as const;

/** Upper bound of writes; the newest are kept. */
const MOST = 100;

/** False for writes that may be repeated or forgotten without harm: these are not shown. */
const isGrave = (operation: OperationId): boolean => {
  const { risk } = operations[operation];
  return risk !== "none" && risk !== "reversible";
};

/** The writes with times of the service clock. */
export const inServiceTimes = weakMapMemoize(
  (writes: SentWritesState, serverClock: ServerClock | null): SentWritesState =>
    writes.map((write) => ({ ...write, at: serverTime(serverClock, write.at) })),
);

/** True while a write is recent enough to be shown at its subject. */
export const isRecentWrite = ({ operation, at }: Pick<SentWrite, "operation" | "at">, now: number): boolean =>
  now - at < RECENT_FOR[operations[operation].risk === "irreversible" ? "irreversible" : "other"];

type Sent = Pick<UnknownWrite, "operation" | "params" | "body">;

/** True for operations that create one of many things: the path names only the parent, and the body says which thing it is. */
function makesOneOfMany(id: OperationId): boolean {
  const { kind, entity }: Operation = operations[id];
  return kind === "create" && entity?.id.length !== 0;
}

/** True when two writes are equal; null when a body needed for the comparison is not stored. Secrets are not compared: they are stored nowhere. */
function doSame(one: Sent, other: Sent): boolean | null {
  if (one.operation !== other.operation || !sameJson(one.params, other.params)) return false;
  if (!makesOneOfMany(one.operation)) return true;
  return one.body === undefined || other.body === undefined ? null : sameJson(one.body, other.body);
}

/** True unless the two writes certainly differ. */
export const maySameBeSent = (one: Sent, other: Sent): boolean => doSame(one, other) !== false;

/** Unknown writes after one has ended: an equal write that succeeded later replaces earlier ones. */
export function withEnded(writes: SentWritesState, write: SentWrite, outcome: "done" | "unknown"): SentWritesState {
  if (!isGrave(write.operation)) return writes;
  if (outcome === "unknown") return [...writes.filter(({ id }) => id !== write.id), write].slice(-MOST);
  const left = writes.filter((other) => doSame(other, write) !== true);
  return left.length === writes.length ? writes : left;
}

/** Operations whose effect no answer shows before their subject has ended. */
const isShownLate = (operation: OperationId): boolean => operation === "cutoverMigration";

/** Accepted writes that are not shown yet, after one was accepted. */
const withDone = (writes: SentWritesState, write: SentWrite): SentWritesState =>
  isShownLate(write.operation) ? [...writes.filter(({ id }) => id !== write.id), write].slice(-MOST) : writes;

/** Writes known only from this machine, not from the service's answers. */
export type UnshownWrites = {
  /** Writes whose answer never came. */
  readonly unknownWrites: SentWritesState;
  /** Accepted writes that no answer shows yet. */
  readonly acceptedWrites: SentWritesState;
};

export const NOTHING_UNSHOWN: UnshownWrites = { unknownWrites: NO_SENT_WRITES, acceptedWrites: NO_SENT_WRITES };

const withOutcome = (
  { unknownWrites, acceptedWrites }: UnshownWrites,
  write: SentWrite,
  outcome: "done" | "unknown",
): UnshownWrites => ({
  unknownWrites: withEnded(unknownWrites, write, outcome),
  acceptedWrites: outcome === "done" ? withDone(acceptedWrites, write) : acceptedWrites,
});

/** UnshownWrites writes in the journal, in the order of sending. */
const unshownIn = (entries: readonly JournalEntry[], now: number): UnshownWrites =>
  entries.reduce<UnshownWrites>((known, { id, at, operation, request, body, bodyBytes, outcome }) => {
    if (request === null || !isOperationId(operation) || !isRecentWrite({ operation, at }, now)) return known;
    if (outcome !== "unknown" && outcome !== "done") return known;
    const sent = { id, at, operation, params: request.params, ...(bodyBytes === null ? { body } : {}) };
    return withOutcome(known, sent, outcome);
  }, NOTHING_UNSHOWN);

/** True when an answer shows the effect of a write. A cut-over shows only at the end of its migration: until then answers look as before. */
const isShownBy = (write: SentWrite, operation: OperationId, { params }: AnyArgs, data: unknown): boolean =>
  isShownLate(write.operation) &&
  operation === "getPushMigration" &&
  write.params["liveMigrationId"] === params["liveMigrationId"] &&
  hasEnded(data);

const hasEnded = (data: unknown): boolean => isObject(data) && isMigrationEnd(data["status"]);

/** True for answers that look the same before and after a write that another program may have sent: the journal has to be read. */
export const mayHideWrite = (operation: OperationId, data: unknown): boolean =>
  operation === "getPushMigration" && !hasEnded(data);

export type UnknownWrites = {
  readonly ended: (write: SentWrite, outcome: "done" | "unknown") => void;
  /** Loads the writes from the journal of this profile, which overrules memory. */
  readonly load: (entries: readonly JournalEntry[]) => void;
  /** Removes writes whose effect an answer shows. */
  readonly learn: (operation: OperationId, args: AnyArgs, data: unknown) => void;
};

const isSameList = (one: SentWritesState, other: SentWritesState): boolean =>
  areSameItems(one, other, (left, right) => left.id === right.id);

export function createUnknownWrites({
  get,
  set,
  clock,
}: Pick<Core<UnshownWrites>, "get" | "set" | "clock">): UnknownWrites {
  /** Writes that an answer has shown: the journal keeps listing them. */
  const shown = new Set<string>();
  const put = ({ unknownWrites, acceptedWrites }: UnshownWrites): void => {
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
        // Writes that the journal does not have (yet).
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
