/** One request that was answered, as the log has it: no query, no header, no body, because those may hold secrets. */
export type LoggedAnswer = {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  /** 0 where the connection was closed without an answer. */
  readonly status: number;
  readonly milliseconds: number;
  /** The public key or the client id; null where nobody was recognised. */
  readonly caller: string | null;
};

/** Reports a trouble, and not again what it is about. */
export type ReportOnce = (about: string, trouble: string) => void;

/** Reports what may come back with every request only the first time. */
export function reportOnce(report: (trouble: string) => void): ReportOnce {
  const known = new Set<string>();
  return (about, trouble) => {
    if (known.has(about)) return;
    known.add(about);
    report(trouble);
  };
}

/** What a service writes down for the people who run it. */
export type ServiceLog = {
  answered(entry: LoggedAnswer): void;
  /** Something went wrong inside the service, while it answered a request of this id or by itself. */
  trouble(text: string, requestId?: string): void;
};
