import { operations } from "./operations.ts";

/** Areas that have no operation of their own: they show what other areas have. */
const WITHOUT_OPERATIONS = ["overview", "runbooks"] as const;

/**
 * All areas: those that an operation names, and those without one; `areas/areas.ts` has their order in the sidebar. The id is the file
 * name in every layer. The build works this list out (`build/lazy-modules.ts`): the command line needs it, and not the operations.
 */
export const AREA_IDS = [
  ...new Set([...Object.values(operations).flatMap(({ area }) => area ?? []), ...WITHOUT_OPERATIONS]),
];

export type AreaId = (typeof AREA_IDS)[number];
