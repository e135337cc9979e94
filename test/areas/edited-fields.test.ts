import { describe, expect, it } from "vitest";
import { follow } from "../../src/app/effects/follow.ts";
import { edit } from "../../src/app/form/layer.ts";
import { documentOf } from "../../src/areas/queries/document.ts";
import { searchIndexes } from "../../src/areas/search-indexes.ts";
import { searchIndexesFirstGeneration } from "../../src/areas/search-indexes-first-generation.ts";
import type { BodyObject, JsonObject } from "../../src/contract/json/json.ts";
import { ClusterName } from "../../src/contract/schema/ids.ts";
import { CurrentGenerationIndex } from "../../src/contract/search-indexes/answers.ts";
import { setValue } from "../../src/forms/edit.ts";
import { addItem } from "../../src/forms/lists.ts";
import { type Desk, json, openDesk } from "../ui/form/desk.ts";
import { Answers, cluster, GROUP, id } from "./answers.ts";

/** "Edit fields…" of an index: what somebody else changes while the fields are listed is never taken away (`domain.md` 1.6). */

const PLACE = { indexID: id(1), database: "shop", collectionName: "products", name: "autocomplete", type: "search" };

const FIELDS: JsonObject = { title: { type: "string" }, brand: { type: "token" } };

const mappings = (fields: JsonObject): JsonObject => ({ mappings: { dynamic: false, fields } });

const listed = CurrentGenerationIndex.parse({
  ...PLACE,
  status: "READY",
  queryable: true,
  latestDefinition: mappings(FIELDS),
});

const context = new Answers()
  .add("listServiceSearchIndexesCluster", { params: { groupId: GROUP, clusterName: ClusterName.parse("prod-eu") } }, [
    listed,
  ])
  .context({ scope: { clusters: [cluster("prod-eu")] } });

const GENERATIONS = [
  {
    generation: "current",
    area: searchIndexes,
    read: "getServiceSearchIndex",
    stored: (fields: JsonObject): JsonObject => ({
      ...PLACE,
      status: "READY",
      queryable: true,
      latestDefinition: mappings(fields),
    }),
    definition: (body: BodyObject) => body["definition"],
  },
  {
    generation: "first",
    area: searchIndexesFirstGeneration,
    read: "getServiceSearchIndexDeprecated",
    stored: (fields: JsonObject): JsonObject => ({ ...PLACE, status: "STEADY", ...mappings(fields) }),
    definition: (body: BodyObject) => body,
  },
] as const;

describe.each(GENERATIONS)(
  "the fields of an index of the $generation generation",
  ({ area, read, stored, definition }) => {
    const action = area.screen.actions.find(({ id: name }) => name.endsWith(".fields"));

    async function deskOn(service: { fields: JsonObject }): Promise<Desk> {
      const desk = await openDesk({ columns: 120, rows: 40 });
      desk.answer({
        [read]: (call: Parameters<ReturnType<typeof json>>[0]) => json(stored(service.fields))(call),
        listServiceSearchIndexesCluster: json([]),
        listServiceSearchIndexes: json([]),
      });
      return desk;
    }

    async function opened(desk: Desk): Promise<void> {
      if (action === undefined) throw new Error("no action");
      follow(desk.app, action.open(context, [id(1)]));
      await desk.until("+ Add field");
    }

    const add = (desk: Desk, name: string): void =>
      edit(desk.app, (state, { setup: { plan } }) => {
        const { fields } = state.body;
        const index = Array.isArray(fields) ? fields.length : 0;
        return setValue(plan, addItem(plan, state, ["fields"]), ["fields", index, "name"], name);
      });

    /** From the question through the form to what its review would send. */
    async function reviewed(desk: Desk): Promise<BodyObject> {
      await desk.press("ctrl+s");
      await desk.until("▌Edit ");
      await desk.press("ctrl+s");
      await desk.until(/Somebody else changed|Update search index/u);
      if (desk.layer("review").stage === "conflict") {
        expect(desk.layer("review").conflict?.choices).toBe(0);
        await desk.press("enter");
      }
      await desk.until("Update search index");
      return documentOf(desk.layer("review").review?.body);
    }

    it("keep what somebody else added while they were listed", async () => {
      const service = { fields: FIELDS };
      const desk = await deskOn(service);
      await opened(desk);
      add(desk, "sku");
      service.fields = { ...FIELDS, vendor: { type: "token" } };
      expect(definition(await reviewed(desk))).toMatchObject(
        mappings({ ...FIELDS, vendor: { type: "token" }, sku: { type: "string" } }),
      );
      expect(desk.frame()).toMatch(/sku/u);
      expect(desk.frame()).not.toMatch(/[–-] *"?vendor/u);
    });

    it("keep what somebody else added since a draft was left", async () => {
      const service = { fields: FIELDS };
      const desk = await deskOn(service);
      await opened(desk);
      add(desk, "sku");
      await desk.press("escape");
      await desk.until("Draft saved");
      service.fields = { ...FIELDS, vendor: { type: "token" } };
      await opened(desk);
      await desk.until("Draft restored");
      expect(definition(await reviewed(desk))).toMatchObject(
        mappings({ ...FIELDS, vendor: { type: "token" }, sku: { type: "string" } }),
      );
    });

    it("keep what was listed when the form behind them was left, by the same keys", async () => {
      const service = { fields: FIELDS };
      const desk = await deskOn(service);
      await opened(desk);
      add(desk, "sku");
      await desk.press("ctrl+s");
      await desk.until("▌Edit ");
      await desk.press("escape");
      await desk.until("Draft saved; it is there when you open this again");
      service.fields = { ...FIELDS, vendor: { type: "token" } };
      await opened(desk);
      await desk.until("Draft restored");
      expect(definition(await reviewed(desk))).toMatchObject(
        mappings({ ...FIELDS, vendor: { type: "token" }, sku: { type: "string" } }),
      );
    });

    it("are asked for where both changed the same one", async () => {
      const service = { fields: FIELDS };
      const desk = await deskOn(service);
      await opened(desk);
      edit(desk.app, (state, { setup: { plan } }) => setValue(plan, state, ["fields", 0, "type"], "autocomplete"));
      service.fields = { ...FIELDS, title: { type: "token" } };
      await desk.press("ctrl+s");
      await desk.until("▌Edit ");
      await desk.press("ctrl+s");
      await desk.until("Choose a value for each field");
      expect(desk.frame()).toMatch(/title/u);
    });
  },
);
