import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildIfStale, programOf } from "../../build.ts";

const REBUILDS = 300;
const start = promisify(execFile);

let checkout: string;
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), "rebuilt-"));
  mkdirSync(join(checkout, "src"));
  writeFileSync(join(checkout, "package.json"), '{ "name": "sample", "type": "module" }');
  // The program loads its second part late, when a newer build may have replaced what it started from.
  writeFileSync(join(checkout, "src/main.ts"), 'const { first } = await import("./first.ts"); await first();');
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

function save(generation: number): void {
  writeFileSync(
    join(checkout, "src/first.ts"),
    `export async function first() {
      const { second } = await import("./second.ts");
      console.log(${generation}, second);
    }`,
  );
  writeFileSync(join(checkout, "src/second.ts"), `export const second = ${generation};`);
}

test("a program that starts while it is rebuilt always finds one whole build, the old one or the new", async () => {
  save(0);
  await buildIfStale(checkout);
  let rebuilding = true;
  const starts = (async () => {
    const said: string[] = [];
    while (rebuilding) said.push((await start(process.execPath, [programOf(checkout)])).stdout.trim());
    return said;
  })();
  for (let generation = 1; generation <= REBUILDS; generation += 1) {
    save(generation);
    await buildIfStale(checkout);
  }
  rebuilding = false;
  const said = await starts;
  expect(said.length).toBeGreaterThan(0);
  const generations = said.map((line) => line.split(" ").map(Number));
  for (const [first, second] of generations) expect(second).toBe(first);
  const order = generations.map(([first = -1]) => first);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});
