import type { ServerResponse } from "node:http";
import { type Client, createClient } from "../../src/client/client.ts";
import { ServiceError } from "../../src/client/errors/service-error.ts";
import { AlertId } from "../../src/contract/schema/ids.ts";
import { AT_ONCE } from "./outcome.ts";
import {
  alertDocument,
  connectionTo,
  GROUP,
  json,
  page,
  type Received,
  refuse,
  scriptedServer,
} from "./scripted-server.ts";

/** What a service that cannot be relied on does with one request. */
export const MOODS = [
  "well",
  "refuse",
  "limit",
  "fail-before",
  "fail-after",
  "cut-before",
  "cut-after",
  "cut-inside",
  "page-before",
  "page-after",
  "stale",
] as const;

export type Mood = (typeof MOODS)[number];

/** What a caller was told of a write, and what really happened to it. */
export type Verdict = { readonly reported: "done" | "not-done" | "unknown"; readonly happened: number };

/** Whether a caller may be told this. */
export const isTrue = ({ reported, happened }: Verdict): boolean =>
  reported === "done" ? happened === 1 : reported === "not-done" ? happened === 0 : happened <= 1;

const idOf = ({ target }: Received): string => /[0-9a-f]{24}$/u.exec(target)?.[0] ?? "";

/**
 * Sends one write for each mood, all to one service that signs with digest and behaves accordingly, several at a time, and tells
 * of each what the caller was told and how often it was done.
 */
export async function writesInMoods(moods: readonly Mood[], atATime: number): Promise<readonly Verdict[]> {
  const done = new Map<string, number>();
  const stale = new Set<string>();
  await using server = await scriptedServer((request, response) => {
    const id = idOf(request);
    const mood = moods[Number.parseInt(id, 16)] ?? "well";
    const signed = request.headers.authorization !== undefined;
    if (!signed || (mood === "stale" && !stale.has(id))) {
      if (signed) stale.add(id);
      return challenge(response, signed);
    }
    BEHAVIOUR[mood](response, id, () => done.set(id, (done.get(id) ?? 0) + 1));
  });
  const client = createClient(connectionTo(server.url), {}, AT_ONCE);
  const verdicts: Verdict[] = [];
  const queue = moods.keys();
  const work = async (): Promise<void> => {
    for (const index of queue) {
      const id = index.toString(16).padStart(24, "0");
      verdicts[index] = { reported: await tell(client, id), happened: 0 };
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  await client.close();
  return verdicts.map(({ reported }, index) => ({
    reported,
    happened: done.get(index.toString(16).padStart(24, "0")) ?? 0,
  }));
}

async function tell(client: Client, alertId: string): Promise<Verdict["reported"]> {
  try {
    await client.call(
      "acknowledgeAlert",
      { params: { groupId: GROUP, alertId: AlertId.of(alertId) } },
      { body: { unacknowledgeAlert: true } },
    );
    return "done";
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.mayHaveHappened ? "unknown" : "not-done";
  }
}

let nonces = 0;

function challenge(response: ServerResponse, isStale: boolean): void {
  nonces += 1;
  refuse(response, 401, "UNEXPECTED_ERROR", "Sign.", {
    "www-authenticate": `Digest realm="r", nonce="n${nonces}", qop="auth", stale=${isStale}`,
  });
}

function html(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": "text/html" });
  response.end("<html>Something between us</html>");
}

const cut = (response: ServerResponse): void => {
  response.socket?.destroy();
};

function well(response: ServerResponse, id: string, execute: () => void): void {
  execute();
  json(response, 200, alertDocument(id));
}

/** What each mood does with a signed request; `execute` is the write taking effect. */
const BEHAVIOUR: Readonly<Record<Mood, (response: ServerResponse, id: string, execute: () => void) => void>> = {
  well,
  stale: well,
  refuse: (response) => refuse(response, 409, "BUSY", "Not now."),
  limit: (response) => refuse(response, 429, "RATE_LIMITED", "Slow down.", { "retry-after": "1" }),
  "fail-before": (response) => refuse(response, 500, "UNEXPECTED_ERROR", "Oh."),
  "fail-after": (response, _id, execute) => {
    execute();
    refuse(response, 503, "SERVICE_UNAVAILABLE", "Oh.");
  },
  "cut-before": cut,
  "cut-after": (response, _id, execute) => {
    execute();
    cut(response);
  },
  "cut-inside": (response, _id, execute) => {
    execute();
    response.writeHead(200, { "content-length": "500" });
    response.write('{"id":', () => cut(response));
  },
  "page-before": (response) => html(response, 200),
  "page-after": (response, _id, execute) => {
    execute();
    html(response, 502);
  },
};

/** Reads a list `times` times, several at a time, from a service that fails every read for a while; how many succeeded. */
export async function readsInTrouble(times: number, atATime: number): Promise<number> {
  const tries = new Map<string, number>();
  await using server = await scriptedServer((request, response) => {
    const name = String(request.headers["x-request-id"]);
    if (request.headers.authorization === undefined) return challenge(response, false);
    const tried = (tries.get(name) ?? 0) + 1;
    tries.set(name, tried);
    const kind = Number.parseInt(name.slice(0, 4), 16) % 4;
    if (tried > 3) return json(response, 200, page([alertDocument("a".repeat(24))]));
    if (kind === 0) refuse(response, 503, "SERVICE_UNAVAILABLE", "Oh.");
    else if (kind === 1) refuse(response, 429, "RATE_LIMITED", "Slow down.", { "retry-after": "0" });
    else if (kind === 2) response.socket?.destroy();
    else challenge(response, true);
  });
  const client = createClient(connectionTo(server.url), {}, AT_ONCE);
  let succeeded = 0;
  let left = times;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { data } = await client.call("listAlerts", { params: { groupId: GROUP } });
      succeeded += data.results.length;
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  await client.close();
  return succeeded;
}
