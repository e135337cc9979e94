/**
 * Loaded before anything else that runs in a checkout, by whatever Node there is: one that is too old says so in a sentence. `npm ci`
 * brings a fitting one (`node/package.json`), unless optional packages were left out or there is none for the platform.
 */
import { readFileSync } from "node:fs";

const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const oldest = engines.node.replace(">=", "");

const [major, minor] = process.versions.node.split(".").map(Number);
const [oldestMajor, oldestMinor] = oldest.split(".").map(Number);

if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  process.stderr.write(
    `Sextant needs Node ${oldest} or newer, and this is Node ${process.versions.node}: run "npm ci --include=optional", which brings one for most machines, or install a current Node.\n`,
  );
  process.exit(1);
}
