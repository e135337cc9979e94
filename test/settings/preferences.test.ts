import { mkdir, readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  changePreferences,
  DEFAULT_PREFERENCES,
  preferencesDocument,
  preferencesPath,
  readPreferences,
} from "../../src/settings/preferences.ts";
import { type Home, home, messageOf } from "./home.ts";

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
    preferences: { ...DEFAULT_PREFERENCES, theme: "light", time: "utc" },
    warnings: [`${preferencesPath(person.paths)}: unknown setting later is kept and has no effect.`],
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
    expect(await messageOf(changePreferences(person.paths, { time: "utc" }))).toContain(preferencesPath(person.paths));
    expect(await readFile(preferencesPath(person.paths), "utf8")).toBe(text);
  },
);

test.each([
  ['{\n"theme": dark}', "unexpected character (line 2)"],
  ['{\n"theme": "dark",\n}', "(line 3 column 1)"],
  ['{\n\n"theme": "da', "line 3"],
])("a broken file %j is named with the line and the reason", async (text, reason) => {
  await using person = await home();
  await withFile(person, text);
  const { warnings } = await readPreferences(person.paths);
  expect(warnings).toEqual([expect.stringContaining(reason)]);
});

test("what is wrong with a file says nothing of what stands in it", async () => {
  await using person = await home();
  await withFile(person, '{"theme": hunter2');
  const { warnings } = await readPreferences(person.paths);
  expect(warnings.join()).not.toContain("hunter2");
});

test("columns and keys are read as they were written, and a wrong one costs only its own field", async () => {
  await using person = await home();
  const columns = { alerts: [{ id: "what", width: 30 }, { id: "age" }] };
  await changePreferences(person.paths, { columns, keys: { "action.new": ["f2"] }, start: "alerts" });
  expect(await readPreferences(person.paths)).toEqual({
    preferences: { ...DEFAULT_PREFERENCES, columns, keys: { "action.new": ["f2"] }, start: "alerts" },
    warnings: [],
  });
  await withFile(person, '{"version":1,"columns":{"alerts":[]},"refresh":"faster"}');
  const { preferences, warnings } = await readPreferences(person.paths);
  expect(preferences).toEqual({ ...DEFAULT_PREFERENCES, refresh: "faster" });
  expect(warnings).toHaveLength(1);
});

test("the published schema accepts what this program writes, and no value that it would not read", () => {
  const schema = preferencesDocument();
  expect(schema.safeParse({ version: 1, ...DEFAULT_PREFERENCES, later: 7 }).success).toBe(true);
  expect(schema.safeParse({ version: 1, refresh: "often" }).success).toBe(false);
});
