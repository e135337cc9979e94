import { describe, expect, it } from "vitest";
import { AREAS } from "../../src/areas/areas.ts";
import { readPlace } from "../../src/commands/places.ts";

/** Places as people type them. */

const read = (text: string): string => {
  const found = readPlace(text, AREAS, ["serve", "run"]);
  return found.ok ? [found.place.area, ...found.place.ids].join("/") : found.message;
};

describe("a place", () => {
  it.each([
    ["alerts", "alerts"],
    ["alert", "alerts"],
    ["Alerts", "alerts"],
    ["restores", "restore-jobs"],
    ["restore", "restore-jobs"],
    ["export", "export-jobs"],
    ["Restores", "restore-jobs"],
    ["restores/6b02aa", "restore-jobs/6b02aa"],
    ["RESTORES/6b02aa/", "restore-jobs/6b02aa"],
    ["index/shop.products", "search-indexes/shop.products"],
    ["indexes/shop.products/default/", "search-indexes/shop.products/default"],
    ["alerts/100%", "alerts/100%"],
    ["Indexes, 1st gen", "search-indexes-first-generation"],
    ["indexes-1st", "search-indexes-first-generation"],
    ["first generation", "search-indexes-first-generation"],
    ["Custom DNS", "custom-dns"],
    ["compl", "compliance-policy"],
    ["live", "live-migration"],
    ["migration", "live-migration"],
    ["access history", "access-history"],
    ["cloud access", "cloud-access"],
    ["alert config", "alert-configurations"],
  ])("%j is %s", (typed, expected) => {
    expect(read(typed)).toBe(expected);
  });

  it("is called by every id and label, in the plural and in the singular", () => {
    for (const { id, label } of AREAS) {
      for (const name of [id, label, label.toUpperCase(), label.replace(/(?<=x)es$|s$/u, "")]) {
        expect([name, read(name)]).toEqual([name, id]);
      }
    }
  });

  it("that more than one name begins is not guessed", () => {
    expect(read("search-ind")).toBe(
      'Ambiguous place "search-ind": search-indexes (Indexes), or search-indexes-first-generation (Indexes, 1st gen).',
    );
  });

  it("that is nowhere is answered with the nearest", () => {
    expect(read("alrets")).toBe('Unknown place or command "alrets". Did you mean alerts?');
    expect(read("sreve")).toContain("serve");
    expect(read("xyzzy")).toBe('Unknown place or command "xyzzy". sextant --help lists them all.');
    expect(read("")).toContain("Unknown place");
  });
});
