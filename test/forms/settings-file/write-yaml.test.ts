import fc from "fast-check";
import { expect, test } from "vitest";
import { SETTINGS_KINDS } from "../../../src/areas/settings-kinds.ts";
import { isJsonObject, type JsonObject, parseJson, sameJson, writeJson } from "../../../src/contract/json/json.ts";
import type { SettingsFileKind } from "../../../src/forms/settings-file/kind.ts";
import { readDocuments } from "../../../src/forms/settings-file/read-documents.ts";
import { jsonOf, yamlOf } from "../../../src/forms/settings-file/write-yaml.ts";
import { isPrintable } from "../../../src/text/printable.ts";

/** What a service has is read from a file as it was written into it: names, texts and numbers. */

const found = SETTINGS_KINDS.find(({ file }) => file.name === "search-index")?.file;
if (found === undefined) throw new Error("no search indexes");
const INDEXES: SettingsFileKind = found;

function objectOf(json: string): JsonObject {
  const read = parseJson(json);
  if (!read.ok || !isJsonObject(read.value)) throw new Error(json);
  return read.value;
}

/** A search index with one field, as the service has it. */
const stored = (name: string, value = '{"type":"string"}') => ({
  kind: INDEXES,
  cluster: "prod-eu",
  id: "a",
  settings: objectOf(
    `{"database":"shop","collectionName":"items","name":"default","type":"search","definition":{"mappings":{"dynamic":false,"fields":{${JSON.stringify(name)}:${value}}}}}`,
  ),
});

/** That both formats say it, and print nothing that acts on a terminal. */
function survives(one: ReturnType<typeof stored>): void {
  const yaml = yamlOf(one, new Map(), "keep");
  for (const text of [yaml, writeJson([jsonOf(one, new Map(), "keep")], 2)]) {
    const { documents, problems } = readDocuments("a.yaml", text, { kinds: [INDEXES], variable: () => undefined });
    expect(problems, text).toEqual([]);
    const settings = documents[0]?.settings;
    expect(sameJson(settings, one.settings), `${text}\n${writeJson(settings)}`).toBe(true);
  }
  expect(yaml.split("\n").filter((line) => !isPrintable(line))).toEqual([]);
}

test.each([
  ["no width", "price\u200b"],
  ["a tab", "price\tnet"],
  ["a byte order mark", "\ufeffprice"],
  ["a line separator", "price\u2028net"],
  ["another direction", "price\u202enet"],
  ["a tag", "price\u{e0001}"],
  ["half of a character", "price\ud83d"],
  ["a line break", "price\nnet"],
  ["a line break and no width", "price\u200b\nnet"],
  ["a backslash that looks like an escape", "price\\u200b"],
])("a name with %s is read as it was written", (_what, name) => {
  survives(stored(name));
  survives(stored("title", JSON.stringify({ type: "string", analyzer: name })));
});

test("whatever names and texts a service has", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(..."a\u200b\t\n\r\ufeff\u2028\u202e\\\"' :#-?~{}[]&*!|>%@`") }),
    fc.constantFrom("", "null", "~", "yes", "NO", "1e3", "0x10", "<<", "=", "---", "...", "12:30:00"),
  );
  fc.assert(
    fc.property(texts, texts, (name, text) => {
      fc.pre(name !== "__proto__");
      survives(stored(name, JSON.stringify({ type: "string", analyzer: text })));
    }),
  );
});

test.each(["1E400", "-1e400", "1e-400", "9007199254740993", "0.1000000000000000055", "123456789012345678901234567890"])(
  "the number %s is read as it was written",
  (number) => survives(stored("title", `{"type":"string","ignoreAbove":${number}}`)),
);
