import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { generate } from "selfsigned";
import { describe, expect, test } from "vitest";
import { programOf } from "../../build.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { folder } from "../folder.ts";
import { type Started, started } from "../service/started.ts";
import { type Ended, ended } from "./ended.ts";

/** `sextant serve --tls` and `sextant run` over it: digest, and OAuth2, which some callers do over https only. */

const run = promisify(execFile);

const serving = (...flags: readonly string[]): Promise<Started> => started([programOf(), "serve", "--json", ...flags]);

function sextant(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const home = folder();
  const own = { PATH: process.env["PATH"] ?? "", XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, XDG_STATE_HOME: home };
  return ended(args, { ...own, ...env });
}

const place = (ready: ServiceReady): Record<string, string> => ({
  SEXTANT_BASE_URL: ready.baseUrl,
  SEXTANT_TOKEN_URL: ready.tokenUrl,
  SEXTANT_PROJECT_ID: ready.groupId,
});
const trust = ({ caFile = "" }: ServiceReady): Record<string, string> => ({ SEXTANT_CA_FILE: caFile });
const digest = ({ publicKey, privateKey }: ServiceReady): Record<string, string> => ({
  SEXTANT_PUBLIC_KEY: publicKey,
  SEXTANT_PRIVATE_KEY: privateKey,
});
const oauth = ({ clientId, clientSecret }: ServiceReady): Record<string, string> => ({
  SEXTANT_CLIENT_ID: clientId,
  SEXTANT_CLIENT_SECRET: clientSecret,
});
const ASK = ["run", "listAlerts", "--query", "status=OPEN"];

describe("sextant serve --tls", () => {
  test("makes a certificate for the run, for whom trusts it: digest, OAuth2 and curl; and takes it away again", async () => {
    const { ready, process: child } = await serving("--tls", "--data", ":memory:");
    expect([ready.baseUrl, ready.metricsUrl, ready.tokenUrl, ready.controlUrl].map((url) => url.slice(0, 18))).toEqual(
      Array.from({ length: 4 }, () => "https://127.0.0.1:"),
    );
    const certificate = new X509Certificate(readFileSync(ready.caFile ?? ""));
    expect([certificate.checkIP("127.0.0.1"), certificate.checkHost("localhost")]).toEqual(["127.0.0.1", "localhost"]);
    for (const credentials of [digest(ready), oauth(ready)]) {
      const { code, stdout, stderr } = await sextant(ASK, { ...place(ready), ...trust(ready), ...credentials });
      expect([code, stderr]).toEqual([0, ""]);
      expect(JSON.parse(stdout).results.length).toBeGreaterThan(0);
    }
    const { stdout } = await run("curl", ["-s", "--cacert", ready.caFile ?? "", `${ready.baseUrl}/openapi.json`]);
    expect(JSON.parse(stdout).openapi).toMatch(/^3\.1/u);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(existsSync(ready.caFile ?? "")).toBe(false);
  });

  test("who does not trust it is told what to name, and reaches nothing", async () => {
    const { ready } = await serving("--tls", "--data", ":memory:");
    const { code, stdout, stderr } = await sextant(ASK, { ...place(ready), ...digest(ready) });
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toContain("SEXTANT_CA_FILE");
  });

  test("a second one on the same data finds the first one over TLS", async () => {
    const dataDir = folder();
    const { ready, process: child } = await serving("--tls", "--data", dataDir);
    const second = await sextant(["serve", "--data", dataDir]);
    expect([second.code, second.stderr]).toEqual([
      1,
      expect.stringContaining(`process ${child.pid}, ${ready.baseUrl}`),
    ]);
  });
});

describe("a certificate that is given", () => {
  const ip = { type: 7, ip: "127.0.0.1" } as const;
  const localhost = { type: 2, value: "localhost" } as const;
  const other = { type: 2, value: "other.example" } as const;

  async function files(altName: typeof ip | typeof localhost | typeof other) {
    const { cert, private: key } = await generate([{ name: "commonName", value: "given" }], {
      keyType: "ec",
      algorithm: "sha256",
      extensions: [{ name: "subjectAltName", altNames: [altName] }],
    });
    const home = folder();
    const [certFile, keyFile] = [join(home, "cert.pem"), join(home, "key.pem")];
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, key);
    return { certFile, keyFile };
  }

  test.each([
    ["an address", ip, "https://127.0.0.1:"],
    ["a name", localhost, "https://localhost:"],
  ])("for %s is used, and left where it is", async (_what, altName, origin) => {
    const { certFile, keyFile } = await files(altName);
    const { ready, process: child } = await serving("--tls-cert", certFile, "--tls-key", keyFile, "--data", ":memory:");
    expect(ready.baseUrl.startsWith(origin)).toBe(true);
    expect(ready.caFile).toBe(certFile);
    expect((await sextant(ASK, { ...place(ready), ...trust(ready), ...oauth(ready) })).code).toBe(0);
    child.kill("SIGTERM");
    await once(child, "exit");
    expect(existsSync(certFile)).toBe(true);
  });

  test("that is for another machine, has another key, or is none, is refused in a sentence", async () => {
    const [one, two, foreign] = [await files(ip), await files(ip), await files(other)];
    const given = async (certFile: string, keyFile: string): Promise<unknown[]> => {
      const { code, stderr } = await sextant([
        "serve",
        "--data",
        ":memory:",
        "--tls-cert",
        certFile,
        "--tls-key",
        keyFile,
      ]);
      return [code, stderr.split("\n").length, stderr];
    };
    expect(await given(foreign.certFile, foreign.keyFile)).toEqual([1, 2, expect.stringContaining("neither of")]);
    expect(await given(one.certFile, two.keyFile)).toEqual([1, 2, expect.stringContaining("does not match")]);
    expect(await given(one.keyFile, one.keyFile)).toEqual([1, 2, expect.stringContaining("contains no certificate")]);
    expect(await given("/nowhere/cert.pem", one.keyFile)).toEqual([1, 2, expect.stringContaining("cannot be read")]);
  });
});

test("--faults goes wrong from the start, and --snapshots makes the list long", async () => {
  const flags = ["--faults", 'refused(status=409,code=BUSY,detail="In a moment; wait") on listAlerts every 2'];
  const { ready } = await serving(...flags, "--snapshots", "700", "--data", ":memory:");
  const env = { ...place(ready), ...oauth(ready) };
  expect((await sextant(ASK, env)).code).toBe(0);
  const refused = await sextant(ASK, env);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("In a moment; wait")]);
  const { stdout } = await sextant(["run", "listReplicaSetBackups", "clusterName=prod-eu"], env);
  expect(JSON.parse(stdout).totalCount).toBe(700);
});
