import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it, type TestContext } from "vitest";
import { DRAIN_TIME } from "../../src/commands/serve.ts";
import { MAX_DEPTH } from "../../src/contract/json/json.ts";
import { NONCE_LIFETIME } from "../../src/service/auth/digest.ts";
import { TOKEN_LIFETIME } from "../../src/service/auth/tokens.ts";
import { NONCE_USES } from "../../src/service/instances/nonces.ts";
import {
  CONNECT_TIMEOUT,
  IDLE_TIMEOUT,
  IDLE_TRANSACTION_TIMEOUT,
  LOCK_TIMEOUT,
  SHARED_STATE_CONNECTIONS,
  STATEMENT_TIMEOUT,
  STOP_TIMEOUT,
  TRANSACTION_CONNECTIONS,
} from "../../src/service/postgres/connections.ts";
import { RETRY_TIMEOUT } from "../../src/service/postgres/patience.ts";
import { MOST_CONFLICTS, OUTCOME_PATIENCE } from "../../src/service/postgres/transactions.ts";
import { MAX_BODY, MAX_VALUES } from "../../src/service/requests/body.ts";
import { READY_TIMEOUT } from "../../src/service/server/health.ts";
import {
  HEAD_TIMEOUT,
  KEEP_ALIVE,
  LAST_ANSWERS,
  LAST_ANSWERS_OF_SHARED,
  MAX_HEAD,
  REQUEST_TIMEOUT,
} from "../../src/service/server/http.ts";
import { jsonLog } from "../../src/service/server/json-log.ts";
import { prometheusMeasures } from "../../src/service/server/prometheus.ts";
import { SECOND } from "../../src/text/durations.ts";
import { folder } from "../folder.ts";
import { programOrSkip } from "../programs/found.ts";

/** The page for those who run the service for others is written by hand: what it says of limits, metrics and fields is what the code does. */

const PAGE = readFileSync(resolve(import.meta.dirname, "../../docs/operations.md"), "utf8");

/** The part of the page below a heading. */
const section = (heading: string): string => PAGE.split(/^## /mu).find((part) => part.startsWith(`${heading}\n`)) ?? "";

/** The cells of a section's first table, without its head. */
function tableOf(heading: string): readonly (readonly string[])[] {
  const lines = section(heading)
    .split("\n")
    .filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

/** The code blocks of a language in a section. */
const blocksOf = (heading: string, language: string): readonly string[] =>
  [...section(heading).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gmu"))].map(
    ([, text = ""]) => text,
  );

const number = (value: number): string => value.toLocaleString("en-US");
const bytes = (value: number): string => `${number(value)} bytes`;
const duration = (milliseconds: number): string => `${number(milliseconds / SECOND)} s`;

const LIMITS: Readonly<Record<string, string>> = {
  "Head of a request": bytes(MAX_HEAD),
  "Body of a request": bytes(MAX_BODY),
  "Values in a body": number(MAX_VALUES),
  "Nesting of a body": `${number(MAX_DEPTH)} levels`,
  "Head of a request is complete": duration(HEAD_TIMEOUT),
  "Request is complete": duration(REQUEST_TIMEOUT),
  "Idle connection of a caller": duration(KEEP_ALIVE),
  "Nonce of a signature": duration(NONCE_LIFETIME),
  "Uses of a nonce": number(NONCE_USES),
  "Access token": duration(TOKEN_LIFETIME * SECOND),
  "Read for `/readyz`": duration(READY_TIMEOUT),
  "Connections for transactions, each instance": number(TRANSACTION_CONNECTIONS),
  "Connections for shared state, each instance": number(SHARED_STATE_CONNECTIONS),
  "Wait for a connection to the database": duration(CONNECT_TIMEOUT),
  "Lost connection is tried again": duration(RETRY_TIMEOUT),
  "Outcome of a commit is asked for": duration(OUTCOME_PATIENCE),
  "Conflicts of one write": number(MOST_CONFLICTS),
  "Statement (`statement_timeout`)": duration(STATEMENT_TIMEOUT),
  "Wait for a lock (`lock_timeout`)": duration(LOCK_TIMEOUT),
  "Idle transaction (`idle_in_transaction_session_timeout`)": duration(IDLE_TRANSACTION_TIMEOUT),
  "Idle connection to the database": duration(IDLE_TIMEOUT),
  "Requests are taken after SIGTERM, with a database": duration(DRAIN_TIME),
  "Requests in progress at the end, with a database": duration(LAST_ANSWERS_OF_SHARED),
  "Requests in progress at the end, with a file": duration(LAST_ANSWERS),
  "Transactions in progress at the end": duration(STOP_TIMEOUT),
};

describe("docs/operations.md", () => {
  it("has the limits of the code, all of them", () => {
    const rows = tableOf("Limits and timeouts").map(([name = "", value = ""]) => [name, value]);
    expect(Object.fromEntries(rows)).toEqual(LIMITS);
  });

  it("says how many connections an instance has", () => {
    expect(PAGE.match(/at (?:most|least) \d+ connections/gu)).toEqual([
      `at most ${TRANSACTION_CONNECTIONS + SHARED_STATE_CONNECTIONS} connections`,
      `at least ${TRANSACTION_CONNECTIONS + SHARED_STATE_CONNECTIONS} connections`,
    ]);
  });

  it("gives a user of PgBouncer the timeouts of an instance", () => {
    const given = [...section("PgBouncer").matchAll(/SET (\w+) = '(\d+)s'/gu)].map(([, name, value]) => [name, value]);
    expect(Object.fromEntries(given)).toEqual({
      statement_timeout: String(STATEMENT_TIMEOUT / SECOND),
      lock_timeout: String(LOCK_TIMEOUT / SECOND),
      idle_in_transaction_session_timeout: String(IDLE_TRANSACTION_TIMEOUT / SECOND),
    });
  });

  it("gives systemd more time than an instance takes to stop", () => {
    const time = Number(/^TimeoutStopSec=(\d+)$/mu.exec(PAGE)?.[1]);
    expect(time * SECOND).toBeGreaterThan(DRAIN_TIME + LAST_ANSWERS_OF_SHARED + STOP_TIMEOUT);
  });

  it("names every metric of its own, with its labels", async () => {
    const text = await prometheusMeasures().text();
    const names = [...text.matchAll(/^# TYPE (sextant_\w+)/gmu)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(5);
    const said = tableOf("Metrics").map(([name = ""]) => /`(\w+)/u.exec(name)?.[1]);
    expect(said.toSorted()).toEqual(names.toSorted());
  });

  it("names every field of the log", () => {
    const lines: string[] = [];
    const entry = { requestId: "", method: "", path: "", operation: "", status: 200, milliseconds: 1, caller: null };
    jsonLog((line) => lines.push(line)).answered(entry);
    const said = tableOf("Log").flatMap(([name = ""]) => [...name.matchAll(/`(\w+)`/gu)].map(([, field]) => field));
    expect(said.toSorted()).toEqual(Object.keys(JSON.parse(lines[0] ?? "{}")).toSorted());
  });
});

/** Runs a program on a file with this text. */
function judge(
  context: TestContext,
  [name, variable]: [string, string],
  args: readonly string[],
  file: string,
  text: string,
) {
  const program = programOrSkip(context, name, variable);
  const path = join(folder(), file);
  writeFileSync(path, text);
  const { status, stdout, stderr } = spawnSync(program, [...args, path], { encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}

describe("examples of docs/operations.md", () => {
  const [scrape = "", rules = ""] = blocksOf("Metrics", "yaml");
  const PROMTOOL: [string, string] = ["promtool", "SEXTANT_PROMTOOL"];

  it("are right for promtool: how to scrape", (context) => {
    expect(judge(context, PROMTOOL, ["check", "config"], "prometheus.yml", scrape)).toMatchObject({ status: 0 });
  });

  it("are right for promtool: rules", (context) => {
    const { status, output } = judge(context, PROMTOOL, ["check", "rules"], "rules.yml", rules);
    expect({ status, output }).toMatchObject({ status: 0, output: expect.stringContaining("3 rules found") });
  });

  it("are right for systemd", (context) => {
    const [unit = ""] = blocksOf("systemd", "ini");
    // The program need not be installed here.
    const text = unit.replace(/^ExecStart=\S+/mu, `ExecStart=${process.execPath}`);
    const judged = judge(context, ["systemd-analyze", "SEXTANT_SYSTEMD_ANALYZE"], ["verify"], "sextant@.service", text);
    // It names the file for each line that it finds wrong.
    expect(judged.output).not.toContain("sextant@.service:");
  });
});
