import { describe, expect, it } from "vitest";
import { titleSpans } from "../../src/app/screen/list-title.ts";
import { cellShort } from "../../src/areas/model/cell.ts";
import type { Missing } from "../../src/state/answers/lookup.ts";
import { spansWidth } from "../../src/text/spans.ts";
import { staged } from "./staged.ts";

const stage = staged();

/** A title never cuts a part of itself: what has no room goes whole, and that something was not read goes last. */

const PARTS =
  /^Schedules( {2}| …$|$)(?:(?:5 schedules|! 1 without policy items|! prod-eu not loaded|! not loaded)(?: · |(?= …$)|$))*(?: …)?$/u;

describe("the title of a list with too little room", () => {
  it("leaves parts out whole, and keeps that something was not read", async () => {
    const shown = await stage.open({ columns: 120, rows: 40, place: "backup-schedules" });
    await shown.until(/prod-eu-side +never/u);
    await shown.until(/5 schedules · ! 1 without policy items/u);
    const state = shown.app.store.getState();
    const list = shown.app.selectors.list(state);
    const query = list?.queries.find(({ args }) => Reflect.get(args.params, "clusterName") === "prod-eu");
    if (list === null || query === undefined) throw new Error("no list of schedules");
    const why = { words: "the service failed", reason: "the service failed", status: 500, code: null };
    const fresh = {
      ...shown.app.selectors.freshness(state, list),
      notRead: [{ query, missing: { kind: "failed", why } }],
    } as const;
    const titles = Array.from({ length: 80 }, (_, room) => titleSpans(list, list.arranged.total, fresh, room));
    for (const [room, title] of titles.entries()) {
      const text = title.map((piece) => piece.text).join("");
      expect(text).toMatch(PARTS);
      expect(text).toContain("not loaded");
      if (room >= "Schedules  ! not loaded …".length) expect(spansWidth(title)).toBeLessThanOrEqual(room);
    }
    const texts = new Set(titles.map((title) => title.map(({ text }) => text).join("")));
    expect([...texts]).toEqual([
      "Schedules  ! not loaded …",
      "Schedules  ! prod-eu not loaded …",
      "Schedules  5 schedules · ! prod-eu not loaded …",
      "Schedules  ! 1 without policy items · ! not loaded …",
      "Schedules  ! 1 without policy items · ! prod-eu not loaded …",
      "Schedules  5 schedules · ! 1 without policy items · ! prod-eu not loaded",
    ]);
  });
});

describe("the title of a list of which something required was not read", () => {
  const why = { words: "the service failed", reason: "the service failed", status: 500, code: null };
  const MISSING: readonly Missing[] = [{ kind: "asking" }, { kind: "failed", why }, { kind: "forbidden", why }];

  it("says that rows are filtered away and that some are marked, at any width", async () => {
    const shown = await stage.open({ columns: 120, rows: 40, place: "alerts" });
    await shown.until(/Alerts +6 open/u);
    shown.press("filter.open");
    shown.type("disk\r");
    await shown.until(/Alerts +\/disk +\d+ of \d+ /u);
    shown.press("list.mark-all");
    await shown.until(/Alerts +\d+ selected +\/disk +\d+ of \d+ /u);
    const state = shown.app.store.getState();
    const list = shown.app.selectors.list(state);
    if (list === null) throw new Error("no list of alerts");
    const [query] = list.queries;
    if (query === undefined) throw new Error("nothing is asked for alerts");
    const { shown: left, total } = list.arranged;
    for (const missing of MISSING) {
      const fresh = { ...shown.app.selectors.freshness(state, list), loaded: false, notRead: [{ query, missing }] };
      const title = (room?: number): string =>
        titleSpans(list, total, fresh, room)
          .map(({ text }) => text)
          .join("");
      expect(title()).toMatch(new RegExp(`^Alerts  \\d+ selected  /disk ${left} of ${total}(?:$|  )`, "u"));
      for (let room = 0; room < 60; room += 1) expect(title(room)).toMatch(/^Alerts {2}\d+ selected {2}\/(?:disk|…)/u);
      // What was read is counted as soon as no more of it is on its way; that it is not all stands beside it.
      const numbers = missing.kind === "asking" ? /^[^·]*of \d+$/u : /of \d+ {2}6 open · .* · ! alerts not loaded$/u;
      expect(title()).toMatch(numbers);
    }
  });

  it("counts the rows of a filtered list once", async () => {
    const shown = await stage.open({ columns: 120, rows: 40, place: "backup-schedules" });
    await shown.until(/5 schedules · ! 1 without policy items/u);
    shown.press("filter.open");
    shown.type("prod\r");
    await shown.until(/Schedules +\/prod 2 of 5 schedules {2}! 1 without policy items/u);
    const state = shown.app.store.getState();
    const list = shown.app.selectors.list(state);
    if (list === null) throw new Error("no list of schedules");
    const fresh = shown.app.selectors.freshness(state, list);
    const title = (room: number): string =>
      titleSpans(list, 5, fresh, room, cellShort)
        .map(({ text }) => text)
        .join("");
    expect(title(30)).toBe("Schedules  /prod 2 of 5 …");
    expect(title(52)).toMatch(/^Schedules {2}\/prod 2 of 5 {2}! /u);
  });

  it("counts no rows where none was read yet", async () => {
    const shown = await stage.open({ columns: 120, rows: 40, place: "alerts" });
    const state = shown.app.store.getState();
    const list = shown.app.selectors.list(state);
    if (list === null) throw new Error("no list of alerts");
    const [query] = list.queries;
    if (query === undefined) throw new Error("nothing is asked for alerts");
    const empty = {
      ...list,
      view: { ...list.view, filter: "disk" },
      arranged: { ...list.arranged, total: 0, shown: 0 },
    };
    const notRead = [{ query, missing: { kind: "asking" } }] as const;
    const fresh = { ...shown.app.selectors.freshness(state, list), loaded: false, notRead };
    expect(titleSpans(empty, 0, fresh).map(({ text }) => text)).toEqual(["Alerts", "  ", "/disk"]);
  });
});
