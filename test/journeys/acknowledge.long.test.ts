import { describe } from "vitest";
import { acknowledging } from "./acknowledging.ts";
import { BOTH } from "./sextant.ts";

describe.each(BOTH.slice(1))("acknowledging at $cols x $rows, $dialect", acknowledging);
