import type { Socket } from "node:net";
import { buildConnector } from "undici";
import type { ProxyRule } from "../../contract/wire/connection.ts";
import { isLoopback, withoutBrackets } from "./destination.ts";
import { TransportFailure } from "./transport-failure.ts";

/**
 * Connections through a proxy: it opens a tunnel (`CONNECT`), inside which TLS connects to the service itself, so that the proxy sees only the
 * service's host name.
 */

/** Timeout for opening a tunnel (ms). */
const PATIENCE = 15_000;

/** True if an entry of `NO_PROXY` matches a host: the host, a domain that contains it, `*` for all; `host:port` only for that port. */
function isMeant(entry: string, hostname: string, port: string): boolean {
  if (entry === "*") return true;
  const [, name = "", only] = /^(\[[^\]]+\]|[^:]+|.*:.*:.*?)(?::(\d+))?$/u.exec(entry) ?? [];
  if (only !== undefined && only !== port) return false;
  const wanted = withoutBrackets(name.toLowerCase()).replace(/^\*?\./u, "");
  const host = withoutBrackets(hostname.toLowerCase());
  return wanted !== "" && (host === wanted || host.endsWith(`.${wanted}`));
}

/** True if an address is reached through the proxy. Never for this machine, nor for `http:`, which carries no credentials elsewhere. */
export function usesProxy({ except }: ProxyRule, url: URL): boolean {
  if (url.protocol !== "https:" || isLoopback(url)) return false;
  return !except.some((entry) => isMeant(entry, url.hostname, url.port === "" ? "443" : url.port));
}

/** Failure of a request whose tunnel was refused. */
function refusedWith(status: number, where: string): TransportFailure {
  return new TransportFailure(status === 407 ? "proxy-login" : "proxy-refused", null, `${where}, status ${status}`);
}

/** Opens a tunnel to a host. @throws TransportFailure: nothing was sent to the service */
function tunnel({ protocol, hostname, port, login }: ProxyRule, target: string, signal: AbortSignal): Promise<Socket> {
  // Loaded here, because a console without a proxy does not need these modules.
  const { request } = process.getBuiltinModule(protocol === "https:" ? "node:https" : "node:http");
  const where = `${hostname}:${port}`;
  return new Promise((resolve, reject) => {
    const connectRequest = request({
      protocol,
      host: withoutBrackets(hostname),
      port,
      method: "CONNECT",
      path: target,
      agent: false,
      signal,
      headers: {
        host: target,
        ...(login === null ? {} : { "proxy-authorization": `Basic ${Buffer.from(login.reveal()).toString("base64")}` }),
      },
    });
    connectRequest.setTimeout(PATIENCE, () => {
      connectRequest.destroy();
      reject(new TransportFailure("proxy-unreachable", null, `${where}, no answer in ${PATIENCE / 1000} s`));
    });
    connectRequest.once("connect", ({ statusCode = 0 }, socket: Socket) => {
      if (statusCode >= 200 && statusCode < 300) {
        socket.setTimeout(0);
        resolve(socket);
        return;
      }
      socket.on("error", () => undefined);
      socket.destroy();
      reject(refusedWith(statusCode, where));
    });
    connectRequest.once("response", (answer) => {
      answer.resume();
      reject(refusedWith(answer.statusCode ?? 0, where));
    });
    connectRequest.once("error", (error: NodeJS.ErrnoException) => {
      reject(new TransportFailure("proxy-unreachable", null, `${where}, ${error.code ?? "connection lost"}`));
    });
    connectRequest.end();
  });
}

/**
 * Connects through the proxy if the address requires it, else directly.
 *
 * @param over aborts tunnels that are no longer needed
 */
export function proxyConnector(
  options: buildConnector.BuildOptions,
  proxy: ProxyRule,
  over: AbortSignal,
): buildConnector.connector {
  const connect = buildConnector(options);
  return (to, done) => {
    const { hostname, protocol, port } = to;
    const host = hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname;
    const url = URL.parse(`${protocol}//${host}${port === "" ? "" : `:${port}`}`);
    if (url === null || !usesProxy(proxy, url)) {
      connect(to, done);
      return;
    }
    tunnel(proxy, `${host}:${port === "" ? "443" : port}`, over).then(
      (httpSocket) => connect({ ...to, httpSocket }, done),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}
