import { createHash, createHmac, randomBytes } from "node:crypto";
import { MINUTE } from "../../text/durations.ts";
import { nonceCreatedAt } from "../instances/nonces.ts";
import type { SharedState } from "../instances/shared-state.ts";
import { sameSecret } from "./same-secret.ts";

/**
 * HTTP Digest, server side (RFC 7616): MD5 or SHA-256, `qop=auth`. Nonces contain their creation time and are signed, so that every process on the
 * same data can verify them; their use counts are shared (`SharedState`). All times are wall clock.
 */
export type DigestAlgorithm = "MD5" | "SHA-256";

/** Realm of the callers' secrets. */
export const REALM = "Project Administration API";

/** Lifetime of a nonce (milliseconds). */
export const NONCE_LIFETIME = 5 * MINUTE;

/** Result of a check. `stale`: the secret was right, but a new nonce is required. */
type DigestResult = { readonly ok: true } | { readonly ok: false; readonly stale: boolean };

/** The parameters of an `Authorization: Digest` header, or undefined for another scheme. */
export function readDigest(header: string): ReadonlyMap<string, string> | undefined {
  const scheme = /^digest +/iu.exec(header);
  if (scheme === null) return undefined;
  const parameters = new Map<string, string>();
  const pattern = /\s*([a-z0-9!#$%&'*+.^_`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))\s*(,|$)/giuy;
  pattern.lastIndex = scheme[0].length;
  while (pattern.lastIndex < header.length) {
    const match = pattern.exec(header);
    if (match === null) return undefined;
    const [, name = "", quoted, plain = ""] = match;
    const key = name.toLowerCase();
    if (parameters.has(key)) return undefined;
    parameters.set(key, quoted === undefined ? plain : quoted.replace(/\\(.)/gu, "$1"));
  }
  return parameters;
}

/** Digest authentication of one service: issues challenges and checks answers. */
export class DigestGate {
  readonly #algorithm: DigestAlgorithm;
  readonly #signingKey: string;
  readonly #nonces: Pick<SharedState, "countNonce" | "retireNonce">;
  readonly #wallClock: () => number;

  constructor(
    algorithm: DigestAlgorithm,
    signingKey: string,
    nonces: Pick<SharedState, "countNonce" | "retireNonce">,
    wallClock: () => number = Date.now,
  ) {
    this.#algorithm = algorithm;
    this.#signingKey = signingKey;
    this.#nonces = nonces;
    this.#wallClock = wallClock;
  }

  /** The one `WWW-Authenticate` header of a 401. */
  challenge(stale: boolean): string {
    const parts = [
      `realm="${REALM}"`,
      'domain=""',
      `nonce="${this.#newNonce()}"`,
      `algorithm=${this.#algorithm}`,
      'qop="auth"',
      `stale=${stale}`,
    ];
    return `Digest ${parts.join(", ")}`;
  }

  /**
   * Checks an answer to a challenge.
   *
   * @param target the raw request target, with which the signed `uri` has to agree
   * @param secret the caller's private key
   */
  async check(
    answer: ReadonlyMap<string, string>,
    method: string,
    target: string,
    secret: string,
  ): Promise<DigestResult> {
    const value = (name: string): string => answer.get(name) ?? "";
    const count = /^[0-9a-f]{8}$/iu.test(value("nc")) ? Number.parseInt(value("nc"), 16) : 0;
    const algorithm = (answer.get("algorithm") ?? "MD5").toUpperCase();
    if (
      value("realm") !== REALM ||
      value("uri") !== target ||
      value("qop") !== "auth" ||
      value("cnonce") === "" ||
      count === 0 ||
      algorithm !== this.#algorithm
    ) {
      return { ok: false, stale: false };
    }
    const first = this.#hash(`${value("username")}:${REALM}:${secret}`);
    const second = this.#hash(`${method}:${target}`);
    const expected = this.#hash(
      `${first}:${value("nonce")}:${value("nc")}:${value("cnonce")}:${value("qop")}:${second}`,
    );
    if (!sameSecret(expected, value("response").toLowerCase())) return { ok: false, stale: false };
    return (await this.#count(value("nonce"), count)) ? { ok: true } : { ok: false, stale: true };
  }

  /** Marks a nonce as used up: further requests with it are answered with `stale`. */
  retire(nonce: string): Promise<void> {
    return this.#nonces.retireNonce(nonce, nonceCreatedAt(nonce));
  }

  #hash(text: string): string {
    return createHash(this.#algorithm === "MD5" ? "md5" : "sha256")
      .update(text)
      .digest("hex");
  }

  #newNonce(): string {
    const text = `${this.#wallClock().toString(36)}.${randomBytes(9).toString("base64url")}`;
    return `${text}.${this.#sign(text)}`;
  }

  #sign(text: string): string {
    return createHmac("sha256", this.#signingKey).update(text).digest("base64url").slice(0, 22);
  }

  /** True when a nonce is ours, not expired, not used up, and its count is higher than before. */
  async #count(nonce: string, count: number): Promise<boolean> {
    const end = nonce.lastIndexOf(".");
    const text = nonce.slice(0, Math.max(0, end));
    if (!sameSecret(this.#sign(text), nonce.slice(end + 1))) return false;
    const age = this.#wallClock() - nonceCreatedAt(nonce);
    if (!(age >= 0 && age <= NONCE_LIFETIME)) return false;
    return this.#nonces.countNonce(nonce, nonceCreatedAt(nonce), count);
  }
}
