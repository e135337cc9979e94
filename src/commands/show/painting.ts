import { ASCII, asciiText, type Symbols, UNICODE } from "../../app/symbols.ts";
import { loadTheme } from "../../app/theme.ts";
import type { Preferences } from "../../settings/preferences.ts";
import { capabilitiesOf } from "../../terminal/capabilities.ts";
import { printable } from "../../text/printable.ts";
import type { Span } from "../../text/spans.ts";
import { paintedLine } from "../start/paint.ts";

/** How the lines of a command are written: for a terminal as it takes them, without colours for everything else. */
export type Painting = {
  readonly isTerminal: boolean;
  readonly symbols: Symbols;
  /** A line as bytes, safe to print. */
  readonly painted: (line: readonly Span[]) => string;
};

export function paintingFor({ symbols: chosen }: Pick<Preferences, "symbols">): Painting {
  const { stdout, env } = process;
  const isTerminal = stdout.isTTY === true;
  const { colour, symbols } = capabilitiesOf(env);
  const isAscii = isTerminal && (chosen === "ascii" || symbols === "ascii");
  const level = isTerminal ? colour : "none";
  const theme = loadTheme("terminal", level !== "none");
  const spell = isAscii ? asciiText : (text: string): string => text;
  return {
    isTerminal,
    symbols: isAscii ? ASCII : UNICODE,
    painted: isTerminal
      ? (line) => paintedLine(line, { looks: theme.looks, level, spell })
      : (line) => printable(line.map(({ text }) => text).join("")),
  };
}
