import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The bill of materials of the one file (CycloneDX): the packages that are bundled into it, and the Node beside them. */

type Bill = {
  readonly metadata: { readonly component: { readonly "bom-ref": string } };
  readonly components: readonly { readonly "bom-ref": string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
};

/** The package of the Node of this platform, as `node/package.json` names it. */
function nodePackage(checkout: string): string | undefined {
  const manifest: { readonly optionalDependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(checkout, "node", "package.json"), "utf8"),
  );
  const platform = process.platform === "win32" ? "win" : process.platform;
  const own = `${platform}-${process.arch}`;
  const [name, version] = Object.entries(manifest.optionalDependencies).find(([each]) => each.endsWith(own)) ?? [];
  return name === undefined ? undefined : `${name}@${version}`;
}

/** @param packages what is bundled, as `name@version` */
export function billOf(checkout: string, packages: readonly string[]): string {
  // All that a checkout installs, of which most is there to build and to test: where NODE_ENV is production it would be left out.
  const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--include=dev"];
  const text = execFileSync("npm", args, {
    cwd: checkout,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 64 * 1024 * 1024,
  });
  const bill: Bill = JSON.parse(text);
  const node = nodePackage(checkout);
  const kept = new Set([bill.metadata.component["bom-ref"], ...packages, ...(node === undefined ? [] : [node])]);
  const own = {
    ...bill,
    components: bill.components.filter((one) => kept.has(one["bom-ref"])),
    dependencies: bill.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) })),
  };
  return `${JSON.stringify(own, null, 2)}\n`;
}
