import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isThemeName, loadTheme, lookOver, THEME_NAMES, ThemeFile } from "../../src/app/theme.ts";
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

describe("themes", () => {
  it("are files that the console knows by name, each of the right shape", () => {
    expect(["auto", ...themes.map(({ name }) => name)].sort()).toEqual([...THEME_NAMES].sort());
    expect(themes.every(({ name }) => isThemeName(name))).toBe(true);
  });

  it.each(
    themes
      .filter(({ terminalBackground }) => terminalBackground !== "any")
      .map((theme) => [theme.name, theme] as const),
  )(
    "%s can be read: every text has a contrast of 4.5 to 1 to what it stands on",
    (_name, { terminalBackground, tokens }) => {
      const poor = Object.entries(tokens).flatMap(([token, { color, background }]) => {
        const ratio = contrast(color ?? terminalBackground, background ?? terminalBackground);
        return ratio >= 4.5 ? [] : [`${token} ${ratio.toFixed(2)}`];
      });
      expect(poor).toEqual([]);
    },
  );

  it("high-contrast has 7 to 1 where the others have 4.5", () => {
    const { terminalBackground, tokens } = themes.find(({ name }) => name === "high-contrast") ?? {
      terminalBackground: "",
      tokens: {},
    };
    const ratios = Object.values(tokens).map(({ color, background }) =>
      contrast(color ?? terminalBackground, background ?? terminalBackground),
    );
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(7);
  });

  it.each(["deuteranopia", "protanopia"] as const)("color-blind tells severities apart with %s", (kind) => {
    const { looks } = loadTheme("color-blind", true);
    const seen = (["plain", "good", "warn", "bad", "critical"] as const).map((token) =>
      labSeenWith(kind, looks[token].color ?? ""),
    );
    const distances = seen.flatMap((one, index) => seen.slice(index + 1).map((other) => distance(one, other)));
    // Of the dark theme the nearest pairs are 5 and 7 apart.
    expect(Math.min(...distances)).toBeGreaterThan(20);
  });

  it.each(["dark", "light", "high-contrast", "color-blind"] as const)(
    "%s shows severities in selected rows too, and they can be read",
    (name) => {
      const loaded = loadTheme(name, true);
      for (const over of ["selected", "selectedIdle"] as const) {
        for (const token of ["good", "warn", "bad", "critical"] as const) {
          const { color = "", backgroundColor = "" } = lookOver(token, over, loaded);
          expect([color, backgroundColor]).toContain(loaded.looks[token].color);
          expect([name, over, token, contrast(color, backgroundColor) >= 4.5]).toEqual([name, over, token, true]);
        }
        expect(lookOver("accent", over, loaded)).toBe(loaded.looks[over]);
      }
      expect(lookOver("bad", "headerProduction", loaded)).toBe(loaded.looks.headerProduction);
      expect(lookOver("bad", "selected", loadTheme(name, false))).toEqual(loadTheme(name, false).looks.selected);
    },
  );

  it("are chosen by the terminal's terminalBackground where a person asks for that, and its own colours where it does not say", () => {
    expect(loadTheme("auto", true, "light")).toEqual(loadTheme("light", true));
    expect(loadTheme("auto", true, "dark")).toEqual(loadTheme("dark", true));
    expect(loadTheme("auto", true, "unknown")).toEqual(loadTheme("terminal", true));
    expect(loadTheme("auto", false, "light").name).toBe("none");
  });

  it("leave the terminal's own colours alone unless a person chooses otherwise", () => {
    const { looks } = loadTheme("terminal", true);
    expect(Object.values(looks).filter(({ color }) => color?.startsWith("#") === true)).toEqual([]);
  });

  it("say everything without colour where NO_COLOR asks for it", () => {
    expect(capabilitiesOf({ TERM: "xterm-256color", NO_COLOR: "1" }).colour).toBe("none");
    for (const name of THEME_NAMES) {
      const { looks } = loadTheme(name, false);
      expect(
        Object.values(looks).flatMap(({ color, backgroundColor }) => [color ?? [], backgroundColor ?? []].flat()),
      ).toEqual([]);
      expect(looks.selected.inverse).toBe(true);
    }
  });
});
