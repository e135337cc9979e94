import type { IncomingHttpHeaders } from "node:http";
import type { Operation } from "../../contract/operation.ts";
import { apiPrefix, type DialectId } from "../../contract/wire/dialect.ts";

/** Path of the metrics address of this service: its last segment is the one that the specification names (4.14). */
export const METRICS_PREFIX = "/prometheus/v1.0";

/** What stands before an operation's path here. */
export const prefixOf = ({ address }: Operation, dialect: DialectId): string =>
  address === "metrics" ? METRICS_PREFIX : apiPrefix(dialect);

/** Where the control surface is. */
export const controlPrefix = "/__sandbox";

/** The address that the service listens on unless --listen has another. */
export const LOOPBACK = "127.0.0.1";

/** Whether a host name of an address leads to this machine alone, whatever a resolver says. */
export const isLoopback = (host: string): boolean => [LOOPBACK, "localhost", "[::1]"].includes(host.toLowerCase());

/** Whether an IP address leads to this machine alone; one of IPv4 may be written as IPv6 writes it. */
export const isLoopbackAddress = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/u.test(address);

/** An IP address as the host of an address. */
export const hostOfAddress = (address: string): string => (address.includes(":") ? `[${address}]` : address);

/** What a proxy adds to what it passes on. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip"] as const;

/** Whether a proxy passed a request on, and said so. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  FORWARDED.some((name) => headers[name] !== undefined);
