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

/** Themes are data: a token (a meaning) and its look. Components name tokens, never colours. */

const Look = z.strictObject({
  color: z.string().optional(),
  background: z.string().optional(),
  bold: z.boolean().optional(),
  dim: z.boolean().optional(),
  underline: z.boolean().optional(),
  inverse: z.boolean().optional(),
});

/**
 * Shape of a file under `themes/`. `terminalBackground` is the background that it is made for, or `any` for the terminal's own colours; `contrast` is
 * the minimum contrast of its texts to their background, however few colours the terminal has.
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
  /** Spelling of a text on this terminal: unchanged, without braille, or in ASCII only. */
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

/** Tokens that stay visible in a selected row: a severity must not look different where the cursor is. */
const SEVERITIES: ReadonlySet<string> = new Set<Token>(["good", "warn", "bad", "critical"]);

/**
 * Look of a span in a line that has its own look. In the selected row a severity is a block of its colour, as the row is a block of another; where
 * the pane of the row is not focused, the text has that colour.
 */
export function lookOnLine(token: Token, over: Token, { looks }: Pick<Theme, "looks">): TextLook {
  const row = looks[over];
  const { color, bold } = looks[token];
  if (color === undefined || !SEVERITIES.has(token) || (over !== "selected" && over !== "selectedIdle")) return row;
  const kept = { ...row, ...(bold === true ? { bold } : {}) };
  return over === "selected" && row.backgroundColor !== undefined
    ? { ...kept, backgroundColor: color }
    : { ...kept, color };
}

/**
 * Themes in the order of the `t` key. `auto` is dark or light, as the terminal's background; `color-blind` distinguishes severities without red and
 * green.
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

/** A record with a value for every theme. */
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

/** True for the name of a built-in theme. */
export const isThemeName = (text: string): text is ThemeName => THEME_NAMES.some((name) => name === text);

const withoutColours = ({ color: _color, background: _background, ...attributes }: FileLook): FileLook => attributes;

/** With 16 colours, which the person may have configured, rows look as in the theme `terminal`, and greys become the terminal's default colour. */
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
  /** Colours of a row: its background differs visibly from the terminal's. */
  const rowOf = ({ color, background = file.terminalBackground }: FileLook): { text: Colour; behind: Colour } => {
    const behind = nearest(
      hexColour(background),
      colours,
      (colour) => contrast(colour, base) >= SEEN_APART && readable(color, colour) !== null,
    );
    return { text: (behind === null ? null : readable(color, behind)) ?? base, behind: behind ?? base };
  };
  // A severity is seen in selected rows too (`lookOnLine`).
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

/** Smallest contrast at which a row's background is visible on the terminal's background. */
const SEEN_APART = 1.15;

/**
 * A theme by name, in the colours that the terminal has; without colours (`NO_COLOR`, or a terminal without them) the theme `terminal` with its
 * attributes alone.
 *
 * @param background as the terminal reported it
 */
export function loadTheme(name: ThemeName, level: ColourLevel, background: TerminalBackground = "unknown"): Theme {
  if (level === "none") return { name: "none", spell: asItIs, looks: looksOf(parsed(terminal), withoutColours) };
  const file = parsed(fileOf(name, background));
  const isAsWritten = level === "truecolor" || file.terminalBackground === "any";
  const looks = isAsWritten ? looksOf(file, (look) => look) : level === "256" ? looksIn256(file) : looksIn16(file);
  return { name: file.name, spell: asItIs, looks };
}
