import { expect, it } from "vitest";
import type { Setting, Sextant } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** How a form is left; where a person works on then. */
const WAYS = {
  Esc: async (sextant: Sextant) => {
    await sextant.leaveForm();
    return sextant;
  },
  SIGTERM: async (sextant: Sextant, stage: Stage) => {
    sextant.kill("SIGTERM");
    await sextant.exit();
    expect(sextant.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true, bracketedPaste: false });
    const next = await stage.alerts();
    await next.select("index build");
    return next;
  },
  "a terminal that shrinks": async (sextant: Sextant, stage: Stage) => {
    sextant.resize(50, 10);
    await sextant.waitFor("needs 60x15");
    sextant.resize(stage.setting.cols, stage.setting.rows);
    await sextant.waitFor("5/200");
    await sextant.leaveForm();
    return sextant;
  },
} as const;

/** Leaves a form in some of the ways, and finds what was typed again. */
export function leavingForms(setting: Setting, names: readonly (keyof typeof WAYS)[]): void {
  it.each(names)("keeps what was typed: %s", async (name) => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    await sextant.select("index build");
    await sextant.act("Acknowledge…", "▌Acknowledge index build");
    await sextant.field("Note");
    sextant.type("?:/qx");
    await sextant.waitFor("5/200");
    const next = await WAYS[name](sextant, stage);
    await next.act("Acknowledge…", /Draft restored/u);
    await next.waitFor("?:/qx");
    expect(await stage.world.writes()).toEqual([]);
  });
}
