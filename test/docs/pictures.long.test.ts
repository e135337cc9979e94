import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { programOf } from "../../build.ts";
import dark from "../../themes/dark.json" with { type: "json" };
import light from "../../themes/light.json" with { type: "json" };
import { Home } from "../journeys/home.ts";
import { Sextant } from "../journeys/sextant.ts";
import { Clock } from "./pictures/clock.ts";
import { PICTURES } from "./pictures/pictures.ts";
import { baseColoursOf, inColoursOf, svgOf } from "./pictures/svg.ts";

/** The pictures in docs/pictures: screens of the built program in a pseudo terminal, on its own service with sample data. */

const FOLDER = resolve(import.meta.dirname, "../../docs/pictures");

describe.concurrent.each(PICTURES)("the picture $name", ({ name, title, args, cols, rows, show }) => {
  it("is of this build (npm run docs takes it again)", { timeout: 120_000 }, async ({ expect: expectHere }) => {
    using home = new Home();
    const clock = new Clock(home.directory);
    await using sextant = new Sextant({
      args: [...clock.flags, programOf(), ...args, "--theme", "dark"],
      cols,
      rows,
      env: { ...home.env, COLORTERM: "truecolor" },
    });
    await show(sextant, clock);
    // The names of the organisation and of the project come by themselves.
    await sextant.waitFor(cols < 80 ? /Payments/u : /Acme › Payments/u);
    await sextant.waitUntilAbsent(/[Ll]oading\b/u);
    const picture = svgOf(sextant, baseColoursOf(dark), title);
    await expectHere(picture).toMatchFileSnapshot(`${FOLDER}/${name}-dark.svg`);
    await expectHere(inColoursOf(picture, dark, light)).toMatchFileSnapshot(`${FOLDER}/${name}-light.svg`);
  });
});

it("has for each colour of the dark theme one of the light theme", () => {
  expect(() => inColoursOf("", dark, light)).not.toThrow();
});
