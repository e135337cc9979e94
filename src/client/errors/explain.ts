import { pathText } from "../../contract/json/json.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import { isWrite } from "../../contract/operation.ts";
import { isOperationId } from "../../contract/operations.ts";
import { either, formatWait, withFullStop } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import {
  ADDRESS_CODES,
  isOneOfCodes,
  NO_ADDRESS_CODES,
  NO_PART_CODES,
  PLAN_CODES,
  ROLE_CODES,
  UPGRADE_CODES,
} from "./error-codes.ts";
import type { ServiceErrorFacts } from "./service-error-facts.ts";

/** Explanation of an error for users, in three parts of one or more sentences, each ending in a full stop. */
export type Explanation = { readonly what: string; readonly why: string; readonly next: string };

/** A text as a sentence: one line with a full stop. */
const sentence = (text: string): string => {
  const line = printable(text).trim();
  return line === "" ? "" : withFullStop(line);
};

const again = (facts: ServiceErrorFacts): string =>
  facts.retryAfterMs === null ? "Wait a minute and try again." : `Try again in ${formatWait(facts.retryAfterMs)}.`;

/** The most specific reason: the first field, else the service's detail, else its error code. */
function nearestReason(facts: ServiceErrorFacts): string {
  const [field] = facts.fields;
  if (field !== undefined) {
    const place = pathText(field.path);
    return sentence(place === "" ? field.message : `${place}: ${field.message}`);
  }
  if (facts.detail !== null && facts.detail !== "") return sentence(facts.detail);
  if (facts.code !== null) return `Error code ${facts.code}.`;
  return `The service gave no reason (status ${facts.status ?? "unknown"}).`;
}

function roleNeeded(facts: ServiceErrorFacts): Omit<Explanation, "what"> {
  const { roles } = facts.operation;
  if (isOneOfCodes(facts.code, NO_PART_CODES)) {
    return {
      why: "The key of this profile has no access to that project or organisation.",
      next: "Choose another project, use a profile whose key has access, or ask an owner to add the key.",
    };
  }
  const why =
    roles.length === 0
      ? "The key of this profile has no role that allows it."
      : `It requires the role ${either(roles)}, which the key of this profile does not have.`;
  return { why, next: "Ask an owner to give the key that role, or use a profile whose key has it." };
}

function wrongCredentials(facts: ServiceErrorFacts): Omit<Explanation, "what"> {
  if (facts.operation.address === "metrics") {
    return {
      why: `The service does not accept the scrape login of profile ${facts.profile}. The metrics address uses the user of the metrics integration, not the API key.`,
      next: "Check SEXTANT_SCRAPE_USERNAME and SEXTANT_SCRAPE_PASSWORD, or the scrape login of the profile.",
    };
  }
  return {
    why: `The service does not accept the credentials of profile ${facts.profile}.`,
    next: "Check that key and secret match, are not revoked and belong to this service.",
  };
}

function notAllowed(facts: ServiceErrorFacts): Omit<Explanation, "what"> {
  if (isOneOfCodes(facts.code, ADDRESS_CODES)) {
    return {
      why:
        facts.detail === null
          ? "This machine's address is not on the access list of the key."
          : sentence(`This machine's address is not on the access list of the key: ${facts.detail}`),
      next: "Add this address to the key's access list, or connect from a listed address.",
    };
  }
  if (isOneOfCodes(facts.code, PLAN_CODES)) {
    return { why: nearestReason(facts), next: "The plan or the configuration does not include this." };
  }
  if (facts.status === 403 || isOneOfCodes(facts.code, ROLE_CODES)) return roleNeeded(facts);
  const names = facts.code === null || isOneOfCodes(facts.code, ["UNEXPECTED_ERROR", "NO_CURRENT_USER"]);
  return names || facts.challenged ? wrongCredentials(facts) : roleNeeded(facts);
}

/** Explanation for an API version that the service does not support. */
const notAnswered = ({ detail, code }: ServiceErrorFacts, known: string): Omit<Explanation, "what"> => ({
  why: sentence(`The service ${known} this API version: ${detail ?? code ?? ""}`),
  next: "A newer Sextant may support the current version.",
});

/** Explanation for a withdrawn operation, naming its replacement as in the specification. */
function withdrawn(facts: ServiceErrorFacts): Omit<Explanation, "what"> {
  const { deprecated } = facts.operation;
  const unanswered = notAnswered(facts, "no longer supports");
  if (deprecated === null) return unanswered;
  const { replacement } = deprecated;
  return {
    why: `Replaced by ${replacement}. ${unanswered.why}`,
    next: isOperationId(replacement) ? `Use ${replacement}.` : `A newer Sextant may support ${replacement}.`,
  };
}

function refusedRequest(facts: ServiceErrorFacts): Omit<Explanation, "what"> {
  const why = nearestReason(facts);
  // A list of a project is always there, if the address is that of the service and its paths are those of the dialect.
  const isNoList = facts.operation.kind === "list" && isOneOfCodes(facts.code, NO_ADDRESS_CODES);
  if (facts.status === 404 && (facts.document === null || isNoList)) {
    return {
      why,
      next: "The server may not be the service: check the base URL and the dialect of the profile.",
    };
  }
  switch (facts.status) {
    case 401:
    case 403:
      return notAllowed(facts);
    case 402:
      return { why, next: "An owner must pay the open invoice before the service accepts this." };
    case 404:
      return {
        why,
        next: isWrite(facts.operation)
          ? "It may have been removed: refresh the list."
          : "Check the name and the project, or refresh the list.",
      };
    case 405:
      return isOneOfCodes(facts.code, UPGRADE_CODES)
        ? { why: "The service is being upgraded and accepts no changes now.", next: again(facts) }
        : { why, next: "The service does not allow this here." };
    case 406:
      return notAnswered(facts, "does not support");
    case 410:
      return withdrawn(facts);
    case 408:
      return {
        why,
        next: isWrite(facts.operation) ? "Check the current state before you send it again." : again(facts),
      };
    case 409:
      return { why, next: "Its present state does not allow this: change what the reason names, then try again." };
    case 429:
      return { why: "Rate limit of the service reached.", next: again(facts) };
    default:
      break;
  }
  if (facts.status !== null && facts.status >= 500) {
    return { why, next: `The error is in the service. ${again(facts)}` };
  }
  if (facts.status !== null && facts.status >= 300 && facts.status < 400) {
    return {
      why: "The service redirects to another address. Redirects are not followed, to protect the credentials.",
      next: "Check the base URL.",
    };
  }
  return { why, next: correction(facts.operation, facts.fields.length) };
}

/** Advice for correcting an invalid request. A read was not composed by the user, so it is refreshed rather than sent again. */
function correction(operation: ServiceErrorFacts["operation"], fields: number): string {
  const what = fields === 0 ? "it" : fields === 1 ? "the field" : "the fields";
  if (isWrite(operation)) return `Correct ${what} and send it again.`;
  return fields === 0 ? "Refresh, or change the filter or name." : `Correct ${what} and try again.`;
}

function refusedToken(facts: ServiceErrorFacts): Omit<Explanation, "what"> {
  if (facts.status === 429) {
    return {
      why: "Rate limit of the token endpoint reached.",
      next: again(facts),
    };
  }
  if (facts.status !== null && facts.status >= 500) {
    return { why: `The token endpoint failed (status ${facts.status}).`, next: again(facts) };
  }
  const words = facts.detail ?? facts.code;
  return {
    why: sentence(`The token endpoint refused the service account${words === null ? "" : `: ${words}`}`),
    next: "Check client id and secret, and that the secret has not expired.",
  };
}

const CERTIFICATE_ADVICE: Readonly<Record<string, string>> = lookupTable({
  CERT_HAS_EXPIRED: "Check this machine's clock; if it is right, the service's certificate must be renewed.",
  CERT_NOT_YET_VALID: "Check this machine's clock.",
  ERR_TLS_CERT_ALTNAME_INVALID: "Use the name that the certificate is for.",
});

/** Advice for a certificate that is refused for another reason than its authority; null where there is none. */
export const certificateAdvice = (code: string | null): string | null => CERTIFICATE_ADVICE[code ?? ""] ?? null;

/** Remedies for connection problems that are not caused by the network. */
const UNREACHABLE_HELP: Readonly<Record<string, string>> = lookupTable({
  "no-tls": "Check host and port of the base URL; a service on this machine may need http://.",
  untrusted: "If the service uses a private certificate authority, set its file in SEXTANT_CA_FILE or in the profile.",
  replaced: "Quit Sextant and start it again.",
  "proxy-unreachable": "Check HTTPS_PROXY and the network; NO_PROXY names hosts that are reached without a proxy.",
  "proxy-login": "Put user and password into HTTPS_PROXY: http://user:password@proxy.example.com:3128.",
  "proxy-refused": "Ask who runs the proxy to allow this host, or name it in NO_PROXY if it can be reached without.",
});

const UNREACHABLE_TEXTS: Readonly<Record<string, (host: string) => string>> = lookupTable({
  "unknown-host": (host) => `The host name ${host} cannot be resolved.`,
  "no-tls": (host) => `${host} offers no usable TLS.`,
  untrusted: (host) => `${host} has an untrusted certificate.`,
  replaced: (host) => `Another program uses ${host}, the address of the embedded service: nothing is sent to it.`,
  "not-http": (host) => `The server at ${host} does not speak HTTP.`,
  lost: (host) => `The connection to ${host} closed before a response.`,
  cut: (host) => `The connection to ${host} closed in the middle of the response.`,
  "proxy-unreachable": (host) => `The proxy in front of ${host} does not answer.`,
  "proxy-login": (host) => `The proxy in front of ${host} requires a login.`,
  "proxy-refused": (host) => `The proxy does not let requests through to ${host}.`,
  "no-connection": (host) => `Cannot connect to ${host}.`,
});

function unreachable(facts: ServiceErrorFacts): Omit<Explanation, "what"> {
  const reason = facts.transport?.reason ?? "no-connection";
  const words = (UNREACHABLE_TEXTS[reason] ?? UNREACHABLE_TEXTS["no-connection"])?.(facts.host) ?? "";
  const code = facts.transport?.code ?? null;
  return {
    why: code === null ? words : words.replace(/\.$/u, ` (${code}).`),
    next:
      certificateAdvice(code) ??
      UNREACHABLE_HELP[reason] ??
      "Check the base URL, the network and the VPN, then try again.",
  };
}

const seconds = (ms: number | null): string => (ms === null ? "in time" : `within ${formatWait(ms)}`);

function unknownResult(facts: ServiceErrorFacts): Omit<Explanation, "what"> {
  const reason = facts.transport?.reason;
  const why =
    reason === "timed-out"
      ? `Sent, but no response ${seconds(facts.timeoutMs)}.`
      : reason === "cancelled"
        ? "Sent, but cancelled before a response."
        : facts.status === null
          ? "Sent, but the connection closed before a response."
          : `Sent; the response had status ${facts.status}${facts.problem === null ? "" : ` (${facts.problem.replace(/\.$/u, "")})`}.`;
  return { why, next: "Check the current state before you send it again." };
}

function violated(facts: ServiceErrorFacts): Omit<Explanation, "what"> {
  const [first, ...others] = facts.violations;
  if (first === undefined) return { why: sentence(facts.problem ?? "The request is incomplete"), next: "Correct it." };
  const place = pathText(first.path);
  const more = others.length === 0 ? "" : ` And ${others.length} more.`;
  return {
    why: `${sentence(place === "" ? first.message : `${place}: ${first.message}`)}${more}`,
    next: correction(facts.operation, facts.violations.length),
  };
}

/** Explains an error, without the operation's title. */
function explained(facts: ServiceErrorFacts): Explanation {
  switch (facts.kind) {
    case "refused":
      return facts.stage === "token"
        ? { what: "no access token.", ...refusedToken(facts) }
        : {
            what: (facts.status ?? 0) >= 500 ? "the service failed." : "refused by the service.",
            ...refusedRequest(facts),
          };
    case "invalid":
      return { what: "not sent.", ...violated(facts) };
    case "read-only":
      return {
        what: "not sent.",
        why: `This connection is read-only (${facts.because ?? "read-only"}).`,
        next: "Unlock changes in the console (production profiles only), or use a profile with write access.",
      };
    case "insecure":
      return {
        what: "not sent.",
        why: `Credentials are sent only over https or to this machine: ${facts.host} is neither.`,
        next: "Use https in the base URL.",
      };
    case "no-scrape-login":
      return {
        what: "not sent.",
        why: `Metrics targets require their own address and login: profile ${facts.profile} has no ${facts.problem ?? "scrape login"}.`,
        next: "Set them in the profile or in SEXTANT_METRICS_URL, SEXTANT_SCRAPE_USERNAME and SEXTANT_SCRAPE_PASSWORD.",
      };
    case "unreachable":
      return { what: "the service was not reached.", ...unreachable(facts) };
    case "timed-out":
      return {
        what: "no response.",
        why: `${facts.host} did not respond ${seconds(facts.timeoutMs)}.`,
        next: "Try again, or check the status of the service.",
      };
    case "cancelled":
      return { what: "cancelled.", why: "Stopped before a response.", next: "Nothing was changed." };
    case "unreadable":
      return {
        what: "the response is not readable.",
        why: sentence(facts.problem ?? "The response does not match the API"),
        next:
          isWrite(facts.operation) && facts.status !== null && facts.status < 300
            ? "The service accepted the request: check the current state before you send it again."
            : "Check that the base URL is the service, not a proxy or a login page.",
      };
    case "unknown-result":
      return { what: "the outcome is unknown.", ...unknownResult(facts) };
    default:
      return facts.kind satisfies never;
  }
}

/** Explains an error. Pure: the same facts give the same text. */
export function explain(facts: ServiceErrorFacts): Explanation {
  const { what, why, next } = explained(facts);
  return { what: `${facts.operation.title}: ${what}`, why, next };
}

/** Remedy other than trying again, for requests that are repeated automatically; null if there is none. */
export function helpOf(facts: ServiceErrorFacts): string | null {
  const { next } = explained(facts);
  const retry = again(facts);
  const help = next.endsWith(retry) ? next.slice(0, -retry.length).trim() : next;
  return help === "" ? null : help;
}

/** Short reason, for narrow places beside the operation's name: it leaves out that the service refused the request. */
export function reasonOf(facts: ServiceErrorFacts): string {
  const { what, why } = explained(facts);
  const saidNo = facts.kind === "refused" && facts.stage === "request" && (facts.status ?? 0) < 500;
  return saidNo ? why : `${what} ${why}`;
}
