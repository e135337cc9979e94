import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { DigestGate } from "../../src/service/auth/digest.ts";
import { processState } from "../../src/service/instances/process-state.ts";
import { unexpected } from "../../src/service/server/exchange.ts";
import { healthPages } from "../../src/service/server/health.ts";
import type { Store } from "../../src/service/storage/storage.ts";
import { OutcomeUnknown, StorageProblem, StorageUnavailable } from "../../src/service/storage/storage-problem.ts";
import { fetchRaw, type Reply, service } from "./support.ts";

/** What balancers and supervisors ask a service, and what a caller learns when its storage fails. */

describe("a service", () => {
  test("is healthy and ready, and says so to everybody who reaches it", async () => {
    const { ready } = await service();
    const get = (path: string, method = "GET"): Promise<Reply> => fetchRaw(ready.baseUrl, path, { method });
    const healthy = await get("/healthz");
    expect([healthy.status, healthy.text]).toEqual([200, "ok"]);
    const isReady = await get("/readyz?probe=1");
    expect([isReady.status, isReady.json]).toEqual([200, { ready: true }]);
    expect((await get("/healthz", "HEAD")).text).toBe("");
    const posted = await get("/readyz", "POST");
    expect([posted.status, posted.headers["allow"]]).toEqual([405, "GET, HEAD"]);
  });

  test("tells nothing of it to whoever comes through a proxy", async () => {
    const { ready } = await service({ metrics: true });
    for (const path of ["/healthz", "/readyz", "/metrics"]) {
      for (const name of ["X-Forwarded-For", "Forwarded"]) {
        const { status } = await fetchRaw(ready.baseUrl, path, { headers: { [name]: "for=192.0.2.1" } });
        expect(status, path).toBe(404);
      }
    }
  });

  test("is no subject of scenarios there", async () => {
    const { ready } = await service({ faults: [{ scenario: "server-error" }, { scenario: "cut-before" }] });
    expect((await fetchRaw(ready.baseUrl, "/readyz")).status).toBe(200);
  });
});

/** The pages of a service whose storage answers reads like this. */
async function pagesOn(read: Store["read"], isDraining = false): Promise<() => Promise<Reply>> {
  const store: Store = { read, write: () => Promise.reject(new Error("nobody writes")), close: async () => undefined };
  const pages = healthPages({ store, isDraining, metricsPage: null, report: () => undefined });
  const server = createServer((incoming, outgoing) => {
    if (!pages(incoming, outgoing)) outgoing.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("the server has no port");
  return () => fetchRaw(`http://127.0.0.1:${address.port}`, "/readyz");
}

describe("/readyz", () => {
  test("is 503 where the storage cannot be read, without saying why", async () => {
    const get = await pagesOn(() => Promise.reject(new StorageUnavailable("postgres://me@secret-host is away")));
    const { status, json } = await get();
    expect([status, json]).toEqual([503, { ready: false, reason: "The storage cannot be read." }]);
  });

  test("is 503 where the storage does not answer in time, and asks it once at a time", async () => {
    let reads = 0;
    const get = await pagesOn(() => {
      reads += 1;
      return new Promise(() => undefined);
    });
    const answers = await Promise.all([get(), get(), get()]);
    const reason = "The storage did not answer within 2 s.";
    expect(answers.map(({ status, json }) => [status, json])).toEqual(
      Array.from({ length: 3 }, () => [503, { ready: false, reason }]),
    );
    expect(reads).toBe(1);
  });

  test("is 503 where the service is stopping", async () => {
    const get = await pagesOn(() => Promise.reject(new Error("nobody reads")), true);
    const { status, json } = await get();
    expect([status, json]).toEqual([503, { ready: false, reason: "The service is stopping." }]);
  });
});

describe("a failure of the storage", () => {
  const answerTo = (failure: unknown) => {
    const troubles: string[] = [];
    const auth = {
      digest: new DigestGate("MD5", "key", processState(Date.now)),
      signingKey: "key",
      scrape: { username: "", password: "" },
    };
    const { status, headers, body } = unexpected(
      {
        auth,
        report: (trouble, requestId) => troubles.push(requestId === undefined ? trouble : `${requestId}: ${trouble}`),
      },
      failure,
      { getHeader: () => undefined },
    );
    const { detail, errorCode } = JSON.parse(body ?? "{}");
    return { status, errorCode, detail, retryAfter: headers["Retry-After"], troubles };
  };

  test("that changed nothing is 503, and may be sent again", () => {
    expect(answerTo(new StorageUnavailable("postgres://host is away."))).toEqual({
      status: 503,
      errorCode: "SERVICE_UNAVAILABLE",
      detail: "The storage of the service is not available. Nothing was changed: send the same request again in 2 s.",
      retryAfter: "2",
      troubles: ["A request failed in the service. postgres://host is away."],
    });
  });

  test("of which nobody knows the outcome says so", () => {
    expect(answerTo(new OutcomeUnknown("lost"))).toMatchObject({
      status: 500,
      errorCode: "UNEXPECTED_ERROR",
      detail: expect.stringMatching(/not known whether the change was made: read the current state/u),
      retryAfter: undefined,
    });
  });

  test("of another kind is an internal error", () => {
    const detail = "Internal error. The operator of the service has a report.";
    expect(answerTo(new StorageProblem("full"))).toMatchObject({ status: 500, detail, retryAfter: undefined });
    expect(answerTo(new Error("oh"))).toMatchObject({ status: 500, detail });
  });
});
