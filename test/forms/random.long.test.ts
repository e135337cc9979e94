import { describe } from "vitest";
import { holdToRules } from "./random-rules.ts";

describe("after any edits, thousands of them", () => holdToRules(2000));
