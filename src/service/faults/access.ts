import * as z from "zod";
import { isJsonObject, type Json, type JsonObject, type Path } from "../../contract/json/json.ts";
import { SECOND } from "../../text/durations.ts";
import { NO_CURRENT_USER } from "../auth/authentication.ts";
import { readDigest } from "../auth/digest.ts";
import { revokeToken } from "../auth/tokens.ts";
import { HttpError, invalid, notAllowed, refusal, tooMany } from "../requests/http-error.ts";
import { RESTORE_JOB } from "../restore-jobs/stored.ts";
import { httpDate } from "../storage/clock.ts";
import { SERVICE } from "../storage/storage.ts";
import type { AdmittedRequest, FaultEffect } from "./effect.ts";
import {
  count,
  maybeText,
  refusing,
  requestScenario,
  retryAfter,
  type Scenario,
  scenario,
  seconds,
  text,
  yesOrNo,
} from "./scenario.ts";

/** Scenarios of authentication, authorisation, token lifetimes, rate limits and error texts. */

/** Bearer token of a request, or null. */
const tokenIn = ({ incoming }: AdmittedRequest): string | null =>
  /^bearer +(\S+)$/iu.exec(incoming.headers.authorization ?? "")?.[1] ?? null;

/** Revokes the token of this request, and answers 401. */
async function expire(request: AdmittedRequest): Promise<void> {
  const token = tokenIn(request);
  const { caller, auth, store, wallClock } = request;
  if (token === null || caller === null) return;
  await store.write(SERVICE, (transaction) =>
    revokeToken(transaction, caller.name, token, auth.signingKey, wallClock()),
  );
  throw new HttpError({
    status: 401,
    code: NO_CURRENT_USER,
    detail: "The access token is invalid, expired or revoked.",
    headers: { "WWW-Authenticate": auth.digest.challenge(false) },
  });
}

/** Retires the nonce of this request: the caller gets a new one with a 401, although the rest of its signature was correct. */
async function renewNonce({ incoming, auth }: AdmittedRequest): Promise<void> {
  const nonce = readDigest(incoming.headers.authorization ?? "")?.get("nonce");
  if (nonce === undefined) return;
  await auth.digest.retire(nonce);
  throw new HttpError({
    status: 401,
    code: NO_CURRENT_USER,
    detail: "Invalid signature.",
    headers: { "WWW-Authenticate": auth.digest.challenge(true) },
  });
}

/** Path of a text of asterisks in a body, as secrets are masked; null if there is none. */
function maskedAt(json: Json, path: Path = []): Path | null {
  if (typeof json === "string") return /^\*{4}/u.test(json) ? path : null;
  const parts: readonly (readonly [string | number, Json])[] = Array.isArray(json)
    ? json.map((item: Json, index) => [index, item] as const)
    : isJsonObject(json)
      ? Object.entries(json)
      : [];
  for (const [step, item] of parts) {
    const found = maskedAt(item, [...path, step]);
    if (found !== null) return found;
  }
  return null;
}

function refuseMasked(_operation: unknown, body: JsonObject): void {
  const path = maskedAt(body);
  if (path === null) return;
  throw invalid(
    [{ path, description: "is masked: send the secret itself or leave the field out" }],
    "A secret is masked.",
  );
}

const without =
  (names: readonly string[]): NonNullable<FaultEffect["answer"]> =>
  (answer) => ({
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !names.includes(name))),
  });

export const ACCESS_SCENARIOS: readonly Scenario[] = [
  scenario({
    name: "rate-limit",
    says: "smaller rate limits, for the token endpoint too",
    options: {
      divide: count(1, "divisor of the real limits"),
      wait: yesOrNo("429 has Retry-After"),
      remaining: yesOrNo("responses have RateLimit-Remaining"),
    },
    stage: "budget",
    make: ({ divide, wait, remaining }, { budgets: budgetsOf }) => {
      const budgets = budgetsOf(1 / divide);
      const hidden = [...(wait ? [] : ["Retry-After"]), ...(remaining ? [] : ["RateLimit-Remaining"])];
      return {
        stage: "budget",
        spend: {
          take: (operation, params, user) =>
            operation === null ? budgets.spendToken(user) : budgets.spend(operation, params, user),
        },
        effect: hidden.length === 0 ? {} : { answer: without(hidden) },
      };
    },
  }),
  requestScenario({
    name: "token-expired",
    says: "the access token expires at the fifth call (or another): 401 from then on",
    when: { nth: 5 },
    make: () => ({ before: expire }),
  }),
  requestScenario({
    name: "token-429",
    says: "the token endpoint responds with 429",
    options: { wait: seconds(12, "value of Retry-After"), header: yesOrNo("the response has Retry-After") },
    on: ["POST /api/oauth/token"],
    make: ({ wait, header: hasRetryAfter }) =>
      refusing(() => {
        const detail = `Too many requests for tokens: try again in ${wait} s.`;
        const spent = { waitSeconds: wait, limit: 10, refillPerMinute: 10 };
        return tooMany(detail, "/api/oauth/token", spent, retryAfter(hasRetryAfter ? wait : null));
      }),
  }),
  scenario({
    name: "clock-skew",
    says: "the Date header of every response is wrong",
    options: {
      seconds: z.coerce.number().min(-86_400).max(86_400).default(600).describe("seconds ahead (600)"),
    },
    stage: "arrival",
    make: ({ seconds: ahead }) => ({
      stage: "arrival",
      effect: {
        answer: (answer) => {
          const date = Date.parse(answer.headers["Date"] ?? "");
          return { ...answer, headers: { ...answer.headers, Date: httpDate(date + ahead * SECOND) } };
        },
      },
    }),
  }),
  requestScenario({
    name: "digest-stale",
    says: "the nonce of every fifth signed request (or others) is stale: 401 with a new nonce and stale=true",
    when: { every: 5 },
    make: () => ({ before: renewNonce }),
  }),
  requestScenario({
    name: "not-on-access-list",
    says: "403: the caller's address is not on its access list",
    options: { address: text("203.0.113.7", "the address in the answer") },
    make: ({ address }) =>
      refusing(() => {
        const detail = `The address ${address} is not on the access list of this key.`;
        return refusal(403, "IP_ADDRESS_NOT_ON_ACCESS_LIST", detail, address);
      }),
  }),
  requestScenario({
    name: "role-missing",
    says: "401: the caller lacks the required role",
    make: () => ({
      before: async ({ operation }) => {
        if (operation === null) return;
        const needed = operation.roles.length === 0 ? "any role" : operation.roles.join(" or ");
        throw notAllowed("USER_UNAUTHORIZED", `${operation.title} requires the role ${needed}.`, ...operation.roles);
      },
    }),
  }),
  requestScenario({
    name: "validation",
    says: "400: a field of the body is invalid, named in badRequestDetail or only in the detail",
    options: {
      field: maybeText("the field (default: first of the body)"),
      named: yesOrNo("badRequestDetail names the field"),
    },
    on: ["POST,PUT,PATCH **"],
    make: ({ field, named }) => ({
      judge: (_operation, body) => {
        const name = field ?? Object.keys(body)[0] ?? "body";
        const path = name.split(".").map((step) => (/^\d+$/u.test(step) ? Number(step) : step));
        const description = "is not accepted (scenario)";
        throw invalid(named ? [{ path, description }] : [], `${name} ${description}.`);
      },
    }),
  }),
  requestScenario({
    name: "gone",
    says: "410: the requested version is withdrawn and its Sunset has passed",
    options: { version: text("2025-03-12", "the withdrawn version") },
    make: ({ version }) => ({
      before: async ({ path }) => {
        throw new HttpError({
          status: 410,
          code: "VERSION_GONE",
          detail: `Version ${version} of ${path} is withdrawn.`,
          parameters: [version, path],
          headers: { Deprecation: "Wed, 30 Oct 2024 00:00:00 GMT", Sunset: "Thu, 01 Jan 2026 00:00:00 GMT" },
        });
      },
    }),
  }),
  requestScenario({
    name: "masked-echo",
    says: "a body with a masked secret (four asterisks or more) is refused",
    on: ["POST,PUT,PATCH **"],
    make: () => ({ judge: refuseMasked }),
  }),
  scenario({
    name: "replace-lossy",
    says: "the journal says in `lost` which fields a replacing write drops that the last GET had",
    stage: "journal",
    make: () => ({ stage: "journal" }),
  }),
  requestScenario({
    name: "cancel-refused",
    says: "cancelling a restore into a cluster is refused, as in the real service; a download can be cancelled",
    on: ["cancelBackupRestoreJob"],
    make: () => ({
      guard: async (transaction, { params }) => {
        const job = await transaction.get(RESTORE_JOB, params["restoreJobId"] ?? "");
        if (job === undefined || job.body["deliveryType"] === "download") return;
        const detail = `The restore job ${job.id} restores into a cluster and cannot be cancelled.`;
        throw refusal(400, "CANNOT_CANCEL_AUTOMATED_RESTORE", detail, job.id);
      },
    }),
  }),
];
