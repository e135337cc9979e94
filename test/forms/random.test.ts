import fc from "fast-check";
import { describe, test } from "vitest";
import {
  draftsHold,
  editorHolds,
  keysAreUnique,
  mergesWithTheirs,
  noConflictWithItself,
  secretsStay,
} from "./random-rules.ts";

const runs = { numRuns: 60 };

describe("after any edits", () => {
  test("every row has a key of its own, and nothing throws", () => fc.assert(keysAreUnique, runs));
  test("no secret is shown, printed, written or sent as a mask", () => fc.assert(secretsStay, runs));
  test("a draft is the form less its secrets", () => fc.assert(draftsHold, runs));
  test("the editor's text is the form", () => fc.assert(editorHolds, runs));
  test("what the service did not change is no conflict", () => fc.assert(noConflictWithItself, runs));
  test("somebody else's edits are merged", () => fc.assert(mergesWithTheirs, runs));
});
