import { type OperationId, operations } from "../contract/operations.ts";
import { isSaid, type UnknownWrite } from "../state/unknown-writes.ts";
import { formatTimeAndAge } from "../text/format.ts";
import type { Context } from "./context.ts";

/** Writes whose answer never came, where what they were sent to is shown (`domain.md` 1.6). */

/** Those to a thing of a project, in the order in which they were sent. */
export const unknownWritesTo = (
  { unknownWrites, now }: Pick<Context, "unknownWrites" | "now">,
  thing: { readonly project: string; readonly id: string },
): readonly UnknownWrite[] =>
  unknownWrites.filter(
    (write) =>
      write.params["groupId"] === thing.project && Object.values(write.params).includes(thing.id) && isSaid(write, now),
  );

/** The newest one of an operation in this project, sent to this thing; to anything where none is named. */
export const unknownWriteOf = (
  context: Pick<Context, "unknownWrites" | "now" | "scope">,
  operation: OperationId,
  id: string = context.scope.groupId,
): UnknownWrite | undefined =>
  unknownWritesTo(context, { project: context.scope.groupId, id }).findLast((write) => write.operation === operation);

/** `sent 14:06 UTC (2m ago), outcome unknown` */
export const formatUnknown = ({ at }: Pick<UnknownWrite, "at">, { now, zone }: Pick<Context, "now" | "zone">): string =>
  `sent ${formatTimeAndAge(Math.min(at, now), now, zone)}, outcome unknown`;

/** `Cut over live migration: sent 14:06 UTC (2m ago), outcome unknown` */
export const formatUnknownWrite = (write: UnknownWrite, context: Pick<Context, "now" | "zone">): string =>
  `${operations[write.operation].title}: ${formatUnknown(write, context)}`;
