import { describe, expect, it } from "vitest";
import { firstGrapheme, graphemes, isKeyName } from "../../src/terminal/input/keys.ts";
import { knownKeys } from "./known-keys.ts";

describe("names of keys", () => {
  it("are known for every key that a terminal sends", () => {
    expect(knownKeys.map(({ name }) => name).filter((name) => !isKeyName(name))).toEqual([]);
  });

  it.each(["ctrl++", "+", "alt+é", "ctrl+alt+shift+f12", "space", "super+s"])("%j is one", (name) => {
    expect(isKeyName(name)).toBe(true);
  });

  it.each([
    "",
    " ",
    "ab",
    "ctrl+",
    "shift+ctrl+a",
    "ctrl+ctrl+a",
    "meta+x",
    "Enter",
    "return",
    "ctrl+nothing",
    "\u0001",
  ])("%j is none", (name) => {
    expect(isKeyName(name)).toBe(false);
  });
});

describe("characters", () => {
  it("are what a person sees as one", () => {
    expect(graphemes("abc")).toEqual(["a", "b", "c"]);
    expect(graphemes("e\u0301漢👨‍👩‍👧🇨🇭")).toEqual(["e\u0301", "漢", "👨‍👩‍👧", "🇨🇭"]);
    expect(firstGrapheme("👨‍👩‍👧abc")).toBe("👨‍👩‍👧");
    expect(firstGrapheme("")).toBe("");
  });
});
