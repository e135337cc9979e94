import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";

/** True if a name is this machine's by the standard (RFC 6761), whatever a resolver says. */
function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/u, "");
  return name === "localhost" || name.endsWith(".localhost");
}

/** True if an address is on this machine, so that data sent to it do not leave it. */
export const isLoopback = ({ hostname }: URL): boolean =>
  isLocalName(hostname) || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}\.?$/u.test(hostname);

const LOOPBACK = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** Looks up a host. Names of this machine are not passed to a resolver, which may return anything. */
export const lookUp: LookupFunction = (host, options, done) => {
  if (!isLocalName(host)) lookup(host, options, done);
  else if (options.all === true) done(null, LOOPBACK);
  else if (options.family === 6 || options.family === "IPv6") done(null, "::1", 6);
  else done(null, "127.0.0.1", 4);
};

/** Host of an address without the brackets of IPv6, as a resolver and a socket need it. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/u, "$1");

/** True if credentials may be sent to an address (`design.md`, client): over TLS, or without leaving this machine. */
export const mayCarryCredentials = (url: URL): boolean =>
  url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
