import * as z from "zod";
import colorBlind from "../../themes/color-blind.json" with { type: "json" };
import dark from "../../themes/dark.json" with { type: "json" };
import highContrast from "../../themes/high-contrast.json" with { type: "json" };
import light from "../../themes/light.json" with { type: "json" };
import terminal from "../../themes/terminal.json" with { type: "json" };
import type { TerminalBackground } from "../terminal/background.ts";
import type { ColourLevel } from "../terminal/capabilities.ts";
import { everyToken, type Token } from "../text/token.ts";
import { type Colour, contrast, fixedColours, hasHue, hexColour, nearest, sixteenColours } from "./palette.ts";

/** Themes are data: a meaning and how it looks. Components name meanings, never colours. */

const Look = z.strictObject({
  color: z.string().optional(),
  background: z.string().optional(),
  bold: z.boolean().optional(),
  dim: z.boolean().optional(),
  underline: z.boolean().optional(),
  inverse: z.boolean().optional(),
});

/**
 * Shape of a file under `themes/`. `terminalBackground` is the background it is made for, or `any` for the terminal's own colours;
 * `contrast` is what each of its texts has at least to what it stands on, however few colours the terminal has.
 */
export const ThemeFile = z.strictObject({
  name: z.string().min(1),
  terminalBackground: z.string(),
  contrast: z.number(),
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

type FileLook = z.output<typeof Look>;
type File = z.output<typeof ThemeFile>;

const lookOf = ({ color, background, bold, dim, underline, inverse }: FileLook): TextLook => ({
  ...(color === undefined ? {} : { color }),
  ...(background === undefined ? {} : { backgroundColor: background }),
  ...(bold === true ? { bold } : {}),
  ...(dim === true ? { dimColor: dim } : {}),
  ...(underline === true ? { underline } : {}),
  ...(inverse === true ? { inverse } : {}),
});

const parsed = (file: unknown): File => ThemeFile.parse(file, { jitless: true });

function looksOf({ tokens }: File, shown: (look: FileLook, token: string) => FileLook): Theme["looks"] {
  const given = new Map(Object.entries(tokens));
  return everyToken((token) => lookOf(shown(given.get(token) ?? {}, token)));
}

/** Meanings that are still seen where a row is selected: how bad something is must not depend on where one is. */
const SEVERITIES: ReadonlySet<string> = new Set<Token>(["good", "warn", "bad", "critical"]);

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

/** Asking only chooses: where the terminal does not say what its background is, its own colours are readable on it (`field-notes.md` 22). */
const fileOf = (name: ThemeName, background: TerminalBackground): unknown =>
  FILES[name !== "auto" ? name : background === "unknown" ? "terminal" : background];

/** Whether a text names a theme that comes along. */
export const isThemeName = (text: string): text is ThemeName => THEME_NAMES.some((name) => name === text);

const withoutColours = ({ color: _color, background: _background, ...attributes }: FileLook): FileLook => attributes;

/** With sixteen colours, which are the person's own, rows look as in the terminal's theme and greys are its own colour. */
function looksIn16(file: File): Theme["looks"] {
  const rows = new Map(Object.entries(parsed(terminal).tokens));
  const [colours, base] = [sixteenColours(), hexColour(file.terminalBackground)];
  return looksOf(file, (look, token) => {
    if (look.background !== undefined) return rows.get(token) ?? {};
    const wanted = hexColour(look.color ?? file.terminalBackground);
    const near = nearest(wanted, colours, (colour) => contrast(colour, base) >= file.contrast);
    return near === null || !hasHue(wanted) ? withoutColours(look) : { ...look, color: near.name };
  });
}

function looksIn256(file: File): Theme["looks"] {
  const [colours, base] = [fixedColours(), hexColour(file.terminalBackground)];
  const readable = (color: string | undefined, ...bases: readonly Colour[]): Colour | null =>
    nearest(hexColour(color ?? file.terminalBackground), colours, (colour) =>
      bases.every((behind) => contrast(colour, behind) >= file.contrast),
    );
  /** A row's colours: its own background is told from the terminal's. */
  const rowOf = ({ color, background = file.terminalBackground }: FileLook): { text: Colour; behind: Colour } => {
    const behind = nearest(
      hexColour(background),
      colours,
      (colour) => contrast(colour, base) >= SEEN_APART && readable(color, colour) !== null,
    );
    return { text: (behind === null ? null : readable(color, behind)) ?? base, behind: behind ?? base };
  };
  // A severity is seen in selected rows too (`lookOver`).
  const severityBases = [base, rowOf(file.tokens.selected).text, rowOf(file.tokens.selectedIdle).behind];
  return looksOf(file, (look, token) => {
    if (look.background !== undefined) {
      const { text, behind } = rowOf(look);
      return { ...look, color: text.name, background: behind.name };
    }
    const near = readable(look.color, ...(SEVERITIES.has(token) ? severityBases : [base]));
    return near === null ? withoutColours(look) : { ...look, color: near.name };
  });
}

/** The contrast to the terminal's background with which a row's own is seen. */
const SEEN_APART = 1.15;

/**
 * A theme by name, in the colours that the terminal has; without any (`NO_COLOR`, a terminal that has none) the terminal's own, with its
 * attributes alone.
 *
 * @param background what the terminal has said of it
 */
export function loadTheme(name: ThemeName, level: ColourLevel, background: TerminalBackground = "unknown"): Theme {
  if (level === "none") return { name: "none", spell: asItIs, looks: looksOf(parsed(terminal), withoutColours) };
  const file = parsed(fileOf(name, background));
  const isAsWritten = level === "truecolor" || file.terminalBackground === "any";
  const looks = isAsWritten ? looksOf(file, (look) => look) : level === "256" ? looksIn256(file) : looksIn16(file);
  return { name: file.name, spell: asItIs, looks };
}
