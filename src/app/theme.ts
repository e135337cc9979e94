import * as z from "zod";
import colorBlind from "../../themes/color-blind.json" with { type: "json" };
import dark from "../../themes/dark.json" with { type: "json" };
import highContrast from "../../themes/high-contrast.json" with { type: "json" };
import light from "../../themes/light.json" with { type: "json" };
import terminal from "../../themes/terminal.json" with { type: "json" };
import type { TerminalBackground } from "../terminal/background.ts";
import { everyToken, type Token } from "../text/token.ts";

/** Themes are data: a meaning and how it looks. Components name meanings, never colours. */

const Look = z.strictObject({
  color: z.string().optional(),
  background: z.string().optional(),
  bold: z.boolean().optional(),
  dim: z.boolean().optional(),
  underline: z.boolean().optional(),
  inverse: z.boolean().optional(),
});

/** Shape of a file under `themes/`. `ground` is the background it is made for, or `any` for the terminal's own colours. */
export const ThemeFile = z.strictObject({
  name: z.string().min(1),
  terminalBackground: z.string(),
  tokens: z.strictObject(everyToken(() => Look)),
});

/** Props of Ink's `Text`. */
export type TextLook = {
  readonly color?: string;
  readonly backgroundColor?: string;
  readonly bold?: boolean;
  readonly dimColor?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
};

export type Theme = {
  readonly name: string;
  readonly looks: Readonly<Record<Token, TextLook>>;
  /** How a text is written on this terminal: as it is, or in ASCII alone. */
  readonly spell: (text: string) => string;
};

const asItIs = (text: string): string => text;

const lookOf = (look: z.output<typeof Look>, coloured: boolean): TextLook => ({
  ...(coloured && look.color !== undefined ? { color: look.color } : {}),
  ...(coloured && look.background !== undefined ? { backgroundColor: look.background } : {}),
  ...(look.bold === true ? { bold: true } : {}),
  ...(look.dim === true ? { dimColor: true } : {}),
  ...(look.underline === true ? { underline: true } : {}),
  ...(look.inverse === true ? { inverse: true } : {}),
});

function themeOf(file: unknown, coloured = true): Theme {
  const { name, tokens } = ThemeFile.parse(file, { jitless: true });
  const given = new Map(Object.entries(tokens));
  return { name, spell: asItIs, looks: everyToken((token) => lookOf(given.get(token) ?? {}, coloured)) };
}

/** Meanings that are still seen where a row is selected: how bad something is must not depend on where one is. */
const SEVERITIES: ReadonlySet<Token> = new Set(["good", "warn", "bad", "critical"]);

/**
 * How a piece looks in a line that has a look of its own. In the row with the keys a severity is a block of its colour, as the row is
 * one of its own; where the row has lost the keys, it is written in its colour.
 */
export function lookOver(token: Token, over: Token, { looks }: Pick<Theme, "looks">): TextLook {
  const row = looks[over];
  const { color, bold } = looks[token];
  if (color === undefined || !SEVERITIES.has(token) || (over !== "selected" && over !== "selectedIdle")) return row;
  const kept = { ...row, ...(bold === true ? { bold } : {}) };
  return over === "selected" && row.backgroundColor !== undefined
    ? { ...kept, backgroundColor: color }
    : { ...kept, color };
}

/**
 * The themes in the order of the `t` key. `auto` is the dark or the light one, as the terminal's background is; `color-blind` tells
 * severities apart without red and green.
 */
export const THEME_NAMES = ["terminal", "auto", "dark", "light", "high-contrast", "color-blind"] as const;
export type ThemeName = (typeof THEME_NAMES)[number];

const FILES: Readonly<Record<Exclude<ThemeName, "auto">, unknown>> = {
  terminal,
  dark,
  light,
  "high-contrast": highContrast,
  "color-blind": colorBlind,
};

/** One value for every theme. */
export const everyTheme = <Value>(make: (name: ThemeName) => Value): Readonly<Record<ThemeName, Value>> => ({
  terminal: make("terminal"),
  auto: make("auto"),
  dark: make("dark"),
  light: make("light"),
  "high-contrast": make("high-contrast"),
  "color-blind": make("color-blind"),
});

/** Asking only chooses: where the terminal does not say what its ground is, its own colours are readable on it (`field-notes.md` 22). */
const fileOf = (name: ThemeName, background: TerminalBackground): unknown =>
  FILES[name !== "auto" ? name : background === "unknown" ? "terminal" : background];

/** Whether a text names a theme that comes along. */
export const isThemeName = (text: string): text is ThemeName => THEME_NAMES.some((name) => name === text);

/**
 * A theme by name; without colours (`NO_COLOR`, a terminal that has none) the terminal's own, with its attributes alone.
 *
 * @param background what the terminal has said of it
 */
export const loadTheme = (name: ThemeName, coloured: boolean, background: TerminalBackground = "unknown"): Theme =>
  coloured ? themeOf(fileOf(name, background)) : { ...themeOf(terminal, false), name: "none" };
