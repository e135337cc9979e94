import { describe, expect, it } from "vitest";
import { z } from "zod";
import { GENERAL_ASSUMPTIONS } from "../../src/contract/assumptions.ts";
import { operation } from "../../src/contract/operation.ts";
import { allOperations } from "../../src/contract/operations.ts";
import { body } from "../../src/contract/schema/body.ts";
import { variantUnion } from "../../src/contract/schema/unions.ts";
import { assumptionsOf, assumptionsPage } from "./assumptions-page.ts";

/** The list of assumptions. `npm run docs` writes the page. */

describe("the page of assumptions", () => {
  it("says what the contract marks (npm run docs writes it anew)", async () => {
    await expect(assumptionsPage(GENERAL_ASSUMPTIONS, allOperations())).toMatchFileSnapshot(
      "../../docs/assumptions.md",
    );
  });

  it("has every mark of an operation", () => {
    const said = new Set(assumptionsOf(allOperations()).map(({ says }) => says));
    expect(said.size).toBeGreaterThan(50);
    expect(allOperations().flatMap(({ assumes }) => assumes.filter((text) => !said.has(text)))).toEqual([]);
  });
});

it("a mark is found wherever it stands, and told once with its places", () => {
  const marked = (says: string) => z.string().meta({ assumes: says });
  const kinds = variantUnion("kind", [
    z.strictObject({ kind: z.literal("one"), deep: marked("in a variant").optional() }),
    z.strictObject({ kind: z.literal("two"), list: z.array(marked("in a list")) }),
  ]);
  const made = operation({
    id: "make",
    spec: null,
    area: null,
    title: "Make",
    method: "POST",
    path: "/things",
    query: { by: marked("in a query") },
    queryFlags: null,
    body: body(z.strictObject({ items: z.array(kinds), map: z.record(z.string(), marked("twice")) })),
    response: z.looseObject({ either: z.union([marked("twice"), z.boolean()]).nullish() }),
    answer: "record",
    roles: [],
    budget: "things",
    assumes: ["of the operation"],
  });
  expect(assumptionsOf([made])).toEqual([
    { says: "of the operation", places: ["`make`"] },
    { says: "in a query", places: ["`make` `by`"] },
    { says: "in a variant", places: ["`make` `items[] (one).deep`"] },
    { says: "in a list", places: ["`make` `items[] (two).list[]`"] },
    { says: "twice", places: ["`make` `map.*`", "`make` `either`"] },
  ]);
});
