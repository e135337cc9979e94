import { expect, test } from "vitest";
import { updatePlan } from "../../src/areas/search-indexes-first-generation/form.ts";
import { encodeBody, type JsonObject, revealSecret } from "../../src/contract/json/json.ts";
import { operations } from "../../src/contract/operations.ts";
import { isDirty, openForm } from "../../src/forms/open.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { ready } from "../service/support.ts";

/** Nulls by which a service says that an object is missing: a request that held one would be refused. */

const plan = updatePlan("n", "", true);

const received: JsonObject = {
  database: "d",
  collectionName: "c",
  name: "n",
  type: "search",
  indexID: "a".repeat(24),
  status: "STEADY",
  analyzers: null,
  storedSource: null,
  synonyms: [],
  own: null,
  mappings: { dynamic: true, fields: null },
};

test("a null for a missing object or list is not sent back, and leaving it out is no change", () => {
  const state = openForm(plan, { mode: "replace", received });
  expect(encodeBody(bodyOf(plan, state), revealSecret)).toEqual({
    database: "d",
    collectionName: "c",
    name: "n",
    type: "search",
    synonyms: [],
    own: null,
    mappings: { dynamic: true },
  });
  expect(isDirty(plan, state)).toBe(false);
});

test("a first-generation index with dynamic mapping goes back as the public description wants it", async () => {
  const call = await ready({ speed: 0 });
  const [cluster] = call.ready.clusters;
  const path = `/groups/${cluster?.groupId}/clusters/${cluster?.name}/fts/indexes`;
  const body = { database: "d", collectionName: "c", name: "n", mappings: { dynamic: true } };
  const created = await call("POST", path, { body });
  const stored = Object(created.json);
  expect(created.at("mappings", "fields")).toBe(null);
  const sent = encodeBody(bodyOf(plan, openForm(plan, { mode: "replace", received: stored })), revealSecret);
  expect(operations.updateServiceSearchIndexDeprecated.body.shape.safeParse(sent).error).toBeUndefined();
  expect((await call("PATCH", `${path}/${created.str("indexID")}`, { body: sent })).status).toBe(200);
});
