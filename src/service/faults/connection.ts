import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { SECOND } from "../../text/durations.ts";
import { HttpError } from "../http-error.ts";
import { BrokenOff, type FaultEffect } from "./effect.ts";
import { count, type Made, type Scenario, scenario, seconds, text, word, yesOrNo } from "./scenario.ts";

/** Scenarios of the connection and of answers that cannot be used. */

/** The longest that a timer can wait, in milliseconds. */
const FOR_EVER = 2 ** 31 - 1;

/**
 * Waits, or until the caller has gone: then what was asked is done at once, as a service does that was only slow.
 *
 * @throws BrokenOff when the service ends meanwhile
 */
export async function waitFor(milliseconds: number, outgoing: ServerResponse, ended: AbortSignal): Promise<void> {
  const disconnected = new AbortController();
  const leave = (): void => disconnected.abort();
  outgoing.once("close", leave);
  if (outgoing.destroyed) leave();
  try {
    await wait(milliseconds, undefined, { signal: AbortSignal.any([disconnected.signal, ended]) });
  } catch (failure) {
    if (!disconnected.signal.aborted && !ended.aborted) throw failure;
  } finally {
    outgoing.off("close", leave);
  }
  if (!ended.aborted) return;
  outgoing.destroy();
  throw new BrokenOff();
}

const admitted = (effect: FaultEffect): Made => ({ stage: "admitted", effect });

const refusing = (refusal: () => HttpError): Made =>
  admitted({
    before: async () => {
      throw refusal();
    },
  });

const retry = (after: number | null): Record<string, string> =>
  after === null ? {} : { "Retry-After": String(Math.ceil(after)) };

const WRITES = ["POST,PUT,PATCH,DELETE **"] as const;

const PROXY_PAGE =
  "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head>\n<body><center><h1>502 Bad Gateway</h1></center><hr><center>proxy</center></body></html>\n";

const page =
  (status: number, body: string): NonNullable<FaultEffect["answer"]> =>
  (answer) => {
    const { "X-Error-Code": _code, "Content-Type": _type, ...headers } = answer.headers;
    return { status, headers: { ...headers, "Content-Type": "text/html" }, body };
  };

export const CONNECTION_SCENARIOS: readonly Scenario[] = [
  scenario({
    name: "429-on-write",
    says: "POST is refused with 429 and Retry-After; nothing is done",
    options: { wait: seconds(12, "what Retry-After says"), told: yesOrNo(true, "whether Retry-After is there") },
    on: ["POST **"],
    stage: "admitted",
    make: (options) =>
      refusing(() => {
        const { wait: after, told: hasRetryAfter } = options;
        const detail = `Too many requests: try again in ${after} s. Capacity 10, 5 more every 60 s.`;
        const parameters = ["the path", after, 10, 5, 60];
        const headers = retry(hasRetryAfter ? after : null);
        return new HttpError({ status: 429, code: "RATE_LIMITED_TOKEN_BUCKET", detail, parameters, headers });
      }),
  }),
  scenario({
    name: "server-error",
    says: "500, 502, 503 or 504 three times (or as often as `times` says), then all is well; nothing is done",
    options: {
      status: count(500, "500, 502, 503 or 504", 500, 599),
      wait: seconds(0, "what Retry-After says; 0 leaves it out"),
    },
    when: { times: 3 },
    stage: "admitted",
    make: ({ status, wait: after }) =>
      refusing(() => {
        const code = status === 503 ? "SERVICE_UNAVAILABLE" : "UNEXPECTED_ERROR";
        const detail = "The service could not answer (a scenario).";
        return new HttpError({ status, code, detail, headers: retry(after === 0 ? null : after) });
      }),
  }),
  scenario({
    name: "error-after",
    says: "a write is done, and answered with 500, 502, 503 or 504 all the same",
    options: { status: count(500, "500, 502, 503 or 504", 500, 599) },
    on: WRITES,
    stage: "admitted",
    make: ({ status }) =>
      admitted({
        answer: ({ headers }) => {
          const body = {
            detail: "The service failed after the work (a scenario).",
            error: status,
            errorCode: "UNEXPECTED_ERROR",
            parameters: [],
            reason: "Server Error",
          };
          const jsonHeaders = { ...headers, "Content-Type": "application/json", "X-Error-Code": "UNEXPECTED_ERROR" };
          return { status, headers: jsonHeaders, body: JSON.stringify(body) };
        },
      }),
  }),
  scenario({
    name: "cut-before",
    says: "the connection closes before anything is done",
    on: ["**"],
    stage: "admitted",
    make: () =>
      admitted({
        before: async ({ outgoing }) => {
          outgoing.destroy();
          throw new BrokenOff();
        },
      }),
  }),
  scenario({
    name: "cut-after",
    says: "the connection closes when the work is done: a write has happened, and nobody hears of it",
    on: WRITES,
    stage: "admitted",
    make: () => admitted({ breaks: "none" }),
  }),
  scenario({
    name: "cut-mid-body",
    says: "the connection closes in the middle of the answer's body",
    stage: "admitted",
    make: () => admitted({ breaks: "half" }),
  }),
  scenario({
    name: "truncated-json",
    says: "the answer's JSON stops in the middle, in a body that is whole as HTTP has it",
    options: { part: count(60, "how many per cent of the text are there", 0, 99) },
    stage: "admitted",
    make: ({ part }) =>
      admitted({
        answer: (answer) =>
          answer.body === null ? answer : { ...answer, body: answer.body.slice(0, (answer.body.length * part) / 100) },
      }),
  }),
  scenario({
    name: "garbled-json",
    says: "the answer's text is not JSON: characters in it are others",
    stage: "admitted",
    make: (_options, { random }) =>
      admitted({
        answer: (answer) => {
          if (answer.body === null) return answer;
          const body = answer.body.replace(/[{}[\]":,]/gu, (mark) => (random.next() < 0.2 ? "\u0000" : mark));
          return { ...answer, body: `\u0007${body}` };
        },
      }),
  }),
  scenario({
    name: "html-error",
    says: "a page of a proxy stands in the way: HTML instead of JSON; nothing is done",
    options: { status: count(502, "200, 500, 502, 503, 504 or any other", 200, 599) },
    stage: "admitted",
    make: ({ status }) =>
      admitted({
        before: async () => {
          throw new HttpError({ status: 502, code: "UNEXPECTED_ERROR", detail: "A proxy stands in the way." });
        },
        answer: page(status, PROXY_PAGE),
      }),
  }),
  scenario({
    name: "slow",
    says: "the answer takes longer; what was asked is done even when the caller has gone",
    options: {
      seconds: seconds(2, "how much longer"),
      where: word(["before", "after"], "before", "whether the wait comes before the work or after it"),
    },
    stage: "admitted",
    make: ({ seconds: lasts, where }, { ended }) =>
      admitted(
        where === "after"
          ? { holds: lasts * SECOND }
          : { pause: ({ outgoing }) => waitFor(lasts * SECOND, outgoing, ended) },
      ),
  }),
  scenario({
    name: "jitter",
    says: "answers take longer by chance",
    options: { least: seconds(0.3, "the shortest wait"), most: seconds(30, "the longest wait") },
    stage: "admitted",
    make: ({ least, most }, { random, ended }) =>
      admitted({
        pause: ({ outgoing }) => waitFor((least + random.next() * Math.max(0, most - least)) * SECOND, outgoing, ended),
      }),
  }),
  scenario({
    name: "hang",
    says: "no answer ever comes, and nothing is done; the connection stays open until the caller closes it",
    stage: "admitted",
    make: (_options, { ended }) =>
      admitted({
        before: async ({ outgoing }) => {
          await waitFor(FOR_EVER, outgoing, ended);
          throw new BrokenOff();
        },
      }),
  }),
  scenario({
    name: "empty-body",
    says: "the answer has its status and no body at all",
    stage: "admitted",
    make: () => admitted({ answer: (answer) => ({ ...answer, body: null }) }),
  }),
  scenario({
    name: "refused",
    says: "any error document that is asked for",
    options: {
      status: count(409, "the status", 400, 599),
      code: text("CONFLICT", "the error code"),
      detail: text("Refused by a scenario.", "the detail"),
    },
    stage: "admitted",
    make: ({ status, code, detail }) => refusing(() => new HttpError({ status, code, detail })),
  }),
];
