import { expect, it } from "vitest";
import { type Findable, matchEntries } from "../../src/app/palette/palette-match.ts";
import type { Risk } from "../../src/contract/operation.ts";

/** What a typed text finds: names by their words, and nothing that destroys by letters that happen to be in its name. */

const entry = (title: string, words = "", risk: Risk = "none"): Findable => ({ title, words, risk });

const ENTRIES = [
  entry("Source projects: Remove the link to an organisation", "deleteLinkToken E67", "destructive"),
  entry("Alerts: Acknowledge", "acknowledgeAlert E14", "reversible"),
  entry("Snapshots: Delete", "deleteSnapshot", "destructive"),
  entry("Alerts: Go to the configuration that raised it", "getAlertConfiguration"),
  entry("Go to Alert configs", "alert-configurations Monitor"),
  entry("Go to Indexes, 1st gen", "search-indexes-first-generation Search"),
  entry("Go to Snapshots", "snapshots Backup"),
];

const titles = (text: string): readonly string[] => matchEntries(ENTRIES, text).map(({ title }) => title);

it("is everything while nothing is typed", () => {
  expect(matchEntries(ENTRIES, " ")).toEqual(ENTRIES);
});

it.each([
  ["sound", []],
  ["link org", ["Source projects: Remove the link to an organisation"]],
  ["first gen", ["Go to Indexes, 1st gen"]],
  ["1st", ["Go to Indexes, 1st gen"]],
  // Words in the order of the name are the name.
  ["go alert conf", ["Go to Alert configs", "Alerts: Go to the configuration that raised it"]],
  ["alerts go conf", ["Alerts: Go to the configuration that raised it"]],
  ["conf alert", ["Alerts: Go to the configuration that raised it", "Go to Alert configs"]],
  ["alco", ["Alerts: Go to the configuration that raised it", "Go to Alert configs"]],
  ["e14", ["Alerts: Acknowledge"]],
  ["knowledge", ["Alerts: Acknowledge"]],
])("of %j is %j", (text, expected) => {
  expect(titles(text)).toEqual(expected);
});

it("puts what destroys behind what does not, and never finds it by a part of a word", () => {
  expect(titles("snap")).toEqual(["Go to Snapshots", "Snapshots: Delete"]);
  expect(titles("lete")).toEqual([]);
  expect(titles("sndel")).toEqual([]);
});
