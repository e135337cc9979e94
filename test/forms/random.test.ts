import fc from "fast-check";
import { describe, test } from "vitest";
import { draftsHold, editorHolds, keysAreUnique, noConflictWithItself, secretsStay } from "./random-rules.ts";

describe("after any edits", () => {
  test.each([
    ["every row has a key of its own, and nothing throws", keysAreUnique],
    ["no secret is shown, printed, written or sent as a mask", secretsStay],
    ["a draft is the form less its secrets", draftsHold],
    ["the editor's text is the form", editorHolds],
    ["what the service did not change is no conflict", noConflictWithItself],
  ])("%s", (_rule, property) => {
    fc.assert(property, { numRuns: 60 });
  });
});
