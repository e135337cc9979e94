import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { MAX_DEPTH } from "../../src/contract/json/json.ts";
import { SCENARIOS } from "../../src/service/faults/catalogue.ts";
import { checkedFaults } from "../../src/service/faults/prepared.ts";
import { MAX_BODY, MAX_VALUES } from "../../src/service/requests/body.ts";
import { MAX_HEAD } from "../../src/service/server/http.ts";
import { control, ready, service } from "../service/support.ts";
import { CONTROL_CALLS, EXAMPLES, servicePage } from "./service-page.ts";

/** The page of the embedded service. `npm run docs` writes the page. */

const SERVICE = resolve(import.meta.dirname, "../../src/service");
const source = (name: string): string => readFileSync(resolve(SERVICE, name), "utf8");

describe("the page of the service", () => {
  it("says what the service does (npm run docs writes it anew)", async () => {
    await expect(servicePage(SCENARIOS)).toMatchFileSnapshot("../../docs/service.md");
  });

  it("says of every scenario and every option what it is", () => {
    expect(SCENARIOS.length).toBeGreaterThan(30);
    const silent = SCENARIOS.flatMap(({ name, says, options }) =>
      Object.entries({ "": says, ...options }).flatMap(([option, text]) => (text === "" ? [`${name} ${option}`] : [])),
    );
    expect(silent).toEqual([]);
  });

  it("shows the grammar that stands where --faults is read", () => {
    const page = servicePage(SCENARIOS);
    const rules = [...source("faults/grammar.ts").matchAll(/^ \* {5}((?:FAULTS?|CONDITION|METHODS|DURATION) .*)$/gmu)];
    expect(rules).toHaveLength(5);
    expect(rules.map(([, rule = ""]) => rule).filter((rule) => !page.includes(`\n${rule}\n`))).toEqual([]);
  });

  it.each(EXAMPLES)("has an example that can be switched on: $text", ({ text, means }) => {
    expect(checkedFaults(text)).toEqual(means);
  });
});

describe("the calls of the control surface", () => {
  it("are all there", () => {
    const routes = [...source("server/control-routes.ts").matchAll(/^ {4}"([A-Z]+ \/[\w/]+)": async/gmu)].map(
      ([, call]) => call,
    );
    expect(routes.length).toBeGreaterThan(8);
    const said = CONTROL_CALLS.map(({ call }) => call);
    expect(routes.filter((call) => call === undefined || !said.includes(call))).toEqual([]);
  });

  it("are answered by the service", async () => {
    const { ready: at } = await service();
    const counts: Record<string, number> = {};
    for (const { call } of CONTROL_CALLS) {
      const [method = "", path = ""] = call.split(" ");
      // The head alone: one of the answers ends with the service.
      const { status, headers, body } = await fetch(`${at.controlUrl}${path}`, {
        method,
        headers: { Authorization: `Bearer ${at.controlToken}` },
      });
      counts[call] = status;
      if (headers.get("content-type")?.startsWith("text/plain") === true) await body?.cancel();
    }
    expect(counts).toEqual({
      ...Object.fromEntries(CONTROL_CALLS.map(({ call }) => [call, 200])),
      // What this operation requires a body says so.
      "POST /clock/step": 400,
      "POST /approve": 400,
      "POST /scenarios": 400,
      "DELETE /journal": 204,
      // Nothing of that name is on.
      "DELETE /scenarios/NAME-OR-ID": 404,
    });
    expect((await control(at, "GET", "/other")).status).toBe(404);
  });
});

it("answers what passes its limits as the page says", async () => {
  const call = await ready();
  const create = (body: string) => call("POST", `/groups/${call.groupId}/alertConfigs`, { body });
  const codeOf = async (reply: ReturnType<typeof call>) => {
    const { status, headers } = await reply;
    return `${status} \`${headers["x-error-code"]}\``;
  };
  const answers = {
    "Body of a request": await codeOf(create(`{"eventTypeName":"${"x".repeat(MAX_BODY)}"}`)),
    "Values and keys in a body": await codeOf(create(`{"matchers":[${"0,".repeat(MAX_VALUES)}0]}`)),
    "Nesting of a body": await codeOf(create(`{"matchers":${"[".repeat(MAX_DEPTH)}${"]".repeat(MAX_DEPTH)}}`)),
    "Head of a request": await codeOf(call("GET", "/groups", { headers: { "X-Long": "x".repeat(MAX_HEAD) } })),
  };
  const page = servicePage(SCENARIOS).split("\n");
  for (const [what, answer] of Object.entries(answers)) {
    expect(page.find((line) => line.startsWith(`| ${what} |`))).toContain(`| ${answer} |`);
  }
});
