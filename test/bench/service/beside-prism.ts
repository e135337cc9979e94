import { request } from "undici";
import { count, milliseconds, times } from "../figures.ts";
import { doing } from "../report.ts";
import { type Best, better } from "./best.ts";
import { startPrism } from "./prism.ts";
import { load } from "./processes.ts";
import { jobOf, type Subject } from "./subject.ts";

/** Prism reads and makes up each answer anew. */
const CONNECTIONS = [1, 16] as const;
const REQUESTS = 300;
const WARM_UP = 300;
const ROUNDS = 3;

/** What a mock that knows the description alone answers a second, beside the service; null where there is none. */
export async function besidePrism(one: Subject, folder: string): Promise<string[][] | null> {
  const { body } = await request(`${one.service.ready.baseUrl}/openapi.json`);
  const prism = await startPrism(await body.text(), folder);
  if (prism === null) return null;
  const rows: string[][] = [];
  try {
    for (const measured of one.measured) {
      for (const connections of CONNECTIONS) {
        doing(`${measured.name} of Prism, ${connections} connections`);
        const counts = { connections, requests: REQUESTS, warmUp: WARM_UP };
        let own: Best | undefined;
        let mock: Best | undefined;
        // It finds no answer for a version that is later than the operation's.
        const anyVersion = { ...one, headers: { ...one.headers, Accept: "*/*" } };
        for (let round = 0; round < ROUNDS; round += 1) {
          own = better(own, await load(jobOf(one.service.ready.baseUrl, one, measured, counts)));
          mock = better(mock, await load(jobOf(prism.origin, anyVersion, measured, counts)));
        }
        if (own === undefined || mock === undefined) continue;
        const cells = [count(own.rate), milliseconds(own.p50), count(mock.rate), milliseconds(mock.p50)];
        rows.push([measured.name, String(connections), ...cells, times(own.rate / mock.rate)]);
      }
    }
    return rows;
  } finally {
    await prism.stop();
  }
}
