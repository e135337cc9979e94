import { describe } from "vitest";
import { lookingAround } from "./looking-around.ts";
import { BOTH } from "./sextant.ts";

describe.each(BOTH.slice(1))("looking around at $cols x $rows, $dialect", lookingAround);
