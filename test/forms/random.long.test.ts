import { describe } from "vitest";
import { isWhole } from "../extent.ts";
import { holdToRules } from "./random-rules.ts";

describe("after any edits, hundreds and thousands of them", () => holdToRules(isWhole ? 2000 : 150));
