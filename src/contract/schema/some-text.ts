import * as z from "zod";

/** A text of a request that has to say something: neither empty nor made of blanks alone. */
export const someText = (message = "must not be blank") => z.string().regex(/\S/u, message);
