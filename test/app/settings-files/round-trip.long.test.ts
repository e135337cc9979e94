import { test } from "vitest";
import { isWhole } from "../../extent.ts";
import { survivesFiles } from "./round-trip.ts";

test("many sets of settings of each kind come back from files as they went", () => survivesFiles(isWhole ? 1000 : 80));
