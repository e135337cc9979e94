import { describe, expect, test } from "vitest";
import { hasNewAlert, windowTitle } from "../../src/app/screen/alert-notifier.ts";

describe("what calls", () => {
  test("rings for what was not there before, however many go, and not for what was there at the first look", () => {
    expect(hasNewAlert(null, new Set(["a"]))).toBe(false);
    expect(hasNewAlert(new Set(["a"]), new Set(["a", "b"]))).toBe(true);
    expect(hasNewAlert(new Set(["a", "b"]), new Set(["c"]))).toBe(true);
    expect(hasNewAlert(new Set(["a", "b"]), new Set(["a"]))).toBe(false);
  });

  test("is counted in the title of the window with its project", () => {
    expect(windowTitle(6, "Payments")).toBe("(6) Payments · sextant");
    expect(windowTitle(0, "Payments")).toBe("Payments · sextant");
    expect(windowTitle(2, null)).toBe("(2) sextant");
  });
});
