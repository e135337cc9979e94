import { describe, expect, it } from "vitest";
import { leaving } from "./leaving.ts";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

describe.each(SIZES)("leaving at $cols x $rows, $dialect", (setting) => {
  leaving(setting, {
    late: ["ctrl+c"],
    early: ["suspend"],
    titled: ["SIGHUP", "SIGINT"],
    from: ["list", "filter"],
  });

  it("can be quit where there is too little room", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    sextant.resize(50, 10);
    await sextant.waitFor("needs 60x15");
    sextant.press("quit");
    expect(await sextant.exit()).toEqual({ code: 0, signal: 0 });
  });
});
