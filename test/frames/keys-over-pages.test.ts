import { describe, expect, it } from "vitest";
import { ALL_SIZES, staged } from "./staged.ts";

/** Keys that hold over what is only read, and those that do nothing any more. */

const stage = staged();

describe.each(ALL_SIZES)("over a page at %ix%i", (columns, rows) => {
  it("the palette opens from the activity log, leads away from it, and Esc comes back", async () => {
    const shown = await stage.open({ columns, rows });
    shown.press("activity");
    await shown.until("▌Activity");
    shown.press("palette.open");
    await shown.until("▌Go or do");
    shown.type("auditing");
    await shown.until("› Go to Auditing");
    shown.press("palette.choose");
    await shown.until("▌Auditing");
    shown.press("detail.back");
    await shown.until(/▌Alerts +6 open/u);
  });

  it("the keys are filtered, and a letter that is no key changes nothing", async () => {
    const shown = await stage.open({ columns, rows });
    shown.press("help.open");
    await shown.until("▌Keys");
    shown.press("help.filter");
    await shown.until("a key, or part of what it does");
    shown.type("unlock nothing");
    await shown.until("No key is called “unlock nothing”.");
    shown.press("filter.undo");
    await shown.until("▌Keys ─");
    shown.press("help.filter");
    shown.type("sort");
    await shown.until(/▌Keys +\/sort/u);
    expect(shown.frame()).toMatch(/^.*List\n.*s +Sort/mu);
    shown.press("filter.keep");
    shown.press("help.close");
    await shown.until(/▌Alerts +6 open/u);
    const { themeName } = shown.console.look.getState();
    shown.type("t");
    shown.press("list.down");
    await shown.until(/^ *(.*│)?›.*disk/mu);
    expect(shown.console.look.getState().themeName).toBe(themeName);
  });

  it("nothing is found by letters that only happen to be in a name", async () => {
    const shown = await stage.open({ columns, rows });
    shown.press("palette.open");
    await shown.until("▌Go or do");
    shown.type("sound");
    await shown.until("Nothing is called “sound”.");
  });
});
