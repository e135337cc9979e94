import { operations } from "./operations.ts";

/** Areas without operations of their own: they show data of other areas. */
const WITHOUT_OPERATIONS = ["overview", "runbooks"] as const;

/**
 * All areas, with and without operations; `areas/areas.ts` defines their order in the sidebar. An id is the file name in every layer. The build
 * computes this list ahead (`build/lazy-modules.ts`), because the command line needs it but not the operations.
 */
export const AREA_IDS = [
  ...new Set([...Object.values(operations).flatMap(({ area }) => area ?? []), ...WITHOUT_OPERATIONS]),
];

export type AreaId = (typeof AREA_IDS)[number];
