import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeBody, isJsonObject, revealSecret, valueAt } from "../../src/contract/json/json.ts";
import { allOperations } from "../../src/contract/operations.ts";
import { violationsOf } from "../../src/contract/schema/body.ts";
import { coverSecrets } from "../../src/contract/schema/covered.ts";
import { inDialect } from "../../src/contract/wire/dialect.ts";
import { anyJson, documentsOf } from "./schema-documents.ts";

const BODIES = allOperations().flatMap(({ id, body }) => (body === null ? [] : [[id, body] as const]));

describe.each(BODIES)("the body of %s", (_id, body) => {
  const documents = fc.oneof(documentsOf(body.shape), anyJson);

  test("is judged whatever it is, in words, at places that are there or missing", () => {
    fc.assert(
      fc.property(documents, fc.option(anyJson, { nil: undefined }), (document, received) => {
        for (const { message, path, rule } of violationsOf(body, document, received)) {
          expect(message).not.toBe("");
          if (rule === "required") expect(valueAt(document, path)).toBeUndefined();
        }
      }),
      { numRuns: 60 },
    );
  });

  test("is no worse for having been received: what stands goes back, but for masks and for what is missing", () => {
    fc.assert(
      fc.property(documents, (document) => {
        const left = violationsOf(body, document, document).filter(({ path }) => valueAt(document, path) !== undefined);
        const always = body.rules.filter((rule) => rule.always === true).map(({ name }) => name);
        expect(left.filter(({ rule }) => !always.includes(rule))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test("may hold names that every object has, which are nobody's fields", () => {
    const document = { constructor: "x", toString: { valueOf: "y" }, hasOwnProperty: [1] };
    expect(encodeBody(coverSecrets(body.shape, document), revealSecret)).toEqual(document);
    expect(inDialect(body.shape, document, "atlas")).toEqual(document);
    expect(violationsOf(body, document).length).toBeGreaterThan(0);
  });

  test("is the same body after its secrets were covered and revealed", () => {
    fc.assert(
      fc.property(documentsOf(body.shape), (document) => {
        if (!isJsonObject(document)) return;
        expect(encodeBody(coverSecrets(body.shape, document), revealSecret)).toEqual(document);
      }),
      { numRuns: 60 },
    );
  });
});
