import type { z } from "zod";
import { type FieldHint, hintOf, unwrap } from "../contract/hints.ts";

/**
 * A question about a schema, asked once a schema: schemas never change, and a form asks about each of its fields on every key.
 */
export function memoizeBySchema<Answer>(ask: (schema: z.core.$ZodType) => Answer): (schema: z.core.$ZodType) => Answer {
  const answers = new WeakMap<z.core.$ZodType, { readonly answer: Answer }>();
  return (schema) => {
    const known = answers.get(schema);
    if (known !== undefined) return known.answer;
    const answer = ask(schema);
    answers.set(schema, { answer });
    return answer;
  };
}

/** The hints of a schema. */
export const hintsOf: (schema: z.core.$ZodType) => FieldHint = memoizeBySchema(hintOf);

/** The schema inside all wrappers. */
export const innerOf: (schema: z.core.$ZodType) => z.core.$ZodType = memoizeBySchema(unwrap);
