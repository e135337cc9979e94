import { createServer as createProxy } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { curlOf } from "../../src/client/curl.ts";
import { usesProxy } from "../../src/client/transport/proxy.ts";
import { operations } from "../../src/contract/operations.ts";
import type { Connection, ProxyRule } from "../../src/contract/wire/connection.ts";
import { proxyOf } from "../../src/settings/proxy.ts";
import { SettingsError } from "../../src/settings/settings-error.ts";
import { AT_ONCE, failureOf } from "./outcome.ts";
import { connectionTo, GROUP, json, page } from "./scripted-server.ts";

/** A service that is reached only through a proxy: its name is known to nobody but the proxy. */

const CANARY = "canary-secret-7f3a";
const NAME = "service.test";
const all = { params: { groupId: GROUP } };

let certificate: { readonly cert: string; readonly key: string };
let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  const made = await generate([{ name: "commonName", value: NAME }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(Date.now() - 86_400_000),
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: NAME }] }],
  });
  certificate = { cert: made.cert, key: made.private };
  service = await startService();
});
afterAll(() => service.stop());

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address !== null ? address.port : 0;

async function startService() {
  const methods: string[] = [];
  const server = createServer(certificate, (request, response) => {
    methods.push(request.method ?? "");
    json(response, 200, page([]));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: portOf(server.address()),
    methods,
    stop: () => {
      server.closeAllConnections();
      return new Promise<unknown>((resolve) => server.close(resolve));
    },
  };
}

type Behaviour = {
  /** What it answers to a wish for a tunnel; null never answers. */
  readonly status?: number | null;
  readonly login?: string;
};

/** A proxy that makes tunnels to the service, whatever its name. */
async function startProxy({ status = 200, login }: Behaviour = {}) {
  const requested: string[] = [];
  const tunnels = new Set<Socket>();
  const proxy = createProxy((_request, response) => response.writeHead(400).end());
  proxy.on("connect", (request, socket: Socket) => {
    requested.push(request.url ?? "");
    socket.on("error", () => undefined);
    tunnels.add(socket);
    if (status === null) return;
    const given = request.headers["proxy-authorization"];
    const isKnown = login === undefined || given === `Basic ${Buffer.from(login).toString("base64")}`;
    if (!isKnown || status !== 200) {
      socket.end(`HTTP/1.1 ${isKnown ? status : 407} No\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const onward = connect(service.port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket);
      socket.pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("close", () => onward.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    requested: requested,
    port: portOf(proxy.address()),
    /** As proxies do with connections that have been idle for a while. */
    cutIdle: () => {
      for (const socket of tunnels) socket.destroy();
      tunnels.clear();
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of tunnels) socket.destroy();
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

const url = (): URL => new URL(`https://${NAME}:${service.port}`);

const through = (port: number, env: Readonly<Record<string, string>> = {}): Partial<Connection> => ({
  ca: certificate.cert,
  proxy: proxyOf({ HTTPS_PROXY: `http://127.0.0.1:${port}`, ...env }),
});

const clientFor = (changes: Partial<Connection>) => createClient(connectionTo(url(), changes), {}, AT_ONCE);

describe("a service behind a proxy", () => {
  test("is reached through a tunnel, and its certificate is checked in it", async () => {
    await using proxy = await startProxy();
    const client = clientFor(through(proxy.port));
    expect((await client.call("listAlerts", all)).status).toBe(200);
    await client.close();
    expect(proxy.requested).toEqual([`${NAME}:${service.port}`]);
    const unknown = clientFor({ ...through(proxy.port), ca: null });
    const error = await failureOf(unknown.call("listAlerts", all));
    expect(error.facts.transport?.reason).toBe("untrusted");
    await unknown.close();
  });

  test("is reached with the login of a proxy that wants one, which stands nowhere else", async () => {
    await using proxy = await startProxy({ login: `ops:${CANARY}@x` });
    const right = through(proxy.port, { HTTPS_PROXY: `http://ops:${CANARY}%40x@127.0.0.1:${proxy.port}` });
    const client = clientFor(right);
    expect((await client.call("listAlerts", all)).status).toBe(200);
    await client.close();
    expect(JSON.stringify(right)).not.toContain(CANARY);
    expect(curlOf(connectionTo(url(), right), operations.listAlerts, all)).not.toContain(CANARY);
  });

  test.each([
    [
      "wants a login",
      { login: `other:${CANARY}` },
      "proxy-login",
      /requires a login \(127\.0\.0\.1:\d+, status 407\)/u,
    ],
    [
      "refuses the host",
      { status: 403 },
      "proxy-refused",
      /does not let requests through to service\.test.*status 403/u,
    ],
    ["cannot reach it", { status: 502 }, "proxy-refused", /status 502/u],
  ] as const)("that %s is told from the service, and nothing was sent", async (_, behaviour, reason, words) => {
    await using proxy = await startProxy(behaviour);
    const before = service.methods.length;
    const client = clientFor(
      through(proxy.port, { HTTPS_PROXY: `http://ops:${CANARY}-wrong@127.0.0.1:${proxy.port}` }),
    );
    const error = await failureOf(client.call("listAlerts", all));
    expect(error.facts).toMatchObject({ kind: "unreachable", transport: { reason } });
    const { what, why, next } = error.explain();
    expect(why).toMatch(words);
    expect(`${what}${why}${next}${JSON.stringify(error.facts)}`).not.toContain(CANARY);
    expect(service.methods.length).toBe(before);
    await client.close();
  });

  test("that nobody runs is told by its address", async () => {
    const client = clientFor(through(1));
    const error = await failureOf(client.call("listAlerts", all));
    expect(error.explain().why).toMatch(/The proxy in front of .* does not answer \(127\.0\.0\.1:1, ECONNREFUSED\)/u);
    await client.close();
  });

  test("that never answers keeps nobody for longer than a call may take", async () => {
    await using proxy = await startProxy({ status: null });
    const client = clientFor(through(proxy.port));
    const error = await failureOf(client.call("listAlerts", all, { timeoutMs: 300 }));
    expect(error.facts.kind).toBe("timed-out");
    await client.close();
  });

  test("that cuts idle connections costs a read nothing, and a write is sent once", async () => {
    await using proxy = await startProxy();
    const client = clientFor(through(proxy.port));
    for (let round = 0; round < 5; round += 1) {
      expect((await client.call("listAlerts", all)).status).toBe(200);
      proxy.cutIdle();
    }
    const before = service.methods.filter((method) => method !== "GET").length;
    const write = client.call("toggleAwsCustomDns", all, { body: { enabled: true } });
    await write.catch(() => undefined);
    expect(service.methods.filter((method) => method !== "GET").length).toBe(before + 1);
    await client.close();
  });

  test("is not asked for the embedded service, for this machine, or for what NO_PROXY names", async () => {
    await using proxy = await startProxy();
    const client = clientFor({ ...through(proxy.port, { NO_PROXY: "other.example, .test" }) });
    const error = await failureOf(client.call("listAlerts", all));
    expect(error.facts.transport?.reason).toMatch(/unknown-host|no-connection/u);
    expect(proxy.requested).toEqual([]);
    await client.close();
  });
});

const proxyWith = (except: string): ProxyRule => {
  const found = proxyOf({ HTTPS_PROXY: "proxy.example:3128", NO_PROXY: except });
  if (found === null) throw new Error("no proxy");
  return found;
};

test.each([
  ["", "https://service.example", true],
  ["", "https://localhost:8443", false],
  ["", "https://127.0.0.1", false],
  ["", "https://[::1]:8443", false],
  ["", "http://service.example", false],
  ["*", "https://service.example", false],
  ["service.example", "https://service.example", false],
  ["example", "https://service.example", false],
  [".example", "https://service.example", false],
  ["*.example", "https://service.example", false],
  ["vice.example", "https://service.example", true],
  ["SERVICE.example", "https://service.EXAMPLE", false],
  ["service.example:443", "https://service.example", false],
  ["service.example:8443", "https://service.example", true],
  ["a b,service.example", "https://service.example", false],
  ["[2001:db8::1]:443", "https://[2001:db8::1]", false],
  ["2001:db8::1", "https://[2001:db8::1]:9443", false],
  ["2001:db8::2", "https://[2001:db8::1]", true],
])("NO_PROXY=%j: %s goes through the proxy: %s", (except, address, goes) => {
  expect(usesProxy(proxyWith(except), new URL(address))).toBe(goes);
});

test("a proxy that is none is a sentence that holds nothing of what was written", () => {
  for (const value of [`socks5://u:${CANARY}@proxy.example`, `http://u:${CANARY}@`, `ftp://${CANARY}`]) {
    try {
      proxyOf({ HTTPS_PROXY: value });
      expect.unreachable(value);
    } catch (error) {
      expect(error).toBeInstanceOf(SettingsError);
      expect(String(error)).toContain("HTTPS_PROXY is not the address of an http or https proxy");
      expect(String(error)).not.toContain(CANARY);
    }
  }
  expect(proxyOf({})).toBeNull();
  expect(proxyOf({ HTTPS_PROXY: "  " })).toBeNull();
  expect(proxyOf({ https_proxy: "a:1", HTTPS_PROXY: "b:2" })).toMatchObject({ hostname: "a", port: "1", login: null });
});
