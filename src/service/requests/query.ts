import * as z from "zod";
import { ownValue } from "../../contract/json/own-values.ts";
import type { Operation } from "../../contract/operation.ts";
import { violationsOfRules } from "../../contract/schema/body.ts";
import { INT32 } from "../../contract/schema/fields.ts";
import { unwrap } from "../../contract/schema/hints.ts";
import { commonQuery } from "../../contract/wire/wire.ts";
import type { PageRange } from "../storage/storage.ts";
import { invalid, type RefusedFieldDetail } from "./http-error.ts";

/** The common query parameters (specification 4), parsed. */
type Wrapping = { readonly envelope: boolean; readonly pretty: boolean; readonly includeCount: boolean };

export type ParsedQuery = {
  readonly own: Readonly<Record<string, unknown>>;
  readonly wrapping: Wrapping;
  readonly page: PageRange;
  readonly pageNumber: number;
};

const flag = z.enum(["true", "false"], "true or false").transform((text) => text === "true");
const whole = (most: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/u, "must be a whole number")
    .transform(Number)
    .refine((number) => number >= 1 && number <= most, most === ANY_PAGE ? "1 or more" : `from 1 to ${most}`);

const ANY_PAGE = INT32;

const COMMON = {
  envelope: flag,
  pretty: flag,
  includeCount: flag,
  itemsPerPage: whole(500),
  pageNum: whole(ANY_PAGE),
};

const isCommon = (name: string): name is keyof typeof COMMON => Object.hasOwn(COMMON, name);

/** A query parameter's text converted to the type of its schema. */
function typed(schema: z.core.$ZodType, text: string): unknown {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodNumber && /^-?\d+(\.\d+)?$/u.test(text)) return Number(text);
  if (inner instanceof z.ZodBoolean && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** The raw query as pairs; refuses invalid escapes and repeated names. */
function pairsOf(raw: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const part of raw.split("&")) {
    if (part === "") continue;
    const [name = "", ...rest] = part.split("=");
    const key = decode(name);
    if (pairs.has(key)) throw invalid([{ path: [key], description: "given twice" }], `${key}: given twice.`);
    pairs.set(key, decode(rest.join("=")));
  }
  return pairs;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (cause) {
    if (!(cause instanceof URIError)) throw cause;
    throw invalid([], "The query has an invalid percent escape.");
  }
}

/** True when the answer must be indented (specification 4, mark P), even where the rest of the query is invalid. */
export const asksForPretty = (operation: Operation, raw: string): boolean =>
  commonQuery(operation).includes("pretty") && raw.split("&").includes("pretty=true");

/** Parses the query of a request; refuses parameters that the operation does not have (`service-decisions.md`). */
export function readQuery(operation: Operation, raw: string): ParsedQuery {
  const allowed = commonQuery(operation);
  const problems: RefusedFieldDetail[] = [];
  const common: Partial<Record<keyof typeof COMMON, boolean | number>> = {};
  const own: Record<string, unknown> = {};
  for (const [name, text] of pairsOf(raw)) {
    const ownSchema = ownValue(operation.query, name);
    if (ownSchema !== undefined) {
      const parsed = ownSchema.safeParse(typed(ownSchema, text));
      if (parsed.success) own[name] = parsed.data;
      else problems.push({ path: [name], description: parsed.error.issues[0]?.message ?? "invalid value" });
    } else if (isCommon(name) && allowed.includes(name)) {
      const parsed = COMMON[name].safeParse(text);
      if (parsed.success) common[name] = parsed.data;
      else problems.push({ path: [name], description: parsed.error.issues[0]?.message ?? "invalid value" });
    } else problems.push({ path: [name], description: "not a query parameter of this operation" });
  }
  if (problems.length === 0) {
    for (const { path, message } of violationsOfRules(operation.queryRules, own)) {
      problems.push({ path, description: message });
    }
  }
  const [first] = problems;
  if (first !== undefined) throw invalid(problems, `${String(first.path[0])}: ${first.description}.`);
  const limit = Number(common.itemsPerPage ?? 100);
  const pageNumber = Number(common.pageNum ?? 1);
  return {
    own,
    wrapping: {
      envelope: common.envelope === true,
      pretty: common.pretty === true,
      includeCount: common.includeCount !== false,
    },
    page: { offset: (pageNumber - 1) * limit, limit },
    pageNumber,
  };
}
