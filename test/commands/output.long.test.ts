import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { programOf } from "../../build.ts";
import { openApiDocument } from "../../src/contract/openapi.ts";
import { isSample } from "../extent.ts";
import { folder } from "../folder.ts";
import { Person } from "./person.ts";
import { served } from "./served.ts";

/** What the words of a command line come to where a shell leads its output somewhere. */
function inShell(line: string, env: Readonly<Record<string, string | undefined>>) {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", line, process.execPath, programOf()], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], ...env },
  });
  return { status, stdout, stderr };
}

/** Each way in which something is written: by the entry, by a command, by an operation, by a watch while it goes on and at its end. */
const SERVICE_WORDS = [
  "show overview --format openmetrics",
  "watch alerts --until open=0",
  // It ends before it hears that its line got nowhere.
  "watch alerts --until 'open>=0'",
  ...(isSample ? [] : ["run listOrganizations"]),
];
const OWN_WORDS = [
  "--version",
  "openapi",
  "complete -- show",
  ...(isSample ? [] : ["--help", "profile list", "completion bash", "run --help"]),
];
const UNWRITTEN = "sextant: Cannot write all of the output: the disk is full.\n";

describe("where the disk is full", () => {
  test("what is cut is said, with 1", () => {
    using person = new Person();
    const file = join(folder(), "openapi.json");
    const { status, stderr } = inShell(`ulimit -f 8; "$0" "$1" openapi > ${file}`, person.env);
    expect([status, stderr]).toEqual([1, "sextant: Cannot write all of the output: the file may not grow further.\n"]);
    expect(readFileSync(file)).toHaveLength(8 * 1024);
  });

  test("a file with room for it is whole", () => {
    using person = new Person();
    const file = join(folder(), "openapi.json");
    expect(inShell(`"$0" "$1" openapi > ${file}`, person.env).status).toBe(0);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(
      JSON.parse(JSON.stringify(openApiDocument("specification"))),
    );
  });

  test.skipIf(!existsSync("/dev/full"))("a change is said to have been made all the same, with 4", async () => {
    const { env } = await served();
    using person = new Person();
    const body = person.write("body.json", '{"enabled":true}');
    const { status, stderr } = inShell(
      `"$0" "$1" run toggleAwsCustomDns --body ${body} --confirm "$SEXTANT_PROJECT_ID" > /dev/full`,
      {
        ...{ ...person.env, ...env },
      },
    );
    expect([status, stderr]).toEqual([
      4,
      "sextant run: Cannot write all of the output: the disk is full. The change was made: do not send it again.\n",
    ]);
  });

  test.skipIf(!existsSync("/dev/full"))("every command says so, with 1", async () => {
    const { env } = await served();
    using person = new Person();
    for (const words of [...OWN_WORDS, ...SERVICE_WORDS]) {
      const { status, stderr } = inShell(`"$0" "$1" ${words} > /dev/full`, {
        ...person.env,
        ...env,
      });
      const said = words.startsWith("watch") ? UNWRITTEN.replace("sextant:", "sextant watch:") : UNWRITTEN;
      expect([words, status, stderr]).toEqual([words, 1, said]);
    }
  });

  test.skipIf(!existsSync("/dev/full"))(
    "a check that found something critical stays critical, and OK is none",
    async () => {
      const { env } = await served();
      using person = new Person();
      const check = (words: string) => inShell(`"$0" "$1" check ${words} > /dev/full`, { ...person.env, ...env });
      const said = "sextant check: Cannot write all of the output: the disk is full.\n";
      expect(check("alerts -t 60")).toMatchObject({ status: 2, stderr: said });
      expect(check("alerts -t 60 -c ~: -w ~: -c critical=~: -w error=~:")).toMatchObject({ status: 3, stderr: said });
    },
  );
});

describe("a reader that has gone", () => {
  test("is no error of any command", async () => {
    const { env } = await served();
    using person = new Person();
    for (const words of [...OWN_WORDS, "run listOrganizations"]) {
      const { stderr } = inShell(`{ sleep 0.2; "$0" "$1" ${words}; echo $? >&2; } | true`, { ...person.env, ...env });
      expect([words, stderr]).toEqual([words, "0\n"]);
    }
  });

  test("does not stop apply half way", async () => {
    const { env } = await served();
    using person = new Person();
    const folderEnv = { ...person.env, ...env };
    const file = person.write(
      "both.yaml",
      ["custom-dns", "auditing"].map((kind) => `kind: ${kind}\nversion: 1\nsettings:\n  enabled: true\n`).join("---\n"),
    );
    const { stderr } = inShell(`{ "$0" "$1" apply ${file} --confirm Payments; echo $? >&2; } | head -1`, folderEnv);
    expect(stderr).toBe("0\n");
    expect(inShell(`"$0" "$1" diff ${file}`, folderEnv).stdout).toBe("No difference: 2 settings the same.\n");
  });

  test("is none where it read the complaints", () => {
    using person = new Person();
    const { stdout } = inShell(
      `{ { sleep 0.2; "$0" "$1" show nonsense 2>&1 >/dev/null; echo $? >&3; } | true; } 3>&1`,
      person.env,
    );
    expect(stdout).toBe("2\n");
  });
});
