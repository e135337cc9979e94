import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { programOf } from "../../build.ts";

/** A user that is not the one of the tests. */
const SOMEBODY = 65_534;

// Only root can be two users.
test.runIf(process.getuid?.() === 0)("a profile that another user has planted does not run its command", () => {
  const place = mkdtempSync(join(tmpdir(), "planted-"));
  chmodSync(place, 0o777);
  const proof = join(place, "proof");
  const profiles = {
    version: 1,
    default: "staging",
    profiles: [
      {
        name: "staging",
        baseUrl: "https://localhost:1",
        credentials: { kind: "command", credentialCommand: ["/bin/sh", "-c", `echo ran > ${proof}`] },
      },
    ],
  };
  const plant = `
    const fs = process.getBuiltinModule("node:fs");
    fs.mkdirSync(${JSON.stringify(join(place, "sextant"))}, { recursive: true });
    fs.writeFileSync(${JSON.stringify(join(place, "sextant/profiles.json"))}, ${JSON.stringify(JSON.stringify(profiles))});`;
  const planted = spawnSync(process.execPath, ["--eval", plant], { uid: SOMEBODY, gid: SOMEBODY, encoding: "utf8" });
  expect(planted.stderr).toBe("");
  const own = mkdtempSync(join(tmpdir(), "own-"));
  const { status, stderr } = spawnSync(process.execPath, [programOf(), "run", "listProjects", "--profile", "staging"], {
    encoding: "utf8",
    env: {
      ...process.env,
      XDG_CONFIG_HOME: place,
      XDG_STATE_HOME: own,
      XDG_CACHE_HOME: own,
    },
  });
  expect(stderr).toMatch(/^sextant run: Not using the profiles .*: it belongs to another user\. .*\n$/u);
  expect({ status, proof: existsSync(proof) }).toEqual({ status: 2, proof: false });
  for (const each of [place, own]) rmSync(each, { recursive: true, force: true });
});
