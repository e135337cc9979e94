import { areaOf, openByName } from "../../src/areas/areas.ts";
import type { Effect } from "../../src/areas/model/effect.ts";

/** What is opened in the end, where an area opens another's action by its name. */
export const opened = (effect: Effect): Effect =>
  effect.kind === "action" ? opened(openByName(areaOf(effect.area), effect)) : effect;
