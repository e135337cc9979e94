import { describe, expect, test, vi } from "vitest";
import type { App } from "../../src/app/app.ts";
import { createApp } from "../../src/app/create-app.ts";
import { setPreferences } from "../../src/app/preferences/apply.ts";
import { newAlerts, notificationText, startAlertNotifier, windowTitle } from "../../src/app/screen/alert-notifier.ts";
import { createAppStore } from "../../src/app/store.ts";
import { readPersistedCache } from "../../src/state/answers/persisted-cache.ts";
import { alertId, testConnection, testProfile } from "../state/console.ts";
import { FakeClient } from "../state/fake-client.ts";
import { FakeClock } from "../state/fake-clock.ts";
import { MemoryFiles } from "../state/memory-files.ts";
import { quietHost } from "../ui/quiet-host.ts";

/** A console that watches what calls, and begins with what the one before it left in the files. */
async function consoleOn(files: MemoryFiles, clock: FakeClock) {
  const client = new FakeClient(clock.now);
  const answers = await readPersistedCache(files, { name: "embedded", connection: testConnection() }, null);
  const last = { connection: "embedded", build: null, groupName: null, orgName: null, answers };
  const profile = testProfile(client);
  const store = createAppStore(
    { profile, files, clock, random: () => 0.5, process: "process-1", last },
    { area: "alerts", ids: [] },
  );
  const app = createApp({ store, host: quietHost() });
  setPreferences(app, { bell: "on", title: "on" });
  const areas = app.areas.all.filter(({ id }) => id === "alerts");
  const scope = app.selectors.badgeScope(store.getState());
  const watch = (): void =>
    store.resources.watch(
      "badges",
      areas.flatMap(({ badge }) => (badge === undefined || scope === null ? [] : badge.queries(scope))),
    );
  const alertsAlone: App = { ...app, areas: { ...app.areas, all: areas } };
  return { app: alertsAlone, store, client, watch };
}

const open = (...numbers: readonly number[]) => ({
  results: numbers.map((number) => ({ id: alertId(number), status: "OPEN" })),
});

describe("what calls", () => {
  test("rings for what was not there before, however many go, and not for what was there at the first look", () => {
    expect(newAlerts(null, new Set(["a"]))).toBe(0);
    expect(newAlerts(new Set(["a"]), new Set(["a", "b"]))).toBe(1);
    expect(newAlerts(new Set(["a", "b"]), new Set(["c", "d"]))).toBe(2);
    expect(newAlerts(new Set(["a", "b"]), new Set(["a"]))).toBe(0);
  });

  test("is a notification that says how many and where", () => {
    expect(notificationText(1, "Payments")).toBe("1 new alert in Payments");
    expect(notificationText(3, null)).toBe("3 new alerts");
  });

  test("is counted in the title of the window with its project", () => {
    expect(windowTitle(6, "Payments")).toBe("(6) Payments · sextant");
    expect(windowTitle(0, "Payments")).toBe("Payments · sextant");
    expect(windowTitle(2, null)).toBe("(2) sextant");
  });

  test("was there at the start where it came while no console ran: what the last one showed is no first look", async () => {
    const [files, clock] = [new MemoryFiles(), new FakeClock()];
    const evening = await consoleOn(files, clock);
    evening.client.respond = (call) => call.answer(open(1));
    evening.watch();
    await clock.advance(0);
    evening.store.flushSync();
    await evening.store.stop();

    const { app, client, watch } = await consoleOn(files, clock);
    const ring = vi.fn();
    const titles: string[] = [];
    watch();
    const stop = startAlertNotifier(app, { ring, notify: () => undefined, title: (text) => titles.push(text) });
    expect(titles).toEqual([]);
    client.respond = (call) => call.answer(open(1, 2, 3));
    await clock.advance(0);
    expect(titles).toEqual(["(3) Payments · sextant"]);
    expect(ring).not.toHaveBeenCalled();
    client.respond = (call) => call.answer(open(1, 2, 3, 4));
    await clock.advance(120_000);
    expect(ring).toHaveBeenCalledTimes(1);
    stop();
  });
});
