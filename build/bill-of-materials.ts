import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Bill of materials of the single file (CycloneDX): the packages bundled into it, and Node. */

type Bill = {
  readonly metadata: { readonly component: { readonly "bom-ref": string } };
  readonly components: readonly { readonly "bom-ref": string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
};

/** The package that contains Node for this platform, as named in `node/package.json`. */
function nodePackage(checkout: string): string | undefined {
  const manifest: { readonly optionalDependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(checkout, "node", "package.json"), "utf8"),
  );
  const platform = process.platform === "win32" ? "win" : process.platform;
  const own = `${platform}-${process.arch}`;
  const [name, version] = Object.entries(manifest.optionalDependencies).find(([each]) => each.endsWith(own)) ?? [];
  return name === undefined ? undefined : `${name}@${version}`;
}

/** @param packages the bundled packages, as `name@version` */
export function billOf(checkout: string, packages: readonly string[]): string {
  // All packages of a checkout, most of which are for building and testing; without `--include=dev`,
  // NODE_ENV=production would leave those out.
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
