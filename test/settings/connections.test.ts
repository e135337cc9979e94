import { mkdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import type { Credentials } from "../../src/contract/wire/connection.ts";
import { changeProfiles, profilesPath, readProfiles } from "../../src/settings/profiles.ts";
import { type ProfileChoice, resolveConnection } from "../../src/settings/resolve.ts";
import { type Home, home, messageOf } from "./home.ts";

const GROUP = "65f000000000000000000001";
const ORG = "65f0000000000000000000f1";
const env = {
  SEXTANT_BASE_URL: "https://service.example.com",
  SEXTANT_PUBLIC_KEY: "abcdefgh",
  SEXTANT_PRIVATE_KEY: " private-key-of-mine\n",
};

const connectionOf = (choice: ProfileChoice) => {
  if (choice.kind !== "connection") throw new Error("a connection was expected");
  return choice;
};

/** What credentials say on the wire: the one place where a test may look at a secret. */
const revealed = (credentials: Credentials): readonly string[] =>
  credentials.kind === "digest"
    ? [credentials.publicKey, credentials.privateKey.reveal()]
    : [credentials.clientId, credentials.clientSecret.reveal()];

async function withProfiles(person: Home, ...profiles: readonly object[]): Promise<void> {
  await mkdir(person.paths.config, { recursive: true });
  await writeFile(profilesPath(person.paths), JSON.stringify({ version: 1, profiles }));
}

const prod = {
  name: "prod",
  baseUrl: "https://cloud.example.com",
  dialect: "atlas",
  environment: "production",
  roles: ["Project Owner"],
  orgId: ORG,
  projects: [{ id: GROUP, alias: "shop", clusters: [{ name: "prod-eu", kind: "sharded" }, { name: "other" }] }],
  credentials: { kind: "digest", publicKey: "abcdefgh", privateKeyVariable: "PROD_KEY" },
};

describe("the environment", () => {
  test("makes a connection, and the secret is nowhere to be read", async () => {
    await using person = await home();
    const choice = connectionOf(await resolveConnection({}, env, person.paths));
    expect(choice).toMatchObject({
      source: "environment",
      projectId: null,
      orgId: null,
      projects: [],
    });
    expect(choice.connection).toMatchObject({
      profile: "environment",
      environment: "other",
      dialect: "specification",
      tokenUrl: null,
      metricsUrl: null,
      readOnly: null,
      roles: null,
      ca: null,
    });
    expect(choice.connection.baseUrl.href).toBe("https://service.example.com/");
    expect(revealed(choice.connection.credentials)).toEqual(["abcdefgh", "private-key-of-mine"]);
    expect(inspect(choice, { depth: 9 }) + JSON.stringify(choice)).not.toContain("private-key-of-mine");
  });

  test("may name everything else that a connection has", async () => {
    await using person = await home();
    const ca = join(person.folder, "ca.pem");
    await writeFile(ca, "-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n");
    const choice = connectionOf(
      await resolveConnection(
        {},
        {
          SEXTANT_BASE_URL: "http://127.0.0.1:8080/gate",
          SEXTANT_CLIENT_ID: "id",
          SEXTANT_CLIENT_SECRET: "of-the-account",
          SEXTANT_TOKEN_URL: "https://login.example.com/token",
          SEXTANT_METRICS_URL: "https://metrics.example.com/v1.0",
          SEXTANT_DIALECT: "atlas",
          SEXTANT_SCRAPE_USERNAME: "prom",
          SEXTANT_SCRAPE_PASSWORD: "scrape-password",
          SEXTANT_PROJECT_ID: GROUP,
          SEXTANT_ORG_ID: ORG,
          SEXTANT_CA_FILE: ca,
        },
        person.paths,
      ),
    );
    expect(choice).toMatchObject({ projectId: GROUP, orgId: ORG });
    const { connection } = choice;
    expect([connection.tokenUrl?.href, connection.metricsUrl?.href, connection.dialect]).toEqual([
      "https://login.example.com/token",
      "https://metrics.example.com/v1.0",
      "atlas",
    ]);
    expect(revealed(connection.credentials)).toEqual(["id", "of-the-account"]);
    expect(connection.scrape?.password.reveal()).toBe("scrape-password");
    expect(connection.ca).toContain("BEGIN CERTIFICATE");
  });

  test("that names nothing leads to the embedded service", async () => {
    await using person = await home();
    const ids = { SEXTANT_PROJECT_ID: GROUP, SEXTANT_DIALECT: "atlas" };
    expect(await resolveConnection({}, {}, person.paths)).toEqual({
      kind: "embedded",
      readOnly: null,
      settingsFiles: null,
      projectId: null,
      orgId: null,
    });
    expect(await resolveConnection({ readOnly: true }, ids, person.paths)).toMatchObject({
      kind: "embedded",
      readOnly: { because: "--read-only", unlockable: false },
      projectId: GROUP,
    });
  });

  const { SEXTANT_BASE_URL: _url, ...noAddress } = env;
  const { SEXTANT_PRIVATE_KEY: _key, ...noSecret } = env;
  test.each([
    [noAddress, "SEXTANT_BASE_URL"],
    [noSecret, "SEXTANT_PRIVATE_KEY"],
    [{ ...noSecret, SEXTANT_PRIVATE_KEY: "  " }, "SEXTANT_PRIVATE_KEY"],
    [{ SEXTANT_BASE_URL: "https://x.example.com" }, "SEXTANT_PUBLIC_KEY and SEXTANT_PRIVATE_KEY"],
    [{ SEXTANT_BASE_URL: "https://x.example.com", SEXTANT_CLIENT_ID: "id" }, "SEXTANT_CLIENT_SECRET"],
    [{ ...env, SEXTANT_CLIENT_ID: "id", SEXTANT_CLIENT_SECRET: "s3cret" }, "unset one of the two"],
    [{ ...env, SEXTANT_BASE_URL: "service.example.com" }, "SEXTANT_BASE_URL is not an address such as"],
    [{ ...env, SEXTANT_BASE_URL: "ftp://x" }, "SEXTANT_BASE_URL is not an address"],
    [{ ...env, SEXTANT_BASE_URL: "https://me:pass@x.example.com" }, "an address without a user name"],
    [{ ...env, SEXTANT_BASE_URL: "https://x.example.com/api/atlas/v2/groups" }, "without the path of the API"],
    [{ ...env, SEXTANT_BASE_URL: "https://x.example.com?key=s3cret" }, "without ? and #"],
    [{ ...env, SEXTANT_DIALECT: "klingon" }, "specification or atlas"],
    [{ ...env, SEXTANT_PROJECT_ID: "shop" }, "SEXTANT_PROJECT_ID must be 24 hexadecimal characters"],
    [{ ...env, SEXTANT_SCRAPE_USERNAME: "prom" }, "SEXTANT_SCRAPE_PASSWORD"],
    [{ ...env, SEXTANT_CA_FILE: "/no/such/file.pem" }, "SEXTANT_CA_FILE names /no/such/file.pem"],
  ])("is told what is missing or wrong (%#)", async (variables, words) => {
    await using person = await home();
    const message = await messageOf(resolveConnection({}, variables, person.paths));
    expect(message).toContain(words);
    expect(message).not.toMatch(/private-key-of-mine|s3cret|me:pass/u);
  });
});

describe("a profile", () => {
  test("makes a connection; production starts read-only and may be unlocked", async () => {
    await using person = await home();
    await withProfiles(person, prod);
    const choice = connectionOf(await resolveConnection({ profile: "prod" }, { PROD_KEY: "of-prod" }, person.paths));
    expect(choice).toMatchObject({ source: "profile", projectId: GROUP, orgId: ORG });
    expect(choice.projects[0]).toMatchObject({
      alias: "shop",
      clusters: [
        { name: "prod-eu", kind: "sharded" },
        { name: "other", kind: "unknown" },
      ],
    });
    expect(choice.connection).toMatchObject({
      profile: "prod",
      environment: "production",
      dialect: "atlas",
      readOnly: { because: "production profile prod", unlockable: true },
      roles: ["Project Owner"],
    });
    expect(revealed(choice.connection.credentials)).toEqual(["abcdefgh", "of-prod"]);
  });

  test.each([
    [{ readOnly: true }, {}, "profile prod", false],
    [{}, { readOnly: true }, "--read-only", false],
    [{ readOnly: true }, { readOnly: true }, "--read-only", false],
    [{ readOnly: false }, {}, "production profile prod", true],
    [{ environment: "other", readOnly: false }, {}, undefined, undefined],
    [{ environment: "other" }, {}, undefined, undefined],
  ])("with %j and %j is read-only because of the most lasting rule", async (changes, wanted, because, unlockable) => {
    await using person = await home();
    await withProfiles(person, { ...prod, ...changes });
    const choice = connectionOf(
      await resolveConnection({ profile: "prod", ...wanted }, { PROD_KEY: "x" }, person.paths),
    );
    expect(choice.connection.readOnly?.because).toBe(because);
    expect(choice.connection.readOnly?.unlockable).toBe(unlockable);
  });

  test("wins over the environment, from which only what it leaves out comes", async () => {
    await using person = await home();
    const { credentials: _credentials, projects: _projects, ...bare } = prod;
    await withProfiles(person, bare);
    const other = "65f000000000000000000002";
    const choice = connectionOf(
      await resolveConnection({ profile: "prod" }, { ...env, SEXTANT_PROJECT_ID: other }, person.paths),
    );
    expect(choice.connection.baseUrl.host).toBe("cloud.example.com");
    expect(revealed(choice.connection.credentials)[1]).toBe("private-key-of-mine");
    expect(choice.projectId).toBe(other);
  });

  test("that is not there is never replaced by another service", async () => {
    await using person = await home();
    expect(await messageOf(resolveConnection({ profile: "prod" }, env, person.paths))).toContain("No profiles yet");
    await withProfiles(person, prod, { ...prod, name: "stage" });
    expect(await messageOf(resolveConnection({ profile: "pord" }, env, person.paths))).toContain(
      "Profiles: prod, stage",
    );
  });

  test("gets its secrets from a command that no shell reads, and shows nothing of what it prints", async () => {
    await using person = await home();
    const print = (value: unknown) => [
      process.execPath,
      "-e",
      `process.stdout.write(${JSON.stringify(JSON.stringify(value))})`,
      "$(id); echo",
    ];
    const profile = (name: string, credentialCommand: readonly string[]) => ({
      ...prod,
      name,
      credentials: { kind: "command", credentialCommand },
    });
    await withProfiles(
      person,
      profile("key", print({ publicKey: "k", privateKey: "from-the-vault", more: 1 })),
      profile("account", print({ clientId: "id", clientSecret: "from-the-vault" })),
      profile("wrong", print({ password: "from-the-vault" })),
      profile("text", [process.execPath, "-p", "'from-the-vault'"]),
      profile("failing", [
        process.execPath,
        "-e",
        "console.log('from-the-vault'); console.error('from-the-vault'); process.exit(3)",
      ]),
      profile("missing", ["no-such-program-anywhere"]),
    );
    const credentials = async (name: string) =>
      revealed(connectionOf(await resolveConnection({ profile: name }, {}, person.paths)).connection.credentials);
    expect(await credentials("key")).toEqual(["k", "from-the-vault"]);
    expect(await credentials("account")).toEqual(["id", "from-the-vault"]);
    const words = async (name: string) => {
      const message = await messageOf(resolveConnection({ profile: name }, {}, person.paths));
      expect(message).not.toContain("vault");
      return message;
    };
    expect(await words("wrong")).toContain("publicKey and privateKey");
    expect(await words("text")).toContain("one JSON object");
    expect(await words("failing")).toContain("failed with exit code 3");
    expect(await words("missing")).toContain("was not found");
  });
});

describe("profiles.json", () => {
  test.each([
    [{ ...prod, privateKey: "s3cret" }, "profiles[0].privateKey"],
    [{ ...prod, credentials: { kind: "digest", privateKey: "s3cret" } }, "profiles[0].credentials.privateKey"],
    [{ ...prod, readonly: true }, "profiles[0].readonly"],
    [{ ...prod, baseUrl: "cloud.example.com" }, "profiles[0].baseUrl"],
    [{ ...prod, baseUrl: "https://me:s3cret@cloud.example.com" }, "profiles[0].baseUrl"],
    [{ ...prod, baseUrl: "https://cloud.example.com/api/atlas/v2" }, "profiles[0].baseUrl"],
    [{ ...prod, name: "a b" }, "profiles[0].name"],
    [{ ...prod, environment: "prod" }, "profiles[0].environment"],
    [{ ...prod, projects: [{ id: "shop" }] }, "profiles[0].projects[0].id"],
    [{ ...prod, credentials: { kind: "magic" } }, "profiles[0].credentials"],
    [{ ...prod, roles: ["King"] }, "profiles[0].roles[0]"],
  ])("is refused with the place of what does not fit, and without any secret (%#)", async (profile, place) => {
    await using person = await home();
    await withProfiles(person, profile);
    const message = await messageOf(readProfiles(person.paths));
    expect(message).toContain(place);
    expect(message).toContain(profilesPath(person.paths));
    expect(message).not.toContain("s3cret");
  });

  test("has every name once", async () => {
    await using person = await home();
    await withProfiles(person, prod, prod);
    expect(await messageOf(readProfiles(person.paths))).toContain("two profiles are named prod");
  });

  test.each([
    ["settings", "CONFIG/settings"],
    ["/srv/settings", "/srv/settings"],
    ["~/settings", `${homedir()}/settings`],
  ])(
    "names files of settings %s beside itself, by their path, or in the home directory",
    async (settingsFiles, path) => {
      await using person = await home();
      await changeProfiles(person.paths, () => [
        { name: "stage", baseUrl: "https://stage.example.com", settingsFiles },
      ]);
      const keys = { SEXTANT_PUBLIC_KEY: "a", SEXTANT_PRIVATE_KEY: "b" };
      const chosen = await resolveConnection({ profile: "stage" }, keys, person.paths);
      const connection = chosen.kind === "connection" ? chosen.connection : null;
      expect(connection?.settingsFiles).toBe(path.replace("CONFIG", person.paths.config));
    },
  );

  test("is read as it was written", async () => {
    await using person = await home();
    expect(await readProfiles(person.paths)).toEqual([]);
    await changeProfiles(person.paths, () => [{ name: "stage", baseUrl: "https://stage.example.com" }]);
    expect(await readProfiles(person.paths)).toEqual([
      {
        name: "stage",
        baseUrl: "https://stage.example.com",
        dialect: "specification",
        environment: "other",
        projects: [],
      },
    ]);
  });
});
