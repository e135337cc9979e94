import { describe } from "vitest";
import { findingOnesWay, goingOn, lookingAround } from "./looking-around.ts";
import { BOTH, SIZES } from "./sextant.ts";

describe.each(SIZES)("looking around at $cols x $rows, $dialect", (setting) => {
  findingOnesWay(setting, ["detail", "sidebar"]);
  goingOn(setting);
});

describe.each(BOTH.slice(1))("looking around at $cols x $rows, $dialect", (setting) => {
  findingOnesWay(setting, ["list", "detail", "sidebar"]);
  lookingAround(setting);
});
