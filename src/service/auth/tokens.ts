import { createHmac, randomUUID } from "node:crypto";
import { isObject } from "../../contract/json/json.ts";
import { makeDraft } from "../storage/draft.ts";
import { memoizeText } from "../storage/memoize-text.ts";
import type { DocumentDraft, ReadTransaction, WriteTransaction } from "../storage/storage.ts";
import { sameSecret } from "./same-secret.ts";

/** Access tokens of service accounts: signed JWTs, valid for one hour of the wall clock. Revoked tokens are stored until they would have expired. */

/** Lifetime of a token, in seconds. */
export const TOKEN_LIFETIME = 3600;

export const REVOKED_TOKEN = "revoked-token";
const HEADER = Buffer.from(JSON.stringify({ alg: "HS256", typ: "JWT" })).toString("base64url");

const sign = (text: string, key: string): string => createHmac("sha256", key).update(text).digest("base64url");

/** A new token for a service account. */
export function issueToken(clientId: string, key: string, wallClock: number): string {
  const issued = Math.floor(wallClock / 1000);
  const claims = { sub: clientId, iat: issued, exp: issued + TOKEN_LIFETIME, jti: randomUUID() };
  const text = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
  return `${text}.${sign(text, key)}`;
}

type Claims = { readonly sub: string; readonly exp: number; readonly jti: string };

/** The claims of a token, if it is ours and not expired. */
function claimsOf(token: string, key: string, wallClock: number): Claims | undefined {
  const claims = signedClaims(`${key} ${token}`);
  return claims !== undefined && claims.exp * 1000 > wallClock ? claims : undefined;
}

/** The claims of a token signed with the key before it; memoized, because the same token comes with every request. */
const signedClaims = memoizeText((keyAndToken: string): Claims | undefined => {
  const cut = keyAndToken.indexOf(" ");
  const [key, token] = [keyAndToken.slice(0, cut), keyAndToken.slice(cut + 1)];
  const end = token.lastIndexOf(".");
  const text = token.slice(0, Math.max(0, end));
  if (!sameSecret(token.slice(end + 1), sign(text, key))) return undefined;
  const claims: unknown = JSON.parse(Buffer.from(text.slice(text.indexOf(".") + 1), "base64url").toString("utf8"));
  if (!isObject(claims)) return undefined;
  const { sub, exp, jti } = claims;
  if (typeof sub !== "string" || typeof exp !== "number" || typeof jti !== "string") return undefined;
  return { sub, exp, jti };
});

/** The service account of a token, or undefined for a token that is invalid, expired or revoked. */
export async function accountOfToken(
  transaction: ReadTransaction,
  token: string,
  key: string,
  wallClock: number,
): Promise<string | undefined> {
  const claims = claimsOf(token, key, wallClock);
  if (claims === undefined || (await transaction.getText(REVOKED_TOKEN, claims.jti)) !== undefined) return undefined;
  return claims.sub;
}

/** Revokes a token of this account; an invalid or expired token is no error (RFC 7009). */
export async function revokeToken(
  transaction: WriteTransaction,
  clientId: string,
  token: string,
  key: string,
  wallClock: number,
): Promise<void> {
  const claims = claimsOf(token, key, wallClock);
  if (claims === undefined || claims.sub !== clientId) return;
  const page = { offset: 0, limit: 100 };
  for (const former of await transaction.list({ kind: REVOKED_TOKEN, parent: "service" }, page)) {
    if (Number(former.body["exp"]) * 1000 <= wallClock) await transaction.remove(REVOKED_TOKEN, former.id);
  }
  await transaction.put(revocation(claims));
}

const revocation = ({ jti, exp }: Claims): DocumentDraft =>
  makeDraft({ kind: REVOKED_TOKEN, id: jti, parent: "service", body: { exp } });
