import { type OperationId, operations } from "../../contract/operations.ts";
import { isRecentWrite, type SentWrite, type UnknownWrite } from "../../state/writes/unknown-writes.ts";
import { formatTimeAndAge } from "../../text/format.ts";
import type { Context, Times } from "../model/context.ts";

/** Writes without a known outcome, shown with their targets (`domain.md` 1.6, 14.2). */

type Thing = { readonly project: string; readonly id: string };

const writesTo = (writes: readonly SentWrite[], { project, id }: Thing, now: number): readonly SentWrite[] =>
  writes.filter(
    (write) =>
      write.params["groupId"] === project && Object.values(write.params).includes(id) && isRecentWrite(write, now),
  );

/** Unanswered writes to a thing of a project, in the order in which they were sent. */
export const unknownWritesTo = (
  { unknownWrites, now }: Pick<Context, "unknownWrites" | "now">,
  thing: Thing,
): readonly UnknownWrite[] => writesTo(unknownWrites, thing, now);

/** The newest unanswered write of an operation in this project, sent to this thing; by default to anything in the project. */
export const unknownWriteOf = (
  context: Pick<Context, "unknownWrites" | "now" | "scope">,
  operation: OperationId,
  id: string = context.scope.groupId,
): UnknownWrite | undefined =>
  unknownWritesTo(context, { project: context.scope.groupId, id }).findLast((write) => write.operation === operation);

/** The first accepted write of an operation that no answer shows yet: sending it again would change nothing. */
export const acceptedWriteOf = (
  { acceptedWrites, now, scope }: Pick<Context, "acceptedWrites" | "now" | "scope">,
  operation: OperationId,
  id: string,
): SentWrite | undefined =>
  writesTo(acceptedWrites, { project: scope.groupId, id }, now).find((write) => write.operation === operation);

/** `sent 14:06 UTC (2m ago), outcome unknown` */
export const formatUnknown = ({ at }: Pick<UnknownWrite, "at">, { now, zone }: Times): string =>
  `sent ${formatTimeAndAge(Math.min(at, now), now, zone)}, outcome unknown`;

/** `Cut over live migration: sent 14:06 UTC (2m ago), outcome unknown` */
export const formatUnknownWrite = (write: UnknownWrite, context: Times): string =>
  `${operations[write.operation].title}: ${formatUnknown(write, context)}`;
