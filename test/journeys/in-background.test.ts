import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, it } from "vitest";
import { isRunning } from "../../src/contract/running.ts";
import { ASKING, asksWithFg, beginsWithFg, endsBeforeItAsks, endsInBackground, setting } from "./in-background.ts";
import { Sextant } from "./sextant.ts";
import { interactiveShell } from "./shell.ts";
import { Stage } from "./stage.ts";

describe("sextant alerts in the background", () => {
  endsInBackground("alerts", ["kill %1"]);
  beginsWithFg("alerts");
});

it("a console that is stopped at its first picture ends with kill %1, also while keys wait for the shell", async () => {
  await using stage = await Stage.set(setting);
  const env = { ...stage.home.env, ...stage.world.env() };
  const bash = { file: "bash", args: ["--norc", "--noprofile", "-i"] };
  await using shell = new Sextant({ ...interactiveShell(env), ...bash, cols: setting.cols, rows: setting.rows });
  await shell.waitFor("shell>");
  shell.type(`sh -c 'echo $$ >"$HOME/pid"; exec "$NODE" dist/main.js alerts'\r`);
  await shell.waitFor("Loading…");
  // To look for it among the processes would take longer than the picture may last.
  const pid = Number(readFileSync(join(stage.home.directory, "pid"), "utf8"));
  process.kill(pid, "SIGSTOP");
  await shell.waitFor(/Stopped/u);
  shell.type("kill %1; sleep 1\r\r");
  while (isRunning(pid)) await wait(50);
});

describe.each(ASKING)("sextant %s in the background", (args, asks) => {
  endsBeforeItAsks(args, asks, ["kill %1"]);
  asksWithFg(args, asks);
});
