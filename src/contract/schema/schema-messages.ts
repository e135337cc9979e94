import * as z from "zod";
import { lookupTable } from "../json/own-values.ts";

/** Default messages of schemas, for cases without a message of their own: plain English, without names of types or classes. */

/** Replaces a number that a double cannot represent while a body is validated: for zod it is neither a number nor an object. */
export const BEYOND_DOUBLE = 0n;

const TYPES: Readonly<Record<string, string>> = lookupTable({
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
  null: "null",
});

const typeLabel = (expected: string): string => TYPES[expected] ?? "of a different type";

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

const UNITS: Readonly<Record<string, readonly [one: string, several: string]>> = lookupTable({
  string: ["character", "characters"],
  array: ["entry", "entries"],
});

/** A bound, with its unit if it is a length. */
function bounded(origin: string, bound: number | bigint): string {
  const units = UNITS[origin];
  return units === undefined ? String(bound) : `${bound} ${bound === 1 ? units[0] : units[1]}`;
}

function messageOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === BEYOND_DOUBLE && (issue.expected === "number" || issue.expected === "int")
        ? "must be a number of fewer digits"
        : `must be ${typeLabel(issue.expected)}`;
    case "invalid_value":
      return `must be ${listed(issue.values.map(String))}`;
    case "too_big":
      return `must be ${issue.inclusive === false ? "less than" : "at most"} ${bounded(issue.origin, issue.maximum)}`;
    case "too_small":
      return `must be ${issue.inclusive === false ? "more than" : "at least"} ${bounded(issue.origin, issue.minimum)}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `unknown field: ${issue.keys.join(", ")}`;
    case "invalid_union":
      return unionMessage(issue.errors);
    default:
      return "invalid value";
  }
}

/** Message for a union none of whose branches accepts the value's type: lists the expected types. */
function unionMessage(branches: readonly (readonly z.core.$ZodIssue[])[]): string {
  const expected = branches.map(([first]) =>
    first?.code === "invalid_type" && first.path.length === 0 ? typeLabel(first.expected) : null,
  );
  const types = [...new Set(expected)].filter((words) => words !== null);
  return types.length === expected.length && types.length > 0 ? `must be ${listed(types)}` : "invalid value";
}

z.config({ localeError: messageOf });
