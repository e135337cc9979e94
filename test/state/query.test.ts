import fc from "fast-check";
import { expect, it } from "vitest";
import { type AnyArgs, pairsOf, resourceKey } from "../../src/state/answers/query.ts";

const texts = fc.dictionary(fc.string(), fc.option(fc.string(), { nil: undefined }));

it("names an answer by its arguments, encoded as in an address, whatever characters they have", () => {
  fc.assert(
    fc.property(texts, texts, (params, query) => {
      const pairs = [...pairsOf(params), ...pairsOf(query)];
      expect(resourceKey("listAlerts", { params, query })).toBe(`listAlerts?${new URLSearchParams(pairs)}`);
    }),
  );
});

it("gives the same name for arguments in any order, and another one for another operation", () => {
  const args: AnyArgs = { params: { groupId: "a", clusterName: "b" }, query: { status: undefined } };
  expect(resourceKey("listAlerts", args)).toBe(
    resourceKey("listAlerts", { params: { clusterName: "b", groupId: "a" } }),
  );
  expect(resourceKey("getAlert", args)).not.toBe(resourceKey("listAlerts", args));
});
