import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Home } from "./home.ts";
import { Sextant } from "./sextant.ts";
import { World } from "./world.ts";

/** Ctrl-C ends the console while its main thread computes for ever, with one thread beside it: the service's or one of its own. */

const endlessLoop = join(import.meta.dirname, "programs", "endless-loop.ts");

async function endsInTheLoop(env: Readonly<Record<string, string>>): Promise<void> {
  await using sextant = new Sextant({ args: ["--import", endlessLoop, "dist/main.js", "alerts"], env });
  await sextant.waitFor(() => sextant.has(/CRIT|ERR|WARN/u), { what: "a selected alert" });
  await sextant.waitFor(/Alerts +\d+ open/u);
  sextant.kill("SIGUSR2");
  await sextant.waitFor("computing beside 1 threads");
  sextant.key("ctrl+c");
  sextant.key("ctrl+c");
  await sextant.exit();
  expect(sextant.text()).toContain("Ctrl-C ended it");
  expect(sextant.modes()).toMatchObject({ alternateScreen: false, bracketedPaste: false, cursorVisible: true });
}

describe.concurrent("Ctrl-C while the console computes", () => {
  it("is heard by the thread of its own service", async () => {
    using home = new Home();
    await endsInTheLoop(home.env);
  });

  it("is heard by a thread of its own beside another program's service", async () => {
    using home = new Home();
    await using world = await World.start("specification");
    await endsInTheLoop({ ...home.env, ...world.env() });
  });
});
