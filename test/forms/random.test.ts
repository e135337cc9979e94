import { describe } from "vitest";
import { holdToRules } from "./random-rules.ts";

describe("after any edits", () => holdToRules(60));
