import { describe, expect, test } from "vitest";
import { newAlerts, notificationText, windowTitle } from "../../src/app/screen/alert-notifier.ts";

describe("what calls", () => {
  test("rings for what was not there before, however many go, and not for what was there at the first look", () => {
    expect(newAlerts(null, new Set(["a"]))).toBe(0);
    expect(newAlerts(new Set(["a"]), new Set(["a", "b"]))).toBe(1);
    expect(newAlerts(new Set(["a", "b"]), new Set(["c", "d"]))).toBe(2);
    expect(newAlerts(new Set(["a", "b"]), new Set(["a"]))).toBe(0);
  });

  test("is a notification that says how many and where", () => {
    expect(notificationText(1, "Payments")).toBe("1 new alert in Payments");
    expect(notificationText(3, null)).toBe("3 new alerts");
  });

  test("is counted in the title of the window with its project", () => {
    expect(windowTitle(6, "Payments")).toBe("(6) Payments · sextant");
    expect(windowTitle(0, "Payments")).toBe("Payments · sextant");
    expect(windowTitle(2, null)).toBe("(2) sextant");
  });
});
