/** Going over to another profile while the console runs: what is saved now is what is opened, not what was open before. */
import { describe, expect, test } from "vitest";
import { createProfiles, type Profiles } from "../../src/commands/start/profiles.ts";
import type { ConnectedClient } from "../../src/commands/start/service.ts";
import { openClient } from "../../src/commands/start/service.ts";
import { operations } from "../../src/contract/operations.ts";
import { Secret } from "../../src/contract/secret.ts";
import { addProfile, removeProfile, replaceProfile } from "../../src/settings/profile-changes.ts";
import { Profile } from "../../src/settings/profiles.ts";
import { resolveConnection } from "../../src/settings/resolve.ts";
import type { ConsoleProfile } from "../../src/state/session/console-profile.ts";
import { type Home, home } from "../settings/home.ts";
import { testConnection } from "../state/console.ts";

const PROJECT = "65f000000000000000000001";
const OTHER_PROJECT = "65f000000000000000000002";

const prod = {
  name: "prod",
  baseUrl: "https://one.example.com",
  credentials: { kind: "digest", publicKey: "abcdefgh", secretIn: "file" },
};
const side = { ...prod, name: "side", credentials: { ...prod.credentials, secretIn: undefined } };
const NO_KEEP = (): null => null;

const KEYS = { SEXTANT_PRIVATE_KEY: "a private key" };

/** What a console was started on that is no saved profile. */
const sandbox = (): Promise<ConnectedClient> =>
  openClient(
    Promise.resolve({
      connection: testConnection({ profile: "embedded", environment: "sandbox" }),
      ...{ projectId: null, orgId: null, projects: [], migrations: [] },
      close: async () => undefined,
    }),
  );

/** One person at a console that runs. */
class Running implements AsyncDisposable {
  readonly opened: ConsoleProfile[] = [];
  readonly #home: Home;
  readonly profiles: Profiles;
  readonly #started: Promise<ConnectedClient>;

  private constructor(
    of: Home,
    start: string | null,
    started: Promise<ConnectedClient>,
    env: Readonly<Record<string, string>>,
  ) {
    this.#home = of;
    this.#started = started;
    this.profiles = createProfiles({
      paths: of.paths,
      env,
      readOnly: false,
      start: {
        name: start ?? "embedded",
        environment: start === null ? "sandbox" : "other",
        isProfile: start !== null,
        reached: started,
      },
      use: {},
      onSwitch: (profile) => this.opened.push(profile),
    });
  }

  /** A console with these profiles saved. @param start the one that it is started with; null: with the embedded service */
  static async with(
    saved: readonly object[],
    { start = null, ids = {} }: { start?: string | null; ids?: Readonly<Record<string, string>> } = {},
  ): Promise<Running> {
    const person = await home();
    const env = { ...KEYS, ...ids };
    const at = { paths: person.paths, env };
    for (const each of saved) {
      const profile = Profile.parse(each);
      await addProfile(at, profile, profile.name === "prod" ? new Secret("the first key") : null);
    }
    const found = async () => {
      const choice = await resolveConnection({ profile: start ?? "" }, env, person.paths);
      if (choice.kind !== "connection") throw new Error("a profile was expected");
      return { ...choice, migrations: [], close: async () => undefined };
    };
    return new Running(person, start, start === null ? sandbox() : openClient(found()), env);
  }

  get #at() {
    return { paths: this.#home.paths, env: KEYS };
  }

  edit(former: string, changed: object, key: string | null = null): Promise<void> {
    return replaceProfile(this.#at, former, Profile.parse(changed), key === null ? null : new Secret(key));
  }
  remove(name: string): Promise<void> {
    return removeProfile(this.#at, name);
  }
  add(profile: object, key: string): Promise<void> {
    return addProfile(this.#at, Profile.parse(profile), new Secret(key));
  }

  async open(name: string): Promise<ConsoleProfile> {
    expect(await this.profiles.switchTo(name, NO_KEEP)).toEqual({ ok: true });
    const last = this.opened.at(-1);
    if (last === undefined) throw new Error("nothing was opened");
    return last;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.profiles.close();
    await (await this.#started).client.close();
    await this.#home[Symbol.asyncDispose]();
  }
}

describe("going back to a profile", () => {
  test("that was edited goes where it leads now, under its rules of now", async () => {
    await using console = await Running.with([prod, side]);
    expect((await console.open("prod")).connection).toMatchObject({ environment: "other", readOnly: null });
    await console.open("side");
    await console.edit("prod", {
      ...prod,
      baseUrl: "https://two.example.com",
      environment: "production",
      readOnly: true,
    });
    const { connection } = await console.open("prod");
    expect(connection.baseUrl.href).toBe("https://two.example.com/");
    expect(connection).toMatchObject({ environment: "production", readOnly: { unlockable: false } });
  });

  test("that only reads by now lets no write out", async () => {
    await using console = await Running.with([prod]);
    await console.open("prod");
    await console.edit("prod", { ...prod, readOnly: true });
    const { client } = await console.open("prod");
    const write = client.callOperation(
      operations.toggleAwsCustomDns,
      { params: { groupId: PROJECT }, body: { enabled: true } },
      { signal: new AbortController().signal },
    );
    await expect(write).rejects.toThrow(/read-only/iu);
  });

  test("whose key was changed signs with the new one", async () => {
    await using console = await Running.with([prod]);
    const before = await console.open("prod");
    await console.edit("prod", prod, "the second key");
    const { connection, client } = await console.open("prod");
    expect(connection.credentials.kind === "digest" && connection.credentials.privateKey.reveal()).toBe(
      "the second key",
    );
    expect(client).not.toBe(before.client);
  });

  test("that was removed opens nothing; one made anew under its name is the new one", async () => {
    await using console = await Running.with([prod, side]);
    await console.open("prod");
    await console.open("side");
    await console.remove("prod");
    expect(await console.profiles.switchTo("prod", NO_KEEP)).toEqual({
      ok: false,
      why: expect.stringContaining("Unknown profile prod. Profiles: side"),
    });
    expect(console.opened).toHaveLength(2);
    await console.add({ ...prod, baseUrl: "https://three.example.com" }, "another key");
    expect((await console.open("prod")).connection.baseUrl.hostname).toBe("three.example.com");
  });

  test("that is as it was goes on with its client: no connection is opened anew", async () => {
    await using console = await Running.with([prod, side]);
    const first = await console.open("prod");
    await console.open("side");
    const back = await console.open("prod");
    expect(back.client).toBe(first.client);
    expect(back.connection).toEqual(first.connection);
  });

  test("whose projects changed shows those, with the client that it had", async () => {
    await using console = await Running.with([prod]);
    const first = await console.open("prod");
    await console.edit("prod", { ...prod, projects: [{ id: PROJECT, alias: "Payments" }] });
    const back = await console.open("prod");
    expect(back.projects).toEqual([{ id: PROJECT, name: "Payments", clusters: [] }]);
    expect(back.client).toBe(first.client);
  });
});

describe("the profile that the console was started with", () => {
  test("is the edited one when it is gone back to, and keeps the project of the environment", async () => {
    const ids = { SEXTANT_PROJECT_ID: OTHER_PROJECT };
    await using console = await Running.with([prod, side], { start: "prod", ids });
    expect((await console.open("side")).groupId).toBeNull();
    await console.edit("prod", { ...prod, environment: "production" });
    const { connection, groupId } = await console.open("prod");
    expect(connection).toMatchObject({ environment: "production", readOnly: { unlockable: true } });
    expect(groupId).toBe(OTHER_PROJECT);
  });

  test("is listed with what it is now, first, and not any more once it is removed", async () => {
    await using console = await Running.with([side, prod], { start: "prod" });
    await console.edit("prod", { ...prod, environment: "production" });
    expect(await console.profiles.profiles()).toEqual([
      { name: "prod", environment: "production", isSaved: true },
      { name: "side", environment: "other", isSaved: true },
    ]);
    await console.remove("prod");
    expect(await console.profiles.profiles()).toEqual([{ name: "side", environment: "other", isSaved: true }]);
  });
});

test("the embedded service that the console was started on can be gone back to, and is no saved profile", async () => {
  await using console = await Running.with([prod]);
  await console.open("prod");
  expect((await console.open("embedded")).connection.environment).toBe("sandbox");
  expect(await console.profiles.profiles()).toEqual([
    { name: "embedded", environment: "sandbox", isSaved: false },
    { name: "prod", environment: "other", isSaved: true },
  ]);
});

describe("of two choices the later one wins", () => {
  test("also of one profile that is edited in between", async () => {
    await using console = await Running.with([prod, side]);
    const first = console.profiles.switchTo("prod", NO_KEEP);
    const second = console.profiles.switchTo("side", NO_KEEP);
    expect(await first).toEqual({ ok: false, why: "profile side was chosen in the meantime" });
    expect(await second).toEqual({ ok: true });
    const former = console.profiles.switchTo("prod", NO_KEEP);
    const latter = console.profiles.switchTo("prod", NO_KEEP);
    expect((await former).ok).toBe(false);
    expect(await latter).toEqual({ ok: true });
    expect(console.opened.map(({ connection }) => connection.profile)).toEqual(["side", "prod"]);
  });

  test("and none where something else was opened meanwhile", async () => {
    await using console = await Running.with([prod]);
    expect(await console.profiles.switchTo("prod", () => "a form is open")).toEqual({
      ok: false,
      why: "a form is open",
    });
    expect(console.opened).toEqual([]);
  });
});
