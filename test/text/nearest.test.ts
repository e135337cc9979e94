import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance, nearest } from "../../src/text/nearest.ts";

test.each([
  ["", "", 0],
  ["alert", "alert", 0],
  ["alert", "alret", 1],
  ["alert", "alerts", 1],
  ["alert", "lert", 1],
  ["alert", "olert", 1],
  ["kitten", "sitting", 3],
  ["", "abc", 3],
])("from %j to %j it is %i", (from, to, steps) => {
  expect(editDistance(from, to)).toBe(steps);
  expect(editDistance(to, from)).toBe(steps);
});

test("no word is farther from another than the longer of them is long, and only the same one is 0 away", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (from, to) => {
      const steps = editDistance(from, to);
      expect(steps).toBeLessThanOrEqual(Math.max(from.length, to.length));
      expect(steps === 0).toBe(from === to);
    }),
  );
});

const candidates = [
  { name: "listAlerts", also: ["listGroupAlerts", "E12"] },
  { name: "getAlert", also: ["E13"] },
  { name: "listAlertConfigurations", also: ["E4"] },
];

test("the nearest name comes first, found by its other names and by its parts too", () => {
  expect(nearest("listalets", candidates)[0]).toBe("listAlerts");
  expect(nearest("listgroupalert", candidates)[0]).toBe("listAlerts");
  expect(nearest("configurations", candidates)).toContain("listAlertConfigurations");
  expect(nearest("frobnicate", candidates)).toEqual([]);
});
