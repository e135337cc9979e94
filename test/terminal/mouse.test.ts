import { expect, it } from "vitest";
import { mouseEvent } from "../../src/terminal/input/mouse.ts";

it.each([
  ["\u001b[<0;1;1M", { kind: "click", column: 0, row: 0 }],
  ["\u001b[<0;223;61M", { kind: "click", column: 222, row: 60 }],
  ["\u001b[<64;10;5M", { kind: "wheel-up", column: 9, row: 4 }],
  ["\u001b[<65;10;5M", { kind: "wheel-down", column: 9, row: 4 }],
])("%j is read", (report, event) => {
  expect(mouseEvent(report)).toEqual(event);
});

it.each([
  ["a button that is let go", "\u001b[<0;1;1m"],
  ["the right button", "\u001b[<2;1;1M"],
  ["a click with Shift, which selects text", "\u001b[<4;1;1M"],
  ["a move", "\u001b[<35;1;1M"],
  ["a focus report", "\u001b[I"],
  ["an answer", "\u001b[?62;22c"],
])("%s is nothing to do", (_what, report) => {
  expect(mouseEvent(report)).toBeNull();
});
