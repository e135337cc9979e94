import type { IncomingMessage } from "node:http";
import { writeJson } from "../../contract/json/json.ts";
import { sameSecret } from "../auth/same-secret.ts";
import { issueToken, revokeToken, TOKEN_LIFETIME } from "../auth/tokens.ts";
import type { WireAnswer } from "../requests/answer.ts";
import { readText } from "../requests/body.ts";
import { type Caller, findCaller } from "../requests/callers.ts";
import { HttpError } from "../requests/http-error.ts";
import { SERVICE } from "../storage/storage.ts";
import type { ServiceContext } from "./exchange.ts";

/** The token endpoint (RFC 6749, 4.4) and its revocation (RFC 7009): form input, JSON output, errors in the form of these RFCs. */

/** Error of the token endpoint, with the codes of RFC 6749, 5.2. */
class TokenError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;

  constructor(status: number, code: string, detail: string) {
    super(`${code}: ${detail}`);
    this.name = "TokenRefusal";
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): WireAnswer => ({
  status,
  headers: { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
  body: value === undefined ? null : writeJson(value),
});

/** Answers a request at the token endpoint. */
export const answerToken = (parts: ServiceContext, incoming: IncomingMessage): Promise<WireAnswer> =>
  answered(async () => {
    const { account, form } = await signedForm(parts, incoming);
    const grant = form.get("grant_type");
    if (grant === null) throw new TokenError(400, "invalid_request", "grant_type is required");
    if (grant !== "client_credentials") {
      throw new TokenError(400, "unsupported_grant_type", "only client_credentials is supported");
    }
    const token = issueToken(account.name, parts.auth.signingKey, parts.wallClock());
    return json(200, { access_token: token, expires_in: TOKEN_LIFETIME, token_type: "Bearer" });
  });

/** Answers a request to revoke a token: successful, whether or not the token existed. */
export const answerRevocation = (parts: ServiceContext, incoming: IncomingMessage): Promise<WireAnswer> =>
  answered(async () => {
    const { account, form } = await signedForm(parts, incoming);
    const token = form.get("token");
    if (token === null) throw new TokenError(400, "invalid_request", "token is required");
    await parts.store.write(SERVICE, (transaction) =>
      revokeToken(transaction, account.name, token, parts.auth.signingKey, parts.wallClock()),
    );
    return json(200, undefined);
  });

async function answered(work: () => Promise<WireAnswer>): Promise<WireAnswer> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof TokenError) {
      const headers: Record<string, string> = {};
      if (failure.status === 401) headers["WWW-Authenticate"] = 'Basic realm="token"';
      if (failure.status === 405) headers["Allow"] = "POST";
      return json(failure.status, { error: failure.code, error_description: failure.detail }, headers);
    }
    if (failure instanceof HttpError) {
      return json(failure.status, { error: "invalid_request", error_description: failure.detail }, failure.headers);
    }
    throw failure;
  }
}

/** The form of a POST, and its authenticated service account. */
async function signedForm(
  parts: ServiceContext,
  incoming: IncomingMessage,
): Promise<{ account: Caller; form: URLSearchParams }> {
  if (incoming.method !== "POST") throw new TokenError(405, "invalid_request", "this address supports POST only");
  const account = await accountOf(parts, incoming.headers.authorization);
  const [type = ""] = (incoming.headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded") {
    throw new TokenError(400, "invalid_request", "the body must be a form (application/x-www-form-urlencoded)");
  }
  const form = new URLSearchParams(await readText(incoming, 16 * 1024));
  for (const name of new Set(form.keys())) {
    if (form.getAll(name).length > 1) throw new TokenError(400, "invalid_request", `${name} is given twice`);
  }
  return { account, form };
}

async function accountOf(parts: ServiceContext, authorization: string | undefined): Promise<Caller> {
  const encoded = /^basic +([a-z0-9+/=_-]+)$/iu.exec(authorization ?? "")?.[1];
  const text = Buffer.from(encoded ?? "", "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (encoded === undefined || colon < 0) {
    throw new TokenError(401, "invalid_client", "send the client id and secret in a Basic header");
  }
  const [name, secret] = [text.slice(0, colon), text.slice(colon + 1)];
  const caller = await parts.store.read((transaction) => findCaller(transaction, name));
  if (caller?.kind === "account" && sameSecret(caller.secret, secret)) return caller;
  throw new TokenError(401, "invalid_client", "unknown client id or wrong client secret");
}
