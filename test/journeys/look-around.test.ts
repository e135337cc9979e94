import { describe } from "vitest";
import { findingOnesWay, lookingAround } from "./looking-around.ts";
import { SIZES } from "./sextant.ts";

describe.each(SIZES)("looking around at $cols x $rows, $dialect", (setting) => {
  findingOnesWay(setting, ["list"]);
  lookingAround(setting);
});
