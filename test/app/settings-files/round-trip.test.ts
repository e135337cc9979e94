import { test } from "vitest";
import { survivesFiles } from "./round-trip.ts";

test("settings of each kind come back from files as they went", () => survivesFiles(30));
