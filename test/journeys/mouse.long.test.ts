import { describe, expect, it } from "vitest";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** The mouse, which is the terminal's until a person wants it otherwise; and what the terminal says of its background. */

/** Where a text stands on the screen. */
function placeOf(sextant: Sextant, text: string): { readonly x: number; readonly y: number } {
  const y = sextant.screen().findIndex((row) => row.includes(text));
  if (y === -1) throw new Error(`${text} is not on screen:\n${sextant.screen().join("\n")}`);
  return { x: sextant.screen()[y]?.indexOf(text) ?? 0, y };
}

async function click(sextant: Sextant, text: string): Promise<void> {
  await sextant.waitFor(text);
  const { x, y } = placeOf(sextant, text);
  sextant.mouse("click", x, y);
}

describe.each(SIZES)("the mouse at $cols x $rows, $dialect", (setting) => {
  it("is the terminal's until it is turned on; then the wheel moves, a click marks and another one opens", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    const before = sextant.selected()?.y ?? 0;
    expect(sextant.modes().mouseTracking).toBe("none");
    await sextant.do("mouse", /hold Shift/u);
    expect(sextant.modes().mouseTracking).toBe("vt200");

    sextant.mouse("wheel-down", 40, 10);
    await sextant.waitFor(() => sextant.selected()?.y === before + 3, { what: "three rows further down" });
    sextant.mouse("wheel-up", 40, 10);
    await sextant.waitFor(() => sextant.selected()?.y === before, { what: "the first row" });

    await click(sextant, "snapshot late");
    await sextant.on(/snapshot late/u);
    await click(sextant, "snapshot late");
    await sextant.waitFor(/Event type +CPS_SNAPSHOT_BEHIND/u);
    await click(sextant, "Alert configs");
    await sextant.waitFor(/▌Alert configs +\d+ on/u);

    await sextant.do("action.menu", "▌Actions");
    await click(sextant, "Turn off…");
    await sextant.on(/Turn off/u);
    await click(sextant, "Turn off…");
    await sextant.waitFor(/▌Review/u);
    // A review is answered by keys alone, wherever somebody clicks.
    for (const text of ["▌Review", "Enter"]) await click(sextant, text);
    await sextant.do("review.back", /▌Alert configs/u);
    expect(await stage.world.writes()).toEqual([]);

    await sextant.do("action.new", /▌New alert/u);
    await click(sextant, "Severity");
    await sextant.on(/^ *Severity/u);
    await click(sextant, "Event");
    await sextant.on(/^ *Event/u);
    await sextant.do("form.leave", /▌Alert configs/u);

    await sextant.do("mouse", /Mouse off/u);
    expect(sextant.modes().mouseTracking).toBe("none");
  });

  it("is on again at the next start, leaves the text to the terminal while the screen is frozen, and is off at the end", async () => {
    await using stage = await Stage.set(setting);
    const first = await stage.alerts();
    await first.do("mouse", /hold Shift/u);
    await first.waitFor(() =>
      [...stage.home.files()].some(([file, text]) => /preferences/u.test(file) && /mouse/u.test(text)),
    );
    first.press("quit");
    await first.exit();
    expect(first.modes().mouseTracking).toBe("none");

    const sextant = await stage.alerts();
    await sextant.waitFor(() => sextant.modes().mouseTracking === "vt200", { what: "the mouse" });
    sextant.press("freeze");
    await sextant.waitFor(() => sextant.modes().mouseTracking === "none", { what: "the terminal's mouse" });
    sextant.press("freeze");
    await sextant.waitFor(() => sextant.modes().mouseTracking === "vt200", { what: "the mouse again" });
  });
});

describe.each(SIZES)("the theme by the terminal's background at $cols x $rows, $dialect", (setting) => {
  /** Colours of the selected area in the sidebar. */
  const markAt = (sextant: Sextant): string => {
    const { x, y } = placeOf(sextant, "› Alerts");
    return sextant.cell(x, y).fg;
  };

  it.each([
    ["rgb:ffff/ffff/eeee", /^#/u],
    ["rgb:1e1e/1e1e/2e2e", /^#/u],
    [undefined, /^palette:6$/u],
  ])("is what fits to %s", async (background, colour) => {
    await using stage = await Stage.set(setting);
    const env = { COLORTERM: "truecolor" };
    const sextant = stage.console(["alerts", "--theme", "auto"], env, background === undefined ? {} : { background });
    await sextant.waitFor(/Alerts +\d+ open/u);
    await sextant.waitFor(() => colour.test(markAt(sextant)), { what: `a mark in ${String(colour)}` });
    const plain = stage.console(
      ["alerts", "--theme", background === undefined ? "terminal" : /ffff/u.test(background) ? "light" : "dark"],
      env,
    );
    await plain.waitFor(/Alerts +\d+ open/u);
    expect(markAt(sextant)).toBe(markAt(plain));
  });
});
