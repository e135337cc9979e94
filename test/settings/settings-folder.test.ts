import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readSettingsFiles } from "../../src/settings/settings-folder.ts";

/** Links in a folder of settings: those to files of the folder are read, those out of it are not. */

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "sextant-folder-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test("files that a cluster mounts are links by way of a hidden folder", async () => {
  const mounted = join(folder(), "settings");
  mkdirSync(join(mounted, "..2026_11_27_10_00_00.1"), { recursive: true });
  writeFileSync(join(mounted, "..2026_11_27_10_00_00.1", "dns.yaml"), "kind: custom-dns\n");
  symlinkSync("..2026_11_27_10_00_00.1", join(mounted, "..data"));
  symlinkSync(join("..data", "dns.yaml"), join(mounted, "dns.yaml"));
  expect(await readSettingsFiles(mounted, 1000)).toEqual([
    { name: join(mounted, "dns.yaml"), text: "kind: custom-dns\n" },
  ]);
});

test("a link that leads out is not read, wherever it leads", async () => {
  const home = folder();
  const own = join(home, "settings");
  mkdirSync(join(own, "below"), { recursive: true });
  writeFileSync(join(home, "outside.yaml"), "kind: custom-dns\n");
  mkdirSync(join(home, "settings-of-others"));
  writeFileSync(join(home, "settings-of-others", "dns.yaml"), "kind: custom-dns\n");
  symlinkSync(join("..", "outside.yaml"), join(own, "a.yaml"));
  symlinkSync(join("..", "settings-of-others", "dns.yaml"), join(own, "b.yaml"));
  symlinkSync("..", join(own, "c.yaml"));
  symlinkSync("..", join(own, "below", "d.yaml"));
  const problem = "is a link that leads out of the folder";
  expect(await readSettingsFiles(own, 1000)).toEqual([
    ...["a", "b"].map((name) => ({ name: join(own, `${name}.yaml`), problem })),
    { name: join(own, "below", "d.yaml"), problem },
    { name: join(own, "c.yaml"), problem },
  ]);
});
