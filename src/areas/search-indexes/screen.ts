import { clusterLookups } from "../builders/lookup.ts";
import type { Screen } from "../model/area.ts";
import { JOB_CONDITIONS } from "../model/fields.ts";
import { detail, detailQueries } from "./detail.ts";
import { type Generation, listQueries, runningQueries } from "./generation.ts";
import { list } from "./list.ts";
import { countsOf, fieldsOf } from "./row-fields.ts";

/** The list and the detail of search indexes for one generation of operations. */
export const screenOf = (generation: Generation) =>
  ({
    queries: (scope) => listQueries(scope, generation),
    lookups: clusterLookups,
    running: (context) => runningQueries(context, generation),
    columns: () => generation.list.columns,
    list: (context) => list(context, generation),
    fields: fieldsOf(generation),
    counts: countsOf(generation),
    conditions: JOB_CONDITIONS,
    detailQueries: (context, id) => detailQueries(context, id, generation),
    detail: (context, id) => detail(context, id, generation),
  }) satisfies Omit<Screen, "actions" | "firstHelp">;
