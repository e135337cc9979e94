/** Selection, marks and scroll position follow their ids, whatever happens to the rows. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { selectionAfter } from "../../src/state/navigation/rows.ts";
import { lastLookOf, viewOf } from "../../src/state/navigation/views.ts";
import { testConsole } from "./console.ts";

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 40 }).map(String), { maxLength: 25 });

test("the selection stays on its id through every change of the rows, and never points at what is gone", () => {
  fc.assert(
    fc.property(ids, fc.array(ids, { minLength: 1, maxLength: 8 }), fc.nat(), (first, later, pick) => {
      const { store } = testConsole();
      store.views.rowsChanged("alerts", first, new Set(first));
      const chosen = first[pick % Math.max(1, first.length)];
      if (chosen !== undefined) store.views.select("alerts", chosen);
      let before = first;
      for (const rows of later) {
        const was = viewOf(store.getState(), "alerts").selectedId;
        store.views.rowsChanged("alerts", rows, new Set(rows));
        const { selectedId } = viewOf(store.getState(), "alerts");
        if (was !== null && rows.includes(was)) expect(selectedId).toBe(was);
        else if (rows.length === 0) expect(selectedId).toBeNull();
        else {
          expect(rows).toContain(selectedId);
          const position = was === null ? -1 : before.indexOf(was);
          const next = position < 0 ? undefined : before.slice(position).find((id) => rows.includes(id));
          if (next !== undefined) expect(selectedId).toBe(next);
        }
        before = rows;
      }
    }),
  );
});

test("marks stay through sort, filter and refresh, and go with the thing itself", () => {
  fc.assert(
    fc.property(
      ids,
      fc.array(fc.nat()),
      fc.array(fc.tuple(ids, fc.boolean()), { maxLength: 8 }),
      (all, picks, later) => {
        const { store } = testConsole();
        store.views.rowsChanged("alerts", all, new Set(all));
        const marked = new Set(picks.flatMap((pick) => all[pick % Math.max(1, all.length)] ?? []));
        store.views.setMarks("alerts", marked);
        let existing = new Set(all);
        let expected = marked;
        for (const [rows, isFilter] of later) {
          // A filter hides rows that exist; a refresh says what exists.
          const shown = isFilter ? rows.filter((id) => existing.has(id)) : rows;
          if (!isFilter) existing = new Set(rows);
          expected = new Set([...expected].filter((id) => existing.has(id)));
          store.views.rowsChanged("alerts", shown, existing);
          expect(viewOf(store.getState(), "alerts").marks).toEqual(expected);
        }
      },
    ),
  );
});

describe("the selection", () => {
  test.each([
    ["stays when rows come above it", ["b", "c"], ["a", "b", "c"], "c", "c"],
    ["stays when the order changes", ["a", "b", "c"], ["c", "b", "a"], "a", "a"],
    ["goes to the next row when its own is gone", ["a", "b", "c"], ["a", "c"], "b", "c"],
    ["goes to the row before when it was the last", ["a", "b", "c"], ["a", "b"], "c", "b"],
    ["goes to the first row when nothing near is left", ["a"], ["x", "y"], "a", "x"],
    ["is nothing in an empty list", ["a"], [], "a", null],
  ])("%s", (_what, before, after, selected, expected) => {
    expect(selectionAfter(before, after, selected)).toBe(expected);
  });
});

describe("a view", () => {
  test("keeps its sort, filter, folds and last looks over a restart, and not its selection and marks", async () => {
    const first = testConsole();
    await first.store.start();
    const { views } = first.store;
    views.setSort("alerts", { column: "age", descending: true });
    views.setFilter("alerts", "disk");
    views.setFold("alerts", "HOST_DOWN", true);
    views.looked("alerts", new Set(["a", "b"]));
    views.setParams("alerts", { ipAddress: "203.0.113.66" });
    views.select("alerts", "a");
    views.setMarks("alerts", ["b"]);
    await first.store.stop();

    const second = testConsole({ files: first.files });
    await second.store.start();
    expect(viewOf(second.store.getState(), "alerts")).toEqual({
      selectedId: null,
      marks: new Set(),
      sort: { column: "age", descending: true },
      filter: "disk",
      params: { ipAddress: "203.0.113.66" },
      anchor: null,
      folds: new Map([["HOST_DOWN", true]]),
      looks: [{ at: first.clock.now(), ids: new Set(["a", "b"]), params: {} }],
    });
  });

  test("has a last look of its own for each set of questions, over a restart too", async () => {
    const first = testConsole();
    await first.store.start();
    const { views } = first.store;
    const seen = ({ store } = first): readonly string[] | undefined => {
      const look = lastLookOf(viewOf(store.getState(), "metrics-targets"));
      return look === null ? undefined : [...look.ids];
    };
    views.looked("metrics-targets", new Set(["a.example.net"]));
    views.setParams("metrics-targets", { targetScheme: "PRIVATE" });
    expect(seen()).toBeUndefined();
    views.looked("metrics-targets", new Set(["a-pri.example.net"]));
    expect(seen()).toEqual(["a-pri.example.net"]);
    views.setParams("metrics-targets", {});
    expect(seen()).toEqual(["a.example.net"]);
    views.looked("metrics-targets", new Set(["a.example.net", "b.example.net"]));
    await first.store.stop();

    const second = testConsole({ files: first.files });
    await second.store.start();
    expect(seen(second)).toEqual(["a.example.net", "b.example.net"]);
    second.store.views.setParams("metrics-targets", { targetScheme: "PRIVATE" });
    expect(seen(second)).toEqual(["a-pri.example.net"]);
  });

  test("forgets the oldest looks of a list that was asked many different things", () => {
    const { store } = testConsole();
    for (let turn = 0; turn < 20; turn += 1) {
      store.views.setParams("search-indexes", { collection: String(turn) });
      store.views.looked("search-indexes", new Set([String(turn)]));
    }
    const { looks } = viewOf(store.getState(), "search-indexes");
    expect(looks.map(({ params }) => params["collection"])).toEqual(["16", "17", "18", "19"]);
  });

  test("of two consoles is the last writer's field by field", async () => {
    const one = testConsole();
    const two = testConsole({ files: one.files });
    await one.store.start();
    await two.store.start();
    one.store.views.setFilter("alerts", "disk");
    await one.store.stop();
    two.store.views.setSort("alerts", { column: "age", descending: false });
    await two.store.stop();
    const three = testConsole({ files: one.files });
    await three.store.start();
    expect(viewOf(three.store.getState(), "alerts")).toMatchObject({
      filter: "disk",
      sort: { column: "age", descending: false },
    });
  });

  test("is written at once when the program ends", async () => {
    const { store, files } = testConsole();
    await store.start();
    files.gate = new Promise(() => undefined);
    store.views.setFilter("alerts", "di");
    store.views.setFilter("alerts", "disk");
    store.flushSync();
    expect(files.everything).toContain('"filter":"disk"');
  });

  test("whose file cannot be read works, says so, and leaves the file alone", async () => {
    const { store, files } = testConsole();
    store.views.setFilter("alerts", "disk");
    await store.stop();
    const [name = ""] = [...files.texts.keys()];
    files.texts.set(name, "{ this is not what was written");
    const second = testConsole({ files });
    await second.store.start();
    second.store.views.setFilter("alerts", "cpu");
    await second.store.stop();
    expect(files.texts.get(name)).toBe("{ this is not what was written");
    expect(
      second.store
        .getState()
        .notices.log.map(({ text }) => text)
        .join(),
    ).toContain("are not saved");
  });
});

test("another project has its own rows: nothing selected or marked goes along", () => {
  const { store } = testConsole();
  const view = `${store.getState().session.groupId}/alerts`;
  store.views.setFilter(view, "disk");
  store.views.select(view, "a");
  store.views.setMarks(view, ["a"]);
  const other = store.getState().session.projects[1];
  if (other === undefined) throw new Error("the profile names two projects");
  store.session.switchProject(other.id);
  expect(viewOf(store.getState(), view)).toMatchObject({ filter: "disk", selectedId: null, marks: new Set() });
});

test("what is just being written is written at the end of the program as well", async () => {
  const { store, files, clock } = testConsole();
  await store.start();
  files.gate = new Promise(() => undefined);
  store.views.setSort("alerts", { column: "age", descending: true });
  // The write is under way by now, and does not come to its end.
  await clock.advance(1000);
  store.views.setFilter("alerts", "prod");
  store.flushSync();
  const written = [...files.texts.values()].join("\n");
  expect(written).toContain("age");
  expect(written).toContain("prod");
});
