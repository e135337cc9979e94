import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { programOf } from "../../build.ts";
import { Terminal } from "../journeys/terminal.ts";
import { Person } from "./person.ts";
import { type Env, servedToAll } from "./served.ts";

/** `sextant activity`: what was sent from this machine by any program of it, with nothing secret and nothing lost. */

const served = servedToAll();

const SECRET = "hunter2hunter2hunter2hunter2hunt";

const CONFIGURATION = {
  eventTypeName: "NO_PRIMARY",
  notifications: [{ typeName: "PAGER_DUTY", serviceKey: SECRET, region: "US", delayMin: 0 }],
};

/** A configuration with a secret that is made, and an alert that is not there. */
function sent(person: Person, env: Env): void {
  const made = person.command(["run", "createAlertConfiguration", "--body", "-"], JSON.stringify(CONFIGURATION), env);
  expect([made.status, made.stderr]).toEqual([0, ""]);
  // For longer than a day it would have to be confirmed.
  const acknowledgedUntil = new Date(Date.now() + 3_600_000).toISOString();
  const body = JSON.stringify({ acknowledgedUntil, acknowledgementComment: "it's `on` | us" });
  const refused = person.command(["run", "acknowledgeAlert", `alertId=${"a".repeat(24)}`, "--body", "-"], body, env);
  expect(refused.status).toBe(1);
}

const journalOf = (person: Person): string => join(person.directory, "state", "sextant", "journal.jsonl");

type Change = {
  readonly id: string;
  readonly at: string;
  readonly operation: string;
  readonly result: string;
  readonly status: number | null;
  readonly changes: readonly { readonly label: string; readonly from: string | null; readonly to: string | null }[];
  readonly command: string;
};

function changesIn(person: Person, ...args: readonly string[]): readonly Change[] {
  const { status, stdout } = person.command(["activity", "--format", "json", ...args]);
  expect(status).toBe(0);
  const { changes }: { changes: readonly Change[] } = JSON.parse(stdout);
  return changes;
}

/** A line of the journal, as a console writes it. */
const sendingLine = (id: string, at: number, more: object = {}): string =>
  `${JSON.stringify({ v: 1, line: "sending", id, at, process: "none", profile: "prod", groupId: null, operation: "deleteSnapshot", title: `Delete ${id}`, method: "DELETE", path: "/x", body: null, ...more })}\n`;

describe("what was sent", () => {
  test("is a table for people, one document for programs and a runbook to keep, and no secret is in any of it", async () => {
    const { env } = served();
    using person = new Person();
    sent(person, env);
    const table = person.command(["activity"]);
    expect([table.status, table.stderr]).toEqual([0, ""]);
    const lines = table.stdout.trimEnd().split("\n");
    expect(lines[0]).toBe("Changes  2 changes, times in UTC");
    expect(lines[1]).toMatch(/^TIME +RESULT +WHAT +PROJECT +PROFILE +BY +TOOK$/u);
    expect(lines[2]).toMatch(/404 refused +Acknowledge alert: a{24} .* environment +sextant run +[\d,]+ ms$/u);
    expect(lines[3]).toMatch(/200 done +Create alert configuration /u);

    const [made, refused] = changesIn(person);
    expect(made).toMatchObject({ operation: "createAlertConfiguration", result: "done", status: 200 });
    expect(made?.changes).toContainEqual(expect.objectContaining({ label: "Event", from: null }));
    expect(refused).toMatchObject({ result: "refused", errorCode: "ALERT_NOT_FOUND" });

    const runbook = person.command(["activity", "--format", "runbook"]).stdout;
    expect(runbook).toMatch(/^# Changes from .* UTC\n/u);
    expect(runbook.match(/^### \d+\. /gmu)).toEqual(["### 1. ", "### 2. "]);
    expect(runbook).toContain('"serviceKey": "$NOTIFICATIONS_0_SERVICE_KEY"');
    expect(runbook).toContain("sextant run acknowledgeAlert groupId=");

    for (const text of [table.stdout, runbook, JSON.stringify(changesIn(person))]) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(env["SEXTANT_PRIVATE_KEY"]);
    }
    expect(readFileSync(journalOf(person), "utf8")).not.toContain(SECRET);
    expect(statSync(journalOf(person)).mode & 0o777).toBe(0o600);
  });

  test("is done again by the commands of the runbook, in a shell, with the secrets of its variables", async () => {
    const { env } = served();
    using person = new Person();
    sent(person, env);
    const blocks = [...person.command(["activity", "--format", "runbook"]).stdout.matchAll(/^```sh\n(.*?)^```$/gmsu)];
    expect(blocks).toHaveLength(2);
    const script = blocks.map(([, text]) => text).join("\n");
    const own = { ...env, ...person.env, NOTIFICATIONS_0_SERVICE_KEY: SECRET, PATH: process.env["PATH"] };
    spawnSync("bash", ["-c", `sextant() { "${process.execPath}" "${programOf()}" "$@"; }\n${script}`], { env: own });
    const changes = changesIn(person);
    expect(changes).toHaveLength(4);
    const [made, refused, madeAgain, refusedAgain] = changes;
    expect([madeAgain?.result, madeAgain?.command]).toEqual([made?.result, made?.command]);
    expect([refusedAgain?.result, refusedAgain?.command]).toEqual([refused?.result, refused?.command]);
  });

  test("is narrowed by time, profile and words, and it is said when nothing is left", async () => {
    using person = new Person();
    const now = Date.now();
    person.write(
      "state/sextant/journal.jsonl",
      sendingLine("old", now - 3 * 86_400_000) +
        sendingLine("young", now - 60_000) +
        sendingLine("other", now, { profile: "test" }),
    );
    const ids = (...args: readonly string[]) => changesIn(person, ...args).map(({ id }) => id);
    expect(ids()).toEqual(["young", "other"]);
    expect(ids("--since", "7d")).toEqual(["old", "young", "other"]);
    expect(ids("--since", "all", "--profile", "test")).toEqual(["other"]);
    expect(ids("--since", "all", "--filter", "what:old")).toEqual(["old"]);
    const none = person.command(["activity", "--since", "all", "--filter", "nothing"]);
    expect([none.status, none.stdout]).toEqual([0, ""]);
    expect(none.stderr).toMatch(/^sextant activity: No change matches\. The last change was sent /u);
    const wrong = person.command(["activity", "--since", "yesterday"]);
    expect([wrong.status, wrong.stdout]).toEqual([2, ""]);
    expect(wrong.stderr).toContain("--since requires a time such as 30m");
  });

  test("is not hidden by a clock that jumped", async () => {
    using person = new Person();
    const now = Date.now();
    const day = 86_400_000;
    const times = { ahead: now + 400 * day, old: now - 9 * day, recent: now - 1000, put_back: now - 300 * day };
    person.write(
      "state/sextant/journal.jsonl",
      Object.entries(times)
        .map(([id, at]) => sendingLine(id, at))
        .join(""),
    );
    expect(changesIn(person).map(({ id }) => id)).toEqual(["ahead", "recent", "put_back"]);
  });
});

describe("a journal that is not as it should be", () => {
  test("is read as far as it can be: lines that are cut or of a newer version are counted, older ones read", async () => {
    using person = new Person();
    const now = Date.now();
    const path = person.write(
      "state/sextant/journal.jsonl",
      `${sendingLine("whole", now)}{"v":1,"line":"sending","id":"cut\n{"v":7,"line":"planned"}\n`,
    );
    const { status, stdout, stderr } = person.command(["activity"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/not known +Delete whole/u);
    expect(stderr).toContain("1 line of the journal of writes cannot be read and is skipped.");
    expect(stderr).toContain("1 line of the journal of writes is of a newer Sextant");
    expect(readFileSync(path, "utf8")).toContain('"v":7');
    expect(person.command(["activity", "--format", "runbook"]).stdout).toContain(
      "No command: An older Sextant noted this, without its parameters.",
    );
  });

  test("that others may change is not believed", () => {
    using person = new Person();
    const path = person.write("state/sextant/journal.jsonl", sendingLine("one", Date.now()));
    chmodSync(path, 0o666);
    const { status, stdout, stderr } = person.command(["activity"]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("chmod go-w");
  });

  test("that cannot be written keeps no write from being sent, and that is said", async () => {
    const { env } = served();
    using person = new Person();
    const path = person.write("state/sextant/journal.jsonl", "");
    chmodSync(path, 0o666);
    const made = person.command(["run", "createAlertConfiguration", "--body", "-"], JSON.stringify(CONFIGURATION), env);
    expect(made.status).toBe(0);
    expect(made.stderr).toContain("Changes are not logged");
  });

  test("shows texts of others without what would act on a terminal", () => {
    using person = new Person();
    const evil = "\u001b]0;owned\u0007 \u202egnp.exe";
    person.write(
      "state/sextant/journal.jsonl",
      sendingLine("one", Date.now(), { title: evil, profile: evil, groupName: evil, params: { evil }, query: {} }),
    );
    for (const format of ["table", "json", "runbook"]) {
      const { stdout, stderr } = person.command(["activity", "--format", format]);
      expect(stdout.length).toBeGreaterThan(50);
      expect(stdout + stderr).not.toMatch(/[\u001b\u0007\u202e]/u);
    }
  });
});

describe("where it is printed", () => {
  test("ends without a word where its reader has gone", () => {
    using person = new Person();
    const lines = Array.from({ length: 3000 }, (_, index) => sendingLine(`w${index}`, Date.now()));
    person.write("state/sextant/journal.jsonl", lines.join(""));
    for (const format of ["table", "json", "runbook"]) {
      const { stdout, stderr } = spawnSync(
        "bash",
        ["-c", `"$0" "$1" activity --format ${format} | head -c 9`, process.execPath, programOf()],
        { encoding: "utf8", env: { PATH: process.env["PATH"], ...person.env } },
      );
      expect(stderr).toBe("");
      expect(stdout).toHaveLength(9);
    }
  });

  test.each(["table", "json", "runbook"])("on a terminal, %s is as wide as it and ends", async (format) => {
    using person = new Person();
    person.write("state/sextant/journal.jsonl", sendingLine("one", Date.now()));
    await using terminal = new Terminal({
      args: [programOf(), "activity", "--format", format],
      cols: 80,
      rows: 24,
      env: person.env,
      keys: {},
    });
    expect((await terminal.exit()).code).toBe(0);
    expect(terminal.text()).toContain("Delete one");
    if (format === "table") expect(terminal.text()).toMatch(/^TIME +RESULT +WHAT +PROJECT +PROFILE/mu);
  });
});

describe("two programs at once, and kills", () => {
  test("lose no write, and none is there twice", async () => {
    const { env } = served();
    using person = new Person();
    const writes = Array.from({ length: 6 }, async () => {
      const child = spawn(process.execPath, [programOf(), "run", "createAlertConfiguration", "--body", "-"], {
        env: { PATH: process.env["PATH"], ...person.env, ...env },
        stdio: ["pipe", "ignore", "inherit"],
      });
      child.stdin.end(JSON.stringify(CONFIGURATION));
      const [code] = await once(child, "close");
      return code;
    });
    expect(await Promise.all(writes)).toEqual(writes.map(() => 0));
    const changes = changesIn(person);
    expect(changes.map(({ result }) => result)).toEqual(changes.map(() => "done"));
    expect(new Set(changes.map(({ id }) => id)).size).toBe(6);
  });

  test("a line that was cut off does not take the next one with it", async () => {
    const { env } = served();
    using person = new Person();
    sent(person, env);
    appendFileSync(journalOf(person), '{"v":1,"line":"sending","id":"half');
    sent(person, env);
    expect(changesIn(person)).toHaveLength(4);
  });

  test("a journal that grew large is put aside as a whole, and read with the new one", async () => {
    const { env } = served();
    using person = new Person();
    const many = Array.from({ length: 24_000 }, (_, index) => sendingLine(`w${index}`, Date.now()));
    writeFileSync(person.write("state/sextant/journal.jsonl", ""), many.join(""));
    sent(person, env);
    const names = readdirSync(join(person.directory, "state", "sextant")).filter((name) => name.startsWith("journal"));
    expect(names).toHaveLength(2);
    const operations = changesIn(person, "--since", "all", "--filter", "by:sextant").map(({ operation }) => operation);
    expect(operations).toEqual(["createAlertConfiguration", "acknowledgeAlert"]);
    for (const id of ["w12345", "w23999"]) {
      expect(changesIn(person, "--since", "all", "--filter", `what:${id}`).map((change) => change.id)).toEqual([id]);
    }
  });
});
