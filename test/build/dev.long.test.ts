import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { folder } from "../folder.ts";
import { Home } from "../journeys/home.ts";
import { Terminal } from "../journeys/terminal.ts";

const root = resolve(import.meta.dirname, "../..");
const COPIED = ["build", "src", "themes", "build.ts", "package.json", "package-lock.json", "tsconfig.json"];
const SOURCE = "src/areas/custom-dns.ts";
const LABEL = /label: "Custom DNS"(?=,\n {2}group:)/;

test("npm run dev shows what is saved, says why a build fails, and ends with the console", async () => {
  const checkout = folder();
  for (const name of COPIED) cpSync(join(root, name), join(checkout, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
  using home = new Home();
  await using terminal = new Terminal({
    args: ["build/dev.ts", "alerts"],
    cwd: checkout,
    cols: 120,
    rows: 40,
    env: home.env,
  });
  await terminal.waitFor(/▌Alerts.* as of /u);

  const path = join(checkout, SOURCE);
  const source = readFileSync(path, "utf8");
  expect(source).toMatch(LABEL);
  writeFileSync(path, source.replace(LABEL, 'label: "Saved just now"'));
  await terminal.waitFor("Saved just now");

  writeFileSync(path, `${source}\nconst broken = ;\n`);
  await terminal.waitFor(/custom-dns\.ts.*ERROR: Unexpected ";"/u);
  await terminal.waitFor("the console starts again after the next change");

  writeFileSync(path, source.replace(LABEL, 'label: "Saved again"'));
  await terminal.waitFor("Saved again");
  await terminal.waitFor("? all keys");
  terminal.type("q");
  expect(await terminal.exit()).toEqual({ code: 0, signal: 0 });
});
