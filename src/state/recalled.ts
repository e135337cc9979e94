import { z } from "zod";
import { checkedData } from "../client/answer.ts";
import type { Json } from "../contract/json.ts";
import { type AnswerOf, type ArgsOf, type OperationId, operations } from "../contract/operations.ts";
import type { FileKind } from "../settings/files.ts";
import type { Core } from "./core.ts";
import type { StateFiles } from "./dependencies.ts";
import { fileName } from "./file-names.ts";
import { type ResourceKey, resourceKey } from "./query.ts";
import type { Resource } from "./resources.ts";
import { allResources, answered, unasked } from "./tables.ts";

/**
 * What the last console on a connection showed when it ended: the answers on its screen, as they were received, with their times. The
 * next one begins with them, says how old they are, and asks at once.
 */
export type Recalled = ReadonlyMap<ResourceKey, RecalledAnswer>;

type RecalledAnswer = { readonly raw: Json; readonly at: number; readonly complete: boolean };

const RecalledFile = {
  what: "the answers last seen",
  version: 1,
  schema: z.object({
    answers: z.array(z.object({ key: z.string(), raw: z.unknown(), at: z.number(), complete: z.boolean() })),
  }),
} satisfies FileKind;

/** A longer answer is not kept: reading it would take longer than asking for it (characters of JSON). */
const LONGEST = 400_000;

const fileOf = (connection: string): string => `last/${fileName(connection)}.json`;

const isJson = (value: unknown): value is Json => value !== undefined;

/** What was kept of a connection; nothing where there is none, or it cannot be read: it will be asked for anyway. */
export async function readRecalled(files: Pick<StateFiles, "read">, connection: string): Promise<Recalled> {
  const kept = await files.read(fileOf(connection), RecalledFile).catch(() => null);
  return new Map(
    (kept?.answers ?? []).flatMap(({ key, raw, at, complete }) => (isJson(raw) ? [[key, { raw, at, complete }]] : [])),
  );
}

/** Whether an answer is one of an earlier console, which nobody has confirmed yet. */
export const isRecalled = (resource: Pick<Resource<OperationId>, "held" | "seq"> | undefined): boolean =>
  resource !== undefined && resource.held !== null && resource.seq === 0;

type Checked<Data> = { readonly by: z.ZodType; readonly data: Data };

/** Data that was checked with the schema of an operation's answer is an answer of it. */
const isDataOf = <Id extends OperationId>(id: Id, checked: Checked<unknown>): checked is Checked<AnswerOf<Id>> =>
  checked.by === operations[id].response;

/** The resource of a kept answer; undefined where there is none, or it does not fit the contract any more. */
export function recalledResource<Id extends OperationId>(
  recalled: Recalled,
  operation: Id,
  args: ArgsOf<Id>,
): Resource<Id> | undefined {
  const kept = recalled.get(resourceKey(operation, args));
  if (kept === undefined) return undefined;
  const by: z.ZodType = operations[operation].response;
  const read = checkedData(by, kept.raw, true);
  const checked: Checked<unknown> = { by, data: read.data };
  if (!read.success || !isDataOf(operation, checked)) return undefined;
  const { raw, at, complete } = kept;
  return { ...answered(unasked(operation, args), 1, { data: checked.data, raw, at, complete }), seq: 0 };
}

/** Keeps what is on screen, for the next start. Best effort, at the very end: a console that cannot keep it starts without. */
export function keepRecalled(core: Core, connection: string, keys: readonly ResourceKey[]): void {
  const shown = allResources(core.get().resources).filter(({ key }) => keys.includes(key));
  const answers = shown.flatMap(({ key, held, asOf }) =>
    held === null || asOf === null || JSON.stringify(held.raw).length > LONGEST
      ? []
      : [{ key, raw: held.raw, at: asOf, complete: held.complete }],
  );
  if (answers.length === 0) return;
  try {
    core.files.writeSync(fileOf(connection), RecalledFile, { answers });
  } catch {
    // The journal and the drafts, which matter, complain of the same disk.
  }
}
