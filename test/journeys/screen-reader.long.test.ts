import { it } from "vitest";
import { acknowledgesByLines } from "./by-lines.ts";

it.each([
  ["INK_SCREEN_READER", [], { INK_SCREEN_READER: "true" }],
  ["--screen-reader on a terminal that only prints", ["--screen-reader"], { TERM: "dumb" }],
])("a console by lines (%s) acknowledges an alert", async (_name, args, env) => {
  await acknowledgesByLines(args, env);
});
