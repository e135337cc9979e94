import { describe, it } from "vitest";
import { rules } from "./decoder-rules.ts";

describe("the decoder, at length", () => {
  it.each(Object.entries(rules))("%s", (_, rule) => {
    rule(100_000);
  });
});
