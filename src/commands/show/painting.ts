import { marksFor } from "../../app/symbols.ts";
import { loadTheme } from "../../app/theme.ts";
import type { Preferences } from "../../settings/preferences.ts";
import { capabilitiesOf, isDumb } from "../../terminal/capabilities.ts";
import { reportedCells } from "../../terminal/size.ts";
import { printable } from "../../text/printable.ts";
import { paintedLine } from "../start/paint.ts";
import type { Printing } from "./printed.ts";

/** Style of printed lines: colours and symbols for a terminal, plain otherwise. */
export type Painting = Pick<Printing, "width" | "symbols" | "painted" | "isForPeople">;

/**
 * Style for standard output: colours and symbols of a terminal, plain text elsewhere.
 *
 * @param width cells of a line; null: that of the terminal, or unlimited
 */
export function paintingFor(preferences: Pick<Preferences, "symbols">, width: number | null = null): Painting {
  const { stdout, env } = process;
  const isTerminal = stdout.isTTY === true;
  const terminal = capabilitiesOf(env);
  const { symbols, spell } = isTerminal
    ? marksFor(preferences.symbols, terminal.symbols)
    : marksFor("unicode", "unicode");
  const level = isTerminal ? terminal.colour : "none";
  const theme = loadTheme("terminal", level);
  return {
    width: width ?? (isTerminal ? reportedCells(stdout.columns) : null),
    symbols,
    painted:
      isTerminal && !isDumb(env)
        ? (line) => paintedLine(line, { looks: theme.looks, spell })
        : (line) => spell(printable(line.map(({ text }) => text).join(""))),
    isForPeople: isTerminal,
  };
}
