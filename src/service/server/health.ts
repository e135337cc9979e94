import type { IncomingMessage, ServerResponse } from "node:http";
import { writeJson } from "../../contract/json/json.ts";
import { SECOND } from "../../text/durations.ts";
import { messageOf } from "../../text/thrown.ts";
import type { WireAnswer } from "../requests/answer.ts";
import { wrongMethod } from "../requests/http-error.ts";
import { readAnchor } from "../storage/clock.ts";
import { isForwarded } from "./addresses.ts";
import { type ServiceContext, send } from "./exchange.ts";

/**
 * Endpoints for load balancers, supervisors and Prometheus: `/healthz`, `/readyz` and `/metrics`. They need no authentication and contain no secrets.
 * They are for callers that reach the listening address directly, not for requests that a proxy forwards from outside.
 */

/** Timeout of `/readyz` for the storage, in milliseconds. */
export const READY_TIMEOUT = 2 * SECOND;

/** Answers these paths. @returns false for any other request */
type HealthPages = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

const text = (status: number, body: string, type = "text/plain; charset=utf-8"): WireAnswer => ({
  status,
  headers: { "Content-Type": type },
  body,
});

const notReady = (reason: string): WireAnswer => text(503, writeJson({ ready: false, reason }), "application/json");

/** The health endpoints of a service. */
export function healthPages(
  parts: Pick<ServiceContext, "store" | "isDraining" | "metricsPage" | "report">,
): HealthPages {
  // One read at a time, however many requests there are: health checks must not load the storage.
  let reading: Promise<boolean> | null = null;

  const readsStorage = (): Promise<boolean> => {
    reading ??= parts.store
      .read(readAnchor)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  const readiness = async (): Promise<WireAnswer> => {
    if (parts.isDraining) return notReady("The service is stopping.");
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(() => resolve("late"), READY_TIMEOUT);
    });
    const answer = await Promise.race([readsStorage(), late]);
    clearTimeout(timer);
    if (answer === "late") return notReady(`The storage did not answer within ${READY_TIMEOUT / SECOND} s.`);
    return answer ? text(200, writeJson({ ready: true }), "application/json") : notReady("The storage cannot be read.");
  };

  const { metricsPage: page } = parts;
  const pages = new Map<string, () => Promise<WireAnswer>>([
    ["/healthz", async () => text(200, "ok")],
    ["/readyz", readiness],
    ...(page === null ? [] : [["/metrics", async () => text(200, await page.text(), page.contentType)] as const]),
  ]);

  return (incoming, outgoing) => {
    const [path = ""] = (incoming.url ?? "").split("?", 1);
    const answer = pages.get(path);
    if (answer === undefined || isForwarded(incoming.headers)) return false;
    answerWith(incoming, outgoing, answer).catch((failure: unknown) => {
      parts.report(`${path} could not be answered: ${messageOf(failure)}`);
      outgoing.destroy();
    });
    return true;
  };
}

async function answerWith(
  { method }: IncomingMessage,
  outgoing: ServerResponse,
  answer: () => Promise<WireAnswer>,
): Promise<void> {
  const isRead = method === "GET" || method === "HEAD";
  const { message, headers, status } = wrongMethod(["GET", "HEAD"]);
  const response = isRead ? await answer() : { ...text(status, message), headers };
  send(outgoing, response, { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
}
