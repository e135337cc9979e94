import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { started } from "../service/started.ts";
import { stranger } from "../service/stranger.ts";
import { Home } from "./home.ts";
import { lookUntil } from "./look-again.ts";
import { Sextant, SIZES } from "./sextant.ts";

const PROGRAM = join(import.meta.dirname, "../service/programs/console.ts");

describe.each(SIZES)("a console that joined another one's service, at $cols x $rows", ({ cols, rows }) => {
  it("says that another program took its address, and sends nothing there, whatever is asked for", async () => {
    const home = new Home();
    onTestFinished(() => home[Symbol.dispose]());
    const other = await started([PROGRAM, join(home.env["XDG_DATA_HOME"] ?? "", "sextant", "service")]);
    await using sextant = new Sextant({ args: ["dist/main.js", "alerts"], cols, rows, env: home.env });
    await sextant.waitFor(/Alerts +6 open/u);
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected alert" });

    other.process.kill("SIGKILL");
    const { seen } = await stranger(Number(new URL(other.ready.baseUrl).port));
    await sextant.waitFor(/Another program uses the address of the embedded/u);
    await lookUntil(sextant, /as of \d\d:\d\d:\d\d.*old/u);
    // The alerts that were read can still be looked at; a change of one is not sent either.
    await sextant.act("Acknowledge…", "▌Acknowledge no primary");
    await sextant.field("Acknowledge until");
    sextant.type("+2h");
    await sextant.waitFor(/\+2h.*UTC/u);
    await sextant.doSaying("form.review", /nothing is sent to it/u);
    await sextant.doSaying("review.send", /Acknowledge alert: the service was not reached\..*nothing is sent to it/u);
    await sextant.do("form.leave", /Alerts +6 open/u);
    await sextant.do("activity", /▌Activity/u);
    await sextant.waitForSaid(
      /Another program uses [\d.:]+, the address of the embedded service: nothing is sent to it/u,
    );
    expect(seen()).toEqual([]);
  });
});
