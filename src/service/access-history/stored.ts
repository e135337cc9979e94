import { makeDraft } from "../storage/draft.ts";
import type { DocumentDraft, ReadTransaction, WriteTransaction } from "../storage/storage.ts";
import type { Traffic } from "./attempts.ts";

/** What is stored of the access history: how busy each cluster is, and since when nothing new comes. */

const TRAFFIC = "access-traffic";
const HOLD = "access-hold";
const HOLD_ID = "hold";

/** How busy a cluster is. One without such a document has never been logged in to. */
export const trafficDraft = (groupId: string, { cluster, seed, start, shards, rate }: Traffic): DocumentDraft =>
  makeDraft({
    kind: TRAFFIC,
    id: `${groupId}/${cluster}`,
    parent: groupId,
    body: { cluster, seed, start, shards, rate },
  });

/** From when on a quiet service holds back new rows. */
export const holdDraft = (since: number): DocumentDraft =>
  makeDraft({ kind: HOLD, id: HOLD_ID, parent: "service", body: { since } });

/** What the history of a cluster follows from, or undefined. */
export async function trafficOf(
  transaction: ReadTransaction,
  groupId: string,
  cluster: string,
): Promise<Traffic | undefined> {
  const body = (await transaction.get(TRAFFIC, `${groupId}/${cluster}`))?.body;
  if (body === undefined) return undefined;
  return {
    cluster,
    seed: String(body["seed"]),
    start: Number(body["start"]),
    shards: Number(body["shards"]),
    rate: Number(body["rate"]),
  };
}

/** The time of the newest row that may be shown. */
export async function newestTime(transaction: ReadTransaction, now: number, quiet: boolean): Promise<number> {
  const since = quiet ? (await transaction.get(HOLD, HOLD_ID))?.body["since"] : undefined;
  return typeof since === "number" ? Math.min(now, since) : now;
}

/** Holds new rows back from now on, or lets go of those that were held back: once, when a service starts. */
export async function holdHistory(transaction: WriteTransaction, now: number, quiet: boolean): Promise<void> {
  if (!quiet) await transaction.remove(HOLD, HOLD_ID);
  else if ((await transaction.get(HOLD, HOLD_ID)) === undefined) await transaction.put(holdDraft(now));
}
