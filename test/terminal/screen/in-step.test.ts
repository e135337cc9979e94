import { describe } from "vitest";
import { holdInStep, holdOnOtherTerminals } from "./in-step.ts";

describe("random frames through the adapter show what whole frames show", () => holdInStep(5, 100));

describe("where a terminal measures characters in its own way, a change leaves what the frame anew leaves", () => {
  holdOnOtherTerminals(2, 50);
});
