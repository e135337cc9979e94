import type { IncomingMessage } from "node:http";
import { URL } from "node:url";

/** Characters that would end the host within a URL, or hide it. */
const NO_HOST = /[/?#@\\\s]/u;
const IS_ABSOLUTE = /^https?:\/\//iu;

/** Decodes percent-encoded characters, except path separators and the percent sign. Invalid UTF-8 stays encoded. */
function decoded(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURI(path.replaceAll("%25", "%2525"));
  } catch {
    return path;
  }
}

/**
 * The path of a request, without dot segments; encoded separators stay encoded.
 *
 * @param host replaces a missing Host header
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
