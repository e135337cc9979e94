import { test } from "vitest";
import { survivesService } from "./generated-sets.ts";

test.each([
  "alert-configuration",
  "search-index",
  "search-index-first-generation",
  "search-nodes",
  "auditing",
  "custom-dns",
])("generated settings go through a service and into an empty project: %s", (kind) => survivesService(kind, 12));
