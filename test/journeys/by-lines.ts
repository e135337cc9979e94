import { expect } from "vitest";
import { Home } from "./home.ts";
import { Sextant } from "./sextant.ts";

/** The console by lines: everything that a drawn one does, with nothing but text on the terminal. */

/** As large as all that is said, so that it can be read at once. */
export const SIZE = { cols: 400, rows: 200 } as const;

/** What was said since so many lines. */
export const saidSince = (sextant: Sextant, line: number): string => sextant.screen().slice(line).join("\n").trimEnd();

export const linesOf = (sextant: Sextant): number => sextant.screen().findLastIndex((row) => row.trim() !== "") + 1;

/** It is heard from its start, finds an alert, acknowledges it by questions and a review, and ends. */
export async function acknowledgesByLines(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  using home = new Home();
  const all = { ...home.env, ...env };
  await using sextant = new Sextant({ args: ["dist/main.js", "alerts", ...args], ...SIZE, env: all });
  /** Presses a key, and waits for what is said then. */
  const hear = async (action: string, said: RegExp): Promise<string> => {
    const before = linesOf(sextant);
    sextant.press(action);
    await sextant.waitFor(() => said.test(saidSince(sextant, before)), { what: String(said) });
    return saidSince(sextant, before);
  };
  await sextant.waitFor(/Sextant, for screen readers\./u);
  await sextant.waitFor(/Alerts: 6 open, 2 acknowledged, 2 tracking/u);
  await sextant.waitFor(/1 of 10: /u);
  // The name of the project may be said after the first row.
  const rowSaid = (): string => sextant.screen().findLast((line) => /^\d+ of 10: /u.test(line)) ?? "";
  for (let row = 2; !/what no primary/u.test(rowSaid()); row += 1) {
    if (row > 10) throw new Error(sextant.text());
    await hear("list.down", new RegExp(`^${row} of 10: `, "mu"));
  }
  await hear("action.menu", /Menu: Actions\n1 of \d+: Acknowledge/u);
  await hear("menu.choose", /1 of 2: Acknowledge until, required/u);
  sextant.type("+2h");
  await sextant.waitFor(/^\+2h/mu);
  await hear("form.next", /Acknowledge until, required: .*UTC.*\n2 of 2: Note/u);
  sextant.type("heard: qnx?/");
  await sextant.waitFor("heard: qnx?/");
  const review = await hear("form.review", /Enter Acknowledge/u);
  expect(review).toMatch(/Review: Acknowledge no primary/u);
  await hear("review.send", /OK: Acknowledged/u);
  await hear("repaint", /Acme, Payments, sandbox/u);
  expect(sextant.modes()).toMatchObject({ alternateScreen: false, mouseTracking: "none", bracketedPaste: false });
  sextant.press("quit");
  expect((await sextant.exit()).code).toBe(0);
  const text = sextant.text();
  expect(text).toContain("Sextant ended.");
  expect(text).not.toMatch(/[─│▌›•]/u);
}
