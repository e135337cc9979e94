import { createServer } from "node:https";
import { expect, test, vi } from "vitest";
import { createClient } from "../../src/client/client.ts";
import type { Connection } from "../../src/contract/wire/connection.ts";
import { AT_ONCE, failureOf } from "./outcome.ts";
import { connectionTo, GROUP, json, page } from "./scripted-server.ts";
import { AUTHORITY, CERTIFICATE, CERTIFICATE_KEY } from "./tls.ts";

const all = { params: { groupId: GROUP } };

/** A service whose certificate is signed by an authority of its own, and what came to it. */
async function privateService<Result>(use: (url: URL, requests: () => number) => Promise<Result>): Promise<Result> {
  let requests = 0;
  const server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (_request, response) => {
    requests += 1;
    json(response, 200, page([]));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  try {
    return await use(new URL(`https://127.0.0.1:${port}`), () => requests);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  }
}

async function callOf(url: URL, changes: Partial<Connection>) {
  const client = createClient(connectionTo(url, changes), {}, AT_ONCE);
  try {
    return await client.call("listAlerts", all);
  } finally {
    await client.close();
  }
}

test("a service with an authority of its own is reached once its certificate is known", async () => {
  const answer = await privateService((url) => callOf(url, { ca: AUTHORITY }));
  expect(answer.status).toBe(200);
});

test("without it nothing is sent, nothing repeated, and the way out is named", async () => {
  const { error, requests } = await privateService(async (url, count) => ({
    error: await failureOf(callOf(url, {})),
    requests: count(),
  }));
  expect(error.facts).toMatchObject({ kind: "unreachable", transport: { reason: "untrusted" } });
  expect(error.explain().why).toContain("has an untrusted certificate");
  expect(error.explain().next).toContain("SEXTANT_CA_FILE");
  expect(requests).toBe(0);
});

test("a certificate for another name is not trusted either", async () => {
  const error = await privateService((url) => {
    url.hostname = "other.localhost";
    return failureOf(callOf(url, { ca: AUTHORITY }));
  });
  expect(error.kind).toBe("unreachable");
});

test("the variable that switches the check off is not obeyed", async () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  const { error, requests } = await privateService(async (url, count) => ({
    error: await failureOf(callOf(url, {})),
    requests: count(),
  }));
  expect([error.kind, requests]).toEqual(["unreachable", 0]);
});
