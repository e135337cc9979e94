import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fits, layoutOf, SMALLEST, SMALLEST_PANE } from "../../src/app/layout.ts";

const input = fc.record({
  columns: fc.integer({ min: 1, max: 300 }),
  rows: fc.integer({ min: 1, max: 100 }),
  pane: fc.constantFrom("sidebar" as const, "main" as const, "side" as const),
  sideOpen: fc.boolean(),
  fullScreen: fc.boolean(),
  hideSidebar: fc.boolean(),
  warned: fc.boolean(),
});

describe("the layout of the panes", () => {
  it("fills the width exactly, with one column between panes, at every size", () => {
    fc.assert(
      fc.property(input, (given) => {
        const layout = layoutOf(given);
        if (layout.kind === "too-small") {
          return !fits(given, given.hideSidebar ? SMALLEST_PANE : SMALLEST);
        }
        const shown = [layout.sidebar, layout.main, layout.side].filter((width) => width > 0);
        const used = shown.reduce((sum, width) => sum + width, 0) + shown.length - 1;
        return (
          used === given.columns && layout.body + layout.header === given.rows - 1 && shown.every((width) => width > 0)
        );
      }),
    );
  });

  it("shows sidebar and list at 80x24, and the open thing in place of the list", () => {
    const at80 = { columns: 80, rows: 24, fullScreen: false, hideSidebar: false, warned: false };
    expect(layoutOf({ ...at80, pane: "main", sideOpen: false })).toMatchObject({ sidebar: 19, main: 60, side: 0 });
    expect(layoutOf({ ...at80, pane: "side", sideOpen: true })).toMatchObject({ sidebar: 19, main: 0, side: 60 });
  });

  it("stands list and thing side by side from 120 columns on", () => {
    const layout = layoutOf({
      columns: 120,
      rows: 40,
      pane: "side",
      sideOpen: true,
      fullScreen: false,
      hideSidebar: false,
      warned: false,
    });
    expect(layout).toMatchObject({ sidebar: 19, main: 57, side: 42 });
  });

  it("opens the sidebar by itself where there is no room beside it", () => {
    const small = { columns: 60, rows: 15, sideOpen: false, fullScreen: false, hideSidebar: false, warned: false };
    expect(layoutOf({ ...small, pane: "main" })).toMatchObject({ sidebar: 0, main: 60 });
    expect(layoutOf({ ...small, pane: "sidebar" })).toMatchObject({ sidebar: 60, main: 0 });
  });

  it("gives a pane alone the whole screen but for the last line, unless it has to be warned of", () => {
    const pane = { columns: 30, rows: 5, pane: "main" as const, sideOpen: false, fullScreen: false, hideSidebar: true };
    expect(layoutOf({ ...pane, warned: false })).toMatchObject({ sidebar: 0, main: 30, header: 0, body: 4 });
    expect(layoutOf({ ...pane, warned: true })).toMatchObject({ header: 1, body: 3 });
    expect(layoutOf({ ...pane, columns: 23, warned: false }).kind).toBe("too-small");
  });
});
