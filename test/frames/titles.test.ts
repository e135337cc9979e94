import { describe, expect, it } from "vitest";
import { titleSpans } from "../../src/app/screen/list-title.ts";
import { spansWidth } from "../../src/text/spans.ts";
import { staged } from "./staged.ts";

const stage = staged();

/** A title never cuts a part of itself: what has no room goes whole, and that something was not read goes last. */

const PARTS =
  /^Schedules( {2}| …$|$)(?:(?:5 schedules|! 1 without policy items|! prod-eu not read|! not read)(?: · |(?= …$)|$))*(?: …)?$/u;

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
      expect(text).toContain("not read");
      if (room >= "Schedules  ! not read …".length) expect(spansWidth(title)).toBeLessThanOrEqual(room);
    }
    const texts = new Set(titles.map((title) => title.map(({ text }) => text).join("")));
    expect([...texts]).toEqual([
      "Schedules  ! not read …",
      "Schedules  ! prod-eu not read …",
      "Schedules  5 schedules · ! prod-eu not read …",
      "Schedules  ! 1 without policy items · ! not read …",
      "Schedules  ! 1 without policy items · ! prod-eu not read …",
      "Schedules  5 schedules · ! 1 without policy items · ! prod-eu not read",
    ]);
  });
});
