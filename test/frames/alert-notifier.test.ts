import { describe, expect, it, vi } from "vitest";
import { setPreferences } from "../../src/app/preferences/apply.ts";
import { startAlertNotifier } from "../../src/app/screen/alert-notifier.ts";
import type { Stage } from "./stage.ts";
import { staged } from "./staged.ts";

/** The bell, the count in the window's title and the notification, switched in the preferences while the console runs. */

const stage = staged();

async function turn(shown: Stage, words: string): Promise<void> {
  shown.press("preferences");
  await shown.until("Preferences");
  while (!new RegExp(`› \\S? ?${words}`, "u").test(shown.frame())) {
    await shown.pressed("menu.down");
  }
  shown.press("menu.choose");
  shown.press("menu.close");
  await shown.untilAbsent("Preferences");
}

const nothing = () => undefined;

describe("what a new alert does beside standing on screen", () => {
  it("is counted in the window's title from when that is chosen, and kept for the next start", async () => {
    const shown = await stage.open({ columns: 80, rows: 24, place: "alerts" });
    const remember = vi.spyOn(shown.app.host, "remember");
    const titles: string[] = [];
    const stop = startAlertNotifier(shown.app, { ring: nothing, notify: nothing, title: (text) => titles.push(text) });
    expect(titles).toEqual([]);
    await turn(shown, "Alert count");
    expect(titles.at(-1)).toMatch(/^\(\d+\) Payments · sextant$/u);
    expect(remember).toHaveBeenLastCalledWith({ title: "on" });
    await turn(shown, "Bell");
    expect(remember).toHaveBeenLastCalledWith({ bell: "on" });
    await turn(shown, "Alert count");
    expect(titles.at(-1)).toBe("");
    expect(remember).toHaveBeenLastCalledWith({ title: "off" });
    stop();
  });

  it("counts the alerts of the whole project while the lists show one cluster alone", async () => {
    const shown = await stage.open({ columns: 80, rows: 24, place: "alerts" });
    const titles: string[] = [];
    const stop = startAlertNotifier(shown.app, { ring: nothing, notify: nothing, title: (text) => titles.push(text) });
    await turn(shown, "Alert count");
    const ofProject = titles.at(-1);
    shown.app.store.navigation.narrowTo("analytics");
    await shown.until("analytics");
    await shown.untilAbsent(/prod-eu/u);
    expect(ofProject).toMatch(/^\(\d+\)/u);
    expect(titles.at(-1)).toBe(ofProject);
    stop();
  });

  it("rings and notifies for what is new after that was switched on, once for several, and no more when it is off", async () => {
    const shown = await stage.open({ columns: 80, rows: 24, place: "alerts" });
    let ids: readonly string[] = ["old"];
    const alerts = shown.app.areas.all.flatMap((area) =>
      area.badge === undefined ? [] : [{ ...area, badge: { ...area.badge, queries: () => [], alertIds: () => ids } }],
    );
    const app = { ...shown.app, areas: { ...shown.app.areas, all: alerts.slice(0, 1) } };
    const ring = vi.fn();
    const notify = vi.fn();
    const stop = startAlertNotifier(app, { ring, notify, title: nothing });
    const have = (...now: readonly string[]): void => {
      ids = now;
      const { zone } = app.store.getState().session;
      app.store.session.setZone(zone === "utc" ? "local" : "utc");
    };
    have("old", "missed");
    setPreferences(app, { bell: "on", notification: "on" });
    expect(ring).not.toHaveBeenCalled();
    have("old", "missed", "new", "newer");
    expect(ring).toHaveBeenCalledTimes(1);
    expect(notify.mock.calls).toEqual([["2 new alerts in Payments"]]);
    setPreferences(app, { bell: "off" });
    have("newest");
    expect(ring).toHaveBeenCalledTimes(1);
    expect(notify).toHaveBeenCalledTimes(2);
    setPreferences(app, { notification: "off" });
    have("last");
    expect(notify).toHaveBeenCalledTimes(2);
    stop();
  });
});
