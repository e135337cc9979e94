import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { programOf } from "../../build.ts";
import { run } from "../../src/commands/run.ts";
import { isJsonObject, type Json, type JsonObject, jsonObjectsOf, parseJson } from "../../src/contract/json/json.ts";
import { type RunningService, startService } from "../../src/service/service.ts";
import { json, page, type Script, scriptedServer } from "../client/scripted-server.ts";

type Outcome = { readonly code: number; readonly stdout: string; readonly stderr: string };
type Given = { readonly env?: Readonly<Record<string, string>>; readonly stdin?: string; readonly tty?: boolean };

let folder: string;
let service: RunningService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sextant-run-"));
  service = await startService({ place: ":memory:", quiet: true, size: { alerts: 40 } });
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Where the program would keep its things, so that it never looks at those of who runs the tests. */
const places = () => ({
  HOME: folder,
  XDG_CONFIG_HOME: join(folder, "config"),
  XDG_DATA_HOME: join(folder, "data"),
  XDG_STATE_HOME: join(folder, "state"),
});

/** The variables that name this test's service. */
const here = () => {
  const { ready } = service;
  return {
    ...places(),
    SEXTANT_BASE_URL: ready.baseUrl,
    SEXTANT_PUBLIC_KEY: ready.publicKey,
    SEXTANT_PRIVATE_KEY: ready.privateKey,
    SEXTANT_PROJECT_ID: ready.groupId,
  };
};

/** Runs `sextant run` in this process. */
async function sextantRun(
  argv: readonly string[],
  { env = here(), stdin = "", tty = false }: Given = {},
): Promise<Outcome> {
  const stdout = Object.assign(new PassThrough(), { isTTY: tty });
  const stderr = Object.assign(new PassThrough(), { isTTY: tty });
  const code = await run(argv, env, { stdin: Readable.from([stdin]), stdout, stderr });
  stdout.end();
  stderr.end();
  return { code, stdout: await text(stdout), stderr: await text(stderr) };
}

function document(content: string): JsonObject {
  const read = parseJson(content);
  if (!read.ok || !isJsonObject(read.value)) throw new Error(`no JSON object: ${content}`);
  return read.value;
}

const rowsOf = (outcome: Outcome): readonly JsonObject[] => {
  const rows = document(outcome.stdout)["results"];
  return Array.isArray(rows) ? rows.filter(isJsonObject) : [];
};

/** The policies of a schedule with another retention of the weekly item. */
function withRetention({ policies }: JsonObject, change: (value: number) => number): Json {
  const [policy] = Array.isArray(policies) ? policies.filter(isJsonObject) : [];
  const items = policy?.["policyItems"];
  const all = Array.isArray(items) ? items.filter(isJsonObject) : [];
  const policyItems = all.map((item) =>
    item["frequencyType"] === "weekly" ? { ...item, retentionValue: change(Number(item["retentionValue"])) } : item,
  );
  return [{ ...policy, policyItems }];
}

/** The policies of a schedule without the items of some frequencies. */
function withoutItems({ policies }: JsonObject, ...frequencies: readonly string[]): Json {
  const [policy] = jsonObjectsOf(policies);
  const items = jsonObjectsOf(policy?.["policyItems"]);
  return [{ ...policy, policyItems: items.filter((item) => !frequencies.includes(String(item["frequencyType"]))) }];
}

/** A server that asks who calls before it does what a test says. */
const loggedIn =
  (then: Script): Script =>
  (request, response, turn) => {
    if (request.headers.authorization !== undefined) then(request, response, turn);
    else response.writeHead(401, { "www-authenticate": 'Digest realm="r", nonce="n1", qop="auth"' }).end();
  };

const lastLine = (content: string): string => content.trimEnd().split("\n").at(-1) ?? "";

describe("a call that succeeds", () => {
  test.each(["listAlerts", "LISTALERTS", "E12", "e12", "listGroupAlerts"])("named %s is the same one", async (name) => {
    const outcome = await sextantRun([name, "status=OPEN", "--query", "itemsPerPage=3"]);
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(outcome.stdout.trimEnd()).not.toContain("\n");
    expect(rowsOf(outcome)).toHaveLength(3);
    expect(rowsOf(outcome).every((row) => row["status"] === "OPEN")).toBe(true);
  });

  test("is indented for people and one line for programs", async () => {
    const people = await sextantRun(["getProject"], { tty: true });
    const programs = await sextantRun(["getProject"]);
    expect(people.stdout).toContain('{\n  "');
    expect(document(people.stdout)).toEqual(document(programs.stdout));
  });

  test("may take its project from the line instead of the environment", async () => {
    const other = service.ready.groups.find(({ id }) => id !== service.ready.groupId)?.id ?? "";
    const outcome = await sextantRun(["getProject", `groupId=${other}`]);
    expect(document(outcome.stdout)["id"]).toBe(other);
  });

  test("of a delete prints nothing", async () => {
    const body = {
      eventTypeName: "NO_PRIMARY",
      notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com" }],
    };
    const made = await sextantRun(["createAlertConfiguration", "--body", "-"], { stdin: JSON.stringify(body) });
    const id = String(document(made.stdout)["id"]);
    const deleted = await sextantRun(["deleteAlertConfiguration", `alertConfigId=${id}`, "--confirm", id]);
    expect(deleted).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("takes its body from a file, and a stored document back with what it does not know", async () => {
    const list = rowsOf(await sextantRun(["listAlertConfigurations"]));
    const stored = list.find((row) => JSON.stringify(row).includes("EMAIL")) ?? {};
    const readOnly = ["id", "groupId", "created", "updated", "links"];
    const body = Object.fromEntries(Object.entries(stored).filter(([key]) => !readOnly.includes(key)));
    const file = join(folder, "body.json");
    const withoutMasks = JSON.stringify(body, (_key, value: unknown) =>
      typeof value === "string" && value.startsWith("****") ? undefined : value,
    );
    await writeFile(file, withoutMasks);
    const outcome = await sextantRun([
      "updateAlertConfiguration",
      `alertConfigId=${String(stored["id"])}`,
      "--body",
      file,
    ]);
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    const { updated: _now, ...after } = document(outcome.stdout);
    const { updated: _then, ...before } = stored;
    expect(after).toEqual(before);
  });

  test("keeps every digit, and escapes what a terminal might act upon", async () => {
    const answer = '{"id":"65f000000000000000000001","big":9007199254740993,"name":"a\u0085\u202e\\u001b"}';
    await using server = await scriptedServer((_request, response) => response.end(answer));
    const outcome = await sextantRun(["getProject"], {
      env: { ...here(), SEXTANT_BASE_URL: server.url.href },
      tty: true,
    });
    expect(outcome.stdout).toContain('"big": 9007199254740993');
    expect(outcome.stdout).toContain('"name": "a\\u0085\\u202e\\u001b"');
  });
});

describe("what the service says no to", () => {
  test("is told in sentences, then as its document in the last line, with exit code 1", async () => {
    const outcome = await sextantRun(["getAlert", "alertId=65f000000000000000000000"]);
    expect(outcome).toMatchObject({ code: 1, stdout: "" });
    expect(outcome.stderr).toMatch(/^sextant run: Get alert: refused by the service\. /u);
    expect(document(lastLine(outcome.stderr))).toMatchObject({ error: 404, errorCode: "ALERT_NOT_FOUND" });
  });

  test.each([
    [["getBackupSchedule", "clusterName=prod-eo"], " Did you mean prod-eu?"],
    [["updateBackupSchedule", "clusterName=prod-eo", "--body", "-"], " Did you mean prod-eu?"],
    [
      [
        ...["getServiceSearchIndexByName", "clusterName=prod-eu", "databaseName=shop"],
        ...["collectionName=prodcts", "indexName=default"],
      ],
      " Did you mean products?",
    ],
    [["getBackupSchedule", "clusterName=warehouse"], ""],
  ])("names what was probably meant: %j", async (argv, near) => {
    const outcome = await sextantRun(argv, { stdin: '{"referenceHourOfDay":3}' });
    expect(outcome).toMatchObject({ code: 1, stdout: "" });
    const [sentence = ""] = outcome.stderr.split("\n");
    expect(sentence.replace(/^.*refresh the list\./u, "")).toBe(near);
  });

  test("may be the credentials", async () => {
    const env = { ...here(), SEXTANT_PRIVATE_KEY: "wrong-and-secret" };
    const outcome = await sextantRun(["listAlerts"], { env });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain("does not accept the credentials");
    expect(outcome.stderr).not.toContain("wrong-and-secret");
  });
});

describe("wrong usage", () => {
  test.each([
    [[], "Operation missing."],
    [["listAlertss"], "Did you mean listAlerts"],
    [["lisatlerts"], "Did you mean listAlerts"],
    [["acknowledgeAlret"], "Did you mean acknowledgeAlert"],
    [["frobnicate"], "sextant run --help"],
    [["listAlerts", "colour=red"], "Parameters: groupId, status"],
    [["listAlerts", "status"], "is not of the form name=value"],
    [["listAlerts", "status=LOUD"], "not sent"],
    [["listAlerts", "--query", "colour=red"], "Query parameters: status, pretty, includeCount, itemsPerPage, pageNum"],
    [["listAlerts", "--query", "envelope=true"], "not supported by Sextant"],
    [["listAlerts", "--nonsense"], "--nonsense"],
    [["getAlert"], "getAlert needs alertId: add alertId=…."],
    [["takeSnapshot", "clusterName=", "--show-request"], "takeSnapshot needs clusterName: add clusterName=…."],
    [["deleteServiceSearchDeployment"], "deleteServiceSearchDeployment needs clusterName: add clusterName=…."],
    [["listAlerts", "status=OPEN", "status=CLOSED"], "status is given twice."],
    [["listAlerts", "status=OPEN", "--query", "status=CLOSED"], "status is given twice."],
    [["getAlert", "alertId=7"], "24 hexadecimal"],
    [["acknowledgeAlert", "alertId=65f000000000000000000000"], "acknowledgeAlert needs a body: add --body FILE"],
    [["acknowledgeAlert", "alertId=65f000000000000000000000", "--body", "/no/such/file"], "Cannot read the body"],
    [["deleteAlertConfiguration", "alertConfigId=65f000000000000000000000"], "--confirm 65f000000000000000000000"],
    [
      ["deleteAlertConfiguration", "alertConfigId=65f000000000000000000000", "--confirm", "yes"],
      "confirmed with another name",
    ],
    [["listAlerts", "--profile", "prod"], "No profiles yet"],
  ])("%j ends with 2 and words", async (argv, words) => {
    const outcome = await sextantRun(argv);
    expect(outcome).toMatchObject({ code: 2, stdout: "" });
    expect(outcome.stderr).toContain(words);
  });

  test.each([
    ["{", "is not JSON"],
    ["", "The body in standard input is empty."],
    ["[]", "is not a JSON object"],
    ['{"acknowledgementComment":7}', "acknowledgementComment"],
    ['{"a":1,"b":2}', "b: unknown field"],
    ['{"__proto__":1}', "__proto__"],
  ])("a body like %s too", async (stdin, words) => {
    const outcome = await sextantRun(["acknowledgeAlert", "alertId=65f000000000000000000000", "--body", "-"], {
      stdin,
    });
    expect(outcome).toMatchObject({ code: 2, stdout: "" });
    expect(outcome.stderr).toContain(words);
  });

  test.each([
    [["takeSnapshot", "--body", "-"], "takeSnapshot needs clusterName: add clusterName=…."],
    [["acknowledgeAlert", "alertId=", "--body", "-"], "acknowledgeAlert needs alertId: add alertId=…."],
  ])("%j with a body: which thing is missing, and nothing is noted", async (argv, words) => {
    const outcome = await sextantRun(argv, { stdin: "{}" });
    expect(outcome).toEqual({ code: 2, stdout: "", stderr: `sextant run: ${words}\n` });
  });

  test("is a write with --read-only, or in a production profile, and nothing is sent", async () => {
    await using server = await scriptedServer((_request, response) => json(response, 200, page([])));
    const argv = ["acknowledgeAlert", "alertId=65f000000000000000000000", "--body", "-"];
    const given = { env: { ...here(), SEXTANT_BASE_URL: server.url.href }, stdin: '{"unacknowledgeAlert":true}' };
    const flag = await sextantRun([...argv, "--read-only"], given);
    await mkdir(join(folder, "config", "sextant"), { recursive: true });
    const profile = { name: "prod", baseUrl: server.url.href, environment: "production" };
    await writeFile(
      join(folder, "config", "sextant", "profiles.json"),
      JSON.stringify({ version: 1, profiles: [profile] }),
    );
    const production = await sextantRun([...argv, "--profile", "prod"], given);
    const reading = await sextantRun(["listAlerts", "--profile", "prod"], given);
    await rm(join(folder, "config"), { recursive: true });
    expect([flag.code, production.code, reading.code]).toEqual([2, 2, 0]);
    expect(flag.stderr).toContain("--read-only");
    expect(production.stderr).toContain("production profile prod");
    expect(server.received.map(({ method }) => method)).toEqual(["GET"]);
  });

  test("is an environment that is not whole", async () => {
    const outcome = await sextantRun(["listAlerts"], {
      env: { ...places(), SEXTANT_BASE_URL: "https://service.example.com" },
    });
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain("SEXTANT_PUBLIC_KEY");
  });
});

describe("a body that loses data", () => {
  /** A call with a body. */
  const sent = (body: object, ...argv: readonly string[]): Promise<Outcome> =>
    sextantRun([...argv, "--body", "-"], { stdin: JSON.stringify(body) });

  /** The monthly snapshot of a list that was taken first, or the hourly one that was taken last. */
  async function snapshot(place: 0 | -1, ...list: readonly string[]): Promise<string> {
    const rows = rowsOf(await sextantRun(list));
    const frequency = place === 0 ? "monthly" : "hourly";
    // The last one of a year is a yearly one as well, which has to be kept for a year.
    const usable = rows.filter(
      ({ status, frequencyType, createdAt }) =>
        status === "completed" && frequencyType === frequency && !String(createdAt).includes("-12-31"),
    );
    const byAge = usable.toSorted((one, other) => String(one["createdAt"]).localeCompare(String(other["createdAt"])));
    return String(byAge.at(place)?.["id"]);
  }

  test("deletes no snapshot unconfirmed by an expiry in the past", async () => {
    const id = await snapshot(0, "listReplicaSetBackups", "clusterName=prod-eu");
    const call = ["updateSnapshotRetention", "clusterName=prod-eu", `snapshotId=${id}`];
    const body = { retentionValue: 31, retentionUnit: "DAYS" };
    const refused = await sent(body, ...call);
    expect(refused).toEqual({
      code: 2,
      stdout: "",
      stderr: `sextant run: Change snapshot retention is irreversible and requires confirmation. The snapshot expires now and is deleted permanently, with its copies. To confirm, add --confirm ${id}\n`,
    });
    expect((await sextantRun(["getReplicaSetBackup", ...call.slice(1)])).code).toBe(0);
    expect((await sent(body, ...call, "--confirm", "prod-eu")).stderr).toContain('another name, "prod-eu"');
    expect((await sent(body, ...call, "--confirm", id)).code).toBe(0);
    expect((await sextantRun(["getReplicaSetBackup", ...call.slice(1)])).code).toBe(1);
  });

  test("asks for nothing where a snapshot is kept for longer, and asks where it is for less long", async () => {
    const id = await snapshot(-1, "listReplicaSetBackups", "clusterName=prod-eu");
    const call = ["updateSnapshotRetention", "clusterName=prod-eu", `snapshotId=${id}`];
    expect(await sent({ retentionValue: 90, retentionUnit: "DAYS" }, ...call)).toMatchObject({ code: 0, stderr: "" });
    const shorter = await sent({ retentionValue: 60, retentionUnit: "DAYS" }, ...call);
    expect(shorter).toMatchObject({ code: 2, stdout: "" });
    expect(shorter.stderr).toContain(
      "is disruptive and requires confirmation. The snapshot expires 30 days earlier than before.",
    );
  });

  test("asks where the snapshot cannot be read, and not before a service that is not there", async () => {
    const call = ["updateSnapshotRetention", "clusterName=analytics", "snapshotId=65f000000000000000000000"];
    const body = { retentionValue: 90, retentionUnit: "DAYS" };
    const missing = await sent(body, ...call);
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no snapshot") });
    await using server = await scriptedServer((_request, response) =>
      json(response, 403, { error: 403, errorCode: "USER_UNAUTHORIZED", reason: "Forbidden", detail: "Not you." }),
    );
    const refusing = { env: { ...here(), SEXTANT_BASE_URL: server.url.href }, stdin: JSON.stringify(body) };
    expect((await sextantRun([...call, "--body", "-"], refusing)).stderr).toContain("The snapshot could not be read");
    const away = { ...here(), SEXTANT_BASE_URL: "http://127.0.0.1:9" };
    const outcome = await sextantRun([...call, "--body", "-"], { env: away, stdin: JSON.stringify(body) });
    expect(outcome).toMatchObject({ code: 3, stdout: "" });
  });

  test("is judged by the snapshot of a sharded cluster too", async () => {
    const id = await snapshot(-1, "listShardedClusterBackups", "clusterName=analytics");
    const call = ["updateSnapshotRetention", "clusterName=analytics", `snapshotId=${id}`];
    expect(await sent({ retentionValue: 400, retentionUnit: "DAYS" }, ...call)).toMatchObject({ code: 0, stderr: "" });
    const shorter = await sent({ retentionValue: 399, retentionUnit: "DAYS" }, ...call);
    expect(shorter.stderr).toContain("The snapshot expires 1 day earlier than before.");
  });

  describe("of a schedule", () => {
    const call = ["updateBackupSchedule", "clusterName=analytics"];

    test.each<[string, (stored: JsonObject) => object, string]>([
      [
        "deletes copies",
        () => ({ deleteCopiedBackups: [{ regionName: "EU_WEST_1", cloudProvider: "AWS" }] }),
        "is irreversible and requires confirmation. All snapshot copies in EU_WEST_1 are deleted permanently.",
      ],
      [
        "applies a shorter retention to snapshots that are there",
        (stored) => ({ policies: withRetention(stored, (value) => value - 1), updateSnapshots: true }),
        "is irreversible and requires confirmation. Existing snapshots can expire now, permanently.",
      ],
      [
        "shortens the retention of what comes",
        (stored) => ({ policies: withRetention(stored, (value) => value - 1) }),
        "is disruptive and requires confirmation. New snapshots have a shorter retention; existing snapshots keep their expiry.",
      ],
      [
        "shrinks the point-in-time window",
        () => ({ restoreWindowDays: 2 }),
        "is disruptive and requires confirmation. Point-in-time window shrinks from 7 to 2 days.",
      ],
      [
        "removes policy items",
        (stored) => ({ policies: withoutItems(stored, "weekly", "monthly") }),
        "weekly, Saturdays: no new snapshots; existing ones stay until they expire. monthly, last day of the month: no new",
      ],
      [
        "ends copies",
        () => ({ copySettings: [] }),
        "EU_WEST_1, US_EAST_1 get no new copies; existing copies stay until they expire.",
      ],
      [
        "ends automatic exports",
        () => ({ autoExportEnabled: false }),
        "Automatic exports stop; files in the bucket stay.",
      ],
      [
        "leaves nothing to export",
        (stored) => ({ policies: withoutItems(stored, "monthly") }),
        "No policy item takes monthly snapshots: nothing is exported automatically.",
      ],
    ])("asks where it %s", async (_title, bodyOf, words) => {
      const stored = document((await sextantRun(["getBackupSchedule", ...call.slice(1)])).stdout);
      const outcome = await sent(bodyOf(stored), ...call);
      expect(outcome).toMatchObject({ code: 2, stdout: "" });
      expect(outcome.stderr).toContain(words);
      expect(document((await sextantRun(["getBackupSchedule", ...call.slice(1)])).stdout)).toEqual(stored);
    });

    test("asks for nothing where it loses nothing", async () => {
      const stored = document((await sextantRun(["getBackupSchedule", ...call.slice(1)])).stdout);
      const longer = { policies: withRetention(stored, (value) => value + 1), updateSnapshots: true };
      expect(await sent(longer, ...call)).toMatchObject({ code: 0, stderr: "" });
      expect(await sent({ referenceHourOfDay: 3, referenceMinuteOfHour: 0 }, ...call)).toMatchObject({ code: 0 });
    });
  });

  describe("of alerts", () => {
    /** An alert configuration that is on and tells somebody by e-mail. */
    async function configuration(): Promise<JsonObject> {
      const rows = rowsOf(await sextantRun(["listAlertConfigurations"]));
      const found = rows.find((row) => row["enabled"] === true && jsonObjectsOf(row["notifications"]).length > 1);
      if (found === undefined) throw new Error("No configuration has several notifications.");
      return found;
    }

    test("asks before notifications stop for more than a day", async () => {
      const [alert] = rowsOf(await sextantRun(["listAlerts", "status=OPEN"]));
      const call = ["acknowledgeAlert", `alertId=${alert?.["id"]}`];
      const until = (days: number) => ({ acknowledgedUntil: new Date(Date.now() + days * 86_400_000).toISOString() });
      const month = await sent(until(30), ...call);
      expect(month).toMatchObject({ code: 2, stdout: "" });
      expect(month.stderr).toContain("Acknowledge alert is disruptive and requires confirmation. No notifications for");
      expect(await sent(until(0.1), ...call)).toMatchObject({ code: 0, stderr: "" });
    });

    test("asks before a configuration is turned off, by itself or with all else of it, and not where it is turned on", async () => {
      const stored = await configuration();
      const call = (operation: string) => [operation, `alertConfigId=${stored["id"]}`];
      const off = "is disruptive and requires confirmation. The configuration is turned off: notifications stop";
      expect((await sent({ enabled: false }, ...call("toggleAlertConfiguration"))).stderr).toContain(off);
      expect((await sent({ ...stored, enabled: false }, ...call("updateAlertConfiguration"))).stderr).toContain(off);
      expect(await sent({ enabled: true }, ...call("toggleAlertConfiguration"))).toMatchObject({ code: 0 });
    });

    test("asks before a configuration loses a recipient, and names it; not where a stored secret is left out", async () => {
      const stored = await configuration();
      const call = ["updateAlertConfiguration", `alertConfigId=${stored["id"]}`];
      const [first, ...others] = jsonObjectsOf(stored["notifications"]);
      const lost = await sent({ ...stored, notifications: others }, ...call);
      expect(lost.stderr).toContain(`is disruptive and requires confirmation. Recipients removed (`);
      expect(lost.code).toBe(2);
      const kept = [first, ...others].map((item) =>
        Object.fromEntries(Object.entries(item ?? {}).filter(([, value]) => !String(value).startsWith("*"))),
      );
      expect((await sent({ ...stored, notifications: kept }, ...call)).stderr).not.toContain("requires confirmation");
    });
  });

  test("asks before a bucket gets a name that no new one has", async () => {
    const body = { cloudProvider: "AWS", bucketName: "Bad_Bucket", iamRoleId: "65f000000000000000000000" };
    const outcome = await sent(body, "createExportBucket");
    expect(outcome.stderr).toContain("is disruptive and requires confirmation. Bad_Bucket is no valid name");
  });

  test("says what else is lost by what is asked about anyway", async () => {
    const restore = await sent(
      { deliveryType: "automated", targetClusterName: "prod-eu" },
      ...["createBackupRestoreJob", "clusterName=prod-eu"],
    );
    expect(restore.stderr).toContain("is destructive and requires confirmation. All data of prod-eu is replaced.");
    const move = { destination: { clusterName: "prod-eu" }, dropDestinationData: true };
    expect((await sent(move, "createPushMigration")).stderr).toContain("Every collection of prod-eu is deleted");
  });
});

describe("a service that cannot be reached", () => {
  test("ends with 3 and the address", async () => {
    const outcome = await sextantRun(["listAlerts"], { env: { ...here(), SEXTANT_BASE_URL: "http://127.0.0.1:9" } });
    expect(outcome).toMatchObject({ code: 3, stdout: "" });
    expect(outcome.stderr).toContain("127.0.0.1:9");
  });

  test("or is no service at all, ends with 3", async () => {
    await using server = await scriptedServer((_request, response) => response.end("<html>Sign in</html>"));
    const outcome = await sextantRun(["listAlerts"], { env: { ...here(), SEXTANT_BASE_URL: server.url.href } });
    expect(outcome.code).toBe(3);
    expect(outcome.stderr).toContain("web page");
  });
});

describe("help and the request", () => {
  test("--help lists every operation, and what one of them takes", async () => {
    const all = await sextantRun(["--help"]);
    expect(all.code).toBe(0);
    expect(all.stdout).toMatch(/^ {2}acknowledgeAlert +E14 +Acknowledge alert$/mu);
    const one = await sextantRun(["E9", "--help"]);
    expect(one.stdout).toContain("alertConfigId=…");
    expect(one.stdout).toContain("eventTypeName (required)");
    expect(one.stdout).toContain("Organization Owner or Project Owner");
    const losing = await sextantRun(["updateSnapshotRetention", "--help"]);
    expect(losing.stdout).toContain("\nrequires --confirm where the body loses data\n");
  });

  test("--show-request prints the curl command, sends nothing and needs no confirmation", async () => {
    await using server = await scriptedServer((_request, response) => json(response, 200, {}));
    const env = { ...here(), SEXTANT_BASE_URL: server.url.href };
    const outcome = await sextantRun(
      ["deleteAlertConfiguration", "alertConfigId=65f000000000000000000000", "--show-request"],
      { env },
    );
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(outcome.stdout).toMatch(
      /^curl --config - --digest --request DELETE .*<<LOGIN\nuser = "\$SEXTANT_PUBLIC_KEY:\$SEXTANT_PRIVATE_KEY"\nLOGIN\n$/u,
    );
    const lacking = await sextantRun(["getAlert", "--show-request"], { env });
    expect(lacking).toMatchObject({ code: 2, stdout: "" });
    expect(server.received).toHaveLength(0);
  });

  test("the printed command, run by a shell, gets the same answer", async () => {
    const shown = await sextantRun(["listAlertConfigurations", "--show-request"]);
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    execFile(
      "sh",
      ["-c", `${shown.stdout.trim()} --silent`],
      { env: { PATH: process.env["PATH"], ...here() } },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : 1, stdout, stderr });
      },
    );
    const curl = await promise;
    expect(curl).toMatchObject({ code: 0 });
    expect(rowsOf(curl)).toEqual(rowsOf(await sextantRun(["listAlertConfigurations"])));
  });
});

describe("the program", () => {
  async function program(argv: readonly string[], env: Readonly<Record<string, string>>, stdin = ""): Promise<Outcome> {
    const child = spawn(process.execPath, [programOf(), ...argv], { env: { PATH: process.env["PATH"], ...env } });
    child.stdin.end(stdin);
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
    return { code: child.exitCode ?? -1, stdout, stderr };
  }

  test("runs an operation, hands on its exit code and writes no colour", async () => {
    const list = await program(["run", "listAlerts", "--query", "itemsPerPage=2"], { ...here(), FORCE_COLOR: "1" });
    expect(list).toMatchObject({ code: 0, stderr: "" });
    expect(rowsOf(list)).toHaveLength(2);
    expect(list.stdout).not.toContain("\u001b");
    expect((await program(["run", "getAlert", "alertId=65f000000000000000000000"], here())).code).toBe(1);
    expect((await program(["run", "nothing"], here())).code).toBe(2);
    expect((await program(["run", "listAlerts"], { ...here(), SEXTANT_BASE_URL: "http://127.0.0.1:9" })).code).toBe(3);
  });

  test("needs no service of anybody's: without a name it starts its own, which keeps what it was told", async () => {
    const env = places();
    const list = await program(["run", "listAlerts", "status=OPEN", "--query", "itemsPerPage=1"], env);
    expect(list).toMatchObject({ code: 0, stderr: "" });
    const id = String(rowsOf(list)[0]?.["id"]);
    const comment = '{"acknowledgementComment":"seen from a script"}';
    const acknowledged = await program(["run", "acknowledgeAlert", `alertId=${id}`, "--body", "-"], env, comment);
    expect(acknowledged).toMatchObject({ code: 0, stderr: "" });
    const read = await program(["run", "getAlert", `alertId=${id}`], env);
    expect(document(read.stdout)["acknowledgementComment"]).toBe("seen from a script");
  });

  test("of a change that was sent says by its exit code that nobody knows whether it happened", async () => {
    const acknowledge = ["acknowledgeAlert", "alertId=65f000000000000000000001", "--body", "-"];
    const body = '{"acknowledgementComment":"seen"}';
    const arrived = Promise.withResolvers<void>();
    await using silent = await scriptedServer(loggedIn(() => arrived.resolve()));
    const env = { PATH: process.env["PATH"], ...here(), SEXTANT_BASE_URL: silent.url.href };
    const child = spawn(process.execPath, [programOf(), "run", ...acknowledge], { env });
    child.stdin.end(body);
    const said = text(child.stderr);
    await arrived.promise;
    child.kill("SIGINT");
    await once(child, "exit");
    expect([child.exitCode, await said]).toEqual([4, expect.stringContaining("outcome is unknown")]);
    await using broken = await scriptedServer(loggedIn((_request, response) => response.destroy()));
    await using cut = await scriptedServer(
      loggedIn((_request, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        response.write("{", () => response.destroy());
      }),
    );
    await using odd = await scriptedServer(loggedIn((_request, response) => response.end("<html>Sign in</html>")));
    for (const { url } of [broken, cut, odd]) {
      const outcome = await sextantRun(acknowledge, { env: { ...here(), SEXTANT_BASE_URL: url.href }, stdin: body });
      expect(outcome.code).toBe(4);
    }
    const nobody = { env: { ...here(), SEXTANT_BASE_URL: "http://127.0.0.1:9" }, stdin: body };
    expect((await sextantRun(acknowledge, nobody)).code).toBe(3);
  });

  test("is ended by Ctrl-C while it waits", async () => {
    const arrived = Promise.withResolvers<void>();
    await using server = await scriptedServer(() => arrived.resolve());
    const env = { PATH: process.env["PATH"], ...here(), SEXTANT_BASE_URL: server.url.href };
    const child = spawn(process.execPath, [programOf(), "run", "listAlerts"], { env });
    const said = text(child.stderr);
    await arrived.promise;
    child.kill("SIGINT");
    await once(child, "exit");
    expect(child.exitCode).toBe(130);
    expect(await said).toContain("cancelled");
  });
});
