import { setImmediate as nextTurn } from "node:timers/promises";
import * as z from "zod";
import {
  isJsonObject,
  isObject,
  type Json,
  MAX_DEPTH,
  type Path,
  parseJson,
  pathOfIssue,
  pathText,
} from "../../contract/json/json.ts";
import { type JsonSize, measureJson } from "../../contract/json/json-size.ts";
import type { Operation } from "../../contract/operation.ts";
import { hintOf, unwrap } from "../../contract/schema/hints.ts";
import { type Misfit, omittedRows, readTolerantly } from "../../contract/schema/tolerant.ts";
import { variantsOf } from "../../contract/schema/unions.ts";
import type { Connection } from "../../contract/wire/connection.ts";
import { inDialect } from "../../contract/wire/dialect.ts";
import { FASTEST_SPEED, SPEED_HEADER } from "../../contract/wire/wire.ts";
import { printable } from "../../text/printable.ts";
import { type Headers, headerOf, timeOf } from "../transport/headers.ts";
import { type Reply, type TextMark, textOf } from "../transport/transport.ts";
import type { Budget } from "./budget.ts";
import { type LetOthers, LONG_ANSWER, measureInPieces, type ReadDocument, readInPieces } from "./long-answer.ts";
import { keepOneCopy } from "./one-copy.ts";
import { printableJson } from "./printable-json.ts";

/** A successful answer. */
export type Answer<Data> = {
  /** Validated, and safe to print. */
  readonly data: Data;
  /** As received, in the contract's spelling, for writing back. Null for an empty answer. */
  readonly raw: Json;
  /** Parts left out of the data because they do not fit the contract; absent if everything fits. */
  readonly misfits?: readonly Misfit[];
  /** Mark of the text that the answer was parsed from. */
  readonly mark?: TextMark;
  readonly status: number;
  /** The service's `Date` header, and when the request was sent and its answer had arrived on this machine's clock (ms). */
  readonly at: { readonly server: number | null; readonly sent: number; readonly local: number };
  readonly requestId: string;
  readonly budget: Budget | null;
  /** True where the headers say that the operation is deprecated. */
  readonly isDeprecated: boolean;
  /** True for the embedded service, whose data are not real. */
  readonly sandbox: boolean;
  /** Speed of the service's time relative to real time; always 1 except in a sandbox. */
  readonly speed: number;
};

/** An earlier answer to the same request that the caller still has: if the service's answer is unchanged, it is not parsed again. */
export type PreviousAnswer<Data> = Pick<Answer<Data>, "data" | "raw" | "misfits"> & { readonly mark: TextMark };

/** Why the body of a 2xx is unreadable. `isAccepted`: it is the service's own all the same, so that the status can be believed. */
type Unread = { readonly ok: false; readonly problem: string; readonly isAccepted: boolean };

/** The data of an answer, or why it is unreadable. */
export type ReadResult<Data> = ({ readonly ok: true } & ReadDocument<Data>) | Unread;

type FieldNames = WeakMap<z.core.$ZodType, ReadonlySet<string>>;
const namesOf: Readonly<Record<"lines" | "bearer", FieldNames>> = { lines: new WeakMap(), bearer: new WeakMap() };

/** Names of all fields in a schema that have a hint: significant line breaks, or links that give access without credentials. */
function fieldsWith(hint: keyof typeof namesOf, schema: z.core.$ZodType): ReadonlySet<string> {
  const known = namesOf[hint].get(schema);
  if (known !== undefined) return known;
  const names = new Set<string>();
  const seen = new Set<z.core.$ZodType>();
  const walk = (each: z.core.$ZodType): void => {
    const inner = unwrap(each);
    if (seen.has(inner)) return;
    seen.add(inner);
    if (inner instanceof z.ZodArray) walk(inner.element);
    for (const variant of variantsOf(inner)?.variants.values() ?? []) walk(variant);
    if (!(inner instanceof z.ZodObject)) return;
    const shape: z.core.$ZodShape = inner.shape;
    for (const [name, field] of Object.entries(shape)) {
      if (hintOf(field)[hint] === true) names.add(name);
      walk(field);
    }
  };
  walk(schema);
  namesOf[hint].set(schema, names);
  return names;
}

/** True if an answer holds a link that gives access without credentials (a download): such an answer is never stored on disk. */
export function holdsBearerLink(schema: z.core.$ZodType, raw: unknown): boolean {
  const names = fieldsWith("bearer", schema);
  const holds = (value: unknown, key: string): boolean => {
    if (typeof value === "string") return value !== "" && names.has(key);
    if (Array.isArray(value)) return value.some((item) => holds(item, key));
    return isObject(value) && Object.entries(value).some(([name, item]) => holds(item, name));
  };
  return names.size > 0 && holds(raw, "");
}

/** True for an HTML or XML page, as from a proxy, a login or a gateway. */
const isPage = (text: string): boolean => /^\s*<(?:!doctype|html|head|\?xml)/iu.test(text);

/**
 * Maximum number of names and values in an answer, counted before parsing. The largest answer in the contract, 20 000 rows of access history with
 * nine fields each, has 360 000.
 */
const MOST_VALUES = 500_000;

/** Parses an answer as JSON whatever its media type is: a proxy may rewrite that, so only the text counts. */
export function readJson(
  text: string,
  size: JsonSize = measureJson(text),
): { ok: true; value: Json } | { ok: false; problem: string } {
  if (size.values > MOST_VALUES) {
    return { ok: false, problem: `The response has more than ${MOST_VALUES / 1000} thousand values` };
  }
  const json = parseJson(text, undefined, size);
  if (json.ok) return json;
  if (isPage(text)) return { ok: false, problem: "The response is a web page, not JSON" };
  if (json.problem.kind !== "syntax")
    return { ok: false, problem: `The JSON of the response is not accepted: ${json.problem.message}` };
  return {
    ok: false,
    problem: /^\s*[[{]/u.test(text) ? "Incomplete or damaged JSON" : "The response is not JSON",
  };
}

/**
 * Validated and printable data of an answer in the contract's spelling.
 *
 * @param once do not compile the schema: that takes longer than one check of a small answer
 */
export function checkedData<Schema extends z.ZodType>(
  schema: Schema,
  raw: Json,
  once = false,
): ReturnType<typeof readTolerantly<Schema>> {
  const fields = fieldsWith("lines", schema);
  return readTolerantly(
    schema,
    printableJson(raw, (key) => fields.has(key)),
    { jitless: once },
  );
}

/** Lists of at least this length are checked item by item first, before the schema reports every error in them (items). */
const LONG_LIST = 1000;
/** Maximum number of items that do not fit; a list with more is rejected. */
const MOST_BROKEN = 100;

/** Error of the first item that does not fit in a long list, with its path, if too many items do not fit. */
function brokenList(schema: z.core.$ZodType, value: Json | undefined, path: Path = []): string | null {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    if (value.length < LONG_LIST) return null;
    let [first, broken]: [string | null, number] = [null, 0];
    for (const [index, item] of value.entries()) {
      const checked = z.safeParse(inner.element, item);
      if (checked.success) continue;
      first ??= issueText(checked.error, [...path, index]);
      broken += 1;
      if (broken > MOST_BROKEN) return first;
    }
  }
  if (!(inner instanceof z.ZodObject) || !isJsonObject(value)) return null;
  const shape: z.core.$ZodShape = inner.shape;
  for (const [name, field] of Object.entries(shape)) {
    const broken = Object.hasOwn(value, name) ? brokenList(field, value[name], [...path, name]) : null;
    if (broken !== null) return broken;
  }
  return null;
}

function issueText(error: z.core.$ZodError, within: Path): string {
  const [issue] = error.issues;
  const path = [...within, ...pathOfIssue(issue?.path ?? [])];
  return placeText({ path, message: issue?.message ?? "invalid format" });
}

/** Maximum length of an error code in a sentence (characters). */
const LONGEST_CODE = 100;

/**
 * The JSON of a 2xx. A web page comes from something in between, such as a login or a gateway, and an error document says that the request failed:
 * after both the status does not say that the service accepted the request.
 */
function bodyOf(text: string, size?: JsonSize): { readonly ok: true; readonly value: Json } | Unread {
  const json = readJson(text, size);
  // What begins as JSON is the service's own, even if it is damaged.
  if (!json.ok) return { ...json, isAccepted: /^\s*[[{]/u.test(text) };
  if (!isJsonObject(json.value)) return json;
  const { error: status, errorCode: code } = json.value;
  if (typeof code !== "string" || typeof status !== "number" || status < 400) return json;
  const problem = `The response is an error document: ${printable(code.slice(0, LONGEST_CODE))}`;
  return { ok: false, problem, isAccepted: false };
}

/**
 * Reads the body of a 2xx: parses the JSON, converts it to the contract's spelling, makes it printable and validates it.
 *
 * @param held the caller's earlier answer to the same request
 * @param letOthers awaited between two pieces of a long answer
 */
export async function readAnswer<Schema extends z.ZodType>(
  connection: Connection,
  operation: Operation,
  schema: Schema,
  reply: Pick<Reply, "texts">,
  previous: PreviousAnswer<z.output<Schema>> | null = null,
  letOthers: LetOthers = nextTurn,
): Promise<ReadResult<z.output<Schema>>> {
  const { texts } = reply;
  const isEmpty = texts.every((text) => text.trim() === "");
  if (isEmpty || operation.answer === "none") {
    const body = isEmpty ? null : bodyOf(textOf(reply));
    if (body?.ok === false) return body;
    const checked = schema.safeParse(undefined);
    if (checked.success) return { ok: true, data: checked.data, raw: null, misfits: [] };
    return { ok: false, problem: "The response is empty", isAccepted: true };
  }
  const isLong = texts.reduce((sum, { length }) => sum + length, 0) >= LONG_ANSWER;
  const size = isLong ? await measureInPieces(texts, letOthers) : null;
  const isReadable = size !== null && size.values <= MOST_VALUES && size.depth <= MAX_DEPTH;
  const whole = isReadable
    ? await readInPieces(texts, size, {
        spell: (json) => inDialect(schema, json, connection.dialect),
        check: (raw): ReadDocument<z.output<Schema>> | null => {
          const read = readData(schema, raw);
          return read.ok ? read : null;
        },
        mostMisfits: MOST_BROKEN,
        previous: previous === null ? null : { misfits: [], ...previous },
        letOthers,
      })
    : null;
  if (whole !== null) return { ok: true, ...whole };
  const json = bodyOf(textOf(reply), size ?? undefined);
  if (!json.ok) return json;
  if (isLong) await letOthers();
  const raw = inDialect(schema, json.value, connection.dialect);
  const broken = brokenList(schema, raw);
  if (broken !== null)
    return { ok: false, problem: `The response does not match the API: ${broken}`, isAccepted: true };
  if (isLong) await letOthers();
  return readData(schema, raw);
}

/** Data of an answer in the contract's spelling; values that do not fit are left out. */
export function readData<Schema extends z.ZodType>(schema: Schema, raw: Json): ReadResult<z.output<Schema>> {
  const checked = checkedData(schema, raw);
  if (!checked.ok) {
    return { ok: false, problem: `The response does not match the API: ${placeText(checked)}`, isAccepted: true };
  }
  const { data, misfits } = checked;
  const received = withoutRows(raw, misfits);
  keepOneCopy(data, received);
  return { ok: true, data, raw: received, misfits };
}

/** A received list without the rows that were left out of the data. */
function withoutRows(raw: Json, misfits: readonly Misfit[]): Json {
  const left = new Set(omittedRows(misfits));
  const isKept = (_row: Json, index: number): boolean => !left.has(index);
  if (left.size === 0) return raw;
  if (Array.isArray(raw)) return raw.filter(isKept);
  return isJsonObject(raw) && Array.isArray(raw["results"]) ? { ...raw, results: raw["results"].filter(isKept) } : raw;
}

/** An answer as it was received, with the rows that are left out of the data: for those who asked for the service's own words. */
export function asReceived({ raw, misfits = [] }: Pick<Answer<unknown>, "raw" | "misfits">): Json {
  const left = new Map(misfits.flatMap((misfit) => omittedRows([misfit]).map((index) => [Number(index), misfit.row])));
  const rows = isJsonObject(raw) ? raw["results"] : raw;
  if (left.size === 0 || !Array.isArray(rows)) return raw;
  const all = [...rows];
  for (const [index, row] of [...left].toSorted(([one], [other]) => one - other)) all.splice(index, 0, row ?? null);
  return isJsonObject(raw) ? { ...raw, results: all } : all;
}

const placeText = ({ path, message }: { readonly path: Path; readonly message: string }): string => {
  const place = pathText(path);
  return printable(place === "" ? message : `${place}: ${message}`);
};

/** The service's clock in an answer, in milliseconds. */
export const serverTimeOf = (headers: Headers): number | null => timeOf(headerOf(headers, "date"));

export const isDeprecated = (headers: Headers): boolean =>
  headerOf(headers, "deprecation") !== null || headerOf(headers, "sunset") !== null;

/** Speed of the service's time, and whether it is the embedded service. */
export function speedOf(headers: Headers): { readonly sandbox: boolean; readonly speed: number } {
  const text = headerOf(headers, SPEED_HEADER);
  const speed = Number(text);
  return { sandbox: text !== null, speed: text !== null && speed > 0 && speed <= FASTEST_SPEED ? speed : 1 };
}
