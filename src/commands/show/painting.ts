import { ASCII, asciiText, UNICODE } from "../../app/symbols.ts";
import { loadTheme } from "../../app/theme.ts";
import type { Preferences } from "../../settings/preferences.ts";
import { capabilitiesOf, isDumb } from "../../terminal/capabilities.ts";
import { reportedCells } from "../../terminal/size.ts";
import { printable } from "../../text/printable.ts";
import { paintedLine } from "../start/paint.ts";
import type { Printing } from "./printed.ts";

/** How lines are written: for a terminal as it takes them, without colours for everything else. */
export type Painting = Pick<Printing, "width" | "symbols" | "painted" | "isForPeople">;

/**
 * What standard output takes: colours and symbols of a terminal, plain text elsewhere.
 *
 * @param width cells of a line; null: as wide as the terminal, or as it takes
 */
export function paintingFor(preferences: Pick<Preferences, "symbols">, width: number | null = null): Painting {
  const { stdout, env } = process;
  const isTerminal = stdout.isTTY === true;
  const { colour, symbols } = capabilitiesOf(env);
  const isAscii = isTerminal && (preferences.symbols === "ascii" || symbols === "ascii");
  const level = isTerminal ? colour : "none";
  const spell = isAscii ? asciiText : (text: string): string => text;
  const theme = loadTheme("terminal", level);
  return {
    width: width ?? (isTerminal ? reportedCells(stdout.columns) : null),
    symbols: isAscii ? ASCII : UNICODE,
    painted:
      isTerminal && !isDumb(env)
        ? (line) => paintedLine(line, { looks: theme.looks, spell })
        : (line) => spell(printable(line.map(({ text }) => text).join(""))),
    isForPeople: isTerminal,
  };
}
