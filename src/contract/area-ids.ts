import { allOperations, type OperationId, type Operations } from "./operations.ts";

/** Areas that have no operation of their own: they show what other areas have. */
const WITHOUT_OPERATIONS = ["overview", "guided-paths"] as const;

/** The areas of the console: all that an operation names, and those without one. The id is the file name in every layer. */
export type AreaId = NonNullable<Operations[OperationId]["area"]> | (typeof WITHOUT_OPERATIONS)[number];

const ids: ReadonlySet<string> = new Set([...allOperations().flatMap(({ area }) => area ?? []), ...WITHOUT_OPERATIONS]);

/** Whether a text is the id of an area. */
export const isAreaId = (text: string): text is AreaId => ids.has(text);

/** All areas; `areas/areas.ts` has their order in the sidebar. */
export const AREA_IDS: readonly AreaId[] = [...ids].filter(isAreaId);
