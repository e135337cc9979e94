import { lookup } from "node:dns/promises";
import { request } from "node:http";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { buildConnector } from "undici";
import { certificateAdvice } from "../../client/errors/explain.ts";
import { connectOptions } from "../../client/transport/connect-options.ts";
import { lookUp, withoutBrackets } from "../../client/transport/destination.ts";
import { proxyConnector, usesProxy } from "../../client/transport/proxy.ts";
import { TransportFailure, transportFailure } from "../../client/transport/transport-failure.ts";
import type { Connection } from "../../contract/wire/connection.ts";
import { SPEED_HEADER } from "../../contract/wire/wire.ts";
import { nearestServerTime } from "../../state/session/server-clock.ts";
import { DAY, MINUTE, SECOND } from "../../text/durations.ts";
import { formatLongDuration } from "../../text/format.ts";
import { codeOf } from "../../text/thrown.ts";
import { type Finding, failed, ok, skipped, warning } from "./finding.ts";

/** The network path to a service, step by step: proxy, name, connection, TLS, clock. Sends no credentials. */

/** Timeout of each step (ms). */
const PATIENCE = 5000;

/** Nothing is cancelled here. */
const NEVER = new AbortController().signal;

const errorText = (error: unknown): string =>
  codeOf(error) || (error instanceof Error ? error.message : "no reason given");

const portOf = (url: URL): string => (url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port);

/** Result of a step within its timeout. @throws the error of the step, or a timeout error */
function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer in ${PATIENCE / SECOND} s`)), PATIENCE);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

async function nameFinding(host: string): Promise<Finding> {
  const [id, title] = ["dns", "Name (DNS)"];
  const name = withoutBrackets(host);
  if (isIP(name) !== 0) return skipped(id, title, `${name} is an address`);
  try {
    const found = await inTime(lookup(name, { all: true }));
    return ok(id, title, `${name} is ${found.map(({ address }) => address).join(", ")}`);
  } catch (error) {
    return failed(
      id,
      title,
      `${name} is not found: ${errorText(error)}`,
      "Check the address, the VPN and the name server.",
    );
  }
}

async function tcpFinding(host: string, port: string, isProxy: boolean): Promise<Finding> {
  const [id, title] = ["tcp", "Connection (TCP)"];
  const name = withoutBrackets(host);
  const socket = connectTcp({ host: name, port: Number(port), lookup: lookUp });
  try {
    await inTime(
      new Promise<void>((resolve, reject) => {
        socket.once("connect", resolve);
        socket.once("error", reject);
      }),
    );
    return ok(id, title, `${name}, port ${port}`);
  } catch (error) {
    const advice = isProxy
      ? "Check HTTPS_PROXY, which names this proxy; NO_PROXY names hosts that are reached without it."
      : "Check port and firewall; where only a proxy leads out, set HTTPS_PROXY.";
    return failed(id, title, `${name}, port ${port}: ${errorText(error)}`, advice);
  } finally {
    socket.on("error", () => undefined);
    socket.destroy();
  }
}

const UNKNOWN_AUTHORITY =
  "Set SEXTANT_CA_FILE, or the profile's CA file, to the certificate of the authority that the service uses.";

/** A certificate that expires in fewer days is reported (only the service can renew it). */
const FEW_DAYS = 14;

/** Finding for an accepted certificate. @param now this machine's time (ms) */
export function certificateFinding(
  protocol: string,
  issuer: string,
  validTo: number,
  now: number,
  hasOwnAuthority: boolean,
): Finding {
  const days = Math.floor((validTo - now) / DAY);
  const own = hasOwnAuthority ? ", own CA file in use" : "";
  const found = `${protocol}, issued by ${issuer}, valid for ${days} more ${days === 1 ? "day" : "days"}${own}`;
  return days < FEW_DAYS
    ? warning("tls", "Encryption (TLS)", found, "The service's certificate must be renewed soon.")
    : ok("tls", "Encryption (TLS)", found);
}

function connectionTo(connection: Connection, signal: AbortSignal): Promise<Socket> {
  const { baseUrl, ca, proxy } = connection;
  const options = connectOptions(ca);
  const connector = proxy == null ? buildConnector(options) : proxyConnector(options, proxy, signal);
  const { hostname, host, protocol } = baseUrl;
  return new Promise((resolve, reject) => {
    const to = { hostname: withoutBrackets(hostname), host, protocol, port: portOf(baseUrl) };
    connector(to, (error, socket) => (error === null ? resolve(socket) : reject(error)));
  });
}

function tlsFailure(error: unknown): Finding {
  const [id, title] = ["tls", "Encryption (TLS)"];
  if (error instanceof TransportFailure) {
    const advice = "Check HTTPS_PROXY and its login; NO_PROXY names hosts that are reached without it.";
    return failed("proxy", "Proxy", `${error.reason.replaceAll("-", " ")}: ${error.code ?? ""}`, advice);
  }
  const isCertificate = transportFailure(error, NEVER, null).reason === "untrusted";
  const advice = isCertificate
    ? (certificateAdvice(codeOf(error)) ?? UNKNOWN_AUTHORITY)
    : "Use https:// only if the service uses TLS on this port.";
  const found = isCertificate
    ? `the certificate is not accepted: ${errorText(error)}`
    : `no encryption: ${errorText(error)}`;
  return failed(id, title, found, advice);
}

/** Compares the time of this machine with that of the service (both ms). */
export function clockFinding(server: number, local: number): Finding {
  const [id, title] = ["clock", "Clock"];
  const apart = Math.abs(server - local);
  const found = `${formatLongDuration(apart)} ${local < server ? "behind" : "ahead of"} the service`;
  const advice = "Set this machine's clock: logins fail where it is off.";
  if (apart > 5 * MINUTE) return failed(id, title, found, advice);
  if (apart > MINUTE) return warning(id, title, found, advice);
  return ok(id, title, apart < 2 * SECOND ? "as the service's" : found);
}

/** Reads the clock from an answer that needs no login. */
async function askClock({ baseUrl }: Connection, socket: Socket): Promise<Finding> {
  const [id, title] = ["clock", "Clock"];
  try {
    const sent = Date.now();
    const headers = await inTime(
      new Promise<{ readonly date: string; readonly speed: string }>((resolve, reject) => {
        const clockRequest = request(
          {
            createConnection: () => socket,
            method: "HEAD",
            path: "/",
            host: baseUrl.hostname,
            headers: { host: baseUrl.host },
          },
          (answer) => {
            answer.resume();
            resolve({ date: answer.headers.date ?? "", speed: String(answer.headers[SPEED_HEADER] ?? "") });
          },
        );
        clockRequest.once("error", reject);
        clockRequest.end();
      }),
    );
    const local = Date.now();
    const date = Date.parse(headers.date);
    if (Number.isNaN(date)) return skipped(id, title, "the service does not report its time");
    if (headers.speed !== "" && Number(headers.speed) !== 1)
      return skipped(id, title, "the service has a simulated clock");
    return clockFinding(nearestServerTime(local, date, { sent, local }), local);
  } catch (error) {
    return skipped(id, title, `the service does not report its time: ${errorText(error)}`);
  }
}

/** The network path to the service of a connection. Steps after a failed one are skipped. */
export async function networkFindings(connection: Connection): Promise<readonly Finding[]> {
  const { baseUrl, proxy } = connection;
  const findings: Finding[] = [];
  const isThrough = proxy != null && usesProxy(proxy, baseUrl);
  const to = proxy != null && isThrough ? proxy : { hostname: baseUrl.hostname, port: portOf(baseUrl) };
  const way = `${withoutBrackets(to.hostname)}, port ${to.port}`;
  const without = proxy == null ? "none" : "not for this address";
  const withLogin = proxy?.login == null ? "" : ", with a login";
  findings.push(ok("proxy", "Proxy", isThrough ? `${way}${withLogin}` : without));
  const step = (finding: Finding): boolean => {
    findings.push(finding);
    return finding.status !== "failed";
  };
  const skipRest = (...rest: readonly (readonly [id: string, title: string])[]): readonly Finding[] => [
    ...findings,
    ...rest.map(([id, title]) => skipped(id, title, "a step before it failed")),
  ];
  const [tls, clock] = [["tls", "Encryption (TLS)"] as const, ["clock", "Clock"] as const];
  if (!step(await nameFinding(to.hostname))) return skipRest(["tcp", "Connection (TCP)"], tls, clock);
  if (!step(await tcpFinding(to.hostname, to.port, isThrough))) return skipRest(tls, clock);
  const ended = new AbortController();
  try {
    const socket = await inTime(connectionTo(connection, ended.signal));
    if (socket instanceof TLSSocket) {
      const certificate = socket.getPeerCertificate();
      const { issuer, valid_to: validTo } = certificate;
      const name =
        [issuer?.O, issuer?.CN].flat().find((part) => part !== undefined && part !== "") ?? "an unnamed authority";
      const protocol = socket.getProtocol() ?? "TLS";
      findings.push(certificateFinding(protocol, name, Date.parse(validTo), Date.now(), connection.ca !== null));
    } else {
      findings.push(skipped(...tls, "this address is not https"));
    }
    findings.push(await askClock(connection, socket));
    socket.destroy();
  } catch (error) {
    findings.push(tlsFailure(error), skipped(...clock, "a step before it failed"));
  } finally {
    ended.abort();
  }
  return findings;
}
