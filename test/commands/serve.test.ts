import { execFile } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { programOf } from "../../build.ts";
import { folder } from "../folder.ts";
import { type Started, started } from "../service/started.ts";
import { challengeOf, clientOf, fetchRaw } from "../service/support.ts";
import { type Ended, ended } from "./ended.ts";
import { Person } from "./person.ts";

const run = promisify(execFile);

/** `sextant serve --json` with these flags, once it is ready. */
const serving = (...flags: readonly string[]): Promise<Started> => started([programOf(), "serve", "--json", ...flags]);

/** What a command line that does not serve says, and its exit code. */
const refused = (...flags: readonly string[]): Promise<Ended> => ended(["serve", ...flags]);

describe("sextant serve", () => {
  test("--json prints one line with everything that a caller needs, and the service answers there", async () => {
    const { ready, line } = await serving("--port", "0", "--data", ":memory:");
    expect(line.trimEnd()).not.toContain("\n");
    expect(Object.keys(ready).toSorted()).toEqual(
      [
        "baseUrl",
        "metricsUrl",
        "tokenUrl",
        "controlUrl",
        "controlToken",
        "dialect",
        "orgId",
        "groupId",
        "groups",
        "clusters",
        "migrations",
        "publicKey",
        "privateKey",
        "clientId",
        "clientSecret",
        "scrapeUsername",
        "scrapePassword",
      ].toSorted(),
    );
    expect(ready.dialect).toBe("specification");
    expect(new URL(ready.baseUrl).hostname).toBe("127.0.0.1");
    expect(ready.groups[0]).toEqual({ id: ready.groupId, name: "Payments" });
    const { stdout } = await run("curl", [
      "-s",
      "--digest",
      "-u",
      `${ready.publicKey}:${ready.privateKey}`,
      "-H",
      "Accept: application/vnd.service.2025-03-12+json",
      `${ready.baseUrl}/api/service/v2/groups/${ready.groupId}/alerts?status=OPEN`,
    ]);
    const call = await clientOf(ready);
    const mine = await call("GET", `/groups/${ready.groupId}/alerts`, { query: "status=OPEN" });
    const ids = JSON.parse(stdout).results.map(({ id }: { id: string }) => id);
    expect(mine.rows().map(({ id }) => id)).toEqual(ids);
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "%s ends it cleanly, with exit code 0 and nothing left behind",
    async (signal) => {
      const dataDir = folder();
      const { process: child, ready } = await serving("--data", dataDir);
      const call = await clientOf(ready);
      expect((await call("GET", "/orgs")).status).toBe(200);
      child.kill(signal);
      expect(await once(child, "exit")).toEqual([0, null]);
      expect(readdirSync(dataDir)).toEqual(["service.sqlite"]);
    },
  );

  test("keeps its data and keys, and lays them anew with --fresh", async () => {
    const dataDir = folder();
    const first = await serving("--data", dataDir);
    first.process.kill("SIGTERM");
    await once(first.process, "exit");
    const second = await serving("--data", dataDir);
    // The token of the control surface is a new one at every start.
    expect(second.ready.controlToken).not.toBe(first.ready.controlToken);
    expect({ ...second.ready, controlToken: "" }).toEqual({ ...first.ready, controlToken: "" });
    second.process.kill("SIGTERM");
    await once(second.process, "exit");
    const third = await serving("--data", dataDir, "--fresh", "--alerts", "50", "--projects", "5");
    expect(third.ready.privateKey).not.toBe(first.ready.privateKey);
    expect(third.ready.groups).toHaveLength(5);
    const call = await clientOf(third.ready);
    expect((await call("GET", `/groups/${third.ready.groupId}/alerts`)).at("totalCount")).toBe(50);
  });

  test("speaks the dialect, signs with the digest and runs at the speed that it is told", async () => {
    const { ready } = await serving(
      "--data",
      ":memory:",
      "--dialect",
      "atlas",
      "--digest",
      "sha-256",
      "--speed",
      "60",
      "--quiet",
    );
    const reply = await fetchRaw(ready.baseUrl, "/api/atlas/v2/orgs");
    expect(challengeOf(reply.headers["www-authenticate"] ?? "")["algorithm"]).toBe("SHA-256");
    expect(reply.headers["x-sextant-speed"]).toBe("60");
    expect(ready.dialect).toBe("atlas");
  });

  test("a second one on the same data says who has it, and exits 1", async () => {
    const dataDir = folder();
    const { ready, process: child } = await serving("--data", dataDir);
    const { code, stderr } = await refused("--data", dataDir);
    expect([code, stderr]).toEqual([1, expect.stringContaining(ready.baseUrl)]);
    expect(stderr).toContain(String(child.pid));
  });

  test("a second one on data that others are served from starts nothing, and says who has them", async () => {
    const dataDir = folder();
    const proxy = ["--behind-proxy", "https://localhost"];
    const { process: child } = await serving("--data", dataDir, ...proxy);
    for (const flags of [[], proxy]) {
      const { code, stdout, stderr } = await refused("--data", dataDir, ...flags);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(`Process ${child.pid} serves ${dataDir} to other machines at https://localhost`);
    }
    expect(readdirSync(dataDir)).toContain("service.lock");
  });

  test("a port that is taken is said in a sentence, and exits 1", async () => {
    const other = createServer();
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => {
      other.close();
    });
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const dataDir = folder();
    const { code, stderr } = await refused("--data", dataDir, "--port", String(port));
    expect([code, stderr.trim()]).toEqual([
      1,
      `sextant serve: port ${port} is in use: choose another port, or 0 for any free port.`,
    ]);
    expect(readdirSync(dataDir)).not.toContain("service.lock");
  });

  test.each([
    ["--nonsense"],
    ["--port", "eighty"],
    ["--port", "70000"],
    ["--port"],
    ["--speed", "-1"],
    ["--dialect", "klingon"],
    ["--digest", "sha-1"],
    ["--alerts", "1.5"],
    ["--projects", "2"],
    ["--snapshots", "10001"],
    ["--tls-cert", "cert.pem"],
    ["--tls-key", "key.pem"],
    ["--faults", ""],
    ["--faults", "nonsense"],
    ["--faults", "slow(second=2)"],
    ["--faults", "slow(seconds=never)"],
    ["--faults", "slow on"],
    ["--faults", "slow on nowhere"],
    ["--faults", "slow sometimes"],
    ["--faults", "slow every 0"],
    ["--faults", "slow for ever"],
    ["--data", ""],
    ["--listen", "0.0.0.0"],
    ["--listen", "::", "--tls"],
    ["--listen", "localhost"],
    ["--listen", "::1", "--tls"],
    ["--listen", ""],
    ["--behind-proxy", "http://atlas.example.com"],
    ["--behind-proxy", "https://atlas.example.com/path"],
    ["--behind-proxy", "atlas.example.com"],
    ["--database", "mysql://localhost/x"],
    ["--database", ""],
    ["--database", "postgres://localhost/x", "--data", "here"],
    ["--database", "postgres://localhost/x", "--fresh"],
    ["extra"],
  ])("%s %s is wrong use: one sentence, exit 2, nothing started", (...flags) => {
    using person = new Person();
    const { status, stdout, stderr } = person.command(["serve", ...flags]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^sextant serve: [^\n]+\n$/u);
  });

  test("--help lists the flags", async () => {
    const { code, stdout } = await refused("--help");
    expect(code).toBe(0);
    const flags = ["--port", "--data", "--fresh", "--speed", "--quiet", "--dialect", "--digest", "--json"];
    for (const flag of [...flags, "--tls", "--tls-cert", "--tls-key", "--faults", "--snapshots"]) {
      expect(stdout).toContain(flag);
    }
  });
});
