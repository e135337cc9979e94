import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startBackground } from "../../src/app/background.ts";
import { areaOf } from "../../src/areas/areas.ts";
import type { AreaId } from "../../src/contract/area-ids.ts";
import { isObject } from "../../src/contract/json/json.ts";
import { Stage } from "../frames/stage.ts";

/** Whatever function of an area throws, the console goes on, says what happened, and ends as it should. */

let state = "";
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "sextant-throwing-"));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const boom = (): never => {
  throw new TypeError("no such thing");
};

/** Areas that together have every function that an area can have. */
const SUBJECTS: readonly AreaId[] = ["alerts", "overview", "restore-jobs"];

type Part = { readonly name: string; readonly holders: readonly object[]; readonly key: string };

/** Every function of an area, those of all its actions together. */
function partsOf(id: AreaId): readonly Part[] {
  const area = areaOf(id);
  const found: Part[] = [];
  const add = (name: string, holders: readonly object[]): void => {
    const keys = new Set(holders.flatMap((holder) => Object.keys(holder)));
    for (const key of keys) {
      const own = holders.filter((holder) => typeof Reflect.get(holder, key) === "function");
      if (own.length > 0) found.push({ name: `${name}.${key}`, holders: own, key });
    }
  };
  const { screen, badge, names = {} } = area;
  add("screen", [screen]);
  add("actions", screen.actions);
  add("names", [names]);
  for (const [name, part] of Object.entries({ fields: screen.fields, counts: screen.counts, badge })) {
    if (isObject(part)) add(name, [part]);
  }
  return found;
}

const CASES = SUBJECTS.flatMap((area) => partsOf(area).map((part) => [`${area} ${part.name}`, area, part] as const));

test("the areas that are tried have every function that any area has", () => {
  const tried = new Set(CASES.map(([, , { name }]) => name));
  for (const name of [
    "screen.queries",
    "screen.lookups",
    "screen.running",
    "screen.detailQueries",
    "screen.endTimes",
  ]) {
    expect(tried).toContain(name);
  }
  expect(tried).toContain("actions.together");
  expect(tried).toContain("badge.alertIds");
  expect(tried).toContain("names.cluster");
});

test.each(CASES)("%s throws: the console lives, and ends without an error", async (_, area, { holders, key }) => {
  const before = holders.map((holder) => Object.getOwnPropertyDescriptor(holder, key));
  for (const holder of holders)
    Object.defineProperty(holder, key, { value: boom, configurable: true, enumerable: true });
  try {
    const stage = await Stage.open({ columns: 120, rows: 30, place: "snapshots", state, shown: "hourly" });
    const signals = { ring: vi.fn(), notify: vi.fn(), title: vi.fn(), tell: vi.fn(), progress: vi.fn(), env: {} };
    const stopBackground = startBackground(stage.app, signals);
    const { store } = stage.app;
    const preferences = { ...store.getState().preferences, bell: "on" as const, title: "on" as const };
    store.setState({ preferences });
    store.navigation.open({ area, ids: [] });
    await stage.until(new RegExp(`${areaOf(area).label}`, "u"));
    for (const press of ["list.last", "list.open", "detail.back"]) stage.press(press);
    for (const typed of ["a", ":", "payments", "?", "A", "A", "w", "r", "L"]) {
      stage.type(typed);
      stage.type("\u001b[27u");
      stage.type("\u001b[27u");
    }
    store.navigation.open({ area: "snapshots", ids: [] });
    await stage.until("hourly");
    store.navigation.open({ area, ids: [] });
    expect(stopBackground).not.toThrow();
    await stage.close();
  } finally {
    for (const [index, holder] of holders.entries()) {
      const own = before[index];
      if (own !== undefined) Object.defineProperty(holder, key, own);
    }
  }
});
