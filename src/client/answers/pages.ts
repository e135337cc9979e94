import { idIn } from "../../contract/entities.ts";
import { isObject, type Json, sameJson } from "../../contract/json/json.ts";
import { omittedRows } from "../../contract/schema/tolerant.ts";
import type { Answer } from "./answer.ts";

/** One page of a list, without rows that an earlier page had. */
export type ResultPage<Row> = {
  readonly rows: readonly Row[];
  /** The same rows as received, in the contract's spelling. */
  readonly raw: readonly Json[];
  readonly pageNum: number;
  /** Rows as received with the id of another row of this page that say something else. Those of an earlier page have only moved. */
  readonly repeated: readonly Json[];
  /** True if there are more pages. */
  readonly hasMore: boolean;
};

export type ListDocument<Row> = {
  readonly results: readonly Row[];
  readonly links?: readonly { readonly rel?: string | null | undefined }[] | null | undefined;
};

/**
 * Reads a list page by page until a page is incomplete and has no `next` link, or repeats the one before: the total is an estimate, and items may be
 * added and removed meanwhile (`domain.md` 1.8).
 */
export async function* walkPages<Row>(
  operation: string,
  fetchPage: (pageNum: number) => Promise<Answer<ListDocument<Row>>>,
  itemsPerPage: number,
): AsyncGenerator<ResultPage<Row>, void, undefined> {
  const seen = new Set<string>();
  let former: Json | undefined;
  for (let pageNum = 1; ; pageNum += 1) {
    const answer = await fetchPage(pageNum);
    const { results, links } = answer.data;
    const all: Json = isObject(answer.raw) ? (answer.raw["results"] ?? []) : [];
    const received: readonly Json[] = Array.isArray(all) ? all : [];
    const repeated: Json[] = [];
    const inPage = new Map<string, Json>();
    const fresh = received.flatMap((row, index) => {
      const id = idIn(operation, row);
      if (id !== null && seen.has(id)) {
        const first = inPage.get(id);
        if (first !== undefined && !sameJson(first, row)) repeated.push(row);
        return [];
      }
      if (id !== null) {
        seen.add(id);
        inPage.set(id, row);
      }
      const data = results[index];
      return data === undefined ? [] : [{ row: data, raw: row }];
    });
    const left = (answer.misfits ?? []).filter((misfit) => omittedRows([misfit]).length > 0);
    // A service that ignores the page number would return the same page for ever.
    const page: Json = [received, left.map(({ value }) => value ?? null)];
    const isFormer = former !== undefined && sameJson(former, page);
    former = page;
    // Rows that were left out count as part of the page too.
    const count = results.length + left.length;
    const hasMore = count > 0 && (count >= itemsPerPage || (links ?? []).some((link) => link.rel === "next"));
    if (!isFormer) {
      yield {
        rows: fresh.map(({ row }) => row),
        raw: fresh.map(({ raw }) => raw),
        repeated,
        pageNum,
        hasMore,
      };
    }
    if (isFormer || !hasMore) return;
  }
}
