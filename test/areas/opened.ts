import { areaOf, openByName } from "../../src/areas/areas.ts";
import type { Opening } from "../../src/areas/effect.ts";

/** What is opened in the end, where an area opens another's action by its name. */
export const opened = (opening: Opening): Opening =>
  opening.kind === "action" ? opened(openByName(areaOf(opening.area), opening)) : opening;
