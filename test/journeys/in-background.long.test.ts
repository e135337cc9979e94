import { describe } from "vitest";
import { ASKING, beginsWithFg, endsBeforeItAsks, endsInBackground } from "./in-background.ts";

const OTHER_WAYS = ["kill -HUP %1", "kill -INT %1; kill -CONT %1"];

describe("sextant alerts in the background", () => endsInBackground("alerts", OTHER_WAYS));

describe("sextant alerts --screen-reader in the background", () => {
  endsInBackground("alerts --screen-reader", ["kill %1", ...OTHER_WAYS]);
  beginsWithFg("alerts --screen-reader");
});

describe.each(ASKING)("sextant %s in the background", (args, asks) =>
  endsBeforeItAsks(args, asks, ["kill -INT %1; kill -CONT %1"]),
);
