import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeBody, type JsonObject, revealSecret, sameJson } from "../../src/contract/json/json.ts";
import { ownValue } from "../../src/contract/json/own-values.ts";
import { operations } from "../../src/contract/operations.ts";
import { setText, setValue } from "../../src/forms/edit.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { setKind } from "../../src/forms/kinds.ts";
import { addItem } from "../../src/forms/lists.ts";
import { openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { conflictOf, rebase } from "../../src/forms/review/conflict.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { env, planOf, read } from "./plan-of.ts";

/** Index definitions hold JSON of any shape: a form that changes one field gives back all the rest as it came. */

const plan = planOf(operations.updateServiceSearchIndex);

const received = () =>
  read(`{
    "definition": {
      "analyzer": "lucene.english", "numPartitions": 1, "sort": { "price": 1 },
      "typeSets": [{ "name": "t", "types": [{ "type": "string" }] }],
      "mappings": { "dynamic": { "typeSet": "t" }, "fields": {
        "title": [{ "type": "string", "multi": { "exact": { "type": "string" } } }, { "type": "autocomplete" }],
        "serverVersion": { "type": "number", "most": 9007199254740993 } } },
      "analyzers": [{ "name": "own", "charFilters": [{ "type": "future", "deep": [1, { "a": null }] }],
        "tokenizer": { "type": "edgeGram", "minGram": 2, "maxGram": 15, "colour": [] } }],
      "storedSource": { "include": ["title"], "later": true },
      "synonyms": [{ "name": "s", "analyzer": "own", "source": { "collection": "c", "query": "{}" } }]
    }
  }`);

const sent = (state: FormState) => encodeBody(bodyOf(plan, state), revealSecret);

const opened = () => openForm(plan, { mode: "replace", received: received() });

describe("an index definition in a form", () => {
  test("goes back untouched, whatever it holds, and nothing is wrong with it", () => {
    expect(sent(opened())).toEqual(received());
    expect(problemsOf(plan, opened(), env)).toEqual([]);
  });

  test("with one field changed goes back with that field changed", () => {
    const changed = setText(plan, opened(), ["definition", "analyzer"], "lucene.german", env);
    const { definition } = received();
    expect(sent(changed)).toEqual({ definition: { ...Object(definition), analyzer: "lucene.german" } });
    expect(problemsOf(plan, changed, env)).toEqual([]);
  });

  test("shows its mappings as JSON that reads back as the same", () => {
    const row = rowsOf(plan, opened(), env).find(({ key }) => key.endsWith("fields") && key.includes("mappings"));
    if (row?.row !== "field") throw new Error("no row for the mappings' fields");
    expect(row.field.kind).toBe("json");
    expect(row.field.text).toContain("9007199254740993");
    const typed = setText(plan, opened(), row.path, row.field.text, env);
    expect(sent(typed)).toEqual(received());
  });

  test("says what is wrong with a field that was changed", () => {
    const path = ["definition", "mappings", "fields"];
    const wrong = setText(plan, opened(), path, '{ "title": "string" }', env);
    expect(problemsOf(plan, wrong, env).length).toBeGreaterThan(0);
    const unknown = setText(plan, opened(), ["definition", "searchAnalyzer"], "klingon", env);
    expect(problemsOf(plan, unknown, env).map(({ message }) => message)).toContainEqual(
      expect.stringContaining("built-in analyzer"),
    );
  });
});

test("the form of search nodes offers the known sizes and takes one that is not known", () => {
  const nodes = planOf(operations.createServiceSearchDeployment);
  const list = ["specs"];
  const added = addItem(nodes, openForm(nodes, { mode: "create" }), list);
  const size = rowsOf(nodes, added, env).find(({ path }) => path.at(-1) === "instanceSize");
  expect(size).toMatchObject({ field: { kind: "choice-or-other", open: true } });
  const filled = setValue(
    nodes,
    setText(nodes, added, ["specs", 0, "instanceSize"], "S999_FUTURE", env),
    ["specs", 0, "nodeCount"],
    2,
  );
  expect(problemsOf(nodes, filled, env)).toEqual([]);
  expect(bodyOf(nodes, filled)).toEqual({ specs: [{ instanceSize: "S999_FUTURE", nodeCount: 2 }] });
});

test("an analyzer of the first generation is filled in part by part, its tokenizer too", () => {
  const first = planOf(operations.createServiceSearchIndexDeprecated);
  const added = addItem(first, openForm(first, { mode: "create" }), ["analyzers"]);
  const kind = setKind(first, added, ["analyzers", 0, "tokenizer", "type"], "edgeGram");
  const rows = rowsOf(first, kind, env).filter(({ path }) => path[2] === "tokenizer");
  expect(rows.map(({ row, path }) => [row, path.at(-1)])).toEqual([
    ["heading", "tokenizer"],
    ["field", "type"],
    ["field", "minGram"],
    ["field", "maxGram"],
  ]);
  const filled = setText(first, kind, ["analyzers", 0, "tokenizer", "maxGram"], "15", env);
  expect(bodyOf(first, filled)).toEqual({ analyzers: [{ tokenizer: { type: "edgeGram", maxGram: 15 } }] });
});

describe("mapped fields that somebody else changed meanwhile", () => {
  const entry = fc.constantFrom<JsonObject>({ type: "string" }, { type: "token" }, { type: "date" });
  const fields = fc.dictionary(fc.constantFrom("title", "brand", "sku", "constructor"), entry, {
    noNullPrototype: true,
  });
  const documentWith = (mapped: JsonObject): JsonObject => ({
    definition: { mappings: { dynamic: false, fields: mapped } },
  });
  const at = ["definition", "mappings", "fields"];

  test("are merged name by name: a person chooses only where both changed the same one", () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, theirs, mine) => {
        const form = setValue(plan, openForm(plan, { mode: "replace", received: documentWith(base) }), at, mine);
        const names = [...new Set([base, theirs, mine].flatMap((side) => Object.keys(side)))];
        const isSame = (one: JsonObject, other: JsonObject, name: string): boolean =>
          sameJson(ownValue(one, name) ?? null, ownValue(other, name) ?? null);
        const isMine = (name: string): boolean => !isSame(base, mine, name);
        const isBoth = (name: string): boolean =>
          isMine(name) && !isSame(base, theirs, name) && !isSame(mine, theirs, name);
        const conflict = conflictOf(plan, form, documentWith(theirs), env);
        expect(conflict?.choices ?? 0).toBe(names.filter(isBoth).length);
        const merged = names.flatMap((name) => {
          const value = ownValue(isMine(name) ? mine : theirs, name);
          return value === undefined ? [] : [[name, value]];
        });
        expect(sent(rebase(plan, form, documentWith(theirs)))).toEqual(documentWith(Object.fromEntries(merged)));
      }),
    );
  });
});
