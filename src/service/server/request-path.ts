import type { IncomingMessage } from "node:http";
import { URL } from "node:url";

/** What would end the host within an address, or hide it. */
const NO_HOST = /[/?#@\\\s]/u;
const IS_ABSOLUTE = /^https?:\/\//iu;

/** Percent-encoded letters as themselves, all but those that part a path and the percent sign. What is no UTF-8 stays as it is. */
function decoded(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURI(path.replaceAll("%25", "%2525"));
  } catch {
    return path;
  }
}

/**
 * The path that a request is for, without dot segments; its encoded separators are still encoded.
 *
 * @param host stands in for a Host header that is not there
 * @returns null where the target of the request is not a path
 */
export function requestPath(
  { url = "", headers }: Pick<IncomingMessage, "url" | "headers">,
  host: string,
): string | null {
  const [target = ""] = url.split("?", 1);
  const authority = headers.host || host;
  if (target.includes("\\") || NO_HOST.test(authority)) return null;
  if (!IS_ABSOLUTE.test(target) && !target.startsWith("/")) return null;
  const whole = URL.parse(IS_ABSOLUTE.test(target) ? target : `http://${authority}${target}`);
  return whole === null ? null : decoded(whole.pathname);
}
