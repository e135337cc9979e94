import { describe, expect, test } from "vitest";
import { outcome, switchOff, switchOn } from "./scenario-support.ts";
import { type Client, control, fetchRaw, ready } from "./support.ts";

/** Scenarios of the connection and of broken answers, over real HTTP. */

const alerts = (call: Client): string => `/groups/${call.groupId}/alerts`;
const configurations = (call: Client): string => `/groups/${call.groupId}/alertConfigs`;
const body = { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }] };

const numberOf = async (call: Client): Promise<unknown> => (await call("GET", configurations(call))).at("totalCount");

describe("refusals", () => {
  test("429-on-write refuses the POST alone, with Retry-After, and nothing is done", async () => {
    const call = await ready();
    const before = await numberOf(call);
    await switchOn(call, "429-on-write", { options: { wait: 7 } });
    const reply = await call("POST", configurations(call), { body });
    expect([reply.status, reply.at("errorCode"), reply.headers["retry-after"]]).toEqual([
      429,
      "RATE_LIMITED_TOKEN_BUCKET",
      "7",
    ]);
    expect(await numberOf(call)).toBe(before);
    await switchOff(call, "429-on-write");
    expect((await call("POST", configurations(call), { body })).status).toBe(200);
  });

  test("429-on-write can leave Retry-After out", async () => {
    const call = await ready();
    await switchOn(call, "429-on-write", { options: { header: "no" } });
    const reply = await call("POST", configurations(call), { body });
    expect([reply.status, reply.headers["retry-after"]]).toEqual([429, undefined]);
  });

  test.each([500, 502, 503, 504])("server-error %i comes three times, then all is well", async (status) => {
    const call = await ready();
    await switchOn(call, "server-error", { options: { status, wait: 2 } });
    const replies = [1, 2, 3, 4].map(() => call("GET", alerts(call)));
    const seen = await Promise.all(replies);
    expect(seen.map((reply) => reply.status).toSorted()).toEqual([200, status, status, status]);
    expect(seen.find((reply) => reply.status === status)?.headers["retry-after"]).toBe("2");
  });

  test("error-after does the work and says that it failed", async () => {
    const call = await ready();
    const before = Number(await numberOf(call));
    await switchOn(call, "error-after", { options: { status: 503 } });
    const reply = await call("POST", configurations(call), { body });
    expect([reply.status, reply.at("errorCode"), reply.at("error")]).toEqual([503, "UNEXPECTED_ERROR", 503]);
    expect(await numberOf(call)).toBe(before + 1);
  });

  test("refused gives any error document", async () => {
    const call = await ready();
    await switchOn(call, "refused", { options: { status: 402, code: "ACCOUNT_SUSPENDED", detail: "Pay." } });
    expect((await call("GET", alerts(call))).json).toMatchObject({
      error: 402,
      errorCode: "ACCOUNT_SUSPENDED",
      detail: "Pay.",
    });
  });
});

describe("cut connections", () => {
  test("cut-before closes without having done anything", async () => {
    const call = await ready();
    const before = await numberOf(call);
    await switchOn(call, "cut-before", { on: "POST **" });
    expect(await outcome(call("POST", configurations(call), { body }))).toBe("ECONNRESET");
    expect(await numberOf(call)).toBe(before);
    const { entries } = Object((await control(call.ready, "GET", "/journal")).json);
    expect(entries.find(({ method }: { method: string }) => method === "POST")).toMatchObject({
      status: 0,
      operation: "createAlertConfiguration",
      faults: ["cut-before"],
    });
  });

  test("cut-after closes when the write has happened", async () => {
    const call = await ready();
    const before = Number(await numberOf(call));
    await switchOn(call, "cut-after");
    expect(await outcome(call("POST", configurations(call), { body }))).toBe("ECONNRESET");
    expect(await numberOf(call)).toBe(before + 1);
  });

  test("cut-mid-body cut off in the body of an answer that was 200", async () => {
    const call = await ready();
    await switchOn(call, "cut-mid-body");
    expect(await outcome(call("GET", alerts(call)))).toBe("ECONNRESET");
    await switchOff(call);
    expect(await outcome(call("GET", alerts(call)))).toBe(200);
  });
});

describe("broken bodies", () => {
  /** An answer as it came, whatever it calls itself. */
  async function textOf(call: Client): Promise<{ status: number; text: string; type: string | undefined }> {
    const token = await fetchRaw(call.ready.baseUrl, "/api/oauth/token", {
      method: "POST",
      headers: {
        Authorization: `Basic ${Buffer.from(`${call.ready.clientId}:${call.ready.clientSecret}`).toString("base64")}`,
        "Content-Type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
    });
    const answer = await fetch(`${call.ready.baseUrl}/api/service/v2${alerts(call)}`, {
      headers: {
        Authorization: `Bearer ${token.str("access_token")}`,
        Accept: "application/vnd.service.2025-03-12+json",
      },
    });
    return {
      status: answer.status,
      text: await answer.text(),
      type: answer.headers.get("content-type")?.split(";")[0],
    };
  }
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };

  test.each(["truncated-json", "garbled-json"])("%s is 200 and no JSON", async (scenario) => {
    const call = await ready();
    await switchOn(call, scenario, { on: "GET **/alerts" });
    const { status, text, type } = await textOf(call);
    expect([status, type, isJson(text)]).toEqual([200, "application/vnd.service.2023-01-01+json", false]);
    expect(text.length).toBeGreaterThan(100);
  });

  test.each([502, 200])("html-error is a proxy's page with %i", async (wanted) => {
    const call = await ready();
    await switchOn(call, "html-error", { on: "GET **/alerts", options: { status: wanted } });
    const { status, text, type } = await textOf(call);
    expect([status, type]).toEqual([wanted, "text/html"]);
    expect(text).toContain("<html>");
  });

  test("empty-body has a status and nothing else", async () => {
    const call = await ready();
    await switchOn(call, "empty-body", { on: "GET **/alerts" });
    expect(await textOf(call)).toMatchObject({ status: 200, text: "" });
  });
});

describe("late answers", () => {
  test("slow answers all the same, before or after the work", async () => {
    const call = await ready();
    for (const where of ["before", "after"]) {
      await switchOn(call, "slow", { options: { seconds: 0.05, where } });
      expect((await call("GET", alerts(call))).status).toBe(200);
      await switchOff(call);
    }
  });

  test("a slow write of a caller that went away is done all the same", async () => {
    const call = await ready();
    const before = Number(await numberOf(call));
    await switchOn(call, "slow", { on: "POST **", options: { seconds: 3600 } });
    const broken = new AbortController();
    const token = await call("GET", "/orgs");
    expect(token.status).toBe(200);
    const posting = postWith(call, broken.signal);
    while ((await triggeredBy(call, "slow")) === 0) await new Promise((resolve) => setImmediate(resolve));
    // Its body came with its head: by the time that another request is answered, it has been read.
    expect(await numberOf(call)).toBe(before);
    broken.abort();
    await expect(posting).rejects.toThrow();
    while ((await numberOf(call)) === before) await new Promise((resolve) => setImmediate(resolve));
    expect(await numberOf(call)).toBe(before + 1);
  });

  test("jitter waits by chance and answers", async () => {
    const call = await ready();
    await switchOn(call, "jitter", { options: { least: 0, most: 0.05 } });
    expect((await Promise.all([1, 2, 3].map(() => call("GET", alerts(call))))).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ]);
  });

  test("hang never answers, and the service stops all the same", async () => {
    const call = await ready();
    await switchOn(call, "hang", { on: "GET **/alerts" });
    const request = outcome(call("GET", alerts(call)));
    while ((await triggeredBy(call, "hang")) === 0) await new Promise((resolve) => setImmediate(resolve));
    // Everything else goes on meanwhile.
    expect((await call("GET", configurations(call))).status).toBe(200);
    await switchOff(call);
    const state = await Promise.race([request, call("GET", alerts(call)).then(() => "the next one was answered")]);
    expect(state).toBe("the next one was answered");
  });
});

const triggeredBy = async (call: Client, name: string): Promise<number> => {
  const on = (await control(call.ready, "GET", "/scenarios")).rows("on");
  return Number(on.find(({ scenario }) => scenario === name)?.["triggered"] ?? 0);
};

async function postWith(call: Client, signal: AbortSignal): Promise<unknown> {
  const account = `${call.ready.clientId}:${call.ready.clientSecret}`;
  const token = await fetch(call.ready.tokenUrl, {
    method: "POST",
    headers: {
      Authorization: `Basic ${Buffer.from(account).toString("base64")}`,
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  });
  const { access_token } = Object(await token.json());
  return fetch(`${call.ready.baseUrl}/api/service/v2${configurations(call)}`, {
    method: "POST",
    signal,
    headers: {
      Authorization: `Bearer ${access_token}`,
      Accept: "application/vnd.service.2025-03-12+json",
      "Content-Type": "application/json",
    },
    body: JSON.stringify(body),
  });
}
