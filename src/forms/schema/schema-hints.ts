import { weakMapMemoize } from "reselect";
import type { z } from "zod";
import { type FieldHint, hintOf, unwrap } from "../../contract/schema/hints.ts";

/** Memoized look-ups: schemas never change, and a form reads each of its fields on every key. */

/** Hints of a schema. */
export const hintsOf: (schema: z.core.$ZodType) => FieldHint = weakMapMemoize(hintOf);

/** The schema without its wrappers. */
export const innerOf: (schema: z.core.$ZodType) => z.core.$ZodType = weakMapMemoize(unwrap);
