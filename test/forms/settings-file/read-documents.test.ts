import { describe, expect, test } from "vitest";
import { fileKinds } from "../../../src/app/settings-files/project.ts";
import { ExactNumber } from "../../../src/contract/json/json.ts";
import { Secret } from "../../../src/contract/secret.ts";
import { readDocuments } from "../../../src/forms/settings-file/read-documents.ts";
import { readYaml } from "../../../src/forms/settings-file/read-yaml.ts";

/** What people write into files: read as it is meant, or refused at its line and column. */

const ENVIRONMENT: Readonly<Record<string, string>> = { PAGER_KEY: "0123456789abcdef0123456789abcdef", EMPTY: "" };

const read = (text: string) =>
  readDocuments("alerts.yaml", text, { kinds: fileKinds(), variable: (name) => ENVIRONMENT[name] });

const said = (text: string): readonly string[] =>
  read(text).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);

const configuration = (settings: string): string => `kind: alert-configuration
version: 1
settings:
  eventTypeName: NO_PRIMARY
  enabled: true
${settings}`;

const mail = "  notifications:\n    - typeName: EMAIL\n      emailAddress: dba@example.com\n      delayMin: 0\n";

describe("a document", () => {
  test("may say that there is none of a kind, of the whole project", () => {
    const none = "kind: search-nodes\nversion: 1\nsettings: none\n";
    expect(read(none)).toMatchObject({ documents: [], none: [{ kind: { name: "search-nodes" } }], problems: [] });
    expect(said(`${none}cluster: prod-eu\n`)).toEqual(["4:1 settings: none is of the whole project"]);
  });

  test("is read with its settings, its place and its secrets from the environment", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in a file
    const key = "  notifications:\n    - typeName: PAGER_DUTY\n      serviceKey: ${PAGER_KEY}\n      delayMin: 5\n";
    const { documents, problems } = read(configuration(key));
    expect(problems).toEqual([]);
    const [document] = documents;
    const [notification] = Array.from([document?.settings["notifications"]].flat());
    expect(notification).toMatchObject({ typeName: "PAGER_DUTY", delayMin: 5 });
    expect(JSON.stringify(document)).not.toContain("0123456789abcdef");
    expect(notification).toHaveProperty("serviceKey", new Secret("0123456789abcdef0123456789abcdef"));
    expect(document?.spotOf(["notifications", 0, "delayMin"])).toEqual({ line: 9, column: 7 });
  });

  test("may be one of many, in YAML and in a list of JSON", () => {
    const two = `${configuration(mail)}---\n# nothing but a comment\n---\n${configuration(mail)}`;
    expect(read(two).documents).toHaveLength(2);
    const json = JSON.stringify([
      { kind: "custom-dns", version: 1, settings: { enabled: true } },
      { kind: "auditing", version: 1, settings: { enabled: false } },
    ]);
    expect(read(json).documents.map(({ kind }) => kind.name)).toEqual(["custom-dns", "auditing"]);
  });
});

describe("YAML is read as its version 1.2 says", () => {
  test.each([
    ["NO", "NO"],
    ["yes", "yes"],
    ["1e3", 1000],
    ["0x10", 16],
    ["010", 10],
    ["1_000", "1_000"],
    ["12:30:00", "12:30:00"],
    ["2025-11-21", "2025-11-21"],
    ["9007199254740993", new ExactNumber("9007199254740993")],
    ["0.1000000000000000055", new ExactNumber("0.1000000000000000055")],
    ["true", true],
    ["~", null],
  ])("%s", (written, value) => {
    const [document] = readYaml("a.yaml", `a: ${written}`).documents;
    expect(document?.value).toEqual({ a: value });
  });
});

describe("what cannot be read is refused where it stands", () => {
  const laughs = ["a: &a [x, x, x, x, x, x, x, x, x, x]"];
  for (const [index, name] of [..."bcdefghi"].entries()) {
    const before = [..."abcdefghi"][index];
    laughs.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(", ")}]`);
  }

  test.each<[what: string, text: string, said: string]>([
    ["aliases that explode", laughs.join("\n"), "more than 100000 values, with those that aliases repeat"],
    ["an alias of itself", "a: &a [*a]", "nested deeper than 100 levels"],
    ["an alias of nothing", "a: *b", "b"],
    ["a name that stands twice", "kind: auditing\nversion: 1\nkind: auditing", "3:1 kind stands here twice"],
    ["a tab", "kind: auditing\nsettings:\n\tenabled: true", "3:1 tabs are not allowed as indentation"],
    ["a tag", "kind: !!binary aGVsbG8=", "not a text, a number"],
    ["a name that is no text", "? [a, b]\n: c", "a name must be a text"],
    ["__proto__", "__proto__: 1", '1:1 the name "__proto__" is not accepted'],
    ["infinity", "kind: auditing\nversion: .inf", "not a finite number"],
    ["a bracket that is not closed", "kind: [a", "1:"],
  ])("%s", (_what, text, words) => {
    expect(said(text).join("\n").toLowerCase()).toContain(words.toLowerCase());
  });

  test("nesting without end", () => {
    expect(said("[".repeat(200_000)).join()).toContain("nested too deep");
    expect(said(`a: ${"[".repeat(150)}${"]".repeat(150)}`).join()).toContain("nested deeper than 100 levels");
  });

  test.each<[what: string, text: string, said: readonly string[]]>([
    ["a text that is no document", "hello", ["1:1 not a document of settings: kind, version and settings are missing"]],
    [
      "an unknown kind, with the nearest",
      "kind: alert-config\nversion: 1\nsettings: {}",
      ["1:1 no kind of settings that this Sextant knows: alert-config; did you mean alert-configuration?"],
    ],
    [
      "a kind of a later release",
      "kind: maintenance-window\nversion: 1\nsettings: {}",
      ["1:1 no kind of settings that this Sextant knows: maintenance-window; a newer one may know it"],
    ],
    [
      "a version of a later release",
      "kind: auditing\nversion: 2\nsettings: {}",
      ["2:1 version 2 of auditing is of a later Sextant: this one knows 1. Update it"],
    ],
    ["no version", "kind: auditing\nsettings: {}", ["1:1 version is missing: write version: 1"]],
    [
      "an unknown field, with the nearest",
      configuration(mail.replace("emailAddress", "emailAdress")),
      ["8:7 unknown field notifications[0].emailAdress; did you mean emailAddress?"],
    ],
    [
      "a field that the program carries along",
      configuration(mail.replace("delayMin: 0", "notifierId: 69fea4471e57933cc77046de")),
      ["9:7 unknown field notifications[0].notifierId"],
    ],
    [
      "a field beside the settings",
      "kind: auditing\nversion: 1\nenabled: true\nsettings: {}",
      ["3:1 unknown field enabled: it belongs below settings"],
    ],
    [
      "an unknown type",
      configuration(mail.replace("EMAIL", "EMIAL")),
      ["7:7 unknown typeName EMIAL; did you mean EMAIL?"],
    ],
    ["a missing cluster", "kind: search-nodes\nversion: 1\nsettings: {}", ["1:1 cluster is missing"]],
    ...["", "~", '""'].flatMap((nothing) =>
      ["backup-schedule", "search-index", "search-nodes"].map((kind): [string, string, readonly string[]] => [
        `a cluster of a ${kind} that is empty: ${nothing}`,
        `kind: ${kind}\nversion: 1\ncluster: ${nothing}\nsettings: {}`,
        ["3:1 cluster is missing"],
      ]),
    ),
    [
      "a project that is empty: nobody knows which one was meant",
      "kind: auditing\nversion: 1\nproject:\nsettings: {}",
      ["3:1 project is missing: write its name or its id, or leave the line out"],
    ],
    [
      "a cluster for what has none",
      "kind: auditing\nversion: 1\ncluster: prod-eu\nsettings: {}",
      ["3:1 an auditing is of the whole project"],
    ],
    [
      "what does something once",
      "kind: backup-schedule\nversion: 1\ncluster: prod-eu\nsettings:\n  updateSnapshots: true",
      ["5:3 updateSnapshots does something once and is no setting"],
    ],
  ])("%s", (_what, text, words) => {
    expect(said(text)).toEqual(words);
  });

  test("a secret in clear, without being repeated, a mask, and variables that are missing or empty", () => {
    const pager = (key: string): string =>
      configuration(`  notifications:\n    - typeName: PAGER_DUTY\n      serviceKey: ${key}\n`);
    expect(said(pager("0123456789abcdef"))).toEqual([
      expect.stringContaining("8:7 serviceKey is a secret and must not"),
    ]);
    expect(said(pager("0123456789abcdef")).join()).not.toContain("0123456789abcdef");
    expect(said(pager("'****c77a'"))).toEqual([expect.stringContaining("8:7 serviceKey is a masked secret")]);
    expect(said(pager("$" + "{NOT_SET}"))).toEqual(["8:7 the environment variable NOT_SET is not set"]);
    expect(said(pager("$" + "{EMPTY}"))).toEqual(["8:7 the environment variable EMPTY is empty"]);
  });

  test("everything that is wrong in all documents at once", () => {
    const two = `${configuration(mail.replace("emailAddress", "mail"))}---\nkind: auditting\nversion: 1\nsettings: {}`;
    expect(said(two).map((words) => words.split(":")[0])).toEqual(["8", "11"]);
  });
});
