import { randomUUID } from "node:crypto";
import { isObject } from "../../src/contract/json/json.ts";
import { randomOf } from "../../src/service/random.ts";
import type { Client, Reply, Row } from "../service/support.ts";

/**
 * Writers of alert configurations through a service that may lose instances, its database or the way to it, and what they may say of each
 * afterwards. No writer sends anything twice.
 */

/** One thing that was written: the address in it is nobody else's, so that one that was made twice is seen. */
type Written = {
  readonly mark: string;
  readonly id: string | null;
  /** What was last confirmed: there with this severity, or (null) gone. */
  readonly confirmed: string | null | "never";
  /** What was asked for and not confirmed: it may have happened or not. */
  readonly unsure: readonly (string | null)[];
};

export type Trial = {
  readonly things: Map<string, Written>;
  /** Answers without the error document, with what they were. */
  readonly undocumented: string[];
  /** How many answers were good, and how many were failures that were answered as such. */
  good: number;
  failed: number;
  cut: number;
};

export const newTrial = (): Trial => ({ things: new Map(), undocumented: [], good: 0, failed: 0, cut: 0 });

const SEVERITIES = ["INFO", "WARNING", "ERROR", "CRITICAL"] as const;

const body = (mark: string, severityOverride: string) => ({
  eventTypeName: "HOST_DOWN",
  enabled: true,
  severityOverride,
  notifications: [{ typeName: "EMAIL", emailAddress: `${mark}@b.example` }],
});

/** What came of a request: done, failed as it says (and whether it may have been done), or cut off. */
function judged(trial: Trial, reply: Reply | null): "done" | "not done" | "unsure" {
  if (reply === null) {
    trial.cut += 1;
    return "unsure";
  }
  if (reply.status < 400) {
    trial.good += 1;
    return "done";
  }
  trial.failed += 1;
  const isDocument =
    isObject(reply.json) && reply.at("error") === reply.status && typeof reply.at("errorCode") === "string";
  if (!isDocument) trial.undocumented.push(`${reply.status} ${reply.text}`);
  // 503 says that nothing was done; of any other failure of the service it is not known.
  return reply.status === 503 ? "not done" : "unsure";
}

/** Writes until it is asked to stop. */
export async function write(trial: Trial, call: Client, words: string, isOver: () => boolean): Promise<void> {
  const random = randomOf(words);
  const path = `/groups/${call.groupId}/alertConfigs`;
  const mine: string[] = [];
  const ask = (method: string, at: string, sent?: unknown): Promise<Reply | null> =>
    call(method, at, sent === undefined ? {} : { body: sent }).catch(() => null);
  const enter = (mark: string, change: Partial<Written>): void => {
    const former = trial.things.get(mark) ?? { mark, id: null, confirmed: "never", unsure: [] };
    trial.things.set(mark, { ...former, ...change });
  };
  while (!isOver()) {
    const mark = mine[random.whole(0, 2 * mine.length)];
    const id = mark === undefined ? null : (trial.things.get(mark)?.id ?? null);
    const severity = random.pick(SEVERITIES);
    if (mark === undefined || id === null) {
      const fresh = randomUUID();
      const reply = await ask("POST", path, body(fresh, severity));
      const outcome = judged(trial, reply);
      if (outcome === "done") {
        enter(fresh, { id: reply?.str("id") ?? null, confirmed: severity });
        mine.push(fresh);
      } else if (outcome === "unsure") enter(fresh, { unsure: [severity, null] });
      else enter(fresh, { confirmed: null });
      continue;
    }
    const isEnd = random.next() < 0.3;
    const next = isEnd ? null : severity;
    const reply = await (isEnd ? ask("DELETE", `${path}/${id}`) : ask("PUT", `${path}/${id}`, body(mark, severity)));
    const outcome = judged(trial, reply);
    if (outcome === "done") enter(mark, { confirmed: next, unsure: [] });
    if (outcome === "unsure") enter(mark, { unsure: [...(trial.things.get(mark)?.unsure ?? []), next] });
    if (isEnd || outcome === "unsure") mine.splice(mine.indexOf(mark), 1);
  }
}

const markOf = (row: Row): string => {
  const [first] = Array.isArray(row["notifications"]) ? row["notifications"] : [];
  return isObject(first) ? String(first["emailAddress"]).replace("@b.example", "") : "";
};

/** What does not agree with what is stored now: writes that were confirmed and are lost, and things that are there twice. */
export async function disagreements(trial: Trial, call: Client): Promise<readonly string[]> {
  const path = `/groups/${call.groupId}/alertConfigs`;
  const found = new Map<string, Row[]>();
  let rows = 0;
  let total = 0;
  for (let page = 1; page === 1 || rows < total; page += 1) {
    const reply = await call("GET", path, { query: `itemsPerPage=500&pageNum=${page}` });
    if (reply.status !== 200) return [`the list is ${reply.status} ${reply.text}`];
    total = Number(reply.at("totalCount"));
    if (reply.rows().length === 0) break;
    for (const row of reply.rows()) {
      rows += 1;
      found.set(markOf(row), [...(found.get(markOf(row)) ?? []), row]);
    }
  }
  const wrong = rows === total ? [] : [`${total} are counted and ${rows} are listed`];
  for (const { mark, confirmed, unsure } of trial.things.values()) {
    const there = found.get(mark) ?? [];
    if (there.length > 1) wrong.push(`${mark} is there ${there.length} times`);
    const is = there.length === 0 ? null : String(there[0]?.["severityOverride"]);
    const may = new Set([...(confirmed === "never" ? [] : [confirmed]), ...unsure]);
    if (!may.has(is)) wrong.push(`${mark} is ${is}, and was to be ${[...may].join(" or ")}`);
  }
  return wrong;
}

/** Removes what a trial made, so that the next one is not about it. */
export async function clear(trial: Trial, call: Client): Promise<void> {
  const path = `/groups/${call.groupId}/alertConfigs`;
  const reply = await call("GET", path, { query: "itemsPerPage=500" });
  for (const row of reply.rows()) if (trial.things.has(markOf(row))) await call("DELETE", `${path}/${row["id"]}`);
}
