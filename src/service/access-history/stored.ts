import { makeDraft } from "../storage/draft.ts";
import type { DocumentDraft, ReadTransaction, WriteTransaction } from "../storage/storage.ts";
import type { LoginTraffic } from "./attempts.ts";

/** Stored part of the access history: the load of each cluster, and the time since which no new rows appear. */

const TRAFFIC = "access-traffic";
const HOLD = "access-hold";
const HOLD_ID = "hold";

/** Document with the load of a cluster. A cluster without one has never had a login. */
export const trafficDraft = (groupId: string, { cluster, seed, start, shards, rate }: LoginTraffic): DocumentDraft =>
  makeDraft({
    kind: TRAFFIC,
    id: `${groupId}/${cluster}`,
    parent: groupId,
    body: { cluster, seed, start, shards, rate },
  });

/** Document with the time from which a quiet service hides new rows. */
export const hiddenSinceDraft = (since: number): DocumentDraft =>
  makeDraft({ kind: HOLD, id: HOLD_ID, parent: "service", body: { since } });

/** The traffic parameters of a cluster, or undefined. */
export async function trafficOf(
  transaction: ReadTransaction,
  groupId: string,
  cluster: string,
): Promise<LoginTraffic | undefined> {
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

/** Time of the newest row that may be shown. */
export async function newestTime(transaction: ReadTransaction, now: number, quiet: boolean): Promise<number> {
  const since = quiet ? (await transaction.get(HOLD, HOLD_ID))?.body["since"] : undefined;
  return typeof since === "number" ? Math.min(now, since) : now;
}

/** Called once when a service starts: hides new rows from now on if it is quiet, otherwise shows them again. */
export async function hideHistoryIfQuiet(transaction: WriteTransaction, now: number, quiet: boolean): Promise<void> {
  if (!quiet) await transaction.remove(HOLD, HOLD_ID);
  else if ((await transaction.get(HOLD, HOLD_ID)) === undefined) await transaction.put(hiddenSinceDraft(now));
}
