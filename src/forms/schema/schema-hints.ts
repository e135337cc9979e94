import { weakMapMemoize } from "reselect";
import type { z } from "zod";
import { type FieldHint, hintOf, unwrap } from "../../contract/schema/hints.ts";

/** Schemas never change, and a form asks about each of its fields on every key: each is asked once. */

/** The hints of a schema. */
export const hintsOf: (schema: z.core.$ZodType) => FieldHint = weakMapMemoize(hintOf);

/** The schema inside all wrappers. */
export const innerOf: (schema: z.core.$ZodType) => z.core.$ZodType = weakMapMemoize(unwrap);
