import * as z from "zod";
import { ExactNumber } from "../json/json.ts";
import { Secret } from "../secret.ts";
import { ofLength } from "./lengths.ts";

/**
 * Field shapes shared by several areas: strict ones for requests, tolerant ones for answers (unknown fields are kept, unknown values shown, null
 * accepted where a value may be missing; `design.md`, contract).
 */

/** Largest signed 32-bit integer, the bound in the public description. */
export const INT32 = 2_147_483_647;

/** A timestamp of a request: ISO 8601 in UTC (specification 2.0). */
export const timestamp = () => z.iso.datetime({ offset: true, message: "must be a time such as 2025-11-21T14:06:12Z" });

/** A secret in a request: plain text on the wire, a `Secret` everywhere else. */
export const secret = () =>
  z.codec(z.string().min(1, ofLength("enter a value")), z.instanceof(Secret), {
    decode: (text) => new Secret(text),
    encode: (value) => value.reveal(),
  });

/** A closed set of request values that the specification calls "not shown": the embedded service refuses all others. */
export const knownValues = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).meta({ known: values });

/** A number with all its digits. One that is infinite as a double (1e400) does not fit: no size, count or duration could be reckoned with it. */
const Exact = z
  .instanceof(ExactNumber)
  .refine((value) => !(value instanceof ExactNumber) || Number.isFinite(Number(value.source)), "must be a number");

// Some 300 fields of answers have one of these four schemas: one object each instead of three or four for every field.
const Text = z.string().nullish();
const Lines = z.string().meta({ lines: true }).nullish();
const Amount = z.union([z.number(), Exact]).nullish();
const Flag = z.boolean().nullish();

/** A text in an answer. */
export const text = () => Text;
/** A text in an answer with significant line breaks. */
export const lines = () => Lines;
/** A number in an answer; beyond 2^53 it keeps its digits. */
export const amount = () => Amount;
/** A boolean in an answer. */
export const flag = () => Flag;
/** A list in an answer. */
export const many = <Item extends z.ZodType>(item: Item) => z.array(item).nullish();

/** A link that the service adds to lists and records. */
const Link = z.looseObject({ href: text(), rel: text() });
export const Links = many(Link);

/** The list answer of specification 2.0. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({ results: z.array(item), totalCount: amount(), links: Links });
