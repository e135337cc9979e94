import { describe } from "vitest";
import { holdInStep, holdNoBlankRows, holdOnOtherTerminals } from "./in-step.ts";

describe("random frames through the adapter show what whole frames show", () => holdInStep(1, 100));

describe("where a terminal measures characters in its own way, a change leaves what the frame anew leaves", () => {
  holdOnOtherTerminals(1, 50);
});

describe("no row flickers, however the bytes of a change come in", () => holdNoBlankRows(1, 40));
