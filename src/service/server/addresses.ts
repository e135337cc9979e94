import type { IncomingHttpHeaders } from "node:http";
import type { Operation } from "../../contract/operation.ts";
import { apiPrefix, type DialectId } from "../../contract/wire/dialect.ts";

/** Path of the metrics address of this service: its last segment is the one in the specification (4.14). */
export const METRICS_PREFIX = "/prometheus/v1.0";

/** Path prefix of an operation in this service. */
export const prefixOf = ({ address }: Operation, dialect: DialectId): string =>
  address === "metrics" ? METRICS_PREFIX : apiPrefix(dialect);

/** Path prefix of the control surface. */
export const controlPrefix = "/__sandbox";

/** Default listening address, without --listen. */
export const LOOPBACK = "127.0.0.1";

/** True for host names that always mean this machine, whatever a resolver answers. */
export const isLoopback = (host: string): boolean => [LOOPBACK, "localhost", "[::1]"].includes(host.toLowerCase());

/** True for IP addresses of this machine, including IPv4 addresses in IPv6 notation. */
export const isLoopbackAddress = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/u.test(address);

/** An IP address in the notation of a URL's host. */
export const hostOfAddress = (address: string): string => (address.includes(":") ? `[${address}]` : address);

/** Headers that proxies add to forwarded requests. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip"] as const;

/** True for a request with headers of a proxy. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  FORWARDED.some((name) => headers[name] !== undefined);
