import { request } from "undici";
import { count, milliseconds, times } from "../figures.ts";
import { doing } from "../report.ts";
import { type Best, better } from "./best.ts";
import type { Kept } from "./job.ts";
import { load, startBare } from "./processes.ts";
import { ACKNOWLEDGEMENT, jobOf, type Subject } from "./subject.ts";

/** The service beside a bare Hono that answers the same bytes from memory. */

const CONNECTIONS = [1, 16, 64] as const;
/** A fixed number of requests, so that a run ends and no budget is used up; the least of several rounds is taken. */
export const REQUESTS = 1500;
const WARM_UP = 300;
export const ROUNDS = 3;

/** The service's own answers, for the bare server to give. */
async function answersOf({ service, headers, measured }: Subject): Promise<readonly Kept[]> {
  const kept: Kept[] = [];
  for (const { method, paths } of measured) {
    for (const path of paths) {
      const {
        statusCode,
        headers: answered,
        body,
      } = await request(`${service.ready.baseUrl}${path}`, {
        method,
        headers,
        ...(method === "GET" ? {} : { body: ACKNOWLEDGEMENT }),
      });
      const [plain = path] = path.split("?");
      const contentType = String(answered["content-type"]);
      kept.push({ method, path: plain, status: statusCode, contentType, body: await body.text() });
    }
  }
  return kept;
}

/** What each answers a second, and how long an answer takes, asked in turn. */
export async function besideHono(one: Subject): Promise<string[][]> {
  const baseline = await startBare(await answersOf(one));
  const rows: string[][] = [];
  try {
    for (const measured of one.measured) {
      for (const connections of CONNECTIONS) {
        doing(`${measured.name}, ${one.alerts} alerts, ${connections} connections`);
        const counts = { connections, requests: REQUESTS, warmUp: WARM_UP };
        let own: Best | undefined;
        let beside: Best | undefined;
        for (let round = 0; round < ROUNDS; round += 1) {
          own = better(own, await load(jobOf(one.service.ready.baseUrl, one, measured, counts)));
          beside = better(beside, await load(jobOf(baseline.origin, one, measured, counts)));
        }
        if (own === undefined || beside === undefined) continue;
        rows.push([
          measured.name,
          count(one.alerts),
          String(connections),
          count(own.rate),
          milliseconds(own.p50),
          milliseconds(own.p99),
          count(beside.rate),
          milliseconds(beside.p50),
          milliseconds(beside.p99),
          times(beside.rate / own.rate),
        ]);
      }
    }
    return rows;
  } finally {
    await baseline.stop();
  }
}
