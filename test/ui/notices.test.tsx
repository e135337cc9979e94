import { describe, expect, it } from "vitest";
import { type Desk, openDesk } from "./form/desk.ts";

/** What is said at the bottom of the screen: the reason first, in two lines where it needs them, and not longer than its screen. */

const BECAUSE =
  "the profile prod was marked as production by the team on call and nobody may change it from here before Monday";

const open = (columns: number): Promise<Desk> =>
  openDesk({ columns, rows: 24, connection: { readOnly: { because: BECAUSE, unlockable: false } } });

const linesOf = (desk: Desk): readonly string[] => desk.frame().split("\n");

describe("a notice", () => {
  it.each([80, 100])(
    "of %i columns says its whole reason first, in two lines, and moves nothing else",
    async (columns) => {
      const desk = await open(columns);
      desk.store.navigation.open({ area: "alert-configurations", ids: [] });
      await desk.until("Alert configs");
      const before = linesOf(desk);
      await desk.press("n");
      await desk.until("read-only");
      const lines = linesOf(desk);
      expect(lines).toHaveLength(24);
      expect(lines.slice(-2).join(" ").replaceAll(/\s+/gu, " ")).toContain(
        `! read-only (${BECAUSE}) (New alert configuration)`,
      );
      expect(lines.slice(0, -2)).toEqual(before.slice(0, -2));
      await desk.clock.advance(60_000);
      await desk.until("read-only", { absent: true });
      expect(linesOf(desk)).toEqual(before);
    },
  );

  it("goes with its screen once it was there long enough to be read, and not before", async () => {
    const desk = await open(80);
    desk.store.navigation.open({ area: "alert-configurations", ids: [] });
    await desk.press("n");
    await desk.until("read-only");
    await desk.press("L");
    expect(desk.top?.kind).toBe("activity");
    expect(desk.frame()).toContain("read-only");
    await desk.clock.advance(6000);
    await desk.press("escape");
    expect(desk.top).toBeUndefined();
    await desk.until("read-only", { absent: true });
  });

  it.each([
    [80, 24],
    [60, 15],
  ])("of %i x %i never hides the filter that is typed", async (columns, rows) => {
    const desk = await openDesk({ columns, rows, connection: { readOnly: { because: BECAUSE, unlockable: false } } });
    desk.store.navigation.open({ area: "alert-configurations", ids: [] });
    await desk.until("Alert configs");
    await desk.press("n");
    await desk.until("read-only");
    await desk.type("/primary");
    await desk.until("/ primary");
    expect(linesOf(desk)).toHaveLength(rows);
    expect(linesOf(desk).at(-1)).toMatch(/^ \/ primary/u);
    expect(desk.frame()).toContain("! read-only");
    await desk.press("escape");
    expect(desk.top).toBeUndefined();
  });

  it("goes with its place, too", async () => {
    const desk = await open(80);
    desk.store.navigation.open({ area: "alert-configurations", ids: [] });
    await desk.press("n");
    await desk.until("read-only");
    await desk.clock.advance(6000);
    desk.store.navigation.open({ area: "auditing", ids: [] });
    await desk.until("Auditing");
    await desk.until("read-only", { absent: true });
  });
});
