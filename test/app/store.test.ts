import { expect, it } from "vitest";
import { createApp } from "../../src/app/create-app.ts";
import { testConsole } from "../state/console.ts";
import { quietHost } from "../ui/quiet-host.ts";

const opened = () => {
  const { store } = testConsole();
  return createApp({ store, host: quietHost() });
};

it("stands still on screen while it is frozen but for notices, and shows what came meanwhile when it is not any more", () => {
  const { store, displayed } = opened();
  store.navigation.setFrozen(true);
  const frozen = displayed.getState();
  expect(frozen.navigation.frozen).toBe(true);
  let notified = 0;
  const stop = displayed.subscribe(() => {
    notified += 1;
  });
  store.setState({ minute: 60_000 });
  store.session.setZone("utc");
  expect(displayed.getState()).toBe(frozen);
  expect(notified).toBe(0);
  store.notices.say("info", "on the frozen screen");
  expect(displayed.getState()).toEqual({ ...frozen, notices: store.getState().notices });
  expect(notified).toBe(1);
  store.navigation.setFrozen(false);
  expect(notified).toBe(2);
  expect(displayed.getState().session.zone).toBe("utc");
  expect(displayed.getState().navigation.frozen).toBe(false);
  stop();
});

it("makes nothing again for a console because another one in the same process was looked at", () => {
  const consoles = [opened(), opened()];
  const look = () =>
    consoles.map(({ store, selectors }) => {
      const state = store.getState();
      const list = selectors.list(state);
      return [selectors.scope(state), list, selectors.freshness(state, list), selectors.badges(state)];
    });
  const first = look();
  expect(first[0]?.[0]).not.toBeNull();
  expect(first[0]?.[0]).not.toBe(first[1]?.[0]);
  look().forEach((again, index) => {
    again.forEach((value, at) => {
      expect(value).toBe(first[index]?.[at]);
    });
  });
});
