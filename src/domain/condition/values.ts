import { didYouMeanElse } from "../../text/nearest.ts";
import { type ComparedValue, foldText, type Operator } from "../condition.ts";
import type { FieldInfo, ValueKind } from "../field-value.ts";
import { bytesIn, millisecondsIn, numberIn, ratioIn, timeIn, wholeIn } from "./quantities.ts";
import { quotedText } from "./words.ts";

/** Allowed operators and values for each kind of field, and their texts. */

type Kind = {
  /** Name of the kind, with its article. */
  readonly name: string;
  readonly operators: readonly Operator[];
  /** Operator and value of an example. */
  readonly example: string;
  readonly read: (text: string) => ComparedValue | null;
};

const SAME: readonly Operator[] = ["=", "!="];
const ORDER: readonly Operator[] = ["<", "<=", ">", ">="];

const read =
  <Value>(valueIn: (text: string) => Value | null, made: (value: Value) => ComparedValue) =>
  (text: string): ComparedValue | null => {
    const value = valueIn(text);
    return value === null ? null : made(value);
  };

/** A kind that is compared by size, too. */
const ordered = <Value>(
  name: string,
  example: string,
  valueIn: (text: string) => Value | null,
  made: (value: Value) => ComparedValue,
): Kind => ({ name, operators: [...SAME, ...ORDER], example, read: read(valueIn, made) });

const flagIn = (text: string): boolean | null =>
  ["true", "yes"].includes(foldText(text)) ? true : ["false", "no"].includes(foldText(text)) ? false : null;

const KINDS: Readonly<Record<ValueKind, Kind>> = {
  text: { name: "a text", operators: [...SAME, "~"], example: "=x", read: (text) => ({ kind: "text", text }) },
  number: ordered("a number", ">=80", numberIn, (value) => ({ kind: "number", value })),
  count: ordered("a whole number", "=0", wholeIn, (value) => ({ kind: "count", value })),
  seconds: ordered("a length of time (ms, s, m, h, d)", "<5s", millisecondsIn, (ms) => ({
    kind: "seconds",
    value: ms / 1000,
  })),
  bytes: ordered("a size (B, KB, MB, GB, TB)", ">=10GB", bytesIn, (value) => ({ kind: "bytes", value })),
  ratio: ordered("a ratio", ">=50%", ratioIn, (value) => ({ kind: "ratio", value })),
  time: {
    name: "a time",
    operators: ORDER,
    example: "<1h (within an hour) or <2030-01-31T18:00Z",
    read: (text) =>
      read(timeIn, (at) => ({ kind: "time", at }))(text) ??
      read(millisecondsIn, (ms) => ({ kind: "from now", seconds: ms / 1000 }))(text),
  },
  flag: {
    name: "true or false",
    operators: SAME,
    example: "",
    read: read(flagIn, (isSet) => ({ kind: "flag", isSet })),
  },
};

/** Usage of a field in a condition: `lag is a length of time (ms, s, m, h, d): write lag<5s.` */
export function usage({ id, kind, values }: FieldInfo): string {
  const { name, example } = KINDS[kind];
  const [first] = values ?? [];
  const written = first === undefined ? example : `=${quotedText(first)}`;
  return `${id} is ${name}: write ${id}${written}.`;
}

/** True when a field accepts an operator. */
export const acceptsOperator = ({ kind }: FieldInfo, operator: Operator): boolean =>
  KINDS[kind].operators.includes(operator);

/** All operators of a field, as text. */
export const operatorsOf = ({ kind }: FieldInfo): string => {
  const { operators } = KINDS[kind];
  return `${operators.slice(0, -1).join(" ")} and ${operators.at(-1)}`;
};

/** True when a number and the following word are one value: `5 s`, `50 %`. */
export const isValueOf = ({ kind }: FieldInfo, text: string): boolean =>
  kind !== "text" && kind !== "flag" && KINDS[kind].read(text) !== null;

/**
 * Parses the value that a field is compared with.
 *
 * @returns the value, or a sentence that explains why it is not valid
 */
export function comparedValue(info: FieldInfo, operator: Operator, text: string): ComparedValue | string {
  const { id, kind, values } = info;
  const value = KINDS[kind].read(text);
  if (value === null) return usage(info);
  if (value.kind !== "text" || values === undefined || operator === "~") return value;
  const known = values.find((one) => foldText(one) === foldText(text));
  if (known !== undefined) return { kind: "text", text: known };
  const instead = didYouMeanElse(text, values, `It is one of ${values.join(", ")}.`);
  return `${id} is never ${JSON.stringify(text)}. ${instead}`;
}
