/** Reason for a missing or incomplete answer. */
export type TransportFailureReason =
  /** Nothing listens at the address, or it cannot be reached: nothing was sent. */
  | "no-connection"
  /** The host name is unknown: nothing was sent. */
  | "unknown-host"
  /** Another program has taken the address of the embedded service: nothing was sent. */
  | "replaced"
  /** The service's certificate is not trusted: nothing was sent. */
  | "untrusted"
  /** Nothing at the address agrees on TLS (it may be plain HTTP): nothing was sent. */
  | "no-tls"
  /** The proxy did not answer, requires a login, or refused the tunnel: nothing was sent to the service. */
  | "proxy-unreachable"
  | "proxy-login"
  | "proxy-refused"
  /** The connection ended before an answer began: the request may have arrived. */
  | "lost"
  /** The answer was cut off. */
  | "cut"
  /** The response is not HTTP. */
  | "not-http"
  | "too-long"
  | "timed-out"
  | "cancelled";

/** An exchange that ended without a complete answer. */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure";
  readonly reason: TransportFailureReason;
  /** HTTP status, if the status line had arrived. */
  readonly status: number | null;
  /** The error code of the system or of undici (`ECONNREFUSED`), for details. */
  readonly code: string | null;
  /** True if it ended before anything was passed to the network. */
  readonly beforehand: boolean;

  constructor(
    reason: TransportFailureReason,
    status: number | null,
    code: string | null,
    cause?: unknown,
    beforehand = false,
  ) {
    super(`no response: ${reason}`, { cause });
    this.beforehand = beforehand;
    this.reason = reason;
    this.status = status;
    this.code = code;
  }

  /** True if the request certainly did not reach the service: it may be repeated, even a write. */
  get notSent(): boolean {
    return (
      this.beforehand ||
      this.reason === "no-connection" ||
      this.reason === "unknown-host" ||
      this.reason === "replaced" ||
      this.reason === "untrusted" ||
      this.reason === "no-tls" ||
      this.reason === "proxy-unreachable" ||
      this.reason === "proxy-login" ||
      this.reason === "proxy-refused"
    );
  }
}

/** Abort reason of a timeout; its class tells it from a cancellation by the user. */
export class RequestTimeout extends Error {
  override readonly name = "RequestTimeout";
}

const NO_CONNECTION = [
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "ENETDOWN",
  "EADDRNOTAVAIL",
  "EACCES",
  "EPERM",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** Replacement for the code that undici's parser does not set. */
const NOT_HTTP = "HPE_INVALID_CONSTANT";

/** Code of an error or of its causes (several addresses were tried, or undici wrapped it). */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ("code" in error && typeof error.code === "string") return error.code;
  if (error.name === "HTTPParserError") return NOT_HTTP;
  if (error instanceof AggregateError) return error.errors.map(codeOf).find((code) => code !== null) ?? null;
  return codeOf(error.cause);
}

const isCertificateCode = (code: string): boolean =>
  code.startsWith("ERR_TLS_") || code.includes("CERT") || code === "UNABLE_TO_VERIFY_LEAF_SIGNATURE";

function reasonOf(code: string | null, status: number | null): TransportFailureReason {
  if (status !== null) return "cut";
  if (code === null) return "lost";
  if (code === "ENOTFOUND") return "unknown-host";
  if (NO_CONNECTION.includes(code)) return "no-connection";
  // Only of a handshake: what breaks a connection later has the code of undici.
  if (code.startsWith("ERR_SSL_") || code === "EPROTO") return "no-tls";
  if (isCertificateCode(code)) return "untrusted";
  return code.startsWith("HPE_") || code === "UND_ERR_HEADERS_OVERFLOW" ? "not-http" : "lost";
}

const reasonOfAbort = (signal: AbortSignal): TransportFailureReason =>
  signal.reason instanceof RequestTimeout ? "timed-out" : "cancelled";

/** Failure of an exchange that was aborted before it began. */
export const abortedBeforehand = (signal: AbortSignal): TransportFailure =>
  new TransportFailure(reasonOfAbort(signal), null, null, signal.reason, true);

/** Converts any error of an exchange into a failure with a reason. */
export function transportFailure(error: unknown, signal: AbortSignal, status: number | null): TransportFailure {
  if (error instanceof TransportFailure) return new TransportFailure(error.reason, status, error.code, error.cause);
  if (signal.aborted) return new TransportFailure(reasonOfAbort(signal), status, null, error);
  const code = codeOf(error);
  if (code === "UND_ERR_DESTROYED" || code === "UND_ERR_CLOSED") {
    return new TransportFailure("cancelled", status, code, error);
  }
  return new TransportFailure(reasonOf(code, status), status, code, error);
}
