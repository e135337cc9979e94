import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { programOf } from "../../build.ts";
import { type Completion, complete, type Known } from "../../src/commands/completion/candidates.ts";
import { completionScript } from "../../src/commands/completion/scripts.ts";
import { COMMAND_NAMES, COMMANDS } from "../../src/commands/table/commands.ts";
import { PROFILE_COMMANDS } from "../../src/commands/table/profile-commands.ts";
import { Person } from "./person.ts";

/** What shells suggest: pure, and by the program itself. */

const KNOWN: Known = {
  areas: [
    { id: "alerts", label: "Alerts" },
    { id: "alert-configurations", label: "Alert configs" },
    { id: "snapshots", label: "Snapshots" },
  ],
  operations: [
    { id: "listAlerts", title: "List alerts", parameters: ["groupId", "status"] },
    { id: "takeSnapshot", title: "Take a snapshot", parameters: ["groupId", "clusterName"] },
  ],
  profiles: [
    {
      name: "prod",
      projects: [
        { id: "a".repeat(24), alias: "payments", clusters: ["prod-eu", "analytics"] },
        { id: "b".repeat(24), clusters: ["stage-1"] },
      ],
    },
    { name: "staging", projects: [{ id: "2".repeat(24), alias: "tests", clusters: ["tiny"] }] },
  ],
};

const wordsOf = (found: Completion): readonly string[] =>
  found.kind === "words" ? found.words.map(({ word }) => word) : [`:${found.kind}`];

const completed = (...typed: readonly string[]): readonly string[] => wordsOf(complete(typed, KNOWN));

test.each<readonly [typed: readonly string[], words: readonly string[]]>([
  [["al"], ["alerts", "alert-configurations"]],
  [["se"], ["serve"]],
  [["alerts", ""], []],
  [["alerts", "--pr"], ["--profile"]],
  [
    ["--profile", ""],
    ["prod", "staging"],
  ],
  [["--profile", "s"], ["staging"]],
  [["--profile=p"], ["--profile=prod"]],
  [["--theme", "da"], ["dark"]],
  [["--read-only", "--re"], []],
  [["serve", "--tls-c"], ["--tls-cert"]],
  [["serve", "--tls-cert", "x"], [":files"]],
  [["serve", "--data", ""], [":directories"]],
  [
    ["serve", "--digest", ""],
    ["md5", "sha-256"],
  ],
  [["serve", ""], ["keys"]],
  [["serve", "keys", "a"], ["add"]],
  [["serve", "keys", "add", "--k"], ["--kind"]],
  [["run", "t"], ["takeSnapshot"]],
  [
    ["run", "takeSnapshot", ""],
    ["groupId=", "clusterName="],
  ],
  [["run", "takeSnapshot", "groupId=x", ""], ["clusterName="]],
  [
    ["run", "takeSnapshot", "clusterName="],
    ["clusterName=prod-eu", "clusterName=analytics", "clusterName=stage-1", "clusterName=tiny"],
  ],
  [["run", "--profile", "staging", "takeSnapshot", "clusterName=t"], ["clusterName=tiny"]],
  [["run", "listAlerts", "groupId=p"], ["groupId=payments"]],
  [["run", "--body", ""], [":files"]],
  [["run", "--query", "a=b", "listAlerts", "--q"], ["--query"]],
  [["completion", "z"], ["zsh"]],
  [
    ["diff", "--with", ""],
    ["payments", "b".repeat(24), "tests"],
  ],
  [["apply", "settings/", "--project=t"], ["--project=tests"]],
  [["export", "all", "--profile", "staging", "--project", ""], ["tests"]],
  [["watch", "--drift", "settings/", "--project", "pay"], ["payments"]],
  [["export", "custom-dns", "au"], ["auditing"]],
  [["export", "auditing", "--format", "json", "au"], []],
  [["apply", "a.yaml", ""], [":files"]],
  [["watch", "restores", "al"], []],
  [["check", "alerts", "b"], []],
  [["profile", "re"], ["remove"]],
  [["profile", "show", "p"], ["prod"]],
  [
    ["profile", "add", "x", "--secret-in", ""],
    ["keyring", "file"],
  ],
  [["constructor", ""], ["alerts", "alert-configurations", "snapshots"].slice(0, 0)],
])("suggests behind %j: %j", (typed, words) => {
  expect(completed(...typed)).toEqual(words);
});

test("suggests every command and option of the table", () => {
  expect(completed("").slice(0, COMMAND_NAMES.length)).toEqual(COMMAND_NAMES);
  expect(completed("profile", "")).toEqual(Object.keys(PROFILE_COMMANDS));
  for (const { name, options } of COMMANDS) {
    const suggested = completed(...wordsIn(name), "--");
    expect(suggested).toEqual([...Object.keys(options), "help"].map((option) => `--${option}`));
  }
});

/** A command as its words. */
const wordsIn = (name: string): readonly string[] => (name === "" ? [] : name.split(" "));

const program = (...args: readonly string[]) => {
  using person = new Person();
  return person.command(args);
};

test("is asked of the program without a service, and a broken file of profiles disturbs nobody who types", () => {
  const found = execFileSync(process.execPath, [programOf(), "complete", "--", "run", "getAl"], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], XDG_CONFIG_HOME: import.meta.filename },
  });
  expect(found).toBe("getAlert\tGet alert\ngetAlertConfiguration\tGet alert configuration\n");
});

test.each([
  [["serve", "--prot", "3"], "sextant serve: Unknown option --prot. Did you mean --port?\n"],
  [["--reed-only"], "sextant: Unknown option --reed-only. Did you mean --read-only?\n"],
  [["openapi", "--dialect", "atls"], 'sextant openapi: --dialect does not take "atls". Did you mean atlas?\n'],
  [["completion", "bsh"], 'sextant completion: Unknown shell "bsh". Did you mean bash?\n'],
  [["completion"], "sextant completion: Shell missing. Use bash, zsh, fish.\n"],
  [["run", "listAlerts", "stauts=OPEN"], 'sextant run: listAlerts has no parameter "stauts". Did you mean status?\n'],
  [["alerts", "--profile"], "sextant: --profile requires a value: --profile NAME.\n"],
  [["alerts", "--profile", "--pane"], "sextant: --profile requires a value: --profile NAME.\n"],
  [["export", "custom-dns", "--output", ""], "sextant export: --output requires a value: --output DIR.\n"],
  [["--pane=yes"], "sextant: --pane takes no value.\n"],
  [["serve", "--port", "1", "--port", "2"], "sextant serve: --port is given twice.\n"],
  [["alerts", "snapshots"], 'sextant: Unexpected argument "snapshots": sextant takes one argument only.\n'],
  [["serve", "now"], 'sextant serve: Unexpected argument "now": sextant serve takes no argument.\n'],
])("answers %j with what is wrong and the nearest right word", (args, message) => {
  const { status, stdout, stderr } = program(...args);
  expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "", stderr: message });
});

test("prints the help of every command, no line wider than 80 columns but for examples", () => {
  for (const { name, options } of COMMANDS) {
    const { status, stdout } = program(...wordsIn(name), "--help");
    // A plugin that was asked for its help has checked nothing.
    expect(status).toBe(name === "check" ? 3 : 0);
    for (const option of Object.keys(options)) expect(stdout).toContain(`--${option}`);
    const own = stdout.split("\nOperations:\n")[0] ?? "";
    expect(own.split("\n").filter((line) => line.length > 80 && !line.startsWith("    sextant"))).toEqual([]);
    if (name !== "") expect(program("help", ...wordsIn(name)).stdout).toBe(stdout);
  }
});

test("says where the command of a watch stands: behind the options, or they would be its own", () => {
  expect(program("watch", "--help").stdout).toContain("\n  sextant watch PLACE [OPTION …] [-- COMMAND …]\n");
});

/** What bash makes of the words that are suggested behind what is typed: each put in, then read as it reads a line. */
function insertedByBash(typed: string, suggested: readonly string[]): readonly string[] {
  const script = `${completionScript("bash")}
compopt() { :; }
sextant() { printf '%s\\n' "\${SUGGESTED[@]}"; }
SUGGESTED=("$@") PATH=/nowhere COMP_WORDBREAKS=$' \\t\\n"\\'@><=;|&(:'
COMP_LINE="sextant run listAlerts $TYPED" COMP_POINT=\${#COMP_LINE} COMP_CWORD=3
COMP_WORDS=(sextant run listAlerts "$TYPED")
_sextant
for reply in "\${COMPREPLY[@]}"; do eval "line=($TYPED$reply)"; printf '%s\\0' "\${#line[@]}" "\${line[0]}"; done`;
  const read = execFileSync("bash", ["--norc", "-c", script, "bash", ...suggested], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], TYPED: typed, LC_ALL: "C.UTF-8" },
  });
  return read.split("\0").slice(0, -1);
}

test("what bash inserts is one word, as it was suggested: names of the service run nothing", () => {
  const sign = fc.constantFrom(..." ;&|$`'\"\\\\!*?#~(){}[]<>abcé日".split(""));
  const name = fc.string({ unit: sign, minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== "");
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.oneof(fc.constantFrom("x;touch /tmp/pwn", "My Project"), name), { minLength: 1 }),
      (names) => {
        const words = names.map((one) => `groupId=${one}`);
        expect(insertedByBash("groupId=", words)).toEqual(words.flatMap((word) => ["1", word]));
      },
    ),
    { numRuns: 30 },
  );
});

test("a name with control characters is not offered", () => {
  using person = new Person();
  const projects = ["a\u001b[2Jb", "a\nb", "a b"].map((alias, index) => ({ id: `${index}`.repeat(24), alias }));
  const profile = { name: "prod", baseUrl: "http://127.0.0.1:9", projects, credentials: { kind: "digest" } };
  person.write("config/sextant/profiles.json", JSON.stringify({ version: 1, profiles: [profile] }));
  const { stdout } = person.command(["complete", "--", "run", "listAlerts", "groupId="]);
  expect(stdout).toBe(`groupId=a b\t${"2".repeat(24)}\n`);
});
