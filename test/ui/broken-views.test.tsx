import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AREAS, areaOf } from "../../src/areas/areas.ts";
import { Stage } from "../frames/stage.ts";

/** What a view throws stands in its pane; the rest of the console goes on, and the log has it. */

let state = "";
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "sextant-broken-"));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const boom = (): never => {
  throw new TypeError("no such thing");
};

/** The console at a place, one function of an area's screen being broken. */
async function withBroken(part: string, place: string, shown: string | RegExp, look: (stage: Stage) => Promise<void>) {
  const area = areaOf("alerts");
  const subject = part === "count" || part === "badgeQueries" ? area.badge : area.screen;
  const name = part === "badgeQueries" ? "queries" : part;
  if (subject === null || subject === undefined) throw new Error("alerts has a screen and a count");
  const before = Object.getOwnPropertyDescriptor(subject, name);
  Object.defineProperty(subject, name, { value: boom, configurable: true, enumerable: true });
  try {
    const stage = await Stage.open({ columns: 120, rows: 30, place, state, shown: String(shown) });
    try {
      await look(stage);
    } finally {
      await stage.close();
    }
  } finally {
    if (before !== undefined) Object.defineProperty(subject, name, before);
  }
}

test("a list that throws says so in its pane, other areas work, and the log names it", async () => {
  await withBroken("list", "alerts", "because of an error in this console: no such thing", async (stage) => {
    expect(stage.frame()).toContain("Press r to reload, L for details.");
    stage.type("L");
    await stage.until(/Alerts, list: no such thing/u);
    stage.type("\u001b[27u");
    await stage.until("This list cannot be shown");
    stage.app.store.navigation.open({ area: "snapshots", ids: [] });
    await stage.until("hourly");
    expect(stage.frame()).not.toContain("error in this console");
  });
});

test("a list whose questions cannot be made is not said to be empty", async () => {
  await withBroken("queries", "alerts", "because of an error in this console: no such thing", async (stage) => {
    expect(stage.frame()).not.toContain("No problems");
  });
});

test.each(["detail", "detailQueries"])("a thing whose %s throws says so beside its list", async (part) => {
  await withBroken(part, "alerts", "as of 14:06:12", async (stage) => {
    stage.press("list.last");
    stage.press("list.open");
    await stage.until(/no such thing/u);
    expect(stage.frame()).toMatch(/Alerts {2}\d+ open/u);
  });
});

test("a count that throws is a question mark", async () => {
  await withBroken("count", "snapshots", "as of 14:06:12", async (stage) => {
    expect(stage.frame()).toMatch(/Alerts +\?/u);
  });
});

test("an action that throws says that nothing was sent", async () => {
  const action = areaOf("alerts").screen.actions.find(({ id }) => id === "alerts.closed");
  if (action === undefined) throw new Error("no action");
  const { open } = action;
  Object.assign(action, { open: boom });
  try {
    const stage = await Stage.open({ columns: 120, rows: 30, place: "alerts", state });
    stage.type(":");
    await stage.until("Search");
    stage.type("closed alerts");
    await stage.until(/Show closed alerts/u);
    stage.type("\r");
    await stage.until(/Nothing was sent/u);
    await stage.close();
  } finally {
    Object.assign(action, { open });
  }
});

test("a view that cannot be drawn says so in its own place", async () => {
  const stage = await Stage.open({ columns: 120, rows: 30, place: "alerts", state });
  const { selectors } = stage.app;
  const { list } = selectors;
  let isBroken = true;
  Object.assign(selectors, { list: (now: Parameters<typeof list>[0]) => (isBroken ? boom() : list(now)) });
  stage.app.store.setState({ minute: Date.now() + 60_000 });
  await stage.until(/because of an error in this console: no such thing/u);
  expect(stage.frame()).toContain("Snapshots");
  isBroken = false;
  stage.app.store.setState({ minute: Date.now() + 120_000 });
  await stage.until(/\d+ open/u);
  await stage.close();
});

test("a sentence that cannot be drawn in place of a view is a plain line, and the rest of the console goes on", async () => {
  const stage = await Stage.open({ columns: 120, rows: 30, place: "alerts", state });
  const { store, selectors } = stage.app;
  const { look } = store.getState();
  const { list } = selectors;
  let isBroken = true;
  Object.assign(selectors, { list: (now: Parameters<typeof list>[0]) => (isBroken ? boom() : list(now)) });
  const looks = Object.defineProperty({ ...look.theme.looks }, "bad", { get: boom });
  store.setState({ look: { ...look, theme: { ...look.theme, looks } } });
  await stage.until(/This part of the screen cannot be drawn\./u);
  expect(stage.frame()).toContain("Snapshots");
  stage.type(":");
  await stage.until("Search");
  isBroken = false;
  store.setState({ look });
  stage.type("\u001b[27u");
  await stage.until(/\d+ open/u);
  await stage.close();
});

test("a view that throws at the very end keeps the console from no step of it", async () => {
  const stage = await Stage.open({ columns: 120, rows: 30, place: "alerts", state });
  Object.assign(stage.app.selectors, { list: boom });
  await stage.close();
});

test("what lies over the panes and cannot be drawn takes no key but Esc and those of the program", async () => {
  const stage = await Stage.open({ columns: 120, rows: 30, place: "snapshots", state, shown: "hourly" });
  const { store } = stage.app;
  stage.press("list.first");
  stage.type("x");
  await stage.until(/DELETE/u);
  const { layers } = store.getState();
  const top = layers.at(-1);
  if (top?.kind !== "review" || top.review === null) throw new Error("no review was opened");
  const review = Object.defineProperty({ ...top.review }, "facts", { get: boom, enumerable: true });
  store.setState({ layers: [...layers.slice(0, -1), { ...top, review }] });
  await stage.until(/because of an error in this console: no such thing/u);
  const keys = stage.app.keys.active();
  expect(keys.scopes.every(({ takes }) => takes === "nothing")).toBe(true);
  expect(new Set(keys.bindings.flatMap((binding) => binding.keys))).toEqual(
    new Set(["escape", "ctrl+c", "ctrl+l", "ctrl+z"]),
  );
  stage.type("\u001b[27u");
  await stage.untilAbsent(/because of an error in this console/u);
  expect(store.getState().broken.size).toBe(0);
  await stage.close();
});

test("ids of every shape open in every area without ending the console", async () => {
  const odd = ["zzz", "z_z", "a".repeat(10_000), "65f000000000000000000001", "../..", "__proto__", "é漢"];
  const stage = await Stage.open({
    columns: 120,
    rows: 30,
    place: "alerts/zzz",
    state,
    shown: "Not in this list: zzz",
  });
  for (const { id: area } of AREAS) {
    for (const id of odd) {
      stage.app.store.navigation.open({ area, ids: [id] });
      stage.app.store.navigation.focus("side");
      await stage.until(/sextant/u);
      expect(stage.frame()).not.toMatch(/error in this console|undefined|NaN|\[object/u);
    }
  }
  await stage.close();
});
