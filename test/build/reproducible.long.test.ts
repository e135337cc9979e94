import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { programOf } from "../../build.ts";

const CHECKOUT = resolve(import.meta.dirname, "../..");

/** The files of the build that is there, by name. */
function parts(): ReadonlyMap<string, string> {
  const folder = dirname(programOf());
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "latin1")]));
}

// Programs that run while the same sources are built anew find their parts by this too.
test("a build of the same sources is the same, letter by letter, whatever is set around it", () => {
  const before = parts();
  const env = { PATH: process.env["PATH"], NODE_ENV: "development", TZ: "Asia/Tokyo", LANG: "de_DE.UTF-8" };
  execFileSync(process.execPath, ["build.ts"], { cwd: CHECKOUT, env, stdio: "pipe" });
  const after = parts();
  expect(after.size).toBeGreaterThan(100);
  expect([...after].filter(([name, content]) => content !== before.get(name)).map(([name]) => name)).toEqual([]);
});
