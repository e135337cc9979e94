import { mkdir, readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  changePreferences,
  DEFAULT_PREFERENCES,
  preferencesPath,
  readPreferences,
} from "../../src/settings/preferences.ts";
import { type Home, home, wordsOf } from "./home.ts";

async function withFile(person: Home, text: string): Promise<void> {
  await mkdir(person.paths.config, { recursive: true });
  await writeFile(preferencesPath(person.paths), text);
}

test("without a file everything is as usual", async () => {
  await using person = await home();
  expect(await readPreferences(person.paths)).toEqual({ preferences: DEFAULT_PREFERENCES, warnings: [] });
});

test("what was changed is read again, and the rest of the file stays, known or not", async () => {
  await using person = await home();
  await withFile(person, '{"version":1,"time":"utc","later":{"a":1}}');
  await changePreferences(person.paths, { theme: "light" });
  expect(await readPreferences(person.paths)).toEqual({
    preferences: { theme: "light", time: "utc", symbols: "unicode", calls: "off", mouse: "off" },
    warnings: [],
  });
  expect(JSON.parse(await readFile(preferencesPath(person.paths), "utf8"))).toMatchObject({ later: { a: 1 } });
});

test("a value that cannot be is left as usual and named, and the others count", async () => {
  await using person = await home();
  await withFile(person, '{"version":1,"theme":7,"time":"mars","symbols":"ascii"}');
  const { preferences, warnings } = await readPreferences(person.paths);
  expect(preferences).toEqual({ ...DEFAULT_PREFERENCES, symbols: "ascii" });
  expect(warnings).toHaveLength(2);
  expect(warnings.join()).toMatch(/theme.*time/su);
});

test.each(["{", "[]", '{"version":9}', ""])(
  "a file like %j keeps nobody from working, and is not overwritten unread",
  async (text) => {
    await using person = await home();
    await withFile(person, text);
    const { preferences, warnings } = await readPreferences(person.paths);
    expect(preferences).toEqual(DEFAULT_PREFERENCES);
    expect(warnings).toHaveLength(1);
    expect(await wordsOf(changePreferences(person.paths, { time: "utc" }))).toContain(preferencesPath(person.paths));
    expect(await readFile(preferencesPath(person.paths), "utf8")).toBe(text);
  },
);
