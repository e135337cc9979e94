import { MAX_DEPTH } from "../../src/contract/json/json.ts";
import type { RequestedFault } from "../../src/service/faults/requested-fault.ts";
import type { Scenario, StagedFault } from "../../src/service/faults/scenario.ts";
import { DEFAULT_FACTOR } from "../../src/service/instances/budgets.ts";
import type { TriggerRule } from "../../src/service/instances/trigger-rule.ts";
import { MAX_BODY, MAX_VALUES } from "../../src/service/requests/body.ts";
import { controlPrefix } from "../../src/service/server/addresses.ts";
import { HEAD_TIMEOUT, KEEP_ALIVE, LAST_ANSWERS, MAX_HEAD, REQUEST_TIMEOUT } from "../../src/service/server/http.ts";

/** What `docs/service.md` is made of: what can be made to go wrong, how the service is driven from outside, and its limits. */

/** A text for `--faults`, what it means in words, and what it is read as. */
export type Example = { readonly text: string; readonly says: string; readonly means: readonly RequestedFault[] };

export const EXAMPLES: readonly Example[] = [
  {
    text: "server-error times 2; slow(seconds=3) on GET **/alerts",
    says: "the first two requests that count fail, and the list of alerts takes three seconds",
    means: [
      { scenario: "server-error", times: 2 },
      { scenario: "slow", options: { seconds: "3" }, on: ["GET **/alerts"] },
    ],
  },
  {
    text: "429-on-write(wait=5) after 1 for 10m",
    says: "for ten minutes every POST but the first has to wait five seconds",
    means: [{ scenario: "429-on-write", options: { wait: "5" }, after: 1, seconds: 600 }],
  },
  {
    text: "alert-storm(count=200,over=0); slow(seconds=0.5) on listAlerts every 3",
    says: "200 alerts at once, and every third list of alerts takes half a second",
    means: [
      { scenario: "alert-storm", options: { count: "200", over: "0" } },
      { scenario: "slow", options: { seconds: "0.5" }, on: ["listAlerts"], every: 3 },
    ],
  },
];

/** One call of the control surface. `body` is what it takes as JSON, a question mark behind what may be left out. */
export type ControlCall = { readonly call: string; readonly says: string; readonly body?: string };

export const CONTROL_CALLS: readonly ControlCall[] = [
  { call: "GET /ready", says: "addresses, keys, and what there is: the line that `serve --json` prints" },
  { call: "GET /hold", says: "an answer that ends when the service does" },
  { call: "GET /clock", says: "the simulated time and its speed" },
  { call: "PUT /clock", says: "sets them", body: "`now`? (ISO 8601), `speed`? (simulated seconds a second)" },
  { call: "POST /clock/step", says: "lets time pass at once, with all that is due in it", body: "`seconds`" },
  {
    call: "POST /reset",
    says: "recreates the sample data and switches every scenario off",
    body: "`seed`?, `alerts`?, `projects`?, `snapshots`?",
  },
  { call: "POST /approve", says: "does what waits for somebody outside of the interface", body: "`what`, `id`" },
  { call: "GET /journal", says: "the requests that came, and what was answered" },
  { call: "DELETE /journal", says: "empties it" },
  {
    call: "POST /keys",
    says: "makes an API key or a service account",
    body: "`kind`? (`key`, `account`), `projects`?, `organizations`? (roles by id)",
  },
  { call: "GET /scenarios", says: "what can go wrong, and what is on" },
  {
    call: "POST /scenarios",
    says: "switches scenarios on",
    body: "`faults` (the words of `--faults`); or `scenario`, `on`?, `options`?, `after`?, `nth`?, `every`?, `times`?, `seconds`?, `existing`? (`all`, or ids), `groupId`?",
  },
  { call: "DELETE /scenarios", says: "switches all off" },
  { call: "DELETE /scenarios/NAME-OR-ID", says: "switches those off" },
];

const number = (value: number): string => value.toLocaleString("en-US");
const duration = (milliseconds: number): string => `${number(milliseconds / 1000)} s`;

const LIMITS: readonly (readonly [what: string, limit: string, beyond: string])[] = [
  ["Body of a request", `${number(MAX_BODY)} bytes`, "413 `CONTENT_TOO_LARGE`"],
  ["Values and keys in a body", number(MAX_VALUES), "400 `VALIDATION_ERROR`"],
  ["Nesting of a body", `${number(MAX_DEPTH)} levels`, "400 `VALIDATION_ERROR`"],
  ["Head of a request", `${number(MAX_HEAD)} bytes`, "431 `REQUEST_HEADER_FIELDS_TOO_LARGE`"],
  ["Until a head has come", duration(HEAD_TIMEOUT), "408 `REQUEST_TIMEOUT`"],
  ["Until a whole request has come", duration(REQUEST_TIMEOUT), "408 `REQUEST_TIMEOUT`"],
  ["A connection without a request", duration(KEEP_ALIVE), "it is closed"],
  ["Requests in hand when the service ends", duration(LAST_ANSWERS), "their connections are closed"],
  [
    "Request budgets",
    `${number(DEFAULT_FACTOR)} times the published ones`,
    "429 `RATE_LIMITED_TOKEN_BUCKET` with `Retry-After`",
  ],
];

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const code = (text: string): string => `\`${text}\``;

/** Conditions in the words of `--faults`. */
const conditions = ({ seconds, ...counts }: TriggerRule): readonly string[] => [
  ...Object.entries(counts).map(([name, value]) => `${name} ${value}`),
  ...(seconds === undefined ? [] : [`for ${seconds}s`]),
];

/** What a scenario is about when nothing is said, by where it takes hold. */
const USUALLY: Readonly<Record<StagedFault["stage"], string>> = {
  arrival: "every request",
  admitted: "every request that was let in",
  budget: "every request",
  journal: "every replacing write",
  thing: "the next things, or existing ones",
  start: "at once, until it is switched off",
};

function usual({ on, when, stage }: Scenario): string {
  const words = [...on.map((pattern) => `on ${pattern}`), ...conditions(when)];
  return words.length === 0 ? USUALLY[stage] : words.map((text) => code(cell(text))).join(" ");
}

const scenarioRow = (one: Scenario): readonly string[] => [
  code(one.name),
  cell(one.says),
  Object.entries(one.options)
    .map(([name, says]) => `${code(name)}: ${cell(says)}`)
    .join("<br>"),
  usual(one),
];

const GRAMMAR = `\`\`\`text
FAULTS    = FAULT *( ";" FAULT )
FAULT     = SCENARIO [ "(" NAME "=" VALUE *( "," NAME "=" VALUE ) ")" ] *CONDITION
CONDITION = "on" [METHODS] PATTERN | "every" N | "nth" N | "after" N | "times" N | "for" DURATION
METHODS   = METHOD *( "," METHOD )
PATTERN   = a path in which * is anything within one step and ** anything at all,
            or an operation's name, its number in the specification, or its area
DURATION  = a number and s, m or h
\`\`\``;

/** The whole of `docs/service.md`. */
export function servicePage(scenarios: readonly Scenario[]): string {
  return `${[
    "# The embedded service",
    "Generated from the service's own code by `npm run docs`; a test fails when this page is out of date.",
    "## What can be made to go wrong",
    `There are ${scenarios.length} scenarios. They are switched on from the start (\`sextant serve --faults\`) or at the control surface. In ` +
      "parentheses stands what holds when an option is not given.",
    table(["Scenario", "What happens", "Options", "When, unless stated"], scenarios.map(scenarioRow)),
    "## What --faults takes",
    GRAMMAR,
    "A value may stand in double quotes, where it may hold anything but those. `after` lets so many pass first; `nth` strikes only " +
      "that one, `every` each so-many-th; `times` is how often at most; `for` is a time of the real clock. A condition that counts " +
      "replaces those that the scenario has by itself.",
    table(
      ["`--faults`", "What it means"],
      EXAMPLES.map(({ text, says }) => [code(cell(text)), says]),
    ),
    "## The control surface",
    `What a test or a person does to the service from outside of the interface, at \`${controlPrefix}\` of its address. It takes a token of ` +
      "its own (`Authorization: Bearer`, `controlToken` in the line that `serve --json` prints), and no scenario strikes it.",
    table(
      ["Call", "What it does", "Body"],
      CONTROL_CALLS.map(({ call, says, body = "" }) => [code(call), says, body]),
    ),
    "## Limits",
    table(["What", "Up to", "Beyond that"], LIMITS),
  ].join("\n\n")}\n`;
}
