import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arrange, entryIndexOf, positionOf, shownMembers, thingIdsOf } from "../../../src/app/list/arrange.ts";
import { fitColumns, GAP } from "../../../src/app/list/columns.ts";
import { anchorAt, movedTo, windowTop } from "../../../src/app/list/window.ts";
import type { Table } from "../../../src/areas/builders/table.ts";
import type { Column, Row } from "../../../src/areas/model/view.ts";

const column = (id: string, change: Partial<Column> = {}): Column => ({
  id,
  title: id.toUpperCase(),
  min: 4,
  grow: 1,
  priority: 1,
  align: "left",
  truncate: "end",
  ...change,
});

const row = (id: string, what: string, rank = 0, change: Partial<Row> = {}): Row => ({
  id,
  cells: { what, rank: String(rank) },
  sort: { rank },
  ...change,
});

const modelOf = (rows: readonly Row[], sections: Table["sections"] = []): Table => ({
  summary: [],
  columns: [column("what"), column("rank", { align: "right" })],
  rows,
  sections,
  defaultSort: { column: "rank", descending: true },
  empty: "nothing",
});

const plain = { sort: { column: "rank", descending: true }, filter: "", folds: new Map<string, boolean>() };

describe("the position of a row", () => {
  it("is the same whatever was looked for before", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 900 }),
        fc.array(fc.nat(1100), { maxLength: 30 }),
        (ids, wanted) => {
          for (const at of wanted) {
            const id = ids[at];
            expect(positionOf({ ids }, id ?? "not there")).toBe(id === undefined ? undefined : at);
          }
        },
      ),
    );
  });

  it("is found near the last one without a look at the rest of 20,000 rows", () => {
    let looks = 0;
    const rows = Array.from({ length: 20_000 }, (_, index) => `row ${index}`);
    const ids = new Proxy(rows, {
      get: (all, key) => {
        looks += 1;
        return Reflect.get(all, key);
      },
    });
    positionOf({ ids }, "row 19990");
    looks = 0;
    expect(positionOf({ ids }, "row 19970")).toBe(19_970);
    expect(looks).toBeLessThan(100);
  });
});

describe("rows in order", () => {
  const model = modelOf(
    [
      row("a", "disk on prod-eu", 3, { section: "open" }),
      row("b", "no primary", 4, { section: "open" }),
      row("c", "oplog on prod-eu", 2, { section: "acknowledged" }),
      row("g", "×2 connections", 1, {
        section: "open",
        members: [row("g1", "connections on x", 1), row("g2", "connections on y", 1)],
      }),
    ],
    [
      { id: "open", title: "" },
      { id: "acknowledged", title: "acknowledged" },
    ],
  );

  it("keeps sections in their order and sorts inside of them", () => {
    const { entries, ids } = arrange(model, plain);
    expect(ids).toEqual(["b", "a", "g", "c"]);
    expect(entries.map((entry) => entry.id)).toEqual(["b", "a", "g", "section:acknowledged", "c"]);
  });

  it("are found by the API's names for them, unless one column is searched", () => {
    const named = modelOf([
      row("a", "system CPU", 1, { apiNames: ["OUTSIDE_METRIC_THRESHOLD", null] }),
      row("b", "disk", 2),
    ]);
    const idsFor = (filter: string) => arrange(named, { ...plain, filter }).ids;
    expect(idsFor("OUTSIDE_METRIC_THRESHOLD")).toEqual(["a"]);
    expect(idsFor("!outside_metric")).toEqual(["b"]);
    expect(idsFor("what:outside_metric")).toEqual([]);
    expect(idsFor("threshold")).toEqual([]);
  });

  it("unfolds a group in place, and counts what it stands for", () => {
    const { ids, total } = arrange(model, { ...plain, folds: new Map([["g", false]]) });
    expect(ids).toEqual(["b", "a", "g", "g1", "g2", "c"]);
    expect(total).toBe(5);
    expect(thingIdsOf(model.rows[3] ?? row("", ""))).toEqual(["g1", "g2"]);
  });

  it("unfolds by itself what has room, the first groups first, unless somebody folded it", () => {
    const group = (id: string, rank: number, change: Partial<Row> = { unfolds: true }): Row =>
      row(id, id, rank, { members: [row(`${id}1`, "x", 1), row(`${id}2`, "y", 1)], ...change });
    const groups = modelOf([group("a", 9), group("b", 8), group("stays", 7, {}), row("single", "", 6)]);
    const shown = (room: number, folds = plain.folds): string =>
      arrange(groups, { ...plain, room, folds }).ids.join(" ");
    expect(shown(5)).toBe("a b stays single");
    expect(shown(6)).toBe("a a1 a2 b stays single");
    expect(shown(7)).toBe("a a1 a2 b stays single");
    expect(shown(8)).toBe("a a1 a2 b b1 b2 stays single");
    expect(shown(8, new Map([["a", true]]))).toBe("a b b1 b2 stays single");
    expect(shown(7, new Map([["stays", false]]))).toBe("a b stays stays1 stays2 single");
  });

  it.each([
    ["prod-eu", ["a", "c"]],
    ["prod-eu !disk", ["c"]],
    ["what:primary", ["b"]],
    ["rank:4", ["b"]],
    ["on y", ["g"]],
    ["nowhere", []],
    ["!", ["b", "a", "g", "c"]],
  ])("filters by %s", (filter, expected) => {
    expect(arrange(model, { ...plain, filter }).ids).toEqual(expected);
  });

  it("are found by any piece of a cell, in either case, whatever signs are in it", () => {
    const sign = fc.constantFrom(..."aB9.*+?^$()[]{}|\\/-:_ÄéØ");
    fc.assert(
      fc.property(fc.array(sign, { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), (signs, start, length) => {
        const from = start % signs.length;
        const piece = signs.slice(from, from + 1 + (length % (signs.length - from))).join("");
        const only = modelOf([row("1", signs.join(""), 1), row("2", "", 2)]);
        for (const filter of [piece.toUpperCase(), piece.toLowerCase()])
          expect(arrange(only, { ...plain, filter }).ids).toEqual(["1"]);
      }),
    );
  });
});

describe("the window of a list", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => row(`r${index}`, `row ${index}`, index));
  const heights = fc.integer({ min: 1, max: 30 });

  it("shows the selection wherever it goes, and never less than fits", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 200 }),
        heights,
        fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 30 }),
        (count, height, moves) => {
          const arranged = arrange(modelOf(rows(count)), plain);
          let selected: string | null = null;
          let anchor = anchorAt(arranged, 0);
          for (const by of moves) {
            selected = movedTo(arranged, selected, by);
            const top = windowTop(arranged, anchor, selected, height);
            anchor = anchorAt(arranged, top);
            const at = selected === null ? 0 : (entryIndexOf(arranged, selected) ?? -1);
            if (count > 0 && (at < top || at >= top + height)) return false;
            if (top > Math.max(0, count - height)) return false;
          }
          return true;
        },
      ),
    );
  });

  it("keeps the first visible row in place when rows are added above it", () => {
    const before = arrange(modelOf(rows(50)), plain);
    const anchor = anchorAt(before, 20);
    const first = before.entries[20]?.id ?? "";
    const after = arrange(modelOf([...rows(50), row("new", "new", 999), row("newer", "newer", 1000)]), plain);
    expect(after.entries[windowTop(after, anchor, null, 10)]?.id).toBe(first);
  });
});

describe("columns in a width", () => {
  const columns = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 5 }),
      min: fc.integer({ min: 1, max: 20 }),
      grow: fc.integer({ min: 0, max: 3 }),
      priority: fc.integer({ min: 1, max: 4 }),
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 8 },
  );

  it("never are wider than the pane while more than one is left, and the least important go first", () => {
    fc.assert(
      fc.property(columns, fc.integer({ min: 1, max: 160 }), (given, width) => {
        const all = given.map((each) => column(each.id, each));
        const fitted = fitColumns(all, [row("a", "x".repeat(60))], width);
        const used = fitted.reduce((sum, each) => sum + each.width, 0) + GAP * (fitted.length - 1);
        const dropped = all.filter(({ id }) => !fitted.some((each) => each.column.id === id));
        const kept = Math.max(...fitted.map((each) => each.column.priority));
        return (fitted.length === 1 || used <= width) && dropped.every(({ priority }) => priority >= kept);
      }),
    );
  });

  it("shows a drawing only where all others have what they need, and it moves none of them", () => {
    fc.assert(
      fc.property(columns, fc.integer({ min: 1, max: 160 }), fc.integer({ min: 0, max: 80 }), (given, width, long) => {
        const texts = given.map((each) => column(each.id, each));
        const drawing = column("drawing", { min: 10, grow: 0, priority: 9, drawn: true });
        const first = texts[0]?.id ?? "";
        const rows = [row("a", "", 0, { cells: { [first]: "x".repeat(long), drawing: "⣿⣿" } })];
        const without = fitColumns(texts, rows, width);
        const beside = fitColumns([drawing, ...texts], rows, width);
        expect(beside.slice(0, without.length)).toEqual(without);
        const used = without.reduce((sum, each) => sum + each.width + GAP, 0);
        const hasRoom = without.length === texts.length && used + 10 <= width;
        expect(beside.length).toBe(without.length + (hasRoom ? 1 : 0));
      }),
    );
  });

  it("cuts nothing beside room that nobody uses, whatever a column may have", () => {
    const cells = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 8, maxLength: 8 });
    const limited = columns.map((given) => given.map((each) => ({ ...each, max: each.min + 2 })));
    fc.assert(
      fc.property(limited, cells, fc.integer({ min: 1, max: 200 }), (given, lengths, width) => {
        const all = given.map((each) => column(each.id, each));
        const own = Object.fromEntries(all.map(({ id }, index) => [id, "x".repeat(lengths[index] ?? 0)]));
        const fitted = fitColumns(all, [row("a", "", 0, { cells: own })], width);
        const used = fitted.reduce((sum, each) => sum + each.width, 0) + GAP * (fitted.length - 1);
        const isCut = fitted.some((each) => each.width < (own[each.column.id] ?? "").length);
        expect(isCut && used < width).toBe(false);
      }),
    );
  });

  it("measures the members of groups that are unfolded, with the indent that they have", () => {
    const all = [column("what", { min: 8, max: 12, grow: 0 }), column("who", { min: 5, max: 40, grow: 0 })];
    const members = [row("b", "", 0, { cells: { what: "24 Nov 03:12", who: "reporting-service" } })];
    const group = row("a", "", 0, { cells: { what: "today", who: "1 user" }, members });
    const widthsWhere = (folded: boolean) => {
      const model = { ...modelOf([group]), columns: all };
      const arranged = arrange(model, { ...plain, folds: new Map([["a", folded]]) });
      return fitColumns(all, model.rows, 100, shownMembers(arranged)).map(({ width }) => width);
    };
    expect(widthsWhere(true)).toEqual([8, 6]);
    expect(widthsWhere(false)).toEqual([14, 17]);
  });

  it("has room for the last row of many, which may be the oldest", () => {
    const many = Array.from({ length: 1_000 }, (_, index) =>
      row(String(index), "", 0, { cells: { what: index === 999 ? "24 Nov 03:12" : "03:12" } }),
    );
    const all = [column("what", { min: 5, grow: 0 })];
    expect(fitColumns(all, many, 100).map(({ width }) => width)).toEqual([12]);
    expect(fitColumns(all, [row("a", "x")], 100, many).map(({ width }) => width)).toEqual([14]);
  });

  it("has no column for drawings where nothing is drawn", () => {
    const all = [column("what"), column("drawing", { min: 10, drawn: true })];
    const ids = (rows: readonly Row[]) => fitColumns(all, rows, 100).map(({ column: { id } }) => id);
    expect(ids([row("a", "one")])).toEqual(["what"]);
    const member = row("b", "two", 0, { cells: { what: "two", drawing: "⣿" } });
    expect(ids([row("a", "one", 0, { members: [member] })])).toEqual(["what", "drawing"]);
  });
});
