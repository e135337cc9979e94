import { describe, expect, it } from "vitest";
import { pushLayer } from "../../src/app/app.ts";
import { hintsOf } from "../../src/app/shell/hints.ts";
import { staged } from "../frames/staged.ts";
import { KEYS_TO_TRY, seen } from "./changed-by-keys.ts";
import { type Desk, openDesk } from "./form/desk.ts";

/** A frozen screen shows what was: no key acts on what it does not show. */

const isFrozen = (desk: Desk): boolean => desk.store.getState().navigation.frozen;

/** All that a key could have changed, but for the screen standing still. */
const besideFreezing = (desk: Desk) => {
  const { navigation, ...others } = seen(desk);
  return { ...others, navigation: { ...navigation, frozen: false } };
};

describe("on a frozen screen", () => {
  it.each(KEYS_TO_TRY.filter((key) => key !== "z"))("%s does nothing but end it, and says so", async (key) => {
    const desk = await openDesk({ columns: 120, rows: 40 });
    const before = besideFreezing(desk);
    await desk.press("z");
    expect(isFrozen(desk)).toBe(true);
    await desk.press(key);
    expect(isFrozen(desk)).toBe(false);
    expect(besideFreezing(desk)).toEqual(before);
    expect(desk.said).toContain("The screen was frozen");
  });

  it("the keys of the program itself work, and z ends it", async () => {
    const desk = await openDesk({ columns: 120, rows: 40 });
    await desk.press("z");
    expect(hintsOf(desk.app)).toEqual([{ key: "z", words: "unfreeze" }]);
    await desk.press("ctrl+l");
    expect(isFrozen(desk)).toBe(true);
    await desk.press("z");
    expect(isFrozen(desk)).toBe(false);
    await desk.press("z", "q");
    expect(desk.quits).toBe(1);
  });

  it("of a page, keys do not scroll unseen", async () => {
    const desk = await openDesk({ columns: 120, rows: 40 });
    await desk.press("?", "z", "down");
    expect(desk.layer("help").top).toBe(0);
    expect(isFrozen(desk)).toBe(false);
    await desk.press("down");
    expect(desk.layer("help").top).toBe(1);
  });

  it("a notice is shown at once", async () => {
    const desk = await openDesk({ columns: 120, rows: 40 });
    await desk.press("z");
    desk.store.notices.say("bad", "The connection was lost.");
    await desk.until("The connection was lost.");
    expect(isFrozen(desk)).toBe(true);
  });

  it("what opens by itself ends it: it has the keys", async () => {
    const desk = await openDesk({ columns: 120, rows: 40 });
    await desk.press("z");
    pushLayer(desk.app, { kind: "raw", title: "A document that was read", lines: ["{}"], top: 0 });
    expect(isFrozen(desk)).toBe(false);
    await desk.until("A document that was read");
  });
});

describe("a frozen list", () => {
  const stage = staged();

  it("opens no deletion of a row that it does not mark", async () => {
    const shown = await stage.open({ columns: 120, rows: 40, place: "alert-configurations" });
    await shown.until(/│› +\S/u);
    const { store } = shown.app;
    const marked = shown.frame().match(/│› .*$/mu)?.[0];
    shown.press("freeze");
    await shown.until("FROZEN");
    shown.type("j");
    await shown.until("Press j again");
    expect(shown.frame()).toContain(marked);
    shown.press("freeze");
    await shown.until("FROZEN");
    shown.type("x");
    await shown.until("Press x again");
    expect(store.getState().layers).toEqual([]);
    shown.type("x");
    await shown.until("Delete alert config");
  });
});
