import type { ComparedValue, Condition, FieldComparison } from "../condition.ts";
import { writtenBytes, writtenMilliseconds, writtenRatio } from "./quantities.ts";
import { quotedText } from "./words.ts";

/** Prints conditions as they are typed. */

function writtenValue(value: ComparedValue): string {
  switch (value.kind) {
    case "text":
      return quotedText(value.text);
    case "flag":
      return String(value.isSet);
    case "number":
    case "count":
      return String(value.value);
    case "seconds":
      return writtenMilliseconds(Math.round(value.value * 1000));
    case "bytes":
      return writtenBytes(value.value);
    case "ratio":
      return writtenRatio(value.value);
    case "from now":
      return writtenMilliseconds(Math.round(value.seconds * 1000));
    case "time":
      return new Date(value.at).toISOString();
  }
}

const formatComparison = ({ field, operator, value }: FieldComparison): string =>
  value.kind === "flag" && value.isSet && operator === "=" ? field : `${field}${operator}${writtenValue(value)}`;

/** The text of a condition; parsing it gives the same condition. */
export function formatCondition(condition: Condition): string {
  switch (condition.kind) {
    case "comparison":
      return formatComparison(condition);
    case "not":
      return `not ${partOf(condition.part, condition)}`;
    default:
      return condition.parts.map((part) => partOf(part, condition)).join(` ${condition.kind} `);
  }
}

/** Precedence: parts that bind more closely need no parentheses. */
const CLOSENESS = { comparison: 3, not: 3, and: 2, or: 1 } as const;

const partOf = (part: Condition, whole: Condition): string =>
  CLOSENESS[part.kind] >= 3 || CLOSENESS[part.kind] > CLOSENESS[whole.kind]
    ? formatCondition(part)
    : `(${formatCondition(part)})`;
