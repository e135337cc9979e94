import { describe, expect, it } from "vitest";
import { follow } from "../../../src/app/effects/follow.ts";
import { edit } from "../../../src/app/form/layer.ts";
import { searchIndexes } from "../../../src/areas/search-indexes.ts";
import { setText, setValue } from "../../../src/forms/edit.ts";
import { addItem } from "../../../src/forms/lists.ts";
import { Answers, cluster } from "../../areas/answers.ts";
import { type Desk, json, openDesk } from "../../ui/form/desk.ts";

/** A question that leads to a form: nothing of its answer is lost when the form is left (docs/decisions/0009). */

const params = { cluster: "prod-eu", database: "shop", collection: "products" };
const context = new Answers().context({ scope: { clusters: [cluster("prod-eu")], params } });
const create = searchIndexes.screen.actions.find(({ id }) => id.endsWith(".create"));

const CREATED = {
  indexID: "65f0000000000000000000a1",
  database: "shop",
  collectionName: "products",
  name: "default",
  type: "search",
  status: "PENDING",
  queryable: false,
};

async function deskOf(): Promise<Desk> {
  const desk = await openDesk({ columns: 120, rows: 40 });
  desk.answer({
    listServiceSearchIndexesCluster: json([]),
    listServiceSearchIndexes: json([]),
    listClusters: json({ results: [] }),
    listFlexClusters: json({ results: [] }),
    createServiceSearchIndex: json({ ...CREATED }),
  });
  return desk;
}

/** The way that a person goes: a new index on prod-eu, of listed fields. */
async function begin(desk: Desk): Promise<void> {
  const effect = create?.open(context, []);
  if (effect?.kind !== "pick") throw new Error(`no choice but ${effect?.kind}`);
  follow(desk.app, effect.take("static"));
  await desk.until("Fields of the new index");
}

async function answered(desk: Desk): Promise<void> {
  edit(desk.app, (state, { setup: { plan } }) =>
    setValue(plan, addItem(plan, state, ["fields"]), ["fields", 0, "name"], "title"),
  );
  await desk.press("ctrl+s");
  await desk.until("New search index shop.products");
}

describe("the fields of a new index", () => {
  it("are there again after the form behind them was left untouched, and that is said", async () => {
    const desk = await deskOf();
    await begin(desk);
    await answered(desk);
    expect(desk.frame()).toContain("Esc close, save draft");
    await desk.press("escape");
    await desk.until("Draft saved; it is there when you open this again");
    await begin(desk);
    await desk.until("Draft restored");
    expect(desk.frame()).toMatch(/title · string/u);
  });

  it("lead to what was filled in behind them, by the same keys", async () => {
    const desk = await deskOf();
    await begin(desk);
    await answered(desk);
    edit(desk.app, (state, { setup: { plan } }, env) => setText(plan, state, ["name"], "titles", env));
    await desk.press("escape");
    await desk.until("Draft saved; it is there when you open this again");
    await begin(desk);
    await desk.press("ctrl+s");
    await desk.until("New search index shop.products");
    expect(desk.layer("form").state.body).toMatchObject({
      name: "titles",
      definition: { mappings: { fields: { title: { type: "string" } } } },
    });
  });

  it("are asked anew once the index was created", async () => {
    const desk = await deskOf();
    await begin(desk);
    await answered(desk);
    await desk.press("ctrl+s");
    await desk.until("Create search index?");
    await desk.press("y", "enter");
    await desk.until("Created search index");
    expect(desk.store.getState().drafts.list).toEqual([]);
    await begin(desk);
    expect(desk.frame()).not.toMatch(/title · string|Draft restored/u);
  });
});
