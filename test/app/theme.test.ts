import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fixedColours, sixteenColours } from "../../src/app/palette.ts";
import { isThemeName, loadTheme, lookOnLine, THEME_NAMES, ThemeFile } from "../../src/app/theme.ts";
import { capabilitiesOf } from "../../src/terminal/capabilities.ts";
import { distance, labSeenWith } from "./color-vision.ts";

const FOLDER = new URL("../../themes/", import.meta.url);
const themes = readdirSync(FOLDER).map((file) =>
  ThemeFile.parse(JSON.parse(readFileSync(new URL(file, FOLDER), "utf8"))),
);

/** Relative luminance of a colour, as WCAG 2 reckons it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(left: string, right: string): number {
  const [light = 0, dark = 0] = [luminance(left), luminance(right)].sort((first, second) => second - first);
  return (light + 0.05) / (dark + 0.05);
}

const CHOSEN = ["dark", "light", "high-contrast", "color-blind"] as const;
const backgroundOf = (name: string): string => themes.find((theme) => theme.name === name)?.terminalBackground ?? "";

/** What a colour of a look is on a terminal, as xterm shows its palette. */
const shownColour = (color: string): string =>
  [...sixteenColours(), ...fixedColours()].find(({ name }) => name === color)?.hex ?? color;

describe("themes", () => {
  it("are files that the console knows by name, each of the right shape", () => {
    expect(["auto", ...themes.map(({ name }) => name)].sort()).toEqual([...THEME_NAMES].sort());
    expect(themes.every(({ name }) => isThemeName(name))).toBe(true);
  });

  it.each(CHOSEN.flatMap((name) => (["16", "256", "truecolor"] as const).map((level) => [name, level] as const)))(
    "%s can be read with %s colours: every text has its contrast to what it stands on, selected or not",
    (name, level) => {
      const file = themes.find((theme) => theme.name === name);
      const background = file?.terminalBackground ?? "";
      const theme = loadTheme(name, level);
      const ofTokens = Object.entries(theme.looks);
      const inRows = (["selected", "selectedIdle"] as const).flatMap((row) =>
        (["good", "warn", "bad", "critical"] as const).map(
          (token) => [`${token} over ${row}`, lookOnLine(token, row, theme)] as const,
        ),
      );
      const poor = [...ofTokens, ...inRows].flatMap(([token, { color, backgroundColor }]) => {
        if (color === undefined) return [];
        const ratio = contrast(shownColour(color), shownColour(backgroundColor ?? background));
        // White on red stays, as the sixteen are the person's own.
        const least = level === "16" && backgroundColor !== undefined ? 4.5 : (file?.contrast ?? 0);
        return ratio >= least ? [] : [`${token} ${color} ${ratio.toFixed(2)}`];
      });
      expect(poor).toEqual([]);
    },
  );

  it("promise 4.5 to 1, and 7 to 1 where they are called high-contrast", () => {
    expect(themes.flatMap(({ name, contrast: least }) => (name === "terminal" ? [] : [[name, least]]))).toEqual([
      ["color-blind", 4.5],
      ["dark", 4.5],
      ["high-contrast", 7],
      ["light", 4.5],
    ]);
  });

  it.each(CHOSEN)("%s still tells bad from good, and a selected row from others, with 256 colours", (name) => {
    const { looks } = loadTheme(name, "256");
    expect(looks.good.color).not.toBe(looks.bad.color);
    expect(contrast(shownColour(looks.selectedIdle.backgroundColor ?? ""), backgroundOf(name))).toBeGreaterThan(1.1);
    expect(looks.selected.backgroundColor).not.toBe(looks.selectedIdle.backgroundColor);
  });

  it.each(["deuteranopia", "protanopia"] as const)("color-blind tells severities apart with %s", (kind) => {
    const { looks } = loadTheme("color-blind", "truecolor");
    const seen = (["plain", "good", "warn", "bad", "critical"] as const).map((token) =>
      labSeenWith(kind, looks[token].color ?? ""),
    );
    const distances = seen.flatMap((one, index) => seen.slice(index + 1).map((other) => distance(one, other)));
    // Of the dark theme the nearest pairs are 5 and 7 apart.
    expect(Math.min(...distances)).toBeGreaterThan(20);
  });

  it.each(CHOSEN)("%s shows severities in selected rows too", (name) => {
    const loaded = loadTheme(name, "truecolor");
    for (const over of ["selected", "selectedIdle"] as const) {
      for (const token of ["good", "warn", "bad", "critical"] as const) {
        const { color = "", backgroundColor = "" } = lookOnLine(token, over, loaded);
        expect([color, backgroundColor]).toContain(loaded.looks[token].color);
      }
      expect(lookOnLine("accent", over, loaded)).toBe(loaded.looks[over]);
    }
    expect(lookOnLine("bad", "headerProduction", loaded)).toBe(loaded.looks.headerProduction);
    const colourless = loadTheme(name, "none");
    expect(lookOnLine("bad", "selected", colourless)).toEqual(colourless.looks.selected);
  });

  it("are chosen by the terminal's terminalBackground where a person asks for that, and its own colours where it does not say", () => {
    expect(loadTheme("auto", "truecolor", "light")).toEqual(loadTheme("light", "truecolor"));
    expect(loadTheme("auto", "truecolor", "dark")).toEqual(loadTheme("dark", "truecolor"));
    expect(loadTheme("auto", "truecolor", "unknown")).toEqual(loadTheme("terminal", "truecolor"));
    expect(loadTheme("auto", "none", "light").name).toBe("none");
  });

  it("leave the terminal's own colours alone unless a person chooses otherwise", () => {
    const { looks } = loadTheme("terminal", "truecolor");
    expect(Object.values(looks).filter(({ color }) => color?.startsWith("#") === true)).toEqual([]);
  });

  it("say everything without colour where NO_COLOR asks for it", () => {
    expect(capabilitiesOf({ TERM: "xterm-256color", NO_COLOR: "1" }).colour).toBe("none");
    for (const name of THEME_NAMES) {
      const { looks } = loadTheme(name, "none");
      expect(
        Object.values(looks).flatMap(({ color, backgroundColor }) => [color ?? [], backgroundColor ?? []].flat()),
      ).toEqual([]);
      expect(looks.selected.inverse).toBe(true);
    }
  });
});
