import { createServer } from "node:https";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { createClient } from "../../src/client/client.ts";
import type { ServiceError } from "../../src/client/errors/service-error.ts";
import type { Connection } from "../../src/contract/wire/connection.ts";
import { AT_ONCE, failureOf } from "./outcome.ts";
import { CONFIG_ID, connectionTo, GROUP, json, page } from "./scripted-server.ts";
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

/** Calls a TCP server with an address of https. @param use what the server does with a connection */
async function callTcp(use: (socket: Socket) => void, call: (url: URL) => Promise<unknown>): Promise<ServiceError> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    use(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  try {
    return await failureOf(call(new URL(`https://127.0.0.1:${port}`)));
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

test("a port without TLS is not said to have an untrusted certificate", async () => {
  const error = await callTcp(
    (socket) => socket.on("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
    (url) => callOf(url, {}),
  );
  expect(error.facts).toMatchObject({ kind: "unreachable", transport: { reason: "no-tls" } });
  expect(error.explain().why).toContain("offers no usable TLS (ERR_SSL_WRONG_VERSION_NUMBER)");
  expect(error.explain().next).toContain("Check host and port");
});

test("a write whose encrypted connection breaks after it was sent may have happened", async () => {
  let requests = 0;
  let plain: Socket | undefined;
  const service = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, () => {
    requests += 1;
    plain?.write(Buffer.from(`1703030020${"00".repeat(32)}`, "hex"));
  });
  await new Promise<void>((resolve) => {
    service.listen(0, "127.0.0.1", resolve);
  });
  const address = service.address();
  if (typeof address !== "object" || address === null) throw new Error("the service has no port");
  try {
    const error = await callTcp(
      (socket) => {
        plain = socket;
        const behind = connect(address.port, "127.0.0.1").on("error", () => undefined);
        socket.pipe(behind).pipe(socket);
      },
      async (url) => {
        const client = createClient(connectionTo(url, { ca: AUTHORITY }), {}, AT_ONCE);
        try {
          return await client.call("deleteAlertConfiguration", { params: { ...all.params, alertConfigId: CONFIG_ID } });
        } finally {
          await client.close();
        }
      },
    );
    expect([error.kind, requests]).toEqual(["unknown-result", 1]);
  } finally {
    service.closeAllConnections();
    service.close();
  }
});
