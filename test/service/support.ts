import { createHash, randomBytes } from "node:crypto";
import { request as send } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { isObject, type Path, valueAt } from "../../src/contract/json/json.ts";
import type { Role } from "../../src/contract/roles.ts";
import { mediaType } from "../../src/contract/wire/dialect.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { type RunningService, type ServiceOptions, startService } from "../../src/service/service.ts";
import { INSTANCES, instances } from "../postgres/instances.ts";

export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Raw header names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly text: string;
  readonly json: unknown;
  /** The value at a path of the JSON, or undefined. */
  at(...path: Path): unknown;
  /** The same, as text. */
  str(...path: Path): string;
  /** The objects of a list of the JSON: `results` unless told otherwise. */
  rows(...path: Path): readonly Row[];
};

export type Row = Readonly<Record<string, unknown>>;

const replyOf = (status: number, headers: Reply["headers"], rawHeaders: readonly string[], text: string): Reply => {
  const json: unknown = /json/u.test(headers["content-type"] ?? "") && text !== "" ? JSON.parse(text) : undefined;
  const at = (...path: Path): unknown => valueAt(json, path);
  return {
    status,
    headers,
    rawHeaders,
    text,
    json,
    at,
    str: (...path) => String(at(...path)),
    rows: (...path) => {
      const list = path.length === 0 ? at("results") : at(...path);
      if (!Array.isArray(list)) throw new TypeError(`no list at ${path.join(".")} of ${text}`);
      return list.filter(isObject);
    },
  };
};

export type Sent = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** One request as it is, over real HTTP. The target goes out untouched. */
export function fetchRaw(
  base: string,
  target: string,
  { method = "GET", headers = {}, body }: Sent = {},
): Promise<Reply> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const request = send({ hostname, port, path: target, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve(replyOf(response.statusCode ?? 0, Object.fromEntries(headers), response.rawHeaders, text));
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Everything that the service answers to bytes on a socket, until it closes the connection. */
export function socketAnswer(base: string, ...parts: string[]): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("utf8")));
    for (const part of parts) socket.write(part);
  });
}

/** The same where the sender reads nothing before all is sent, as simple clients do; it fails where the connection breaks meanwhile. */
export function answerAfterSending(base: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("utf8")));
    socket.write(bytes, () => socket.on("data", (chunk: Buffer) => chunks.push(chunk)));
  });
}

export type Key = { readonly publicKey: string; readonly privateKey: string };

/** The parameters of a challenge. */
export function challengeOf(header: string): Record<string, string> {
  return Object.fromEntries(
    [...header.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/gu)].map(([, name = "", quoted, plain]) => [
      name,
      quoted ?? plain ?? "",
    ]),
  );
}

export type Signing = { readonly nc?: string; readonly uri?: string; readonly method?: string; readonly qop?: string };

/** An answer to a challenge, by hand (RFC 7616, 3.4.1). */
export function signature(
  key: Key,
  challenge: Readonly<Record<string, string>>,
  method: string,
  target: string,
  { nc = "00000001", uri = target, method: signed = method, qop = "auth" }: Signing = {},
): string {
  const name = challenge["algorithm"] === "SHA-256" ? "sha256" : "md5";
  const hash = (text: string): string => createHash(name).update(text).digest("hex");
  const cnonce = randomBytes(8).toString("hex");
  const first = hash(`${key.publicKey}:${challenge["realm"]}:${key.privateKey}`);
  const response = hash(`${first}:${challenge["nonce"]}:${nc}:${cnonce}:${qop}:${hash(`${signed}:${uri}`)}`);
  return `Digest username="${key.publicKey}", realm="${challenge["realm"]}", nonce="${challenge["nonce"]}", uri="${uri}", algorithm=${challenge["algorithm"]}, qop=${qop}, nc=${nc}, cnonce="${cnonce}", response="${response}"`;
}

export type Call = {
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A caller that signs with a bearer token: short to write, as digest has tests of its own. */
export type Client = {
  (method: string, path: string, call?: Call): Promise<Reply>;
  readonly ready: ServiceReady;
  readonly groupId: string;
};

export async function tokenOf(ready: ServiceReady, clientId: string, clientSecret: string): Promise<string> {
  const reply = await fetchRaw(ready.baseUrl, "/api/oauth/token", {
    method: "POST",
    headers: {
      Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  });
  return reply.str("access_token");
}

/** A client of a service, as the ready line's account or as another. */
export async function clientOf(
  ready: ServiceReady,
  account: { clientId: string; clientSecret: string } = ready,
): Promise<Client> {
  const token = await tokenOf(ready, account.clientId, account.clientSecret);
  const prefix = `/api/${ready.dialect === "atlas" ? "atlas" : "service"}/v2`;
  const call = (method: string, path: string, { query = "", body, headers = {} }: Call = {}): Promise<Reply> =>
    fetchRaw(ready.baseUrl, `${prefix}${path}${query === "" ? "" : `?${query}`}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: mediaType(ready.dialect),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  return Object.assign(call, { ready, groupId: ready.groupId });
}

/** A request at the control surface. */
export const control = (ready: ServiceReady, method: string, path: string, body?: unknown): Promise<Reply> =>
  fetchRaw(ready.baseUrl, `/__sandbox${path}`, {
    method,
    headers: { Authorization: `Bearer ${ready.controlToken}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

export type Grants = {
  readonly projects?: Readonly<Record<string, readonly Role[]>>;
  readonly organizations?: Readonly<Record<string, readonly Role[]>>;
};

/** A client of a new service account with these roles. */
export async function clientWith(ready: ServiceReady, grants: Grants): Promise<Client> {
  const reply = await control(ready, "POST", "/keys", { kind: "account", ...grants });
  return clientOf(ready, { clientId: reply.str("clientId"), clientSecret: reply.str("clientSecret") });
}

const start = (options: Partial<ServiceOptions>): Promise<RunningService> =>
  INSTANCES > 0 && options.place === undefined && options.tls === undefined
    ? instances(options, INSTANCES)
    : startService({ place: ":memory:", quiet: true, ...options });

/** A service in memory, quiet unless told otherwise, stopped when the test is over. */
export async function service(options: Partial<ServiceOptions> = {}): Promise<RunningService> {
  const running = await start(options);
  onTestFinished(() => running.stop());
  return running;
}

/** A service in memory and a client that may do everything. */
export async function ready(options: Partial<ServiceOptions> = {}): Promise<Client> {
  return clientOf((await service(options)).ready);
}

/**
 * The same for the tests of a file or a block that change nothing; called beside them.
 *
 * @returns the client, for tests
 */
export function readyForAll(options: Partial<ServiceOptions> = {}): () => Client {
  let running: RunningService | undefined;
  let client: Client | undefined;
  beforeAll(async () => {
    running = await start({ budgetFactor: 1000, ...options });
    client = await clientOf(running.ready);
  });
  afterAll(() => running?.stop());
  return () => {
    if (client === undefined) throw new Error("The service is there from the first of its tests to the last.");
    return client;
  };
}

/** An id that nothing has. */
export const absent = "f".repeat(24);

/** A client of a service whose time stands still but for steps. */
export const frozen = (): Promise<Client> => ready({ speed: 0 });

/** A client of a service that moves, on a wall clock that stands still: time goes by in steps alone. */
export function moving(): Promise<Client> {
  const wallClock = Date.UTC(2026, 2, 1, 3);
  return ready({ quiet: false, wallClock: () => wallClock });
}

/** Moves the service's clock on. */
export const step = (call: Client, seconds: number): Promise<Reply> =>
  control(call.ready, "POST", "/clock/step", { seconds });
