import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { goneProfiles, startName } from "../../src/commands/start/last-start.ts";
import { connectionName } from "../../src/commands/start/splash.ts";
import { profilesPath } from "../../src/settings/profiles.ts";
import { home } from "../settings/home.ts";

/** Under which name the first picture of a console is remembered: after an edit of a profile it shows nothing of the former service. */

const prod = {
  name: "prod",
  baseUrl: "https://one.example.com",
  credentials: { kind: "digest", publicKey: "abcdefgh" },
};

test("the names of a profile's last console are those of the same service and caller only", async () => {
  await using person = await home();
  const file = profilesPath(person.paths);
  mkdirSync(dirname(file), { recursive: true });
  const nameWith = (profile: object, env: Readonly<Record<string, string>> = {}): string => {
    writeFileSync(file, JSON.stringify({ version: 1, profiles: [{ name: "other" }, profile] }));
    return startName(connectionName("prod", env), env, person.paths.config);
  };
  const byVariable = { ...prod, credentials: { kind: "digest", publicKeyVariable: "PROD_KEY" } };
  const names = [
    nameWith(prod),
    nameWith({ ...prod, baseUrl: "https://two.example.com" }),
    nameWith({ ...prod, credentials: { kind: "digest", publicKey: "other" } }),
    nameWith({ ...prod, environment: "production" }),
    nameWith({ ...prod, credentials: undefined }, { SEXTANT_PUBLIC_KEY: "one" }),
    nameWith({ ...prod, credentials: undefined }, { SEXTANT_PUBLIC_KEY: "two" }),
    nameWith(byVariable, { PROD_KEY: "one" }),
    nameWith(byVariable, { PROD_KEY: "two" }),
  ];
  expect(new Set(names).size).toBe(names.length);
  expect(nameWith(prod)).toBe(names[0]);
  expect(names.join()).not.toContain("abcdefgh");
});

test("and of the environment those of the same address and key", async () => {
  await using person = await home();
  const nameWith = (env: Readonly<Record<string, string>>): string =>
    startName(connectionName(null, env), env, person.paths.config);
  const base = { SEXTANT_BASE_URL: "https://one.example.com", SEXTANT_PUBLIC_KEY: "one" };
  const names = [
    nameWith(base),
    nameWith({ ...base, SEXTANT_PUBLIC_KEY: "two" }),
    nameWith({ ...base, SEXTANT_BASE_URL: "https://two.example.com" }),
    nameWith({}),
  ];
  expect(new Set(names).size).toBe(names.length);
  expect(nameWith(base)).toBe(names[0]);
});

test("a profile is gone as soon as the file of profiles no longer has it, and not where there is no such file", async () => {
  await using person = await home();
  const file = profilesPath(person.paths);
  mkdirSync(dirname(file), { recursive: true });
  const isGone = goneProfiles(person.paths.config);
  expect(isGone("prod")).toBe(false);
  const write = (...names: readonly string[]): void => {
    writeFileSync(`${file}.new`, JSON.stringify({ version: 1, profiles: names.map((name) => ({ name })) }));
    renameSync(`${file}.new`, file);
  };
  write("prod", "other");
  expect([isGone("prod"), isGone("other"), isGone("third")]).toEqual([false, false, true]);
  write("prxd", "other");
  expect([isGone("prod"), isGone("prod"), isGone("other")]).toEqual([true, true, false]);
  write("prod");
  expect([isGone("prod"), isGone("other")]).toEqual([false, true]);
  writeFileSync(file, "{");
  expect(isGone("other")).toBe(false);
  rmSync(file);
  expect(isGone("other")).toBe(false);
});
