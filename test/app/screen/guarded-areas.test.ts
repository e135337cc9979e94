import { expect, test } from "vitest";
import { createGuard } from "../../../src/app/guard.ts";
import { guardedAreas } from "../../../src/app/screen/guarded-areas.ts";
import { AREAS, areaOf } from "../../../src/areas/areas.ts";
import { defaultKeyNames } from "../../../src/areas/model/key-names.ts";
import { isObject } from "../../../src/contract/json/json.ts";

/** Every function of an area that the console calls, whatever it is called. */

const boom = (): never => {
  throw new TypeError("no such thing");
};

/** What `sextant check` alone calls, and new alerts, whose caller tells "not known" from "none" (`alert-notifier.ts`). */
const ELSEWHERE = ["check", "alertIds"];

const isFunction = (value: unknown): value is (...args: readonly unknown[]) => unknown => typeof value === "function";

/** Calls something for each function of a record, wherever it stands in it. */
function walk(value: unknown, path: string, meet: (holder: object, key: string, path: string) => void): void {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, `${path}.${index}`, meet);
  if (!isObject(value)) return;
  for (const [key, part] of Object.entries(value)) {
    if (ELSEWHERE.includes(key)) continue;
    if (isFunction(part)) meet(value, key, `${path}.${key}`);
    else walk(part, `${path}.${key}`, meet);
  }
}

test.each(AREAS.map(({ id }) => id))("what %s throws goes no further, whichever of its functions it is", (id) => {
  const area = areaOf(id);
  const parts = [area.screen, area.badge, area.names];
  const undo: (() => void)[] = [];
  walk(parts, id, (holder, key) => {
    const before = Object.getOwnPropertyDescriptor(holder, key) ?? {};
    Object.defineProperty(holder, key, { value: boom, configurable: true, enumerable: true });
    undo.push(() => Object.defineProperty(holder, key, before));
  });
  const said: string[] = [];
  try {
    const guarded = guardedAreas(createGuard((text) => said.push(text))).of(id);
    const escaped: string[] = [];
    walk([guarded.screen, guarded.badge, guarded.names], id, (holder, key, path) => {
      const run: unknown = Reflect.get(holder, key);
      try {
        if (isFunction(run)) run({ scope: { params: {} }, key: defaultKeyNames }, "id");
      } catch {
        escaped.push(path);
      }
    });
    expect(escaped).toEqual([]);
    expect(undo.length).toBeGreaterThan(3);
  } finally {
    for (const restore of undo) restore();
  }
});
