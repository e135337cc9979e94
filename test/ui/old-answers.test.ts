import { expect, it } from "vitest";
import { startWatching } from "../../src/app/screen/watching.ts";
import { json, openDesk } from "./form/desk.ts";
import { stored } from "./form/setups.ts";

/** A console that was left open: what it asked once says of which day it is, and is asked again when somebody is there. */

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
