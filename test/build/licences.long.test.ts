import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { build } from "../../build.ts";
import { folder } from "../folder.ts";

const root = resolve(import.meta.dirname, "../..");

/** The text of the licence as the Apache Software Foundation publishes it. */
const APACHE = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30";

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

  test("are in the package, with its own", () => {
    const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
      cwd: root,
      encoding: "utf8",
    });
    expect(stdout).toContain('"dist/THIRD-PARTY-LICENSES.txt"');
    expect(stdout).toContain('"LICENSE"');
  });
});

test("the program's own licence is the one that package.json names, whole", () => {
  const { license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const text = readFileSync(join(root, "LICENSE"), "utf8");
  expect(license).toBe("Apache-2.0");
  expect(text).toMatch(/^\s*Apache License\n\s*Version 2\.0, January 2004\n/u);
  expect(createHash("sha256").update(text).digest("hex")).toBe(APACHE);
});
