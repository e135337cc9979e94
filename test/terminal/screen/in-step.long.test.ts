import { describe } from "vitest";
import { holdInStep, holdNoBlankRows, holdOnOtherTerminals } from "./in-step.ts";

describe("10,000 random frames through the adapter show what whole frames show", () => holdInStep(20, 500));

describe("where a terminal measures characters in its own way, a change leaves what the frame anew leaves", () => {
  holdOnOtherTerminals(5, 200);
});

describe("no row flickers, however the bytes of a change come in", () => holdNoBlankRows(20, 100));
