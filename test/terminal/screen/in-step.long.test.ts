import { describe } from "vitest";
import { isWhole } from "../../extent.ts";
import { holdInStep, holdNoBlankRows, holdOnOtherTerminals } from "./in-step.ts";

const FRAMES = isWhole ? 20 : 3;

describe("thousands of random frames through the adapter show what whole frames show", () => holdInStep(FRAMES, 500));

describe("where a terminal measures characters in its own way, a change leaves what the frame anew leaves", () => {
  holdOnOtherTerminals(5, 200);
});

describe("no row flickers, however the bytes of a change come in", () => holdNoBlankRows(FRAMES, 100));
