import { chmodSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { programOf } from "../../build.ts";
import { exitOf, type Finding, failed, ok, skipped, warning } from "../../src/commands/doctor/finding.ts";
import { loginFindings } from "../../src/commands/doctor/login.ts";
import { certificateFinding, clockFinding, networkFindings } from "../../src/commands/doctor/network.ts";
import { modesIn, type TerminalSeen, terminalFindings } from "../../src/commands/doctor/terminal.ts";
import { GroupId } from "../../src/contract/schema/ids.ts";
import { connectionTo, GROUP, json, page, refuse, scriptedServer } from "../client/scripted-server.ts";
import { Terminal } from "../journeys/terminal.ts";
import { started } from "../service/started.ts";
import { Person } from "./person.ts";

/** `sextant doctor`: a line for each thing that stands between a person and a working console. */

const CANARY = "canary-secret-51bd";

type Run = { readonly status: number | null; readonly findings: readonly Finding[] };

function examine(person: Person, env: Readonly<Record<string, string>> = {}, ...args: readonly string[]): Run {
  const { status, stdout } = person.command(["doctor", "--json", ...args], "", env);
  return { status, findings: JSON.parse(stdout) };
}

const statusOf = ({ findings }: Run, id: string): string | undefined =>
  findings.find((finding) => finding.id === id)?.status;

const saidOf = ({ findings }: Run, id: string): string => {
  const finding = findings.find((one) => one.id === id);
  return `${finding?.found} | ${finding?.advice}`;
};

test("without a service the embedded one is tried, nothing is left behind, and all is well", () => {
  using person = new Person();
  const run = examine(person);
  expect([run.status, statusOf(run, "service"), statusOf(run, "network")]).toEqual([0, "ok", "skipped"]);
  expect(Object.keys(run.findings[0] ?? {}).toSorted()).toEqual(["advice", "found", "id", "status", "title"]);
  expect(readdirSync(person.directory)).toEqual([]);
});

test("for people each finding is a line, what to do stands below it, and a summary at the end", () => {
  using person = new Person();
  const { stdout, status } = person.command(["doctor"], "", {
    SEXTANT_BASE_URL: "https://nowhere.invalid",
    SEXTANT_PUBLIC_KEY: "a",
    SEXTANT_PRIVATE_KEY: CANARY,
  });
  expect(status).toBe(2);
  expect(stdout).toMatch(/^failed {3}Name \(DNS\) {14}nowhere\.invalid is not found: \w+\n {33}Check the address/mu);
  expect(stdout).toMatch(/^skipped {2}Encryption \(TLS\) +a step before it failed$/mu);
  expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^\d+ ok · 1 failed · \d+ skipped$/u);
  expect(stdout).not.toContain(CANARY);
});

test("a service that has no list of projects has not refused the login", async () => {
  await using server = await scriptedServer((_request, response) =>
    refuse(response, 404, "RESOURCE_NOT_FOUND", "none"),
  );
  const findings = await loginFindings(connectionTo(server.url), true, null);
  expect(findings.map(({ id, status }) => [id, status])).toEqual([
    ["login", "skipped"],
    ["roles", "skipped"],
    ["version", "skipped"],
  ]);
});

test("without a list of projects the login is tried at the project that is opened", async () => {
  await using server = await scriptedServer((request, response) =>
    request.target.includes("/alerts")
      ? json(response, 200, page([]))
      : refuse(response, 404, "RESOURCE_NOT_FOUND", "none"),
  );
  const [login] = await loginFindings(connectionTo(server.url), true, GROUP);
  expect(login).toMatchObject({ status: "ok", found: "accepted; this service has no list of projects" });
});

test("where nothing is found, dialect, base URL and project are named", async () => {
  await using server = await scriptedServer((_request, response) =>
    refuse(response, 404, "RESOURCE_NOT_FOUND", "none"),
  );
  const [login] = await loginFindings(connectionTo(server.url), true, GROUP);
  expect(login).toMatchObject({ status: "failed", advice: expect.stringContaining("Check the dialect") });
});

test("a project that the credentials cannot access is said to be none, with those that they can", async () => {
  const mine = { id: "65f0000000000000000000aa", name: "Payments", orgId: "65f0000000000000000000bb" };
  await using server = await scriptedServer((_request, response) => json(response, 200, page([mine])));
  const connection = connectionTo(server.url);
  const other = await loginFindings(connection, true, GROUP);
  expect(other.find(({ id }) => id === "project")).toMatchObject({
    status: "failed",
    found: `these credentials have no access to ${GROUP}`,
    advice: expect.stringContaining("to one of Payments (65f0000000000000000000aa)."),
  });
  const own = await loginFindings(connection, true, GroupId.of(mine.id));
  expect(own.find(({ id }) => id === "project")).toMatchObject({ status: "ok", found: "Payments" });
  const none = await loginFindings(connection, true, null);
  expect(none.find(({ id }) => id === "project")?.status).toBe("skipped");
});

test("an address that gets no credentials is no working service", () => {
  using person = new Person();
  const run = examine(person, {
    SEXTANT_BASE_URL: "http://nowhere.invalid",
    SEXTANT_PUBLIC_KEY: "a",
    SEXTANT_PRIVATE_KEY: CANARY,
  });
  expect([statusOf(run, "service"), saidOf(run, "service")]).toEqual([
    "failed",
    expect.stringMatching(/credentials are sent only over https.* \| Use https in the base URL/u),
  ]);
});

describe("the way to a service over TLS", () => {
  test("is told step by step; an unknown authority, a wrong key and a wrong port each fail with what to do", async () => {
    const { ready } = await started([programOf(), "serve", "--json", "--tls", "--data", ":memory:"]);
    using person = new Person();
    const env = {
      SEXTANT_BASE_URL: ready.baseUrl,
      SEXTANT_PUBLIC_KEY: ready.publicKey,
      SEXTANT_PRIVATE_KEY: ready.privateKey,
      SEXTANT_CA_FILE: ready.caFile ?? "",
    };
    const good = examine(person, env);
    expect(good.findings.filter(({ status }) => status === "failed" || status === "warning")).toEqual([]);
    expect(good.status).toBe(0);
    expect(saidOf(good, "tls")).toMatch(/^TLSv1\.3, issued by sextant, valid for \d+ more days, own CA file in use/u);
    expect(saidOf(good, "login")).toMatch(/^accepted; 3 projects/u);
    expect(saidOf(good, "clock")).toMatch(/^as the service's/u);

    const unknown = examine(person, { ...env, SEXTANT_CA_FILE: "" });
    expect([unknown.status, statusOf(unknown, "tls"), statusOf(unknown, "login")]).toEqual([2, "failed", "skipped"]);
    expect(saidOf(unknown, "tls")).toMatch(/SELF_SIGNED.* \| Set SEXTANT_CA_FILE/u);

    const wrongKey = examine(person, { ...env, SEXTANT_PRIVATE_KEY: CANARY });
    expect([wrongKey.status, statusOf(wrongKey, "tls"), statusOf(wrongKey, "login")]).toEqual([2, "ok", "failed"]);
    expect(saidOf(wrongKey, "login")).toContain("Check that key and secret match");

    const closed = examine(person, { ...env, SEXTANT_BASE_URL: "https://127.0.0.1:1" });
    expect([statusOf(closed, "tcp"), statusOf(closed, "tls")]).toEqual(["failed", "skipped"]);

    const plain = examine(person, { ...env, SEXTANT_BASE_URL: ready.baseUrl.replace("https", "http") });
    expect([statusOf(plain, "tls"), statusOf(plain, "login")]).toEqual(["skipped", "failed"]);

    const proxy = { HTTPS_PROXY: `http://ops:${CANARY}@127.0.0.1:1`, SEXTANT_BASE_URL: "https://nowhere.invalid" };
    const behind = examine(person, { ...env, ...proxy });
    expect(saidOf(behind, "proxy")).toBe("127.0.0.1, port 1, with a login | null");
    expect(statusOf(behind, "tcp")).toBe("failed");
    expect(saidOf(behind, "tcp")).toContain("| Check HTTPS_PROXY");

    const added = person.command(
      [
        "profile",
        "add",
        "prod",
        "--base-url",
        ready.baseUrl,
        "--public-key",
        ready.publicKey,
        "--secret-in",
        "file",
        "--ca-file",
        ready.caFile ?? "",
      ],
      ready.privateKey,
    );
    expect(added.status).toBe(0);
    const byProfile = examine(person, {}, "--profile", "prod");
    expect(byProfile.status).toBe(0);
    expect(saidOf(byProfile, "service")).toContain("by profile prod");
    expect(person.said.join("")).not.toContain(CANARY);
    expect(person.said.join("")).not.toContain(ready.privateKey);
  });
});

test("a port without TLS is not said to have a certificate that is not accepted", async () => {
  await using server = await scriptedServer((_request, response) =>
    refuse(response, 404, "RESOURCE_NOT_FOUND", "none"),
  );
  const https = new URL(server.url);
  https.protocol = "https:";
  const findings = await networkFindings(connectionTo(https));
  const tls = findings.find(({ id }) => id === "tls");
  expect(tls?.found).toMatch(/^no encryption: ERR_SSL_/u);
  expect(tls?.advice).toContain("only if the service uses TLS on this port");
});

describe("files and folders", () => {
  test("that are broken are named with what to do, and nothing of a broken file is shown", () => {
    using person = new Person();
    person.write("config/sextant/profiles.json", `{"version":1,"profiles": ${CANARY}`);
    person.write(
      "config/sextant/preferences.json",
      '{"version":1,"theme":"mauve","keys":{"action.new":["e"],"preferences":["f2"]},"start":"nowhere"}',
    );
    const run = examine(person);
    expect([run.status, statusOf(run, "profiles"), statusOf(run, "preferences")]).toEqual([2, "failed", "warning"]);
    const preferences = run.findings.filter(({ id }) => id === "preferences").map(({ found }) => found);
    expect(run.findings.find(({ id }) => id === "preferences")).toMatchObject({
      advice: "Press F2 in the console, or correct the file.",
    });
    expect(preferences.join("\n")).toMatch(/e cannot be the key of “New”[\s\S]*Unknown theme mauve[\s\S]*nowhere/u);
    expect(person.said.join("")).not.toContain(CANARY);
  });

  test("that others can change, look into or that are files are told", () => {
    using person = new Person();
    const at = (...folders: readonly string[]): string => join(person.directory, ...folders);
    mkdirSync(at("config", "sextant"), { recursive: true, mode: 0o700 });
    chmodSync(at("config", "sextant"), 0o777);
    mkdirSync(at("state", "sextant"), { recursive: true });
    chmodSync(at("state", "sextant"), 0o755);
    person.write("data/sextant", "no folder");
    const run = examine(person);
    expect(saidOf(run, "folder-config")).toMatch(/every user of this machine can change it \| Run: chmod go-w/u);
    expect([statusOf(run, "folder-config"), statusOf(run, "folder-state"), statusOf(run, "folder-data")]).toEqual([
      "failed",
      "warning",
      "failed",
    ]);
  });
});

test("an unknown profile and an unknown option are named", () => {
  using person = new Person();
  const run = examine(person, {}, "--profile", "prod");
  expect([run.status, statusOf(run, "service")]).toEqual([2, "failed"]);
  const wrong = person.command(["doctor", "--jsn"]);
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining("--json")]);
});

test("in a terminal it says what that can do, and leaves it as it was", async () => {
  using person = new Person();
  await using terminal = new Terminal({ args: [programOf(), "doctor"], rows: 40, env: person.env, keys: {} });
  await terminal.waitFor(/\d+ ok ·/u);
  const text = terminal.text();
  expect(text).toMatch(/ok +Terminal size +80x40/u);
  expect(text).toMatch(/ok +Colours/u);
  expect((await terminal.exit()).code).toBe(0);
});

describe("what is found", () => {
  const seen: TerminalSeen = {
    isTerminal: true,
    isBackground: false,
    columns: 80,
    rows: 24,
    env: { TERM: "xterm-256color", LANG: "C.UTF-8" },
    modes: { synchronized: true, bracketedPaste: true },
    tmux: null,
  };
  const statuses = (change: Partial<TerminalSeen>): Readonly<Record<string, string>> =>
    Object.fromEntries(terminalFindings({ ...seen, ...change }).map(({ id, status }) => [id, status]));

  test("of a terminal goes by its size, its environment and its answers", () => {
    expect(statuses({})).toEqual({
      terminal: "ok",
      size: "ok",
      colours: "ok",
      utf8: "ok",
      synchronized: "ok",
      paste: "ok",
      clipboard: "skipped",
    });
    expect(statuses({ columns: 59 })["size"]).toBe("warning");
    expect(statuses({ env: { TERM: "dumb" } })).toMatchObject({ colours: "warning", utf8: "warning" });
    expect(statuses({ env: { ...seen.env, NO_COLOR: "1" } })["colours"]).toBe("ok");
    expect(statuses({ modes: null })["paste"]).toBe("skipped");
    expect(statuses({ isTerminal: false })).toEqual({ terminal: "skipped" });
    const tmux = { "set-clipboard": "off", "allow-passthrough": "on" };
    expect(statuses({ tmux })).toMatchObject({ "tmux-set-clipboard": "warning", "tmux-allow-passthrough": "ok" });
  });

  test("of its answers is a mode that it knows, and nothing where it did not answer in time", () => {
    expect(modesIn("\u001b[?2026;2$y\u001b[?2004;1$y\u001b[?62;22c")).toEqual({
      synchronized: true,
      bracketedPaste: true,
    });
    expect(modesIn("\u001b[?2026;0$y\u001b[?2004;1$y\u001b[?6c")).toEqual({
      synchronized: false,
      bracketedPaste: true,
    });
    expect(modesIn("\u001b[?6c")).toEqual({ synchronized: null, bracketedPaste: null });
    expect(modesIn("\u001b[?2026;2$y")).toBeNull();
  });

  test("of a clock is a warning above a minute and a failure above five", () => {
    const at = Date.UTC(2026, 10, 23);
    expect(clockFinding(at, at + 1000).status).toBe("ok");
    expect(clockFinding(at, at + 61_000).status).toBe("warning");
    expect(clockFinding(at, at - 3_600_000)).toMatchObject({ status: "failed", found: "1 h behind the service" });
  });

  test("of a certificate is a warning when it ends soon", () => {
    const now = Date.UTC(2026, 10, 23);
    expect(certificateFinding("TLSv1.3", "Acme", now + 20 * 86_400_000, now, false).status).toBe("ok");
    expect(certificateFinding("TLSv1.3", "Acme", now + 1.5 * 86_400_000, now, false)).toMatchObject({
      status: "warning",
      found: "TLSv1.3, issued by Acme, valid for 1 more day",
    });
  });

  test("makes the exit code: the gravest of all", () => {
    const [well, odd, bad, none] = [
      ok("a", "A", ""),
      warning("b", "B", "", ""),
      failed("c", "C", "", ""),
      skipped("d", "D", ""),
    ];
    expect([exitOf([well, none]), exitOf([well, odd]), exitOf([odd, bad])]).toEqual([0, 1, 2]);
  });
});
