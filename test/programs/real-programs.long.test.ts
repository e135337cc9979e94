import { execFile } from "node:child_process";
import { basename, dirname } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, type TestContext, test, vi } from "vitest";
import { mediaType } from "../../src/contract/wire/dialect.ts";
import { challengeOf, clientOf, service } from "../service/support.ts";
import { findProgram, programOrSkip } from "./found.ts";
import { discovering, scraping, startPrometheus } from "./prometheus.ts";

/** Programs that know nothing of this project: curl by digest, token and Basic, and Prometheus reading its targets. */

const run = promisify(execFile);

const ACCEPT = `Accept: ${mediaType("specification")}`;
const API = "/api/service/v2";

type CurlAnswer = { readonly status: number; readonly body: unknown; readonly heads: readonly string[] };

/** What curl was answered: status and body of the last answer, and the heads of all of them. */
async function curl(context: TestContext, ...args: readonly string[]): Promise<CurlAnswer> {
  const program = programOrSkip(context, "curl", "SEXTANT_CURL");
  const { stdout } = await run(program, ["-sS", "-i", "-w", "\n%{http_code}", "--max-time", "60", ...args]);
  const status = Number(stdout.slice(stdout.lastIndexOf("\n") + 1));
  const whole = stdout.slice(0, stdout.lastIndexOf("\n"));
  const heads = whole.split("\r\n\r\n").filter((part) => part.startsWith("HTTP/"));
  const text = whole.slice(whole.lastIndexOf("\r\n\r\n") + 4);
  return { status, body: text === "" ? undefined : JSON.parse(text), heads };
}

describe("curl", () => {
  test.for(["MD5", "SHA-256"] as const)("signs by digest (%s), reading and writing", async (digest, context) => {
    const { ready } = await service({ digest });
    const login = ["--digest", "--user", `${ready.publicKey}:${ready.privateKey}`, "-H", ACCEPT];
    const alerts = `${ready.baseUrl}${API}/groups/${ready.groupId}/alerts`;
    const list = await curl(context, ...login, `${alerts}?status=OPEN&itemsPerPage=1`);
    expect(list).toMatchObject({ status: 200, body: { results: [{ status: "OPEN", id: expect.any(String) }] } });
    expect(challengeOf(list.heads[0] ?? "")["algorithm"]).toBe(digest);
    const id = Object(list.body).results[0].id;
    const json = ["-X", "PATCH", "-H", "Content-Type: application/json", "--data"];
    const noted = await curl(context, ...login, ...json, '{"acknowledgementComment":"by curl"}', `${alerts}/${id}`);
    expect(noted).toMatchObject({ status: 200, body: { id, acknowledgementComment: "by curl" } });
  });

  test("is refused with a wrong key", async (context) => {
    const { ready } = await service();
    const answer = await curl(
      context,
      "--digest",
      "-u",
      `${ready.publicKey}:wrong`,
      "-H",
      ACCEPT,
      `${ready.baseUrl}${API}/groups`,
    );
    expect(answer).toMatchObject({ status: 401, body: { error: 401, errorCode: "NO_CURRENT_USER" } });
  });

  test("gets a token and bears it, until it is revoked", async (context) => {
    const { ready } = await service();
    const account = ["-u", `${ready.clientId}:${ready.clientSecret}`];
    const given = await curl(context, ...account, "-d", "grant_type=client_credentials", ready.tokenUrl);
    expect(given).toMatchObject({ status: 200, body: { token_type: "Bearer", expires_in: expect.any(Number) } });
    const token = String(Object(given.body).access_token);
    const ask = () =>
      curl(context, "--oauth2-bearer", token, "-H", ACCEPT, `${ready.baseUrl}${API}/groups/${ready.groupId}`);
    expect(await ask()).toMatchObject({ status: 200, body: { name: "Payments" } });
    const revoke = `${ready.baseUrl}/api/oauth/revoke`;
    expect((await curl(context, ...account, "-d", `token=${token}&token_type_hint=access_token`, revoke)).status).toBe(
      200,
    );
    expect((await ask()).status).toBe(401);
  });

  test("reads the discovery address with its own login, and with no other", async (context) => {
    const { ready } = await service();
    const address = `${ready.metricsUrl}/groups/${ready.groupId}/discovery?targetScheme=PRIVATE`;
    const answer = await curl(context, "--basic", "-u", `${ready.scrapeUsername}:${ready.scrapePassword}`, address);
    expect(answer.status).toBe(200);
    expect(answer.heads.at(-1)).toMatch(/^content-type: application\/json\r?$/imu);
    expect(Object(answer.body)[0]).toMatchObject({ targets: [expect.any(String)], labels: { group_name: "Payments" } });
    expect((await curl(context, "--basic", "-u", `${ready.publicKey}:${ready.privateKey}`, address)).status).toBe(401);
    const key = ["--digest", "-u", `${ready.scrapeUsername}:${ready.scrapePassword}`, "-H", ACCEPT];
    expect((await curl(context, ...key, `${ready.baseUrl}${API}/groups`)).status).toBe(401);
  });

  test("waits with a body until it is told to go on, and is told so only when it may", async (context) => {
    const { ready } = await service();
    const path = `${ready.baseUrl}${API}/groups/${ready.groupId}/alertConfigs`;
    const body = JSON.stringify({ eventTypeName: "x".repeat(100_000), notifications: [] });
    const send = (login: readonly string[]) =>
      curl(
        context,
        ...login,
        "-H",
        ACCEPT,
        "-H",
        "Expect: 100-continue",
        "-H",
        "Content-Type: application/json",
        "-d",
        body,
        path,
      );
    const stranger = await send([]);
    expect(stranger.status).toBe(401);
    expect(stranger.heads[0]).toMatch(/^HTTP\/1\.1 401/u);
    const known = await send(["--digest", "-u", `${ready.publicKey}:${ready.privateKey}`]);
    expect(known).toMatchObject({ status: 400, body: { errorCode: "VALIDATION_ERROR" } });
  });
});

describe("Prometheus", () => {
  test("reads its targets from the discovery address", async (context) => {
    const program = programOrSkip(context, "prometheus", "SEXTANT_PROMETHEUS");
    const { ready } = await service();
    const { scrapeUsername: username, scrapePassword: password } = ready;
    const url = `${ready.metricsUrl}/groups/${ready.groupId}/discovery`;
    const answer = await curl(context, "--basic", "-u", `${username}:${password}`, url);
    const items: readonly { targets: string[]; labels: Record<string, string> }[] = Object(answer).body;
    const prometheus = await startPrometheus(program, discovering({ url, username, password }));
    onTestFinished(() => prometheus.stop());
    const found = await prometheus.targets();
    // Its own labels begin with underscores, or are those of the job.
    const byAddress = found.map(({ discoveredLabels, labels }) => ({
      targets: [discoveredLabels["__address__"]],
      labels: Object.fromEntries(
        Object.entries(labels).filter(
          ([name]) => !["instance", "job", "node"].includes(name) && !name.startsWith("__"),
        ),
      ),
    }));
    const sorted = (list: readonly { readonly targets: readonly unknown[] }[]) =>
      list.toSorted((left, right) => (String(left.targets[0]) < String(right.targets[0]) ? -1 : 1));
    expect(items.length).toBeGreaterThan(10);
    expect(sorted(byAddress)).toEqual(sorted(items));
  });

  test("is told no with a wrong password, and says so", async (context) => {
    const program = programOrSkip(context, "prometheus", "SEXTANT_PROMETHEUS");
    const { ready } = await service();
    const url = `${ready.metricsUrl}/groups/${ready.groupId}/discovery`;
    const prometheus = await startPrometheus(
      program,
      discovering({ url, username: ready.scrapeUsername, password: "wrong" }),
    );
    onTestFinished(() => prometheus.stop());
    await expect.poll(() => prometheus.log(), { timeout: 30_000 }).toMatch(/401 Unauthorized/u);
  });

  test("scrapes what a service counts, request by request", async (context) => {
    const program = programOrSkip(context, "prometheus", "SEXTANT_PROMETHEUS");
    const { ready } = await service({ metrics: true });
    const call = await clientOf(ready);
    for (const _time of [1, 2, 3]) await call("GET", `/groups/${call.groupId}/alerts`);
    const prometheus = await startPrometheus(program, scraping(ready.baseUrl));
    onTestFinished(() => prometheus.stop());
    const [up] = await prometheus.query("up == 1");
    expect(up).toMatchObject({ metric: { job: "sextant" }, value: [expect.any(Number), "1"] });
    const counted = async (): Promise<number> => {
      const found = await prometheus.query('sextant_requests_total{operation="listAlerts",status="200"}');
      return found.reduce((sum, { value: [, count] }) => sum + Number(count), 0);
    };
    const before = await counted();
    expect(before).toBe(3);
    await call("GET", `/groups/${call.groupId}/alerts`);
    await expect.poll(counted, { timeout: 30_000 }).toBe(4);
    const [seconds] = await prometheus.query("histogram_quantile(0.5, sextant_request_seconds_bucket)");
    expect(Number(seconds?.value[1])).toBeGreaterThan(0);
  });
});

test("a program is taken from where the environment says, or else from the path", () => {
  vi.stubEnv("PATH", dirname(process.execPath));
  expect(findProgram(basename(process.execPath), "SEXTANT_NOTHING")).toBe(process.execPath);
  expect(findProgram("a-program-that-nobody-has", "SEXTANT_NOTHING")).toBeUndefined();
  vi.stubEnv("SEXTANT_NOTHING", process.execPath);
  expect(findProgram("a-program-that-nobody-has", "SEXTANT_NOTHING")).toBe(process.execPath);
});
