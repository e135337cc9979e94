/** Log entry of an answered request: no query, no header, no body, because those may contain secrets. */
type LoggedAnswer = {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  /** 0 where the connection was closed without an answer. */
  readonly status: number;
  readonly milliseconds: number;
  /** The public key or the client id; null for an unknown caller. */
  readonly caller: string | null;
};

/** Reports an error, but only once per subject. */
export type ReportOnce = (about: string, trouble: string) => void;

/** Reports errors that may repeat with every request only the first time. */
export function reportOnce(report: (trouble: string) => void): ReportOnce {
  const known = new Set<string>();
  return (about, trouble) => {
    if (known.has(about)) return;
    known.add(about);
    report(trouble);
  };
}

/** Log of a service for its operators. */
export type ServiceLog = {
  answered(entry: LoggedAnswer): void;
  /** Logs an internal error, during the request with this id or outside of requests. */
  trouble(text: string, requestId?: string): void;
};
