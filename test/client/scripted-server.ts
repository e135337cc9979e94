import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AlertConfigId, AlertId, GroupId } from "../../src/contract/schema/ids.ts";
import { Secret } from "../../src/contract/secret.ts";
import type { Connection, Credentials } from "../../src/contract/wire/connection.ts";

/** A request as a scripted server received it, whole. */
export type Received = {
  readonly method: string;
  /** Path and query as on the wire. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** What a test does with a request. `turn` counts them from 0. */
export type Script = (request: Received, response: ServerResponse, turn: number) => void;

export type ScriptedServer = {
  readonly url: URL;
  readonly received: readonly Received[];
  /** Connections that were opened so far. */
  readonly connections: () => number;
} & AsyncDisposable;

/** An HTTP server on this machine that answers as a test says: for faults that a real service does not have on demand. */
export async function scriptedServer(script: Script): Promise<ScriptedServer> {
  const received: Received[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: target = "", headers } = request;
      const whole = { method, target, headers, body: Buffer.concat(chunks).toString("utf8") };
      received.push(whole);
      script(whole, response, received.length - 1);
    });
    request.on("error", () => response.destroy());
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: new URL(`http://127.0.0.1:${portOf(server)}`),
    received,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const isAddress = (value: AddressInfo | string | null): value is AddressInfo =>
  typeof value === "object" && value !== null;

function portOf(server: Server): number {
  const address = server.address();
  if (!isAddress(address)) throw new TypeError("the server does not listen");
  return address.port;
}

/** Answers with a JSON document. */
export function json(
  response: ServerResponse,
  status: number,
  document: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(document));
}

/** Answers with an error document as the service does. */
export function refuse(
  response: ServerResponse,
  status: number,
  errorCode: string,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, unknown>> = {},
): void {
  json(response, status, { error: status, errorCode, detail, reason: "…", ...more }, headers);
}

export const KEY: Credentials = {
  kind: "digest",
  publicKey: "abcdefgh",
  privateKey: new Secret("private-key-of-mine"),
};

/** A connection to a scripted server. */
export const connectionTo = (url: URL, changes: Partial<Connection> = {}): Connection => ({
  profile: "test",
  environment: "other",
  baseUrl: url,
  metricsUrl: null,
  tokenUrl: null,
  dialect: "specification",
  credentials: KEY,
  scrape: null,
  ca: null,
  readOnly: null,
  roles: null,
  ...changes,
});

export const GROUP = GroupId.of("65f000000000000000000001");
export const ALERT_ID = AlertId.of("65f0000000000000000000a1");
export const CONFIG_ID = AlertConfigId.of("65f0000000000000000000c1");

/** An alert as a service sends it. */
export const alertDocument = (id: string, more: Readonly<Record<string, unknown>> = {}) => ({
  id,
  groupId: GROUP,
  eventTypeName: "NO_PRIMARY",
  status: "OPEN",
  created: "2026-11-21T08:00:00Z",
  ...more,
});

export const configurationDocument = (more: Readonly<Record<string, unknown>> = {}) => ({
  id: CONFIG_ID,
  groupId: GROUP,
  enabled: true,
  eventTypeName: "NO_PRIMARY",
  notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0 }],
  ...more,
});

/** A list answer. */
export const page = (results: readonly unknown[], totalCount = results.length) => ({ links: [], results, totalCount });
