import { SECOND } from "../../text/durations.ts";
import { HttpError, refusal, tooMany } from "../requests/http-error.ts";
import { ConnectionCut, type FaultEffect } from "./effect.ts";
import {
  count,
  refusing,
  requestScenario,
  retryAfter,
  type Scenario,
  seconds,
  text,
  word,
  yesOrNo,
} from "./scenario.ts";
import { waitFor } from "./wait-for.ts";

/** Scenarios of broken connections and unusable answers. */

/** Maximum delay of a timer, in milliseconds. */
const FOR_EVER = 2 ** 31 - 1;

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
  requestScenario({
    name: "429-on-write",
    says: "POST is refused with 429 and Retry-After; nothing changes",
    options: { wait: seconds(12, "value of Retry-After"), header: yesOrNo("the response has Retry-After") },
    on: ["POST **"],
    make: ({ wait, header: hasRetryAfter }) =>
      refusing(() => {
        const detail = `Too many requests: try again in ${wait} s. Capacity 10, 5 more every 60 s.`;
        const spent = { waitSeconds: wait, limit: 10, refillPerMinute: 5 };
        return tooMany(detail, "the path", spent, retryAfter(hasRetryAfter ? wait : null));
      }),
  }),
  requestScenario({
    name: "server-error",
    says: "500, 502, 503 or 504 three times (or `times`), then normal responses; nothing changes",
    options: {
      status: count(500, "500, 502, 503 or 504", 500, 599),
      wait: seconds(0, "value of Retry-After; 0 leaves it out"),
    },
    when: { times: 3 },
    make: ({ status, wait: after }) =>
      refusing(() => {
        const code = status === 503 ? "SERVICE_UNAVAILABLE" : "UNEXPECTED_ERROR";
        const detail = "The service failed (scenario).";
        return new HttpError({ status, code, detail, headers: retryAfter(after === 0 ? null : after) });
      }),
  }),
  requestScenario({
    name: "error-after",
    says: "a write succeeds, but the response is 500, 502, 503 or 504",
    options: { status: count(500, "500, 502, 503 or 504", 500, 599) },
    on: WRITES,
    make: ({ status }) => ({
      answer: ({ headers }) => {
        const body = {
          detail: "The service failed after the write (scenario).",
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
  requestScenario({
    name: "cut-before",
    says: "the connection closes before the request is processed",
    on: ["**"],
    make: () => ({
      before: async ({ outgoing }) => {
        outgoing.destroy();
        throw new ConnectionCut();
      },
    }),
  }),
  requestScenario({
    name: "cut-after",
    says: "the connection closes after the write, without a response",
    on: WRITES,
    make: () => ({ breaks: "none" }),
  }),
  requestScenario({
    name: "cut-mid-body",
    says: "the connection closes in the middle of the response body",
    make: () => ({ breaks: "half" }),
  }),
  requestScenario({
    name: "truncated-json",
    says: "the JSON of the response is cut off, in a complete HTTP body",
    options: { part: count(60, "per cent of the text that is sent", 0, 99) },
    make: ({ part }) => ({
      answer: (answer) =>
        answer.body === null ? answer : { ...answer, body: answer.body.slice(0, (answer.body.length * part) / 100) },
    }),
  }),
  requestScenario({
    name: "garbled-json",
    says: "the response is not JSON: characters are replaced",
    make: (_options, { random }) => ({
      answer: (answer) => {
        if (answer.body === null) return answer;
        const body = answer.body.replace(/[{}[\]":,]/gu, (mark) => (random.next() < 0.2 ? "\u0000" : mark));
        return { ...answer, body: `\u0007${body}` };
      },
    }),
  }),
  requestScenario({
    name: "html-error",
    says: "a proxy responds with an HTML page; nothing changes",
    options: { status: count(502, "200, 500, 502, 503, 504 or any other status", 200, 599) },
    make: ({ status }) => ({
      ...refusing(() => refusal(502, "UNEXPECTED_ERROR", "A proxy responded.")),
      answer: page(status, PROXY_PAGE),
    }),
  }),
  requestScenario({
    name: "slow",
    says: "slow response; the request is processed even if the caller disconnects",
    options: {
      seconds: seconds(2, "added delay"),
      where: word(["before", "after"], "before", "delay before or after processing"),
    },
    make: ({ seconds: lasts, where }, { ended }) =>
      where === "after"
        ? { holds: lasts * SECOND }
        : { pause: ({ outgoing }) => waitFor(lasts * SECOND, outgoing, ended) },
  }),
  requestScenario({
    name: "jitter",
    says: "random response delays",
    options: { least: seconds(0.3, "minimum delay"), most: seconds(30, "maximum delay") },
    make: ({ least, most }, { random, ended }) => ({
      pause: ({ outgoing }) => waitFor((least + random.next() * Math.max(0, most - least)) * SECOND, outgoing, ended),
    }),
  }),
  requestScenario({
    name: "hang",
    says: "no response and no change; the connection stays open until the caller closes it",
    make: (_options, { ended }) => ({
      before: async ({ outgoing }) => {
        await waitFor(FOR_EVER, outgoing, ended);
        throw new ConnectionCut();
      },
    }),
  }),
  requestScenario({
    name: "empty-body",
    says: "the response has a status but no body",
    make: () => ({ answer: (answer) => ({ ...answer, body: null }) }),
  }),
  requestScenario({
    name: "refused",
    says: "a custom error document",
    options: {
      status: count(409, "the status", 400, 599),
      code: text("CONFLICT", "the error code"),
      detail: text("Refused by a scenario.", "the detail"),
    },
    make: ({ status, code, detail }) => refusing(() => refusal(status, code, detail)),
  }),
];
