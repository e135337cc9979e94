import type { Operation } from "../operation.ts";
import { apiPrefix, type DialectId } from "./dialect.ts";

/** Names of the path parameters in braces, in order. */
export const pathParameters = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^}]+)\}/gu)].map((match) => match[1] ?? "");

/** An operation's path with its parameters filled in, below the versioned prefix of a dialect or below the metrics address. */
export function requestPath(
  operation: Operation,
  params: Readonly<Record<string, string>>,
  dialect: DialectId,
): string {
  const filled = operation.path.replace(/\{([^}]+)\}/gu, (_braces, name: string) => {
    const value = params[name];
    if (value === undefined || value === "") throw new TypeError(`${operation.id} needs the path parameter ${name}`);
    return encodeURIComponent(value);
  });
  return operation.address === "metrics" ? filled : `${apiPrefix(dialect)}${filled}`;
}

/** Query parameters that an operation takes by its flags (specification 4), besides its own. */
export function commonQuery({ queryFlags }: Pick<Operation, "queryFlags">): readonly string[] {
  switch (queryFlags) {
    case "G":
      return ["envelope", "pretty", "includeCount", "itemsPerPage", "pageNum"];
    case "P":
      return ["envelope", "pretty"];
    case "E":
      return ["envelope"];
    default:
      // Without a mark (E54, E70) it is an endpoint as any other.
      return ["envelope", "pretty"];
  }
}

/**
 * Sent only by the embedded service: speed of its simulated time relative to real time (`1`, `60`). A client recognises by it that nothing here is
 * real.
 */
export const SPEED_HEADER = "x-sextant-speed";

/** Maximum speed of the simulated time relative to real time. */
export const FASTEST_SPEED = 100_000;

/** Identifies a request in the logs of both sides; the client creates one per call. */
export const REQUEST_ID_HEADER = "x-request-id";
