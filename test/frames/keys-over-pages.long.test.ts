import { describe, expect, it } from "vitest";
import type { Stage } from "./stage.ts";
import { ALL_SIZES, staged } from "./staged.ts";

/** Keys that hold over what is only read, and those that do nothing any more. */

const stage = staged();

/** Presses the key of a binding, and waits for what it shows. */
async function pressed(shown: Stage, id: string, shows: string): Promise<void> {
  shown.press(id);
  await shown.until(shows);
}

/** Types a text, and waits for what it shows. */
async function typed(shown: Stage, text: string, shows: string): Promise<void> {
  shown.type(text);
  await shown.until(shows);
}

describe.each(ALL_SIZES)("over a page at %ix%i", (columns, rows) => {
  it("the palette opens from the activity log, leads away from it, and Esc comes back", async () => {
    const shown = await stage.open({ columns, rows });
    await pressed(shown, "activity", "▌Activity");
    await pressed(shown, "palette.open", "▌Commands");
    await typed(shown, "auditing", "› Go to Auditing");
    await pressed(shown, "palette.choose", "▌Auditing");
    shown.press("detail.back");
    await shown.until(/▌Alerts +6 open/u);
  });

  it("the keys are filtered, and a letter that is no key changes nothing", async () => {
    const shown = await stage.open({ columns, rows });
    await pressed(shown, "help.open", "▌Keys");
    await pressed(shown, "help.filter", "key or description");
    await typed(shown, "unlock nothing", "No key matches “unlock nothing”.");
    await pressed(shown, "filter.undo", "▌Keys ─");
    shown.press("help.filter");
    shown.type("sort");
    await shown.until(/▌Keys +\/sort/u);
    expect(shown.frame()).toMatch(/^.*List\n.*s +Sort/mu);
    shown.press("filter.keep");
    shown.press("help.close");
    await shown.until(/▌Alerts +6 open/u);
    const { themeName } = shown.app.store.getState().look;
    shown.type("t");
    shown.press("list.down");
    await shown.until(/^ *(.*│)?›.*disk/mu);
    expect(shown.app.store.getState().look.themeName).toBe(themeName);
  });

  it("nothing is found by letters that only happen to be in a name", async () => {
    const shown = await stage.open({ columns, rows });
    await pressed(shown, "palette.open", "▌Commands");
    await typed(shown, "sound", "No matches for “sound”.");
  });

  it("letters typed over a menu change nothing behind it", async () => {
    const shown = await stage.open({ columns, rows });
    await pressed(shown, "action.menu", "▌Actions");
    shown.type("payments");
    shown.press("menu.down");
    await shown.until(/▌Actions[\s\S]*› +2 /u);
    shown.press("menu.close");
    await shown.until(/▌Alerts +6 open/u);
  });
});
