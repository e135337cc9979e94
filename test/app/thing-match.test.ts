import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MOST_FOUND, matchThings, type Searchable } from "../../src/app/palette/thing-match.ts";

/** What a typed or pasted text finds among all that is known. */

const thing = (title: string, id: string, ...texts: readonly string[]): Searchable => ({
  title,
  id,
  words: `\n${[title, id, ...texts].join("\n").toLowerCase()}\n`,
});

const ALERT = thing(
  "disk · prod-eu",
  "65f0a1b2c3d4e5f6a7b8c9d0",
  "prod-eu-00.example:27017",
  "65f0ffffffffffffffffffff",
);
const CONFIGURATION = thing("disk", "65f0ffffffffffffffffffff");
const CLUSTER = thing("prod-eu", "prod-eu");
const SIDE = thing("prod-eu-side", "prod-eu-side");
const ALL = [ALERT, SIDE, CLUSTER, CONFIGURATION];

const titles = (text: string, things: readonly Searchable[] = ALL): readonly string[] =>
  matchThings(things, text).map((match) => `${match.thing.title} ${match.rank}`);

describe("a text finds", () => {
  test.each([
    ["65f0a1b2c3d4e5f6a7b8c9d0", ["disk · prod-eu named"]],
    ["  65F0A1B2C3D4E5F6A7B8C9D0 ", ["disk · prod-eu named"]],
    ["65f0…c9d0", ["disk · prod-eu named"]],
    ["65f0ffffffffffffffffffff", ["disk named", "disk · prod-eu exact"]],
    ["prod-eu-00.example", ["disk · prod-eu starts"]],
    ["prod-eu", ["prod-eu named", "prod-eu-side titled", "disk · prod-eu starts"]],
    ["eu disk", ["disk · prod-eu inside"]],
    ["podeu", ["disk · prod-eu letters", "prod-eu letters", "prod-eu-side letters"]],
    ["nothing of this", []],
    ["", []],
  ])("by %j the things %j, best first", (text, wanted) => {
    const found = titles(text);
    if (text === "podeu") expect(found.toSorted()).toEqual(wanted.toSorted());
    else expect(found).toEqual(wanted);
  });

  test("what is known first of alike things", () => {
    const alike = [thing("b", "2", "x"), thing("a", "1", "x")];
    expect(titles("x", alike)).toEqual(["b exact", "a exact"]);
  });

  test("each thing by its own id before all others, and never more than can be read", () => {
    const ids = fc.uniqueArray(fc.stringMatching(/^[0-9a-f]{24}$/u), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(ids, fc.nat(), (all, pick) => {
        const things = all.map((id) => thing("alert", id, all[0] ?? ""));
        const wanted = all[pick % all.length] ?? "";
        const found = matchThings(things, wanted);
        expect(found[0]).toMatchObject({ thing: { id: wanted }, rank: "named" });
        expect(found.length).toBeLessThanOrEqual(MOST_FOUND);
      }),
      { numRuns: 30 },
    );
  });
});
