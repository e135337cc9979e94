import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { build } from "../../build.ts";
import { folder } from "../folder.ts";

const root = resolve(import.meta.dirname, "../..");

/** The folder of a package in the path of one of its files. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u;

/** What a package ships for those who pass it on. */
const textsOf = (packageFolder: string): readonly string[] =>
  readdirSync(packageFolder)
    .filter((name) => /licen[cs]e|notice/iu.test(name))
    .map((name) => readFileSync(join(packageFolder, name), "utf8").replaceAll("\r\n", "\n").trim());

describe("the licences of what is bundled", () => {
  test("stand whole beside the program, each with the name of its package", async () => {
    const checkout = folder();
    for (const name of ["src", "themes", "package.json", "package-lock.json", "tsconfig.json"]) {
      cpSync(join(root, name), join(checkout, name), { recursive: true });
    }
    symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
    const { outputs } = await build(checkout);
    const licences = readFileSync(join(checkout, "dist/THIRD-PARTY-LICENSES.txt"), "utf8");

    const bundled = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
    const packages = new Set(bundled.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
    expect(packages.size).toBeGreaterThan(40);
    for (const packageFolder of packages) {
      const place = resolve(checkout, packageFolder);
      const { name, version } = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
      expect(licences.includes(`${name} ${version} (`), name).toBe(true);
      for (const text of textsOf(place)) expect(licences.includes(text), `${name}: ${text.slice(0, 80)}`).toBe(true);
    }
    // This one names a licence and ships no text of it.
    expect(licences).toMatch(/\nyoga-layout [\d.]+ \(MIT\)\n\nCopyright .*\n\nPermission is hereby granted/u);
  });

  test("are in the package", () => {
    const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
      cwd: root,
      encoding: "utf8",
    });
    expect(stdout).toContain('"dist/THIRD-PARTY-LICENSES.txt"');
  });
});
