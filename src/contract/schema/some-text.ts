import * as z from "zod";

/** A text in a request that is neither empty nor only white space. */
export const someText = (message = "must not be blank") => z.string().regex(/\S/u, message);
