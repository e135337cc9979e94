import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { programOf } from "../../build.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { started } from "../service/started.ts";
import { Person } from "./person.ts";

/** `sextant profile`: profiles without an editor, and secrets that stand nowhere but where they were put. */

const CANARY = "canary-secret-7f3a";

const toService = ({ baseUrl, clientId, caFile = "" }: ServiceReady): readonly string[] => [
  "--base-url",
  baseUrl,
  "--client-id",
  clientId,
  "--ca-file",
  caFile,
];

test("from nothing to a call over TLS with a service account: asked before it is saved, filled in, kept in a file", async () => {
  const { ready } = await started([programOf(), "serve", "--json", "--tls", "--data", ":memory:"]);
  using person = new Person();

  const added = person.command(
    ["profile", "add", "prod", ...toService(ready), "--secret-in", "file", "--environment", "production"],
    `${ready.clientSecret}\n`,
  );
  expect([added.status, added.stdout]).toEqual([
    0,
    "The service answered: 3 projects.\nProfile prod is saved. sextant --profile prod opens it.\n",
  ]);
  expect(added.stderr).toMatch(/^sextant profile: The secret stands in clear in .*secrets\.json/u);
  expect(statSync(join(person.config, "secrets.json")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(person.config, "profiles.json"), "utf8")).not.toContain(ready.clientSecret);

  expect(person.command(["profile", "list"]).stdout).toMatch(
    /^prod {2}production {2}https:.*secret in secrets\.json\n$/u,
  );
  expect(person.command(["profile", "show", "prod"]).stdout).toMatch(/Payments: analytics, .*prod-eu/u);
  expect(person.command(["profile", "check", "prod"]).stdout).toContain("Profile prod works: 3 projects.");
  const call = person.command(["run", "listAlerts", "status=OPEN", "--profile", "prod"]);
  expect([call.status, JSON.parse(call.stdout).results.length > 0]).toEqual([0, true]);

  // Another name: the secret goes along, and what is kept of it, here the answers of a status line.
  expect(person.command(["show", "alerts", "--format", "line", "--profile", "prod"]).status).toBe(0);
  const kept = (): readonly string[] => readdirSync(join(person.state, "last"));
  expect(kept()).toEqual([expect.stringMatching(/^profile-prod-line/u)]);
  expect(person.command(["profile", "edit", "prod", "--name", "production"]).status).toBe(0);
  expect(kept()).toEqual([expect.stringMatching(/^profile-production-line/u)]);
  expect(person.command(["profile", "check", "production"]).status).toBe(0);
  expect(readFileSync(join(person.config, "secrets.json"), "utf8")).not.toContain('"prod"');

  // What is kept of it goes along when it is removed, also the names of its last start.
  const other = { [`profile production too ${"0".repeat(16)}`]: {} };
  const connections = { [`profile production ${"0".repeat(16)}`]: {}, ...other };
  person.write("state/sextant/start.json", JSON.stringify({ version: 1, connections }));
  expect(person.command(["profile", "remove", "production"]).stderr).toMatch(
    /its secret and the answers, names, charts, .*, add --confirm production\. Activity stays\.\n$/u,
  );
  expect(person.command(["profile", "remove", "production", "--confirm", "production"]).status).toBe(0);
  expect(kept()).toEqual([]);
  expect(JSON.parse(readFileSync(join(person.state, "start.json"), "utf8"))).toEqual({
    version: 1,
    connections: other,
  });
  expect(readFileSync(join(person.config, "secrets.json"), "utf8")).not.toContain(ready.clientSecret);
  expect(person.said.join("")).not.toContain(ready.clientSecret);
});

test("saves nothing that does not work: a wrong secret, a certificate that is not trusted, nobody there", async () => {
  const { ready } = await started([programOf(), "serve", "--json", "--tls", "--data", ":memory:"]);
  using person = new Person();
  const add = (secret: string, ...args: readonly string[]) =>
    person.command(["profile", "add", "p", ...args, "--secret-in", "file"], `${secret}\n`);
  const wrong = add(CANARY, ...toService(ready));
  expect([wrong.status, wrong.stdout]).toEqual([1, ""]);
  expect(wrong.stderr).toMatch(/Not saved: .*refused the service account/u);
  const untrusted = add(ready.clientSecret, ...toService(ready).slice(0, 4));
  expect([untrusted.status, untrusted.stderr]).toEqual([3, expect.stringContaining("untrusted certificate")]);
  const nobody = add(CANARY, "--base-url", "https://127.0.0.1:1", "--client-id", "x");
  expect([nobody.status, nobody.stderr]).toEqual([3, expect.stringContaining("Not saved:")]);
  expect(existsSync(join(person.config, "profiles.json"))).toBe(false);
  expect(existsSync(join(person.config, "secrets.json"))).toBe(false);
  expect(person.said.join("")).not.toContain(CANARY);
});

test("a service that is not there is exit 3 of every command, and settings that are not whole are 2", () => {
  using person = new Person();
  const service = ["--base-url", "http://127.0.0.1:9"];
  const key = ["--public-key", "k", "--secret-variable", "P_KEY"];
  expect(person.command(["profile", "add", "p", ...service, ...key, "--no-check"]).status).toBe(0);
  for (const args of [
    ["check", "p"],
    ["edit", "p", "--org", "65f000000000000000000abc"],
    ["add", "q", ...service, ...key],
  ]) {
    const { status, stderr } = person.command(["profile", ...args], "", { P_KEY: CANARY });
    expect([status, stderr]).toEqual([3, expect.stringContaining("Cannot connect to 127.0.0.1:9")]);
    const unset = person.command(["profile", ...args]);
    expect([unset.status, unset.stderr]).toEqual([2, expect.stringContaining("P_KEY")]);
  }
});

test("profiles whose keys are in the vendor's keyring: what is missing is said, and what to do", async () => {
  const { ready } = await started([programOf(), "serve", "--json", "--dialect", "atlas", "--data", ":memory:"]);
  using person = new Person();
  const lines = ["version = 2", "[default]", `ops_manager_url = "${ready.baseUrl}"`];
  person.write("config/atlascli/config.toml", [...lines, "[robot]", 'auth_type = "service_account"'].join("\n"));
  const keys =
    "The public key and the private key are not in the file: since version 2 that program keeps them in the keyring. " +
    "Set DEFAULT_PUBLIC_KEY and DEFAULT_PRIVATE_KEY, or edit the imported profile.";
  expect(person.command(["profile", "import"]).stdout).toContain(keys);
  const imported = person.command(["profile", "import", "default", "robot"]);
  expect([imported.status, imported.stderr]).toEqual([0, ""]);
  expect(imported.stdout).toContain(keys);
  expect(imported.stdout).toContain("Set ROBOT_CLIENT_ID and ROBOT_CLIENT_SECRET,");
  const set = { DEFAULT_PUBLIC_KEY: ready.publicKey, DEFAULT_PRIVATE_KEY: ready.privateKey };
  expect(person.command(["profile", "check", "default"], "", set)).toMatchObject({ status: 0, stderr: "" });
  expect(person.command(["profile", "check", "default"]).stderr).toContain("DEFAULT_PUBLIC_KEY");
  const edit = ["profile", "edit", "default", "--public-key", ready.publicKey, "--secret-in", "file"];
  expect(person.command(edit, `${ready.privateKey}\n`).status).toBe(0);
});

test.each([
  [["add"], "The name of the profile is missing: sextant profile add NAME."],
  [["add", "p"], "The address is missing: add --base-url URL."],
  [["add", "p", "--base-url", "service.example.com"], "--base-url: an address such as https://service.example.com."],
  [["add", "p", "--base-url", "https://u:canary-secret-7f3a@x.example"], "--base-url: an address without a user name."],
  [["add", "p", "--base-url", "https://x.example/api/atlas/v2"], "--base-url: an address without the path of the API."],
  [["add", "../p", "--base-url", "https://x.example"], "The name of a profile: letters, digits, dots, hyphens"],
  [["add", "p", "--base-url", "https://x.example", "--project", "zz"], "--project: 24 hexadecimal characters"],
  [
    ["add", "p", "--public-key", "a", "--client-id", "b"],
    "Give one of --public-key, --client-id and --secret-command.",
  ],
  [
    ["add", "p", "--base-url", "https://x.example", "--public-key", "a", "--secret-in", "file"],
    "No private key was entered.",
  ],
  [["show", "p"], "No profiles yet"],
  [["ad"], 'Unknown command "ad".'],
  [["remov", "p"], "Did you mean remove?"],
])("%j is answered with a sentence, and changes nothing", (args, sentence) => {
  using person = new Person();
  const { status, stdout, stderr } = person.command(["profile", ...args]);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain(CANARY);
  expect(existsSync(person.config)).toBe(false);
});

test("two profiles cannot have one name, and what cannot be written loses nothing", () => {
  using person = new Person();
  const add = (name: string, env = {}) =>
    person.command(["profile", "add", name, "--base-url", "https://x.example", "--no-check"], "", env);
  expect(add("one").status).toBe(0);
  expect(add("one")).toMatchObject({ status: 2, stderr: expect.stringContaining("There is a profile one already.") });
  const before = readFileSync(join(person.config, "profiles.json"), "utf8");
  // The name is refused before a service is asked.
  expect(add("three").status).toBe(0);
  const renamed = person.command(["profile", "edit", "three", "--name", "one"]);
  expect([renamed.status, renamed.stderr]).toEqual([2, expect.stringContaining("There is a profile one already.")]);
  expect(person.command(["profile", "remove", "three", "--confirm", "three"]).status).toBe(0);
  const unwritten = [programOf(), "profile", "edit", "one", "--environment", "production", "--no-check"];
  // A file may not grow at all, as on a full disk: no lock of the change stays behind.
  const full = spawnSync("sh", ["-c", 'ulimit -f 0; exec "$0" "$@"', process.execPath, ...unwritten], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], ...person.env },
  });
  expect([full.status, full.stderr]).toEqual([2, expect.stringContaining("Cannot write the profiles")]);
  expect(readdirSync(person.config)).toEqual(["profiles.json"]);
  const blocked = person.write("blocked", "a file");
  const refused = add("two", { XDG_CONFIG_HOME: blocked });
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining("part of the path is not a folder")]);
  expect(readFileSync(join(person.config, "profiles.json"), "utf8")).toBe(before);
});

test("profiles of the vendor's command line are shown, and imported with their secret only when that is said", () => {
  using person = new Person();
  expect(person.command(["profile", "import"]).stdout).toMatch(/^Nothing to import: there is no .*config\.toml\.\n$/u);
  const file = person.write(
    "config/atlascli/config.toml",
    [
      "version = 2",
      "[default]",
      'project_id = "0123456789abcdef01234567"',
      'public_api_key = "abcdefgh"',
      `private_api_key = "${CANARY}"`,
      "[robot]",
      'auth_type = "service_account"',
      'client_id = "sa_1"',
      'ops_manager_url = "https://manager.example/"',
      "[me]",
      'auth_type = "user_account"',
      `access_token = "${CANARY}"`,
      "[none]",
      'auth_type = "no_auth"',
      "[bad]",
      'org_id = "nonsense"',
    ].join("\n"),
  );
  const text = readFileSync(file, "utf8");
  const shown = person.command(["profile", "import"]);
  expect(shown.stdout).toContain("default: https://cloud.mongodb.com, API key abcdefgh");
  expect(shown.stdout).toContain("robot: https://manager.example, service account sa_1");
  expect(shown.stdout).toContain("A browser login cannot be imported");
  expect(shown.stdout).not.toContain("chmod");
  chmodSync(file, 0o644);
  const exposed = `Other users of this machine can read the secret in ${file}: run chmod 600 on it.`;
  const lines = person.command(["profile", "import"]).stdout.split("\n");
  expect(lines.filter((line) => line.includes(exposed)).map((line) => line.split(":")[0])).toEqual(["default"]);
  chmodSync(file, 0o600);
  expect(shown.stderr).toContain("Profile bad cannot be imported");
  for (const [name, words] of [
    ["me", "A browser login cannot be imported: enter an API key or a service account."],
    ["none", "A profile without a login cannot be imported: enter an API key or a service account."],
  ] as const) {
    expect(shown.stdout).toContain(`${name}: https://cloud.mongodb.com. ${words}\n`);
    const { status, stdout, stderr } = person.command(["profile", "import", name]);
    expect([status, stdout, stderr]).toEqual([
      2,
      "",
      expect.stringContaining(`sextant profile: Profile ${name} is not imported. ${words}\n`),
    ]);
  }
  expect(existsSync(join(person.config, "profiles.json"))).toBe(false);
  expect(person.command(["profile", "import", "robot"]).status).toBe(0);
  expect(person.command(["profile", "import", "default"]).status).toBe(0);
  expect([...person.files()].filter(([name, bytes]) => !name.includes("atlascli") && bytes.includes(CANARY))).toEqual(
    [],
  );
  expect(person.command(["profile", "import", "default"])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("There is a profile default already."),
  });
  expect(person.command(["profile", "remove", "default", "--confirm", "default"]).status).toBe(0);
  expect(person.command(["profile", "import", "default", "--with-secrets", "--secret-in", "file"]).status).toBe(0);
  expect(readFileSync(join(person.config, "secrets.json"), "utf8")).toContain(CANARY);
  expect(person.command(["profile", "import", "nobody"]).stderr).toContain("There are: default, robot, me, none.");
  expect(readFileSync(file, "utf8")).toBe(text);
  person.write("config/atlascli/config.toml", `[default\nprivate_api_key = "${CANARY}"`);
  expect(person.command(["profile", "import"])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/not valid TOML \(line 1/u),
  });
  expect(person.said.join("")).not.toContain(CANARY);
});

/** A program in place of the keyring's command. */
const inPlaceOfKeyring = (person: Person, script: string): Record<string, string> => {
  person.write("bin/secret-tool", `#!/bin/sh\n${script}\n`, 0o700);
  return { PATH: `${join(person.directory, "bin")}${delimiter}${process.env["PATH"]}` };
};

test.each([
  ["refuses", "echo canary-secret-7f3a >&2; exit 1", "it refused; it may be locked"],
  ["says that all is well and keeps nothing", "cat >/dev/null; exit 0", "it refused; it may be locked"],
])("a keyring that %s: nothing is saved, and it is said", (_, script, words) => {
  using person = new Person();
  const env = inPlaceOfKeyring(person, script);
  const args = [
    "profile",
    "add",
    "p",
    "--base-url",
    "https://x.example",
    "--public-key",
    "k",
    "--secret-in",
    "keyring",
    "--no-check",
  ];
  const { status, stderr } = person.command(args, `${CANARY}\n`, env);
  expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
  expect(existsSync(join(person.config, "profiles.json"))).toBe(false);
  expect(person.said.join("")).not.toContain(CANARY);
});

const real = ["dbus-run-session", "gnome-keyring-daemon", "secret-tool"];
const isThere = real.every((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0);

test("a real keyring keeps a secret, hands it to a call, and forgets it with the profile", async ({ skip }) => {
  if (!isThere) skip(`needs ${real.join(", ")}`);
  const { ready } = await started([programOf(), "serve", "--json", "--tls", "--data", ":memory:"]);
  using person = new Person();
  const sextant = `"${process.execPath}" "${programOf()}"`;
  const add = `profile add prod ${toService(ready).join(" ")} --secret-in keyring`;
  const script = person.write(
    "session.sh",
    [
      "set -e",
      "printf 'password' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1",
      `printf '%s\\n' "$SECRET_FOR_TEST" | ${sextant} ${add}`,
      `${sextant} profile check prod`,
      "secret-tool lookup service sextant profile prod | wc -c",
      `${sextant} profile remove prod --confirm prod`,
      "secret-tool lookup service sextant profile prod || echo gone",
    ].join("\n"),
  );
  const { status, stdout, stderr } = spawnSync("dbus-run-session", ["--", "sh", script], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], ...person.env, SECRET_FOR_TEST: ready.clientSecret },
  });
  expect(status, stderr).toBe(0);
  expect(stderr).not.toContain(ready.clientSecret);
  expect(stdout).toContain("Profile prod works: 3 projects.");
  expect(stdout).toContain(`${ready.clientSecret.length}\n`);
  expect(stdout).toMatch(/gone\n$/u);
  expect(stdout).not.toContain(ready.clientSecret);
  const ours = [...person.files()].filter(([name]) => name.includes("sextant"));
  expect(ours.filter(([, bytes]) => bytes.includes(ready.clientSecret))).toEqual([]);
});
