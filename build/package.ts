import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { billOf } from "./bill-of-materials.ts";
import { buildDebian, debianName, whyNoDebian } from "./debian.ts";
import { buildExecutable } from "./executable.ts";

/** `npm run package`: builds the release files in `release/`: the single file, the Debian package, and the bill of materials. */

const CHECKOUT = resolve(import.meta.dirname, "..");
const RELEASE = join(CHECKOUT, "release");

const say = (file: string): void => {
  const megabytes = (statSync(file).size / 1024 / 1024).toFixed(1);
  process.stdout.write(`${file} (${megabytes} MB)\n`);
};

mkdirSync(RELEASE, { recursive: true });

const executable = join(RELEASE, `sextant-${process.platform}-${process.arch}`);
const bundled = await buildExecutable(CHECKOUT, executable);
say(executable);

const reason = whyNoDebian();
if (reason === null) {
  const debian = join(RELEASE, debianName());
  buildDebian(CHECKOUT, executable, bundled.licences, debian);
  say(debian);
} else process.stdout.write(`No Debian package: ${reason}.\n`);

const materials = join(RELEASE, `sextant-${manifest.version}.cdx.json`);
writeFileSync(materials, billOf(CHECKOUT, bundled.packages));
say(materials);
