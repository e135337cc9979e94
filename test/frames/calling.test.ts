import { describe, expect, it, vi } from "vitest";
import { startAlertNotifier } from "../../src/app/screen/alert-notifier.ts";
import type { Stage } from "./stage.ts";
import { staged } from "./staged.ts";

/** The bell and the count in the window's title, switched in the palette while the console runs. */

const stage = staged();

async function choose(shown: Stage, words: string): Promise<void> {
  shown.press("palette.open");
  await shown.until("Commands");
  shown.type(words);
  await shown.until(new RegExp(`› [^\\n]*${words}`, "iu"));
  shown.press("palette.choose");
  await shown.untilAbsent("Commands");
}

describe("what a new alert does beside standing on screen", () => {
  it("is counted in the window's title from when that is chosen in the palette, and kept for the next start", async () => {
    const shown = await stage.open({ columns: 80, rows: 24, place: "alerts" });
    const remember = vi.spyOn(shown.app.host, "remember");
    const titles: string[] = [];
    const stop = startAlertNotifier(shown.app, { ring: () => undefined, title: (text) => titles.push(text) });
    expect(titles).toEqual([]);
    await choose(shown, "window title");
    expect(titles.at(-1)).toMatch(/^\(\d+\) Payments · sextant$/u);
    expect(remember).toHaveBeenLastCalledWith({ calls: "title" });
    await choose(shown, "bell for new alerts");
    expect(remember).toHaveBeenLastCalledWith({ calls: "both" });
    await choose(shown, "window title");
    expect(titles.at(-1)).toBe("");
    expect(remember).toHaveBeenLastCalledWith({ calls: "bell" });
    stop();
  });

  it("rings for what is new after the bell was switched on, once for several, and no more when it is off", async () => {
    const shown = await stage.open({ columns: 80, rows: 24, place: "alerts" });
    let ids: readonly string[] = ["old"];
    const alerts = shown.app.areas.all.flatMap((area) =>
      area.badge === undefined ? [] : [{ ...area, badge: { ...area.badge, queries: () => [], alertIds: () => ids } }],
    );
    const app = { ...shown.app, areas: { ...shown.app.areas, all: alerts.slice(0, 1) } };
    const ring = vi.fn();
    const stop = startAlertNotifier(app, { ring, title: () => undefined });
    const have = (...now: readonly string[]): void => {
      ids = now;
      const { zone } = app.store.getState().session;
      app.store.session.setZone(zone === "utc" ? "local" : "utc");
    };
    have("old", "missed");
    await choose(shown, "bell for new alerts");
    expect(ring).not.toHaveBeenCalled();
    have("old", "missed", "new", "newer");
    expect(ring).toHaveBeenCalledTimes(1);
    await choose(shown, "bell for new alerts");
    have("newest");
    expect(ring).toHaveBeenCalledTimes(1);
    stop();
  });
});
