import { expect, test } from "vitest";
import { bundledTables } from "../../build/lazy-modules.ts";
import { AREAS } from "../../src/areas/areas.ts";
import { allOperations } from "../../src/contract/operations.ts";

/** A value as far as it can be compared across two copies of the program: functions and schemas by their kind alone. */
function outline(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((each) => outline(each, depth + 1));
  if (typeof value === "function") return "function";
  if (typeof value !== "object" || value === null) return value;
  if ("_zod" in value) return "schema";
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return depth > 6 ? "…" : Object.fromEntries(entries.map(([name, each]) => [name, outline(each, depth + 1)]));
}

/** What of an entry is still to be read. */
const unread = (entry: unknown): readonly string[] =>
  Object.entries(Object.getOwnPropertyDescriptors(Object(entry))).flatMap(([name, { get }]) =>
    get === undefined ? [] : [name],
  );

test("the bundle's tables of areas and operations say what the sources say, and read the rest when asked", async () => {
  const built = await bundledTables();
  for (const operation of Object.values(built.operations)) expect(unread(operation)).toContain("response");
  expect(unread(built.areas.find(({ id }) => id === "alerts"))).toContain("screen");
  expect(outline(built.operations)).toEqual(
    outline(Object.fromEntries(allOperations().map((each) => [each.id, each]))),
  );
  expect(outline(built.areas)).toEqual(outline(AREAS));
  for (const operation of Object.values(built.operations)) expect(unread(operation)).toEqual([]);
});

test("what the first frame is made of reads no schema of the contract and no screen of an area", async () => {
  const built = await bundledTables(["app/create-app.ts", "state/console-store.ts", "ui/root.tsx"]);
  const entries = [...Object.values(built.operations), ...built.areas.filter(({ id }) => id !== "overview")];
  expect(entries.filter((entry) => unread(entry).length === 0).map((entry) => Object(entry).id)).toEqual([]);
});
