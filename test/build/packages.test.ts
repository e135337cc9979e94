import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };

const root = resolve(import.meta.dirname, "../..");
const node: { readonly optionalDependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, "node/package.json"), "utf8"),
);

type Locked = {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
};

/** What `npm ci` installs, by where it goes. */
const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(join(root, "package-lock.json"), "utf8"),
);
const installed = Object.entries(lock.packages).filter(([at, { link }]) => at.includes("node_modules/") && !link);
const placesOf = (those: readonly (readonly [string, Locked])[]): string[] => those.map(([at]) => at);

describe("npm ci", () => {
  test("installs by hash alone, from wherever the registry of a machine is", () => {
    expect(installed.length).toBeGreaterThan(100);
    expect(placesOf(installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")))).toEqual([]);
    expect(placesOf(installed.filter(([, { resolved }]) => resolved !== undefined))).toEqual([]);
  });

  test("runs no script of a package", () => {
    const withScript = placesOf(installed.filter(([, { hasInstallScript }]) => hasInstallScript));
    const allowed: Readonly<Record<string, boolean>> = manifest.allowScripts;
    expect(withScript.filter((at) => allowed[at.replace("node_modules/", "")] !== false)).toEqual([]);
  });

  test("brings a Node for each platform, each at one version", () => {
    for (const [name, version] of Object.entries(node.optionalDependencies)) {
      expect(lock.packages[`node_modules/${name}`]).toMatchObject({ version });
    }
    const bringing = installed.filter(([, { bin }]) => bin?.["node"] !== undefined);
    expect(placesOf(bringing)).toEqual(Object.keys(node.optionalDependencies).map((name) => `node_modules/${name}`));
  });

  test("brings it to a checkout only: the package of the program depends on none", () => {
    // Everything is bundled: who installs the package is given nothing that no line of it loads.
    for (const kind of ["dependencies", "optionalDependencies", "peerDependencies"]) {
      expect(Object.keys(manifest)).not.toContain(kind);
    }
  });
});

describe("a checkout", () => {
  const check = join(root, "node/check.js");

  test.each(["18.20.8", "20.20.2", "22.18.0"])("says in one sentence that Node %s is too old for it", (version) => {
    const older = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"${version}"})`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", older, check], { encoding: "utf8" });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^Sextant needs Node 22\.19 or newer, and this is Node [\d.]+: run "npm ci .*\.\n$/u);
    expect(stderr).toContain(version);
  });

  test.each(["22.19.0", "24.0.0", "26.10.0"])("takes Node %s", (version) => {
    const other = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"${version}"})`;
    const { status, stderr } = spawnSync(process.execPath, ["--import", other, check], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("looks at the Node before anything else in whatever it builds, starts and tests with", () => {
    const { start, build, prepack, test: suite, "test:long": long } = manifest.scripts;
    for (const script of [start, build, prepack, suite, long]) {
      expect(script).toMatch(/^node (--import \.\/)?node\/check\.js /u);
    }
  });
});
