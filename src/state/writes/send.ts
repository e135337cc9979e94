import type { Answer } from "../../client/answers/answer.ts";
import { ServiceError } from "../../client/errors/service-error.ts";
import type { OperationArgs } from "../../client/request.ts";
import { type BodyObject, type Json, type JsonObject, sameJson } from "../../contract/json/json.ts";
import { isWrite, type Operation } from "../../contract/operation.ts";
import { isOperationId, type OperationId, operations } from "../../contract/operations.ts";
import { messageOf } from "../../text/thrown.ts";
import { type Calls, newId } from "../answers/calls.ts";
import type { AnyArgs } from "../answers/query.ts";
import type { Core } from "../core.ts";
import type { Journal } from "../journal/journal.ts";
import type { NotedChange } from "../journal/journal-file.ts";
import { withoutSecrets } from "../journal/noted-request.ts";
import { mayHaveHappened, noteWrite, type WriteToNote } from "../journal/noted-write.ts";
import type { SessionSlice } from "../session/session.ts";
import type { SentWrite, UnknownWrites } from "./unknown-writes.ts";

/** One write, reviewed and ready to send. */
export type Write = {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body: BodyObject | null;
  /** Stored document that a replacing write started from. */
  readonly received?: JsonObject;
  /** Text for the journal and notices: `Acknowledge alert`. */
  readonly title: string;
  /** Subject of the write, readable: `disk 92 % on prod-eu`. */
  readonly name: string;
  /** Further operations whose answers it changes, besides those of its own area. */
  readonly refreshes?: readonly OperationId[];
  /** Changes as shown in its review; for the journal. */
  readonly changes?: readonly NotedChange[];
  /** Journal id of the write that this one undoes. */
  readonly undoes?: string;
};

/**
 * Result of a write. `refused`: the service (or the client before it) refused it, nothing changed. `unknown`: it may have taken effect; it is never
 * repeated automatically. `not-sent`: the group stopped before its turn, or what it was made from has changed.
 */
export type SendResult =
  /** `id`: its id in the journal. */
  | { readonly kind: "done"; readonly answer: Answer<unknown>; readonly id: string }
  | { readonly kind: "refused"; readonly error: Error; readonly words: string }
  | { readonly kind: "unknown"; readonly error: Error; readonly words: string }
  | { readonly kind: "not-sent"; readonly words: string };

/** Rebuilds a write just before it is sent; a string is the reason not to send it any more. */
export type Renewed = (write: Write) => Promise<Write | string>;

export type SendItem = { readonly write: Write; readonly result: SendResult };

export type SendActions = {
  /** Sends once, journals before and after, refreshes what it changed. Never throws because of an answer of the service. */
  readonly one: (write: Write) => Promise<SendResult>;
  /**
   * Sends one after another, each once, with a result for each. It stops at the first unknown result, and at a refusal that would hit all (sign-in,
   * rate limit, no connection); the rest is `not-sent` and can be sent again.
   *
   * @param renewed rebuilds each write just before its turn; one that it rejects is `not-sent`, and the next one follows
   * @param onResult called with the results so far after each
   */
  readonly each: (
    writes: readonly Write[],
    renewed?: Renewed,
    onResult?: (items: readonly SendItem[]) => void,
  ) => Promise<readonly SendItem[]>;
  /** Writes of a group that certainly had no effect, for sending again. */
  readonly failedOf: (items: readonly SendItem[]) => readonly Write[];
};

/** Reads whose answers a write may change: those of its own area, and its `refreshes`. */
export function affectedBy(write: Write): readonly OperationId[] {
  const { area } = operations[write.operation];
  const own = Object.values(operations).flatMap((operation: Operation) =>
    operation.area !== null && operation.area === area && !isWrite(operation) && isOperationId(operation.id)
      ? operation.id
      : [],
  );
  return [...new Set([...own, ...(write.refreshes ?? [])])];
}

const isSame = (left: Write, right: Write): boolean =>
  left.operation === right.operation &&
  sameJson(left.params, right.params) &&
  sameJson(left.query ?? {}, right.query ?? {}) &&
  sameJson(left.body, right.body);

/** True when the next write would fail for the same reason. */
function holdsForAll(result: SendResult): boolean {
  if (result.kind === "unknown") return true;
  if (result.kind !== "refused") return false;
  if (!(result.error instanceof ServiceError)) return true;
  const { kind, status } = result.error;
  if (kind !== "refused") return kind !== "invalid";
  return status === null || status === 401 || status === 403 || status === 429 || status >= 500;
}

function resultOf(error: unknown): Extract<SendResult, { kind: "refused" | "unknown" }> {
  const cause = error instanceof Error ? error : new Error(messageOf(error));
  return { kind: mayHaveHappened(error) ? "unknown" : "refused", error: cause, words: cause.message };
}

type Send = {
  readonly actions: SendActions;
  /** Resolves when no write is pending and all are in the journal. */
  readonly settled: () => Promise<void>;
};

/** A successful write: its answer, and its body with secrets masked. */
export type Sent = {
  readonly operation: OperationId;
  readonly args: AnyArgs;
  readonly body: Json;
  readonly data: unknown;
  /** Time of the answer (local clock, ms). */
  readonly at: number;
};

/**
 * @param touch called with the operations whose answers are no longer trusted
 * @param learn called with every successful write
 * @param ended called with every write that succeeded, or may have
 */
export function createSend(
  core: Core<SessionSlice>,
  calls: Calls,
  journal: Journal,
  touch: (operations: readonly OperationId[]) => void,
  learn: (sent: Sent) => void,
  ended: UnknownWrites["ended"],
): Send {
  /** Writes in flight: an equal one meanwhile is the same key pressed twice. */
  let underWay: readonly { readonly write: Write; readonly result: Promise<SendResult> }[] = [];

  const send = async (write: Write): Promise<SendResult> => {
    const operation: Operation = operations[write.operation];
    const { client, connection } = core.profile();
    const { epoch, readOnly, ...session } = core.get().session;
    const groupId = write.params["groupId"] ?? session.groupId;
    const groupName =
      groupId === session.groupId
        ? session.groupName
        : (session.projects.find(({ id }) => id === groupId)?.name ?? null);
    const args: OperationArgs = { params: write.params, query: write.query, body: write.body ?? undefined };
    const { title, name, changes, undoes } = write;
    const call = (): Promise<Answer<unknown>> =>
      calls.perform(operation, args, epoch, () =>
        client.callOperation(operation, args, { signal: new AbortController().signal, received: write.received }),
      );
    const id = newId();
    const noted: WriteToNote = {
      ...{ id, by: core.by, operation, args, connection, groupId, groupName, changes, undoes },
      title: name === "" ? title : `${title}: ${name}`,
    };
    const { params } = write;
    const body = withoutSecrets(operation, write.body);
    const sent: SentWrite = { id, operation: write.operation, params, body, at: core.clock.now() };
    const isHere = (): boolean => core.profile().connection.profile === connection.profile;
    try {
      // In a read-only session the client refuses, so nothing is journaled.
      const answer = readOnly === null ? await noteWrite(journal, core.clock, noted, call) : await call();
      if (isHere()) ended(sent, "done");
      if (core.get().session.epoch === epoch) {
        learn({ operation: write.operation, args: { params }, body, data: answer.data, at: answer.at.local });
      }
      return { kind: "done", answer, id };
    } catch (error) {
      const result = resultOf(error);
      if (result.kind === "unknown" && isHere()) ended(sent, "unknown");
      return result;
    }
  };

  const once = (write: Write): Promise<SendResult> => {
    if (!isWrite(operations[write.operation])) throw new TypeError(`${write.operation} changes nothing: ask for it`);
    const same = underWay.find((other) => isSame(other.write, write));
    if (same !== undefined) return same.result;
    const result = send(write).finally(() => {
      underWay = underWay.filter((other) => other.write !== write);
    });
    underWay = [...underWay, { write, result }];
    return result;
  };

  const actions: SendActions = {
    one: async (write) => {
      const result = await once(write);
      touch(affectedBy(write));
      return result;
    },
    each: async (writes, renewed = async (write) => write, onResult = () => undefined) => {
      const items: SendItem[] = [];
      let stoppedBy: string | undefined;
      for (const reviewed of writes) {
        const write = stoppedBy ?? (await renewed(reviewed));
        const result: SendResult = typeof write === "string" ? { kind: "not-sent", words: write } : await once(write);
        items.push({ write: typeof write === "string" ? reviewed : write, result });
        if (stoppedBy === undefined && result.kind !== "done" && holdsForAll(result))
          stoppedBy =
            result.kind === "unknown"
              ? "Not sent, because the outcome of the previous one is unknown."
              : `Not sent, because the previous one failed: ${result.words}`;
        onResult([...items]);
      }
      touch([...new Set(writes.flatMap(affectedBy))]);
      return items;
    },
    failedOf: (items) =>
      items.flatMap(({ write, result }) => (result.kind === "refused" || result.kind === "not-sent" ? [write] : [])),
  };
  return {
    actions,
    settled: async () => {
      while (underWay.length > 0) await Promise.all(underWay.map(({ result }) => result));
    },
  };
}
