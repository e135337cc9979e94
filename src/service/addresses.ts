import { apiPrefix, type DialectId } from "../contract/dialect.ts";
import type { Operation } from "../contract/operation.ts";

/** Path of the metrics address of this service: its last segment is the one that the specification names (4.14). */
export const METRICS_PREFIX = "/prometheus/v1.0";

/** What stands before an operation's path here. */
export const prefixOf = ({ address }: Operation, dialect: DialectId): string =>
  address === "metrics" ? METRICS_PREFIX : apiPrefix(dialect);

/** Where the control surface is. */
export const controlPrefix = "/__sandbox";

/** The only address that the service listens on. */
export const LOOPBACK = "127.0.0.1";

/** Whether a host name of an address leads to this machine alone, whatever a resolver says. */
export const isLoopback = (host: string): boolean => [LOOPBACK, "localhost", "[::1]"].includes(host.toLowerCase());
