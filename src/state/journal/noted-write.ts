import type { Answer } from "../../client/answers/answer.ts";
import { ServiceError } from "../../client/errors/service-error.ts";
import type { OperationArgs } from "../../client/request.ts";
import { idIn } from "../../contract/entities.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Connection } from "../../contract/wire/connection.ts";
import { messageOf } from "../../text/thrown.ts";
import type { Clock } from "../clock.ts";
import type { Journal } from "./journal.ts";
import type { NotedChange, Sender } from "./journal-file.ts";
import { notedService, pathOf, textsOf, withoutSecrets } from "./noted-request.ts";

/** A write about to be sent. */
export type WriteToNote = {
  readonly id: string;
  readonly by: Sender;
  readonly operation: Operation;
  readonly args: OperationArgs;
  readonly connection: Connection;
  readonly groupId: string | null;
  readonly groupName: string | null;
  readonly title: string;
  readonly changes?: readonly NotedChange[] | undefined;
  readonly undoes?: string | undefined;
};

/** True when a failed write may have taken effect. Errors other than `ServiceError` count as such: their meaning is unknown. */
export const mayHaveHappened = (error: unknown): boolean => !(error instanceof ServiceError) || error.mayHaveHappened;

/** True when a request never left this machine, so that it cannot have had an effect. */
const isNotSent = (error: unknown): boolean =>
  error instanceof ServiceError && error.kind !== "refused" && !error.mayHaveHappened;

/**
 * Performs a write, with a line in the journal before it is sent and one when it has ended.
 *
 * @throws what the call throws
 */
export async function noteWrite<Data>(
  journal: Journal,
  clock: Pick<Clock, "now" | "startStopwatch">,
  write: WriteToNote,
  call: () => Promise<Answer<Data>>,
): Promise<Answer<Data>> {
  const { id, by, operation, args, connection, groupId, groupName, title, changes, undoes } = write;
  const at = clock.now();
  await journal.sending({
    ...{ id, at, by, profile: connection.profile, groupId, groupName },
    ...{ operation: operation.id, title, method: operation.method, path: pathOf(connection, operation, args) },
    ...{ params: textsOf(args.params), query: textsOf(args.query) },
    ...notedService(connection),
    body: withoutSecrets(operation, args.body ?? null),
    ...(changes === undefined ? {} : { changes }),
    ...(undoes === undefined ? {} : { undoes }),
  });
  using stopwatch = clock.startStopwatch();
  const ended = (end: Omit<Parameters<Journal["ended"]>[0], "id" | "milliseconds">): Promise<void> =>
    journal.ended({ id, milliseconds: stopwatch.read(), ...end });
  let answer: Answer<Data>;
  try {
    answer = await call();
  } catch (error) {
    const known = error instanceof ServiceError ? error : null;
    await ended({
      outcome: mayHaveHappened(error) ? "unknown" : "refused",
      ...(isNotSent(error) ? { notSent: true } : {}),
      ...{ status: known?.status ?? null, errorCode: known?.code ?? null, words: messageOf(error) },
      ...{ requestId: known?.requestId ?? null, created: [] },
    });
    throw error;
  }
  const made = operation.kind === "create" ? idIn(operation.id, answer.data) : null;
  const { status, requestId } = answer;
  const created = made === null ? [] : [made];
  await ended({ outcome: "done", status, errorCode: null, words: null, requestId, created });
  return answer;
}
