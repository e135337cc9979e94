import * as z from "zod";
import { text } from "../schema/fields.ts";

/** The error document of specification part 7, with the fields the real service adds. */
export const ErrorDocument = z.looseObject({
  error: z.number().nullish(),
  errorCode: text(),
  reason: text(),
  detail: z.string().meta({ lines: true }).nullish(),
  parameters: z.array(z.unknown()).nullish(),
  badRequestDetail: z
    .looseObject({
      fields: z.array(z.looseObject({ field: text(), description: text() })).nullish(),
    })
    .nullish(),
});

export type ErrorDocument = z.output<typeof ErrorDocument>;
