import { describe, expect, it, vi } from "vitest";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import type { Condition } from "./terminal.ts";

/** The console writes only the cells that change; what is on screen then has to be what whole frames bring. */

/** Seconds on screen, in which two consoles that asked one after the other may differ. */
const SECONDS = /as of [\d:]+|\b\d+s\b/gu;

/** Every cell as it is seen; of a blank neither its foreground nor what makes letters bold. */
function cellsOf(sextant: Sextant): readonly string[] {
  const columns = Array.from({ length: sextant.cols }, (_, x) => x);
  return Array.from({ length: sextant.rows }, (_, y) => {
    const cells = columns.map((x) => sextant.cell(x, y));
    const texts = cells.map(({ text }) => (text.length === 1 ? text : " ")).join("");
    const shown = texts.replace(SECONDS, (time) => time.replace(/\d/gu, "0"));
    return cells
      .map(({ text, fg, bg, bold, dim, underline, inverse, width }, x) => {
        const isBlank = width === 1 && text.trim() === "" && !underline && !inverse;
        const said = text.length === 1 ? shown[x] : text;
        return isBlank ? ` ${bg}` : [said || " ", width, fg, bg, bold, dim, underline, inverse].join(" ");
      })
      .join("|");
  });
}

/** Rows that two consoles show differently, each with the first cells in which they differ. */
function differences(one: Sextant, other: Sextant): readonly string[] {
  const [ones, others] = [cellsOf(one), cellsOf(other)];
  return ones.flatMap((row, y) => {
    const cells = row.split("|");
    const found = others[y]?.split("|") ?? [];
    const x = cells.findIndex((cell, column) => cell !== found[column]);
    return x === -1 ? [] : [`${y},${x}: ${cells[x]}, not ${found[x]}\n${one.screen()[y]}\n${other.screen()[y]}`];
  });
}

/** What is done, and what it brings on screen. */
const STEPS: readonly (readonly [action: string | { readonly text: string }, brings: Condition])[] = [
  ["list.down", /›.*disk/u],
  ["list.down", (rows) => rows.some((row) => /›.*replication/u.test(row))],
  ["list.open", /Id +[0-9a-f]{24}/u],
  ["detail.down", "Id"],
  ["detail.down", "Id"],
  ["detail.back", /▌Alerts/u],
  ["help.open", /▌Keys/u],
  ["help.close", /▌Alerts/u],
  ["list.filter", "/ text"],
  [{ text: "disk" }, /\/disk \d+ of \d+/u],
  ["filter.undo", "snapshot late"],
  ["palette.open", "Commands"],
  [{ text: "go alert conf" }, /› Go to Alert configs/u],
  ["palette.choose", /Alert configs +\d+ on/u],
  ["list.down", /›/u],
  ["action.new", "▌New alert configuration"],
  ["form.next", "▌New alert configuration"],
  ["form.leave", /▌Alert configs/u],
  ["action.menu", /▌/u],
];

/** Consoles that started on either side of a minute say the same ages from the next tick on, and that is a minute away (ms). */
const A_TICK = 75_000;

describe.each(SIZES)("what is on screen at $cols x $rows, $dialect", (setting) => {
  it("is the same with cells, with frames that Ink makes as text, without scrolling, and with whole frames; after a resize; and when drawn anew", async () => {
    await using stage = await Stage.set(setting);
    const consoles = ["cells", "text", "still", "whole"].map((output) =>
      stage.console(["alerts"], { SEXTANT_OUTPUT: output, XDG_STATE_HOME: `${stage.home.directory}/${output}` }),
    );
    const all = async (wanted: Condition) => {
      for (const one of consoles) await one.waitFor(wanted);
    };
    const agree = () =>
      vi.waitFor(
        () => {
          const [first, ...others] = consoles;
          for (const other of others) expect(first === undefined ? [] : differences(first, other)).toEqual([]);
        },
        { timeout: A_TICK, interval: 20 },
      );
    await all(/Alerts +\d+ open/u);
    await all((rows) => rows.some((row) => row.includes("›")));
    await agree();
    for (const [action, brings] of STEPS) {
      for (const one of consoles) {
        if (typeof action === "string") one.press(action);
        else one.type(action.text);
      }
      await all(brings);
      await agree();
    }
    const [written, , , whole] = consoles.map(({ bytes }) => bytes);
    // Whole frames have as few changes of look as ours since a line has as few pieces as look the same: 17.5 kB and 52 kB at 80x24.
    expect(written).toBeLessThan((whole ?? 0) * 0.4);
    for (const [cols, rows] of [
      [100, 30],
      [300, 100],
      [1, 1],
      [61, 15],
      [setting.cols, setting.rows],
    ] as const) {
      for (const one of consoles) one.resize(cols, rows);
      await agree();
    }
    for (const one of consoles) one.press("repaint");
    await agree();
  });
});
