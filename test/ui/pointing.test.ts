import { describe, expect, test } from "vitest";
import { pushLayer } from "../../src/app/app.ts";
import { point } from "../../src/app/input/pointing.ts";
import { layerOf } from "../../src/app/workspace.ts";
import { testConsole } from "../state/console.ts";
import { played } from "./played.tsx";

/** A console with a menu of so many lines over it, the first of which has the mark. */
function withMenu(lines: number) {
  const { app } = played(testConsole().store, { columns: 80, rows: 24 });
  const items = Array.from({ length: lines }, (_, index) => ({
    id: String(index),
    title: `Line ${index}`,
    keys: "",
    disabled: null,
    run: () => undefined,
  }));
  pushLayer(app, { kind: "menu", title: "Menu", items, index: 0 });
  return {
    turn: (kind: "wheel-up" | "wheel-down") => point(app, { kind, column: 30, row: 8 }),
    marked: () => layerOf(app.store.getState(), "menu")?.index,
  };
}

describe("the wheel in a list of choices", () => {
  test("moves the mark by three lines and stops at the ends", () => {
    const { turn, marked } = withMenu(5);
    turn("wheel-up");
    expect(marked()).toBe(0);
    turn("wheel-down");
    expect(marked()).toBe(3);
    turn("wheel-down");
    turn("wheel-down");
    expect(marked()).toBe(4);
    turn("wheel-up");
    expect(marked()).toBe(1);
  });

  test("stays where there is nothing to choose", () => {
    const { turn, marked } = withMenu(0);
    turn("wheel-down");
    expect(marked()).toBe(0);
  });
});
