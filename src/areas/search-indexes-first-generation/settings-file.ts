import type { SettingsKind } from "../model/settings-kind.ts";
import { searchIndexKind } from "../search-indexes/settings-file.ts";
import { createPlan } from "./form.ts";
import { FIRST_GENERATION } from "./generation.ts";

/** The same indexes as bodies of the first generation, for services that have no other. */
export const firstGenerationIndexKind: SettingsKind = {
  ...searchIndexKind(FIRST_GENERATION, {
    name: "search-index-first-generation",
    title: "search index of the first generation",
    plural: "search indexes of the first generation",
    plan: createPlan("the cluster", ""),
    written: (definition) => definition,
  }),
  onlyByName: true,
};
