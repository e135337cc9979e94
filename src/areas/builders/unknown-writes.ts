import { type OperationId, operations } from "../../contract/operations.ts";
import { isSaid, type SentWrite, type UnknownWrite } from "../../state/writes/unknown-writes.ts";
import { formatTimeAndAge } from "../../text/format.ts";
import type { Context } from "../model/context.ts";

/** Writes of which no answer shows what came, where what they were sent to is shown (`domain.md` 1.6, 14.2). */

type Thing = { readonly project: string; readonly id: string };

const writesTo = (writes: readonly SentWrite[], { project, id }: Thing, now: number): readonly SentWrite[] =>
  writes.filter(
    (write) => write.params["groupId"] === project && Object.values(write.params).includes(id) && isSaid(write, now),
  );

/** Those to a thing of a project whose answer never came, in the order in which they were sent. */
export const unknownWritesTo = (
  { unknownWrites, now }: Pick<Context, "unknownWrites" | "now">,
  thing: Thing,
): readonly UnknownWrite[] => writesTo(unknownWrites, thing, now);

/** The newest one of an operation in this project, sent to this thing; to anything where none is named. */
export const unknownWriteOf = (
  context: Pick<Context, "unknownWrites" | "now" | "scope">,
  operation: OperationId,
  id: string = context.scope.groupId,
): UnknownWrite | undefined =>
  unknownWritesTo(context, { project: context.scope.groupId, id }).findLast((write) => write.operation === operation);

/** The first one of an operation that was accepted, while no answer shows it: a second one changes nothing. */
export const acceptedWriteOf = (
  { acceptedWrites, now, scope }: Pick<Context, "acceptedWrites" | "now" | "scope">,
  operation: OperationId,
  id: string,
): SentWrite | undefined =>
  writesTo(acceptedWrites, { project: scope.groupId, id }, now).find((write) => write.operation === operation);

/** `sent 14:06 UTC (2m ago), outcome unknown` */
export const formatUnknown = ({ at }: Pick<UnknownWrite, "at">, { now, zone }: Pick<Context, "now" | "zone">): string =>
  `sent ${formatTimeAndAge(Math.min(at, now), now, zone)}, outcome unknown`;

/** `Cut over live migration: sent 14:06 UTC (2m ago), outcome unknown` */
export const formatUnknownWrite = (write: UnknownWrite, context: Pick<Context, "now" | "zone">): string =>
  `${operations[write.operation].title}: ${formatUnknown(write, context)}`;
