import { expect, it } from "vitest";
import { startTicks } from "../../src/app/screen/ticks.ts";
import { startWatching } from "../../src/app/screen/watching.ts";
import { json, openDesk } from "./form/desk.ts";
import { stored } from "./form/setups.ts";

/** A console that was left open: what it asked once says of which day it is, and is asked again when somebody is there. */

const MINUTE = 60_000;
const DAY = 86_400_000;

it("of a list that was read yesterday the day is said, and a key has it read again", async () => {
  const desk = await openDesk({ columns: 120, rows: 24 });
  desk.store.session.setZone("utc");
  desk.answer({ listAlertConfigurations: json({ results: [stored()], totalCount: 1 }) });
  const stop = startWatching(desk.app, desk.clock.after);
  desk.store.navigation.open({ area: "alert-configurations", ids: [] });
  await desk.clock.advance(1000);
  await desk.until(/as of 14:06:0\d UTC/u);
  const calls = (): number => desk.client.callsOf("listAlertConfigurations").length;
  const before = calls();
  desk.clock.sleep(DAY);
  desk.store.setState({ minute: desk.clock.now() });
  await desk.until("as of 21 Nov 14:06 UTC");
  await desk.press("j");
  await desk.clock.advance(1000);
  expect(calls()).toBe(before + 1);
  await desk.until("as of 14:06:0");
  stop();
});

it("of a polled list that nothing confirms for long, the age is said, until an answer comes", async () => {
  const desk = await openDesk({ columns: 120, rows: 24 });
  desk.store.session.setZone("utc");
  desk.answer({ listAlerts: json({ results: [], totalCount: 0 }) });
  const stops = [startWatching(desk.app, desk.clock.after), startTicks(desk.app, desk.clock)];
  desk.store.navigation.open({ area: "alerts", ids: [] });
  await desk.clock.advance(1000);
  await desk.until(/as of 14:06:0\d UTC/u);
  expect(desk.frame()).not.toContain(" old");
  // From now on every request hangs.
  desk.answer({});
  await desk.clock.advance(2 * MINUTE);
  expect(desk.frame()).not.toContain(" old");
  await desk.clock.advance(3 * MINUTE);
  await desk.until(/as of 14:06:\d\d UTC, [45]m old/u);
  desk.answer({ listAlerts: json({ results: [], totalCount: 0 }) });
  await desk.clock.advance(1000);
  await desk.until(/as of 14:1\d:\d\d UTC/u);
  expect(desk.frame()).not.toContain(" old");
  for (const stop of stops) stop();
});

it("after a sleep the age of a polled list is said before its answer comes", async () => {
  const desk = await openDesk({ columns: 120, rows: 24 });
  desk.store.session.setZone("utc");
  desk.answer({ listAlerts: json({ results: [], totalCount: 0 }) });
  const stops = [startWatching(desk.app, desk.clock.after), startTicks(desk.app, desk.clock)];
  desk.store.navigation.open({ area: "alerts", ids: [] });
  await desk.clock.advance(1000);
  await desk.until(/as of 14:06:0\d UTC/u);
  desk.answer({});
  desk.clock.sleep(60 * MINUTE);
  await desk.clock.advance(MINUTE);
  await desk.until(/as of 14:06:\d\d UTC, 1h old/u);
  for (const stop of stops) stop();
});

it.each([DAY, -DAY])(
  "an answer after a clock was set by %i ms is judged by the time of now, before the next tick",
  async (by) => {
    const desk = await openDesk({ columns: 120, rows: 24 });
    desk.answer({ listAlerts: json({ results: [], totalCount: 0 }) });
    const stops = [startWatching(desk.app, desk.clock.after), startTicks(desk.app, desk.clock)];
    desk.store.navigation.open({ area: "alerts", ids: [] });
    await desk.clock.advance(1000);
    await desk.until(/as of/u);
    desk.clock.sleep(by);
    void desk.store.resources.refresh("main");
    await desk.clock.advance(0);
    expect(Math.abs(desk.store.getState().minute - desk.clock.now())).toBeLessThan(MINUTE);
    for (const stop of stops) stop();
  },
);
