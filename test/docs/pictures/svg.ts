import { ThemeFile } from "../../../src/app/theme.ts";
import type { Cell, Colour } from "../../journeys/screen.ts";
import type { Terminal } from "../../journeys/terminal.ts";

/** A terminal's screen as a picture: text that can be selected, in the colours of a theme, on a grid that no font can shift. */

const CELL = { width: 8.4, height: 18, baseline: 13.2, font: 14 } as const;
const PADDING = 12;
const FONTS = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace";

export type BaseColours = { readonly text: string; readonly background: string };

/** What a theme has been made for: its background, and what is written without a colour of its own. */
export function baseColoursOf(theme: unknown): BaseColours {
  const { terminalBackground, tokens } = ThemeFile.parse(theme);
  const { color } = tokens["plain"] ?? {};
  if (color === undefined) throw new TypeError("the theme has no colour for plain text");
  return { background: terminalBackground, text: color };
}

type Look = { readonly fill: string; readonly background: string; readonly bold: boolean; readonly underline: boolean };

function lookOf({ fg, bg, bold, underline, inverse }: Cell, { text, background }: BaseColours): Look {
  const own = (colour: Colour, otherwise: string): string => {
    if (colour.startsWith("palette:")) throw new TypeError("a theme of its own colours uses no palette");
    return colour === "default" ? otherwise : colour;
  };
  const [fill, behind] = [own(fg, text), own(bg, background)];
  return { fill: inverse ? behind : fill, background: inverse ? fill : behind, bold, underline };
}

type Run = { readonly x: number; readonly width: number; readonly text: string; readonly look: Look };

const isSame = (one: Look, other: Look): boolean =>
  one.fill === other.fill &&
  one.background === other.background &&
  one.bold === other.bold &&
  one.underline === other.underline;

/** Cells next to one another that look the same. */
function runsOf(terminal: Terminal, y: number, base: BaseColours): readonly Run[] {
  const runs: Run[] = [];
  for (let x = 0; x < terminal.cols; x += 1) {
    const cell = terminal.cell(x, y);
    if (cell.width === 0) continue;
    const next: Run = { x, width: cell.width, text: cell.text === "" ? " " : cell.text, look: lookOf(cell, base) };
    const last = runs.at(-1);
    if (last !== undefined && isSame(last.look, next.look)) {
      runs[runs.length - 1] = { ...last, width: last.width + next.width, text: last.text + next.text };
    } else runs.push(next);
  }
  return runs;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const at = (value: number): string => String(Math.round(value * 10) / 10);

function drawn({ x, width, text, look }: Run, y: number, base: BaseColours): string {
  const box = `x="${at(PADDING + x * CELL.width)}"`;
  const top = PADDING + y * CELL.height;
  const background =
    look.background === base.background
      ? ""
      : `<rect ${box} y="${at(top)}" width="${at(width * CELL.width)}" height="${CELL.height}" fill="${look.background}"/>`;
  if (text.trim() === "") return background;
  const style = [
    look.fill === base.text ? "" : ` fill="${look.fill}"`,
    look.bold ? ' font-weight="700"' : "",
    look.underline ? ' text-decoration="underline"' : "",
  ].join("");
  const before = text.length - text.trimStart().length;
  const kept = text.trim();
  const start = at(PADDING + (x + before) * CELL.width);
  const length = at((width - (text.length - kept.length)) * CELL.width);
  return `${background}<text x="${start}" y="${at(top + CELL.baseline)}" textLength="${length}"${style}>${escaped(kept)}</text>`;
}

/** @param title what the picture shows, for those who do not see it */
export function svgOf(terminal: Terminal, base: BaseColours, title: string): string {
  const [width, height] = [terminal.cols * CELL.width + 2 * PADDING, terminal.rows * CELL.height + 2 * PADDING];
  const rows = Array.from({ length: terminal.rows }, (_, y) =>
    runsOf(terminal, y, base)
      .map((run) => drawn(run, y, base))
      .join(""),
  ).filter((row) => row !== "");
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${at(width)} ${at(height)}" width="${at(width)}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${base.background}"/>`,
    `<g font-family="${FONTS}" font-size="${CELL.font}" fill="${base.text}" style="white-space:pre" shape-rendering="crispEdges" xml:space="preserve">`,
    ...rows,
    "</g>",
    "</svg>",
  ].join("\n")}\n`;
}

/** The colours of a theme by what they are for. */
function coloursOf(theme: unknown): ReadonlyMap<string, string> {
  const { terminalBackground, tokens } = ThemeFile.parse(theme);
  const all = Object.entries(tokens).flatMap(([token, { color, background }]) => [
    ...(color === undefined ? [] : [[`${token} color`, color] as const]),
    ...(background === undefined ? [] : [[`${token} background`, background] as const]),
  ]);
  return new Map([["background", terminalBackground], ...all]);
}

/**
 * The same picture in the colours of another theme.
 *
 * @throws where two meanings that one theme shows alike are different in the other
 */
export function inColoursOf(picture: string, from: unknown, to: unknown): string {
  const target = coloursOf(to);
  const colours = new Map<string, string>();
  for (const [meaning, colour] of coloursOf(from)) {
    const other = target.get(meaning);
    if (other === undefined || (colours.get(colour) ?? other) !== other)
      throw new TypeError(`${meaning} has two colours`);
    colours.set(colour, other);
  }
  return picture.replaceAll(/"(#[0-9a-f]{6})"/gu, (_, colour: string) => `"${colours.get(colour) ?? colour}"`);
}
