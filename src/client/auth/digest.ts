import { createHash, randomBytes } from "node:crypto";
import { type Challenge, parseChallenges, parseParams } from "./challenges.ts";

/**
 * HTTP Digest (RFC 7616, and RFC 2617 for services that support only MD5), as pure functions that choose and answer a challenge. `digest-signer.ts`
 * has the state across requests (nonce reuse, increasing `nc`).
 */

/** Hash functions by their name in `algorithm`, in ascending order of preference. */
const HASHES: ReadonlyMap<string, string> = new Map([
  ["md5", "md5"],
  ["sha-512-256", "sha512-256"],
  ["sha-256", "sha256"],
]);
const PREFERENCE = [...HASHES.keys()];

export type DigestChallenge = {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | null;
  /** As the service wrote it, to be echoed; null if it named none (then MD5). */
  readonly algorithm: string | null;
  /** Name of the hash function in node:crypto. */
  readonly hash: string;
  /** `-sess`: the first hash includes the nonces. */
  readonly session: boolean;
  /** False for services of RFC 2069, which have no quality of protection. */
  readonly qop: boolean;
  readonly userhash: boolean;
  /** True if the previous nonce has expired; the password was not wrong. */
  readonly stale: boolean;
};

function readChallenge(challenge: Challenge): DigestChallenge | undefined {
  const { params } = challenge;
  const realm = params.get("realm");
  const nonce = params.get("nonce");
  if (challenge.scheme !== "digest" || realm === undefined || nonce === undefined) return undefined;
  const algorithm = params.get("algorithm") ?? null;
  const name = (algorithm ?? "MD5").toLowerCase();
  const session = name.endsWith("-sess");
  const hash = HASHES.get(session ? name.slice(0, -"-sess".length) : name);
  const offered = params.get("qop")?.toLowerCase().split(",");
  const qop = offered?.some((one) => one.trim() === "auth") ?? false;
  // A service that requires protection of the body (`auth-int` alone) is not supported.
  if (hash === undefined || (offered !== undefined && !qop)) return undefined;
  return {
    realm,
    nonce,
    opaque: params.get("opaque") ?? null,
    algorithm,
    hash,
    session,
    qop,
    userhash: params.get("userhash")?.toLowerCase() === "true",
    stale: params.get("stale")?.toLowerCase() === "true",
  };
}

const rank = (challenge: DigestChallenge): number =>
  PREFERENCE.indexOf((challenge.algorithm ?? "MD5").toLowerCase().replace(/-sess$/u, ""));

/**
 * The strongest supported digest challenge of a 401: SHA-256 before MD5, whatever the order.
 *
 * @returns undefined if there is none (another scheme, an unknown algorithm, `auth-int` alone)
 */
export function chooseChallenge(header: string | readonly string[] | undefined): DigestChallenge | undefined {
  return parseChallenges(header)
    .flatMap((challenge) => readChallenge(challenge) ?? [])
    .reduce<DigestChallenge | undefined>(
      (best, next) => (best === undefined || rank(next) > rank(best) ? next : best),
      undefined,
    );
}

/** Nonce for the next request, if the service sends one (`Authentication-Info: nextnonce=…`). */
export const nextNonce = (header: string | readonly string[] | undefined): string | undefined =>
  parseParams(header).get("nextnonce");

/** A client nonce: 128 random bits. */
export const clientNonce = (): string => randomBytes(16).toString("hex");

/** Input for answering a challenge. `uri` is the request target exactly as sent. */
type DigestRequest = {
  readonly username: string;
  readonly password: string;
  readonly method: string;
  readonly uri: string;
  readonly cnonce: string;
  /** Number of requests with this nonce, including this one. */
  readonly count: number;
};

/** A text as a quoted string of a header. */
const quoted = (text: string): string => `"${text.replace(/["\\]/gu, "\\$&")}"`;

const ASCII = /^[\u0020-\u007e]*$/u;

/** A user name as header parameters: hashed if the service requests it, in encoded form if it is not ASCII. */
function usernameParams(challenge: DigestChallenge, username: string, hash: (text: string) => string): string[] {
  if (challenge.userhash) return [`username=${quoted(hash(`${username}:${challenge.realm}`))}`, "userhash=true"];
  if (ASCII.test(username)) return [`username=${quoted(username)}`];
  const encoded = encodeURIComponent(username).replace(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return [`username*=UTF-8''${encoded}`];
}

/** The `Authorization` header that answers a challenge. */
export function digestHeader(challenge: DigestChallenge, request: DigestRequest): string {
  const hash = (text: string): string => createHash(challenge.hash).update(text, "utf8").digest("hex");
  const { realm, nonce } = challenge;
  const { username, password, method, uri, cnonce } = request;
  const count = request.count.toString(16).padStart(8, "0");
  const secret = hash(`${username}:${realm}:${password}`);
  const ha1 = challenge.session ? hash(`${secret}:${nonce}:${cnonce}`) : secret;
  const ha2 = hash(`${method}:${uri}`);
  const response = hash(challenge.qop ? `${ha1}:${nonce}:${count}:${cnonce}:auth:${ha2}` : `${ha1}:${nonce}:${ha2}`);
  const params = [
    ...usernameParams(challenge, username, hash),
    `realm=${quoted(realm)}`,
    `uri=${quoted(uri)}`,
    `nonce=${quoted(nonce)}`,
    `response="${response}"`,
    ...(challenge.algorithm === null ? [] : [`algorithm=${challenge.algorithm}`]),
    ...(challenge.opaque === null ? [] : [`opaque=${quoted(challenge.opaque)}`]),
    ...(challenge.qop ? ["qop=auth", `nc=${count}`] : []),
    ...(challenge.qop || challenge.session ? [`cnonce=${quoted(cnonce)}`] : []),
  ];
  return `Digest ${params.join(", ")}`;
}
