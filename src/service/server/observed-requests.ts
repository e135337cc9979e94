import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { REQUEST_ID_HEADER } from "../../contract/wire/wire.ts";
import type { Measures } from "../instances/measures.ts";
import { DOWNLOAD_PATH } from "../restore-jobs/downloads.ts";
import type { ServiceLog } from "./request-log.ts";

/** Facts about a request that become known while it is answered. */
type Observed = { operation: string; caller: string | null };

/** Name of an unknown operation: an unknown path, or a request refused before. */
const NO_OPERATION = "none";

/** A caller's request id is accepted only in this form: it goes into the log and into a header. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/u;

/** Maximum length of a logged path, in characters. */
const LOGGED_PATH = 500;

const ID_HEADER = "X-Request-Id";

const observed = new WeakMap<ServerResponse, Observed>();

/** Records the operation and the caller of a request, once they are known. */
export function recordCaller(outgoing: ServerResponse, known: Partial<Observed>): void {
  const entry = observed.get(outgoing);
  if (entry !== undefined) Object.assign(entry, known);
}

/** Counts and logs a request when its answer is sent or its connection is closed. */
export function observe(
  { measures, log }: { readonly measures: Measures; readonly log: ServiceLog | null },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const begun = performance.now();
  const entry: Observed = { operation: NO_OPERATION, caller: null };
  observed.set(outgoing, entry);
  const requestId = log === null ? "" : idOf(incoming);
  if (log !== null) outgoing.setHeader(ID_HEADER, requestId);
  outgoing.once("close", () => {
    const milliseconds = performance.now() - begun;
    const status = outgoing.headersSent ? outgoing.statusCode : 0;
    measures.answered(entry.operation, status, milliseconds / 1000);
    log?.answered({
      requestId,
      method: incoming.method ?? "",
      path: loggedPath(incoming.url ?? ""),
      ...entry,
      status,
      milliseconds: Math.round(milliseconds * 100) / 100,
    });
  });
}

/** The id of a request in the log; undefined without a log. */
export function observedId(outgoing: Pick<ServerResponse, "getHeader">): string | undefined {
  const id = outgoing.getHeader(ID_HEADER);
  return typeof id === "string" ? id : undefined;
}

function idOf(incoming: IncomingMessage): string {
  const given = incoming.headers[REQUEST_ID_HEADER];
  return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
}

/** A path without secrets: without the query, and without the token of a download link, which gives access to the file. */
function loggedPath(target: string): string {
  const [path = ""] = target.split(/[?#]/u, 1);
  const download = path.indexOf(`${DOWNLOAD_PATH}/`);
  const shown = download < 0 ? path : `${path.slice(0, download)}${DOWNLOAD_PATH}/…`;
  return shown.length > LOGGED_PATH ? `${shown.slice(0, LOGGED_PATH)}…` : shown;
}
