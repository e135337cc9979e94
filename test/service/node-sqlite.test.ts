import { expect, test, vi } from "vitest";

test("of all warnings only the one about node:sqlite is dropped, and only while it is loaded", async () => {
  const emitted: unknown[] = [];
  const emit = vi.spyOn(process, "emitWarning").mockImplementation((warning) => void emitted.push(warning));
  const watched = process.emitWarning;
  const load = process.getBuiltinModule;
  vi.spyOn(process, "getBuiltinModule").mockImplementation((name: string) => {
    // What Node 22 says when the module is loaded, and something that it does not say.
    process.emitWarning("SQLite is an experimental feature and might change at any time", "ExperimentalWarning");
    process.emitWarning("something else", "ExperimentalWarning");
    return load(name);
  });

  const { DatabaseSync } = await import("../../src/service/sqlite/node-sqlite.ts");

  expect(emitted).toEqual(["something else"]);
  expect(process.emitWarning).toBe(watched);
  expect(new DatabaseSync(":memory:").prepare("select 1 + 1 as two").get()).toEqual({ two: 2 });
  emit.mockRestore();
});
