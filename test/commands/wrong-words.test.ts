import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Person } from "./person.ts";

/** What cannot be meant is refused with 2, and nothing is left behind by the look. */

describe("words that mean nothing where they stand", () => {
  test.each<readonly [args: readonly string[], words: string]>([
    [["show", "alerts/65f000000000000000000abc", "--columns", "what"], "--columns is for the rows of a list."],
    [["show", "auditing", "--sort", "what"], "--sort is for the rows of a list."],
    [["show", "auditing", "--filter", "x"], "--filter is for the rows of a list."],
    [
      ["show", "alerts", "--format", "openmetrics", "--filter", "x"],
      "--filter is for the rows of a list: --format openmetrics prints its counts.",
    ],
    [
      ["show", "alerts", "--format", "line", "--sort", "age"],
      "--sort is for the rows of a list: --format line prints its counts.",
    ],
    [
      ["show", "alerts", "--format", "tmux", "--columns", "age"],
      "--columns is for the rows of a list: --format tmux prints its counts.",
    ],
    [["show", "custom-dns/zzz"], 'Unexpected "zzz": this area shows one thing.'],
    [["help", "shw"], 'There is no command "shw". Did you mean sextant help show?'],
    [["help", "qqqqqq"], 'There is no command "qqqqqq". sextant --help lists them all.'],
    [
      ["diff", ""],
      "Empty argument: sextant diff takes FILE … | DIR | - | [KIND …]. A variable of a script may be unset.",
    ],
    [
      ["apply", "a.yaml", ""],
      "Empty argument: sextant apply takes FILE … | DIR | -. A variable of a script may be unset.",
    ],
    [["show", ""], "Empty argument: sextant show takes PLACE. A variable of a script may be unset."],
    [["diff", "a.yaml", "--project", ""], "--project requires a value: --project NAME."],
    [["profile"], "The command is missing. sextant profile takes list, show, add, edit, remove, check, import."],
    [["profile", "remve"], 'Unknown command "remve". Did you mean remove?'],
    [
      ["profile", "add", "", "--base-url", "http://localhost:1"],
      "Empty argument: sextant profile add takes NAME. A variable of a script may be unset.",
    ],
    [
      ["run", "toggleAwsCustomDns", "--body", "/none/at/all.json"],
      "Cannot read the body from /none/at/all.json: it does not exist.",
    ],
    [
      ["run", "toggleAwsCustomDns", "--body", '{"apiToken": "a secret in a log"}'],
      "--body takes the name of a file, not JSON: pass JSON to standard input with --body -.",
    ],
    [["profile", "add", "a", "--base-url", ""], "The address is missing: add --base-url URL."],
  ])("%j", (args, words) => {
    using person = new Person();
    const { status, stdout, stderr } = person.command(args);
    expect([status, stdout, stderr]).toEqual([2, "", `sextant ${args[0]}: ${words}\n`]);
  });
});

test("a word that nobody could read is cut in what is said of it", () => {
  using person = new Person();
  const { status, stderr } = person.command(["show", "x".repeat(50_000)]);
  expect(status).toBe(2);
  expect(stderr).toMatch(/^sextant show: Unknown place or command "x{99}… sextant --help lists them all\.\n$/u);
});

test("a profile that is to be imported from no file is wrong use", () => {
  using person = new Person();
  const { status, stdout, stderr } = person.command(["profile", "import", "nope"]);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^sextant profile: Nothing to import: there is no .*config\.toml\.\n$/u);
});

test("help of a command is its own", () => {
  using person = new Person();
  expect(person.command(["help", "show"]).stdout).toBe(person.command(["show", "--help"]).stdout);
});

test("serve keys without a command is wrong use, and its help is none", () => {
  using person = new Person();
  const { status, stdout, stderr } = person.command(["serve", "keys"]);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toBe("sextant serve keys: The command is missing. sextant serve keys takes add, list, revoke.\n");
  const help = person.command(["serve", "keys", "--help"]);
  expect([help.status, help.stderr]).toEqual([0, ""]);
  expect(help.stdout).toContain("sextant serve keys revoke");
});

test.each([["list"], ["revoke", "abcdefgh"], ["add", "--role", "Project Owner"]])(
  "serve keys %s makes no data where there are none",
  (...words) => {
    using person = new Person();
    const data = join(person.directory, "typo");
    const { status, stderr } = person.command(["serve", "keys", ...words, "--data", data]);
    expect([status, stderr]).toEqual([
      1,
      `sextant serve keys: ${data} has no data of a service: name its folder with --data.\n`,
    ]);
    expect(existsSync(data)).toBe(false);
  },
);

test("serve keys add says that a role is wrong before it looks for data", () => {
  using person = new Person();
  const { status, stderr } = person.command(["serve", "keys", "add", "--role", "Project Ower", "--data", "nowhere"]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("Did you mean Project Owner")]);
});

test("an unknown profile is named, with the one that may be meant, or with the way to add one", () => {
  using person = new Person();
  const said = () => person.command(["show", "alerts", "--profile", "prd"]).stderr;
  expect(said()).toMatch(
    /^sextant show: Unknown profile prd\. No profiles yet \(.*\): sextant profile add prd --base-url URL adds one\.\n$/u,
  );
  const profiles = ["prod", "side"].map((name) => ({ name, baseUrl: "http://127.0.0.1:9" }));
  person.write("config/sextant/profiles.json", JSON.stringify({ version: 1, profiles }));
  expect(said()).toMatch(/^sextant show: Unknown profile prd\. Did you mean prod\? Profiles: prod, side \(.*\)\.\n$/u);
});

test("a profile whose secret is not set is no answer of the service", () => {
  using person = new Person();
  const profile = {
    name: "prod",
    baseUrl: "http://127.0.0.1:9",
    credentials: { kind: "digest", publicKey: "abcdefgh", privateKeyVariable: "NOT_SET" },
  };
  person.write("config/sextant/profiles.json", JSON.stringify({ version: 1, profiles: [profile] }));
  const { status, stderr } = person.command(["profile", "check", "prod"]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("NOT_SET")]);
});
