import type { Answer, PreviousAnswer } from "../../client/answers/answer.ts";
import type { LetOthers } from "../../client/answers/long-answer.ts";
import { type ListDocument, walkPages } from "../../client/answers/pages.ts";
import type { OperationArgs } from "../../client/request.ts";
import type { Repeats } from "../../client/retry.ts";
import { isObject, type Json } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import { type AnswerOf, type ArgsOf, type OperationId, operations } from "../../contract/operations.ts";
import type { Misfit } from "../../contract/schema/tolerant.ts";
import type { ServiceClient } from "../service-client.ts";
import type { Calls } from "./calls.ts";
import { repeatedRow, withoutRepeatedIds } from "./repeated-ids.ts";
import { rowsOf } from "./structural-sharing.ts";
import type { Arrival } from "./tables.ts";

/** Largest page size of the service (specification 8). */
export const ITEMS_PER_PAGE = 500;
/** Nobody looks through more pages than this; the screen says that there are more. */
const MOST_PAGES = 20;

/** Options of a read. `repeats`: retries by the client itself, none for a scheduler that knows when to try again, more when somebody waits. */
type ReadOptions<Data> = {
  readonly signal: AbortSignal;
  readonly epoch: number;
  readonly repeats: Repeats;
  /** Cached answer of the same request. */
  readonly previous: PreviousAnswer<Data> | undefined;
  /** Awaited between two pieces of a long answer. */
  readonly letOthers: LetOthers;
};

/** Result of one read, and the number of calls it took. */
export type WholeAnswer<Id extends OperationId> = Arrival<Id> & { readonly calls: number };

const listDocument = (data: unknown): ListDocument<unknown> => {
  const links = isObject(data) && Array.isArray(data["links"]) ? data["links"] : [];
  return {
    results: rowsOf(data) ?? [],
    links: links.map((link: unknown) => ({
      rel: isObject(link) && typeof link["rel"] === "string" ? link["rel"] : null,
    })),
  };
};

const misfitsIn = (misfits: readonly Misfit[] = []) => (misfits.length === 0 ? {} : { misfits });

/** An answer that took one call. */
const wholeOf = <Id extends OperationId>(answer: Answer<AnswerOf<Id>>): WholeAnswer<Id> => ({
  data: answer.data,
  raw: answer.raw,
  at: answer.at.local,
  complete: true,
  calls: 1,
  ...(answer.mark === undefined ? {} : { mark: answer.mark }),
  ...misfitsIn(answer.misfits),
});

/** The received list with its rows replaced. */
const withRows = (raw: Json, rows: readonly Json[]): Json => (isObject(raw) ? { ...raw, results: [...rows] } : raw);

/**
 * Reads one answer completely: a record in one call, a list with all its pages, each row once.
 *
 * @throws ServiceError when any page fails: half a list is not an answer
 */
export async function readWhole<Id extends OperationId>(
  client: ServiceClient,
  calls: Calls,
  id: Id,
  args: ArgsOf<Id>,
  { signal, epoch, repeats, previous, letOthers }: ReadOptions<AnswerOf<Id>>,
): Promise<WholeAnswer<Id>> {
  const operation: Operation = operations[id];
  const isPaged = operation.answer === "list" && operation.queryFlags === "G";
  if (!isPaged) {
    const whole = wholeOf(
      await calls.perform(operation, args, epoch, () =>
        client.call(id, args, { signal, repeats, previous, letOthers }),
      ),
    );
    const isUnchanged = previous !== undefined && whole.data === previous.data;
    return operation.kind === "list" && !isUnchanged ? withoutRepeatedIds(id, whole) : whole;
  }
  const paged = (pageNum: number): { query: Readonly<Record<string, unknown>> } => ({
    query: { ...args.query, itemsPerPage: ITEMS_PER_PAGE, pageNum },
  });
  // `assign` instead of a spread keeps the type: arguments of this operation.
  const start = Object.assign({}, args, paged(1));
  const first: Answer<AnswerOf<Id>> = await calls.perform(operation, start, epoch, () =>
    client.call(id, start, { signal, repeats, previous, letOthers }),
  );
  if (previous !== undefined && first.data === previous.data) return wholeOf(first);
  let count = 1;
  const fetchPage = async (pageNum: number): Promise<Answer<ListDocument<unknown>>> => {
    if (pageNum === 1) return { ...first, data: listDocument(first.data) };
    const next: OperationArgs = { params: args.params, ...paged(pageNum) };
    count += 1;
    const answer = await calls.perform(operation, next, epoch, () =>
      client.callOperation(operation, next, { signal, repeats, letOthers }),
    );
    misfits.push(...(answer.misfits ?? []));
    return { ...answer, data: listDocument(answer.data) };
  };
  const rows: unknown[] = [];
  const raw: Json[] = [];
  const misfits: Misfit[] = [...(first.misfits ?? [])];
  let complete = true;
  for await (const page of walkPages(id, fetchPage, ITEMS_PER_PAGE)) {
    rows.push(...page.rows);
    raw.push(...page.raw);
    misfits.push(...page.repeated.map((row, index) => repeatedRow(row, ["results", index])));
    if (page.pageNum < MOST_PAGES) continue;
    complete = !page.hasMore;
    break;
  }
  // Nobody else has this answer yet: its list can take the rows of all pages in place.
  rowsOf(first.data)?.splice(0, Number.POSITIVE_INFINITY, ...rows);
  return {
    data: first.data,
    raw: withRows(first.raw, raw),
    at: first.at.local,
    complete,
    calls: count,
    ...(count > 1 || first.mark === undefined ? {} : { mark: first.mark }),
    ...misfitsIn(misfits),
  };
}
