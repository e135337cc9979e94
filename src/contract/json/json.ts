import { Secret } from "../secret.ts";
import { type JsonSize, measureJson } from "./json-size.ts";
import { ownValue } from "./own-values.ts";

/**
 * A JSON number that a double cannot represent exactly (storage sizes may exceed 2^53, `domain.md` 1.8). It keeps its source text, so that it is
 * written back unchanged.
 */
export class ExactNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toString(): string {
    return this.source;
  }

  /** Serialises with exactly the same digits. */
  toJSON(): unknown {
    return JSON.rawJSON(this.source);
  }
}

/** Any JSON value, including numbers beyond 2^53. */
export type Json = null | boolean | number | string | ExactNumber | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** A request body before it is sent: JSON in which secrets are still covered. */
export type BodyValue = null | boolean | number | string | ExactNumber | Secret | readonly BodyValue[] | BodyObject;
export type BodyObject = { readonly [key: string]: BodyValue };

/** Position of a value inside a document: object keys and array indexes. */
export type Path = readonly (string | number)[];

/** The path of an issue that a schema found. */
export const pathOfIssue = (path: readonly PropertyKey[]): Path =>
  path.map((step) => (typeof step === "symbol" ? String(step) : step));

/** Reason why a text is not acceptable JSON: bad syntax, or valid JSON that is refused on purpose. */
type JsonProblem = { kind: "syntax" | "forbidden-key" | "too-deep" | "too-long"; message: string };
type JsonResult = { ok: true; value: Json } | { ok: false; problem: JsonProblem };

type SourceReviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;

declare global {
  /** `JSON.parse` with source text access and `JSON.rawJSON`: in every Node that Sextant runs on, but not yet in TypeScript's library. */
  interface JSON {
    parse(text: string, reviver: SourceReviver): unknown;
    rawJSON(text: string): unknown;
  }
}

/** Maximum nesting depth of a JSON text; a deeper text is refused before parsing. Real bodies stay far below. */
export const MAX_DEPTH = 100;

/** Maximum length of a number's text that is examined; a longer one has more digits than a double. */
const LONGEST_NUMBER = 40;

/** Canonical form of a number: sign, significant digits and the power of ten of the last digit, so that `1.10` and `11e-1` are equal. */
function significant(text: string): string {
  // Such a number can only be meant to keep the program busy.
  if (text.length > 1000) return text;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/iu.exec(text) ?? [];
  const digits = `${whole}${fraction}`;
  const kept = digits.replace(/0+$/u, "");
  const power = Number(exponent) - fraction.length + digits.length - kept.length;
  const shown = kept.replace(/^0+/u, "");
  return shown === "" ? "0" : `${sign}${shown}e${power}`;
}

/** True if writing the double would give another number than the source text. */
function needsSource(value: number, source: string): boolean {
  if (!Number.isFinite(value) || source.length > LONGEST_NUMBER) return true;
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/u.test(source)) return true;
  return significant(source) !== significant(String(value));
}

/**
 * Texts that have to be checked value by value: a `__proto__` key, possibly escaped, or a number that a double might not represent, with 16 digits or
 * an exponent. A number follows one of these characters; digits in quotes do not match.
 */
const NEEDS_CARE = /__proto__|\\u|^[\s-]*\d|[:,[]\s*-?[\d.]*(?:[\d.]{16}|\de)/iu;

/** Texts up to this length (UTF-16 units) are parsed before their depth is known: even if every character is a bracket, they fit into memory. */
const SHORT = 1024 * 1024;

/**
 * Parses a JSON text. Numbers that a double cannot represent become `ExactNumber`; a `__proto__` key and nesting beyond `maxDepth` are refused before
 * any other code sees the value.
 *
 * @param size the text's size where the caller has measured it: a scan of all characters, which takes twice as long as parsing them
 */
export function parseJson(text: string, maxDepth = MAX_DEPTH, size?: JsonSize): JsonResult {
  const tooDeep: JsonResult = {
    ok: false,
    problem: { kind: "too-deep", message: `nested deeper than ${maxDepth} levels` },
  };
  const needsCare = NEEDS_CARE.test(text);
  // `JSON.parse` is recursive only with a reviver.
  const measured = size ?? (needsCare || text.length > SHORT ? measureJson(text) : null);
  if (measured !== null && measured.depth > maxDepth) return tooDeep;
  let forbidden = false;
  const withCare: SourceReviver = (key, item, context) => {
    if (key === "__proto__") forbidden = true;
    if (typeof item === "number" && context.source !== undefined && needsSource(item, context.source)) {
      return new ExactNumber(context.source);
    }
    return item;
  };
  try {
    const value: unknown = needsCare ? JSON.parse(text, withCare) : JSON.parse(text);
    if (forbidden) {
      return { ok: false, problem: { kind: "forbidden-key", message: 'the key "__proto__" is not accepted' } };
    }
    return isJsonWithin(value, maxDepth) ? { ok: true, value } : tooDeep;
  } catch (error) {
    return { ok: false, problem: { kind: "syntax", message: error instanceof Error ? error.message : "not JSON" } };
  }
}

/**
 * Maximum length (UTF-16 units) and number of names and values of JSON inside a string of a document: people read and edit such a text, and the
 * limits of the document itself do not cover its strings.
 */
const LONGEST_IN_TEXT = 1024 * 1024;
const MOST_IN_TEXT = 20_000;

/** Parses JSON inside a string of a document, such as an audit filter. A text too large for a screen is refused before parsing. */
export function parseJsonInText(text: string): JsonResult {
  const size = text.length > LONGEST_IN_TEXT ? null : measureJson(text);
  if (size === null || size.values > MOST_IN_TEXT) {
    return { ok: false, problem: { kind: "too-long", message: `more than ${MOST_IN_TEXT / 1000} thousand values` } };
  }
  return parseJson(text, MAX_DEPTH, size);
}

/** JSON text of a value; an `ExactNumber` keeps its digits, a `Secret` stays covered. */
export const writeJson = (value: unknown, indent?: number): string => JSON.stringify(value, null, indent);

/** True if a value consists only of JSON and `ExactNumber`. */
export const isJson = (value: unknown): value is Json => isJsonWithin(value, Number.POSITIVE_INFINITY);

/** The same, and is nested in so many levels at most. */
function isJsonWithin(value: unknown, levels: number): value is Json {
  if (value === null || value instanceof ExactNumber) return true;
  switch (typeof value) {
    case "boolean":
    case "number":
    case "string":
      return true;
    case "object":
      if (levels === 0 || value instanceof Secret) return false;
      return (Array.isArray(value) ? value : Object.values(value)).every((item) => isJsonWithin(item, levels - 1));
    default:
      return false;
  }
}

/** True for a plain object (not null, an array, or one of our value classes). */
export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ExactNumber) &&
    !(value instanceof Secret)
  );
}

/** `isObject` for a value that is known to be JSON. */
export const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value);

/** A value from outside if it is a JSON object; otherwise null. */
export const jsonObjectIn = (value: unknown): JsonObject | null =>
  isJson(value) && isJsonObject(value) ? value : null;

/** The objects in a list, skipping other items; empty if it is not a list. */
export const objectsOf = (list: unknown): readonly { readonly [key: string]: unknown }[] =>
  Array.isArray(list) ? list.filter(isObject) : [];

/** `objectsOf` for a value that is known to be JSON. */
export const jsonObjectsOf = (list: Json | undefined): readonly JsonObject[] =>
  Array.isArray(list) ? list.filter((item: Json): item is JsonObject => isJsonObject(item)) : [];

/** The texts in a list, if it is one. */
export const textsOf = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];

/** `isObject` for a request body before it is sent. */
export const isBodyObject = (value: BodyValue | undefined): value is BodyObject => isObject(value);

/** True for a list in a request body. */
export const isList = (value: BodyValue | undefined): value is readonly BodyValue[] => Array.isArray(value);

/** A non-empty text field of a record; null if there is none. */
export function textIn(record: unknown, name: string): string | null {
  const value = isObject(record) ? record[name] : undefined;
  return typeof value === "string" && value !== "" ? value : null;
}

/** A number of an answer as one that is reckoned with; null for what is none. */
export function numberIn(value: unknown): number | null {
  if (value instanceof ExactNumber) return Number(value.source);
  return typeof value === "number" ? value : null;
}

const isNumber = (value: unknown): value is number | ExactNumber =>
  typeof value === "number" || value instanceof ExactNumber;

/** True if two documents are equal; the order of keys does not matter, an absent key differs from null. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (left instanceof ExactNumber || right instanceof ExactNumber) {
    return isNumber(left) && isNumber(right) && significant(String(left)) === significant(String(right));
  }
  if (left instanceof Secret && right instanceof Secret) return left.reveal() === right.reveal();
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameJson(item, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]))
  );
}

/** The value at a path; undefined if the path does not exist. */
export function valueAt(document: unknown, path: Path): unknown {
  let value = document;
  for (const step of path) {
    if (typeof step === "number") value = Array.isArray(value) ? value[step] : undefined;
    else value = isObject(value) ? ownValue(value, step) : undefined;
  }
  return value;
}

/** A path in JavaScript notation: `notifications[1].delayMin`. */
export function pathText(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}

/** Replaces a secret in `encodeBody`: by its text for the wire, or by a placeholder for a preview. */
export type SecretWriter = (secret: Secret, path: Path) => string;

/** A body as plain JSON, with every secret replaced by `writeSecret`. */
export function encodeBody(value: BodyValue, writeSecret: SecretWriter, path: Path = []): Json {
  if (value instanceof Secret) return writeSecret(value, path);
  if (isList(value)) return value.map((item, index) => encodeBody(item, writeSecret, [...path, index]));
  if (isBodyObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, encodeBody(item, writeSecret, [...path, key])]),
    );
  }
  return value;
}

/** `SecretWriter` for the wire: the secret itself. */
export const revealSecret: SecretWriter = (secret) => secret.reveal();

/** `SecretWriter` for previews and curl: a shell variable named after the secret's path (`$NOTIFICATIONS_1_SERVICE_KEY`). */
export const secretVariable: SecretWriter = (_secret, path) =>
  `$${path
    .map((step) => String(step).replace(/([a-z0-9])([A-Z])/gu, "$1_$2"))
    .join("_")
    .replaceAll(/\W/gu, "_")
    .toUpperCase()}`;
