import * as z from "zod";
import { isObject } from "../json/json.ts";

/** A JSON object of any content, neither validated nor reduced. */
export const freeObject = () => z.looseObject({}).refine(isObject, "enter a JSON object");

/** A JSON object with at least one field. Zod also runs the check on values that are no object: it must not throw on them. */
export const filledObject = (message: string) =>
  freeObject().refine((value) => !isObject(value) || Object.keys(value).length > 0, message);
