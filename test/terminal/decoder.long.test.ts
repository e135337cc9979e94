import { describe, it } from "vitest";
import { isWhole } from "../extent.ts";
import { rules } from "./decoder-rules.ts";

describe("the decoder, at length", () => {
  it.each(Object.entries(rules))("%s", (_, rule) => {
    rule(isWhole ? 100_000 : 40_000);
  });
});
