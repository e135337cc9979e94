import { describe, expect, it } from "vitest";
import { textLines } from "../../../src/app/screen/text-lines.ts";
import { span } from "../../../src/text/spans.ts";

const linesOf = (reason: string, height: number): readonly string[] =>
  textLines([span(reason, "bad"), span("r retries now.", "dim")], 23, height).map((spans) =>
    spans.map(({ text }) => text).join(""),
  );

describe("texts in place of a list", () => {
  it("stand there whole where there is room", () => {
    expect(linesOf("The disk of the service is full.", 4)).toEqual([
      "   The disk of the",
      "   service is full.",
      "   r retries now.",
    ]);
  });

  it("leave room for what can be done, and say how much is missing", () => {
    expect(linesOf("word ".repeat(40).trim(), 4)).toEqual([
      "   word word word word",
      "   word word word word",
      "   … 8 more lines",
      "   r retries now.",
    ]);
    expect(linesOf("word ".repeat(40).trim(), 1)).toEqual(["   r retries now."]);
  });
});
