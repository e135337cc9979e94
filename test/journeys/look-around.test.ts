import { describe } from "vitest";
import { lookingAround } from "./looking-around.ts";
import { SIZES } from "./sextant.ts";

describe.each(SIZES)("looking around at $cols x $rows, $dialect", lookingAround);
