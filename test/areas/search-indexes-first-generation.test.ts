import { describe, expect, it } from "vitest";
import { placeAfter } from "../../src/areas/builders/place-after.ts";
import type { Context } from "../../src/areas/model/context.ts";
import type { Effect, FormSetup } from "../../src/areas/model/effect.ts";
import { screenOf } from "../../src/areas/search-indexes/screen.ts";
import { endCell, formatDeprecationEnd } from "../../src/areas/search-indexes-first-generation/deprecation.ts";
import { FIRST_GENERATION } from "../../src/areas/search-indexes-first-generation/generation.ts";
import { searchIndexesFirstGeneration } from "../../src/areas/search-indexes-first-generation.ts";
import type { BodyObject } from "../../src/contract/json/json.ts";
import { ClusterName, GroupId, SearchIndexId } from "../../src/contract/schema/ids.ts";
import { CurrentGenerationIndex } from "../../src/contract/search-indexes/answers.ts";
import { FirstGenerationIndex } from "../../src/contract/search-indexes-first-generation.ts";
import { setText, setValue } from "../../src/forms/edit.ts";
import { editorText, readEditorText } from "../../src/forms/editor/editor.ts";
import { openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { Answers, askFrom, cellsOf, cluster, GROUP, id, linesOf, NOW, summaryOf } from "./answers.ts";

const { list, queries, running, detail, detailQueries } = screenOf(FIRST_GENERATION);
const actions = searchIndexesFirstGeneration.screen.actions;

const groupId = GroupId.parse(GROUP);
const onCluster = { params: { groupId, clusterName: ClusterName.parse("prod-eu") } };
const place = { cluster: "prod-eu", database: "media", collection: "articles" };
const collection = { params: { ...onCluster.params, databaseName: "media", collectionName: "articles" } };
const byId = (number: number) => ({ params: { ...onCluster.params, indexId: SearchIndexId.parse(id(number)) } });
const scope = { clusters: [cluster("prod-eu")] };
const env = { now: NOW, timeZone: "UTC" };

const current = (number: number, name: string, status: string): CurrentGenerationIndex =>
  CurrentGenerationIndex.parse({
    indexID: id(number),
    database: "media",
    collectionName: "articles",
    name,
    type: "search",
    status,
    queryable: true,
    latestDefinition: { mappings: { dynamic: true }, numPartitions: 1 },
  });

const RECORD = {
  indexID: id(1),
  database: "media",
  collectionName: "articles",
  name: "titles",
  type: "search",
  status: "STEADY",
  analyzer: "edgeName",
  analyzers: [
    {
      name: "edgeName",
      charFilters: [{ type: "htmlStrip", ignoredTags: ["b"] }],
      tokenizer: { type: "edgeGram", minGram: 2, maxGram: 15, colour: "red" },
      tokenFilters: [{ type: "lowercase" }],
    },
  ],
  mappings: { dynamic: false, fields: { title: { type: "string" }, odd: { type: "token" } } },
  synonyms: [],
  later: { addition: 1 },
};

const answers = (): Answers =>
  new Answers()
    .add("listServiceSearchIndexesCluster", onCluster, [
      current(1, "titles", "READY"),
      current(2, "bodies", "BUILDING"),
      current(3, "wrong", "FAILED"),
    ])
    .add("listServiceSearchIndexesDeprecated", collection, [
      { ...RECORD, indexID: FirstGenerationIndex.parse(RECORD).indexID, numPartitions: 2 },
      {
        indexID: FirstGenerationIndex.parse({ indexID: id(2) }).indexID,
        database: "media",
        collectionName: "articles",
        name: "bodies",
        type: "search",
        status: "TURNING",
      },
    ])
    .add("getServiceSearchIndexDeprecated", byId(1), FirstGenerationIndex.parse(RECORD));

const action = (name: string) => {
  const found = actions.find((one) => one.id === `search-indexes-first-generation.${name}`);
  if (found === undefined) throw new Error(`no action ${name}`);
  return found;
};

function setupOf(effect: Effect): FormSetup {
  if (effect.kind !== "form") throw new Error(`no form but ${effect.kind}`);
  return effect.setup;
}

const review = (setup: FormSetup, edited: ReturnType<typeof openForm>) =>
  reviewOf(setup.plan, edited, { asOf: null, request: { method: "PATCH", path: "/" }, env });

describe("the end of the first generation", () => {
  it("is said before it and after it, with its day", () => {
    expect(endCell({ now: NOW })).toEqual({ text: "ends 1 Jul 2027", tone: "warn" });
    expect(formatDeprecationEnd({ now: NOW })).toMatch(
      /deprecated since 30 May 2024 and end on 1 Jul 2027; use Indexes/u,
    );
    const later = { now: Date.UTC(2027, 6, 1) };
    expect(endCell(later)).toEqual({ text: "ended 1 Jul 2027", tone: "bad" });
    expect(formatDeprecationEnd(later)).toMatch(/ended on 1 Jul 2027/u);
  });
});

describe("the list of the first generation", () => {
  it("shows what the current one lists in its own words, worst first, and when all of it ends", () => {
    const context = answers().context({ scope });
    const model = list(context);
    const sorted = model.rows.toSorted((one, other) => Number(one.sort["status"]) - Number(other.sort["status"]));
    expect(sorted.map(cellsOf).map(({ name, status, fields }) => [name, status, fields])).toEqual([
      ["media.articles · wrong", "failed", "all fields"],
      ["media.articles · bodies", "building", "all fields"],
      ["media.articles · titles", "steady", "all fields"],
    ]);
    expect(summaryOf(model)).toEqual(["ends 1 Jul 2027", "3", "1 failed", "1 changing"]);
    expect(queries(context.scope).map(({ operation }) => operation)).toEqual(["listServiceSearchIndexesCluster"]);
  });

  it("asks for one collection where that was chosen, and again while something in it is built", () => {
    const narrowed = { scope: { ...scope, params: place } };
    const context = answers().context(narrowed);
    expect(queries(context.scope)).toMatchObject([
      { operation: "listServiceSearchIndexesDeprecated", args: collection, poll: "once" },
    ]);
    const model = list(context);
    expect(model.rows.map(cellsOf).map(({ name, status, partitions }) => [name, status, partitions])).toEqual([
      ["media.articles · bodies", "TURNING", "–"],
      ["media.articles · titles", "steady", "2"],
    ]);
    expect(running(context)).toEqual([]);
    const building = answers()
      .add("listServiceSearchIndexesDeprecated", collection, [
        { indexID: FirstGenerationIndex.parse(RECORD).indexID, status: "IN_PROGRESS" },
      ])
      .context(narrowed);
    expect(running(building)).toMatchObject([{ args: collection, poll: "index-build" }]);
  });

  it.each([
    ["the current list", {}, "Show only this collection", "only", null],
    ["one collection", { params: place }, "Show only this collection", "only", "already shown alone"],
    ["the current list", {}, "Show all collections", "all", "already shown"],
    ["one collection", { params: place }, "Show all collections", "all", null],
  ])("of %s offers %s or says why not", (_what, change, title, name, reason) => {
    const context = answers().context({ scope: { ...scope, ...change } });
    expect(action(name).title).toBe(title);
    expect(action(name).disabled?.(context, [id(1)])).toBe(reason);
  });
});

describe("the detail of the first generation", () => {
  it("shows the record, which nothing of is left out, and the ways to what it does not tell", () => {
    const context = answers().context({ scope });
    expect(detailQueries(context, id(1))).toMatchObject([
      { operation: "getServiceSearchIndexDeprecated", args: byId(1) },
    ]);
    const model = detail(context, id(1));
    const lines = linesOf(model);
    expect(lines).toEqual(
      expect.arrayContaining([
        "Status: steady",
        "Fields: 2 mapped fields",
        "title: string",
        "edgeName: custom analyzer: htmlStrip → edgeGram 2–15 → lowercase",
        'later: {"addition":1}',
        "Status: STEADY",
      ]),
    );
    expect(lines.some((line) => line.startsWith("indexID"))).toBe(false);
    expect(model?.lines.flatMap((line) => ("link" in line && line.link !== undefined ? [line.link] : []))).toEqual([
      { area: "search-nodes", ids: ["prod-eu"] },
      { area: "search-indexes", ids: [id(1)] },
    ]);
  });

  it("says that it was deleted, and why it could not be read", () => {
    const failing = (status: number, words: string, isAbsent = false) => {
      const unread = () => ({ words, reason: words, status, code: "X", isAbsent });
      return linesOf(detail(answers().context({ scope, unread }), id(2)));
    };
    expect(failing(404, "no index", true)[0]).toMatch(/^This index no longer exists/u);
    expect(failing(404, "a web page")[0]).toBe("a web page");
    expect(failing(403, "needs a role")[0]).toBe("needs a role");
    expect(detail(answers().context({ scope }), id(9))).toBeNull();
  });
});

describe("changing an index of the first generation", () => {
  const opened = async (context: Context) => {
    const setup = setupOf(action("update").open(context, [id(1)]));
    const read = await setup.base?.(askFrom(answers()));
    return { setup, form: openForm(setup.plan, { mode: "replace", received: read?.document ?? {} }) };
  };

  it("sends the whole record back, without what only the service writes and without a field of what it is called", async () => {
    const { setup, form } = await opened(answers().context({ scope }));
    const { indexID: _id, status: _status, ...sent } = RECORD;
    const changed = setText(setup.plan, form, ["searchAnalyzer"], "lucene.german", env);
    expect(problemsOf(setup.plan, changed, env)).toEqual([]);
    expect(bodyOf(setup.plan, changed)).toEqual({ ...sent, searchAnalyzer: "lucene.german" });
    const shown = new Set(rowsOf(setup.plan, changed, env).map(({ path }) => path[0]));
    expect(["database", "collectionName", "name", "type"].filter((name) => shown.has(name))).toEqual([]);
    expect(setup.refreshes).toEqual(["listServiceSearchIndexesCluster"]);
  });

  it.each(["database", "collectionName", "name", "type"])(
    "takes back what an editor did to %s, which has no row to be mended at",
    async (field) => {
      const { setup, form } = await opened(answers().context({ scope }));
      const line = new RegExp(`^  "${field}": .*$`, "mu");
      for (const edited of ["", `  "${field}": "other",`]) {
        const text = editorText(setup.plan, form).replace(line, edited);
        const result = readEditorText(setup.plan, form, text, env);
        if (!result.ok) throw new Error(result.text);
        expect(result.problems).toEqual([]);
        expect(bodyOf(setup.plan, result.state)).toEqual(bodyOf(setup.plan, form));
        expect(result.state.notice).toMatch(
          /^Kept as stored: .+ \(cannot be changed: create an index with another name\)$/u,
        );
        expect(editorText(setup.plan, result.state)).toMatch(line);
      }
    },
  );

  it("says what goes and when these operations end", async () => {
    const { setup, form } = await opened(answers().context({ scope }));
    const narrowed = setValue(setup.plan, form, ["mappings", "fields"], { title: { type: "string" } });
    const { warnings, risk } = review(setup, narrowed);
    expect(warnings).toEqual([
      "odd is no longer indexed: searches on it find nothing.",
      expect.stringMatching(/^These API operations are deprecated/u),
    ]);
    expect(risk).toBe("disruptive");
  });

  it("says in its review what serves by what is so then", async () => {
    const { setup, form } = await opened(answers().context({ scope }));
    const failed = new Answers().add(
      "getServiceSearchIndexDeprecated",
      byId(1),
      FirstGenerationIndex.parse({ ...RECORD, status: "FAILED" }),
    );
    const { plan } = await setup.preflight({ ask: askFrom(failed), context: failed.context({ scope }) }, {});
    expect(review({ ...setup, plan: plan ?? setup.plan }, form).sentence).toMatch(
      /No host serves until the build is done\.$/u,
    );
  });

  it("asks for the fields one by one, and opens the form with what came of it", async () => {
    const effect = action("fields").open(answers().context({ scope }), [id(1)]);
    if (effect.kind !== "asking") throw new Error("no requirement");
    const question = setupOf(await effect.load(askFrom(answers())));
    const answered = question.applies?.({ dynamic: true, fields: [{ name: "title", type: "autocomplete" }] });
    const { edits } = setupOf(answered ?? effect);
    expect(edits).toEqual([
      { path: ["mappings", "dynamic"], value: true },
      { path: ["mappings", "fields"], value: { title: { type: "autocomplete" } } },
    ]);
  });

  it("is refused while being deleted, and where it is not there any more", () => {
    const deleting = new Answers()
      .add("listServiceSearchIndexesCluster", onCluster, [current(1, "titles", "DELETING")])
      .context({ scope });
    for (const name of ["update", "fields", "delete"]) {
      expect(action(name).disabled?.(deleting, [id(1)])).toBe("being deleted");
      expect(action(name).disabled?.(deleting, [id(9)])).toBe("no longer in the list");
    }
  });
});

describe("making and deleting an index of the first generation", () => {
  /** Takes what is asked for by name, until there is a form. */
  function walk(effect: Effect, picks: readonly string[]): FormSetup {
    const [pick, ...others] = picks;
    if (effect.kind !== "pick" || pick === undefined) return setupOf(effect);
    return walk(effect.take(pick), others);
  }

  const filled = (setup: FormSetup, values: BodyObject) =>
    Object.entries(values).reduce(
      (form, [name, value]) => setValue(setup.plan, form, [name], value),
      openForm(setup.plan, { mode: "create", ...(setup.initial === undefined ? {} : { initial: setup.initial }) }),
    );

  it("starts from a template with the definition in the record itself", () => {
    const setup = walk(action("create").open(answers().context({ scope }), []), ["dynamic"]);
    const form = filled(setup, { database: "media", collectionName: "articles", name: "new" });
    expect(problemsOf(setup.plan, form, env)).toEqual([]);
    expect(bodyOf(setup.plan, form)).toEqual({
      database: "media",
      collectionName: "articles",
      name: "new",
      type: "search",
      mappings: { dynamic: true },
    });
    expect(review(setup, form).warnings.at(-1)).toMatch(/^These API operations are deprecated/u);
    expect(placeAfter({ kind: "form", setup }, { indexID: id(7) })).toEqual({
      area: "search-indexes-first-generation",
      ids: [id(7)],
    });
  });

  it("goes back to the name where the collection has an index of that name", async () => {
    const setup = walk(action("create").open(answers().context({ scope }), []), ["dynamic"]);
    const body = { database: "media", collectionName: "articles", name: "titles" };
    const found = await setup.preflight({ ask: askFrom(answers()), context: answers().context({ scope }) }, body);
    expect(found.problems).toEqual([{ field: "name", message: "this collection already has an index of this name" }]);
    expect(found.facts).toContainEqual({ label: "On articles", value: "titles (steady), bodies (TURNING)" });
  });

  it("is deleted by its typed name, knowing what is left and that the other generation loses it too", async () => {
    const effect = action("delete").open(answers().context({ scope }), [id(1)]);
    if (effect.kind !== "write") throw new Error("no write");
    const { plan } = effect;
    expect([plan.risk, plan.confirmName]).toEqual(["destructive", "titles"]);
    const { warnings, facts } = await plan.preflight({
      ask: askFrom(answers()),
      context: answers().context({ scope }),
    });
    expect(warnings).toContain("Also deleted from Indexes: both generations show the same index.");
    expect(facts).toContainEqual({ label: "Remaining", value: "bodies (TURNING)" });
    expect(facts).toContainEqual({ label: "Status", value: "steady: 2 mapped fields" });
  });
});

describe("the way to the current generation", () => {
  it("leads to the index of that collection and name, whatever its id is there, in a list as narrow as this one", async () => {
    const named = { params: { ...collection.params, indexName: "titles" } };
    const given = answers().add("getServiceSearchIndexByName", named, current(77, "titles", "READY"));
    const to = async (context: Context): Promise<Effect> => {
      const effect = action("current").open(context, [id(1)]);
      if (effect.kind !== "asking") throw new Error("no requirement");
      return effect.load(askFrom(given));
    };
    const there = { area: "search-indexes", ids: [id(77)] };
    expect(await to(given.context({ scope }))).toEqual({ kind: "place", place: there, params: {} });
    expect(await to(given.context({ scope: { ...scope, params: place } }))).toEqual({
      kind: "place",
      place: there,
      params: place,
    });
  });
});
