import { setImmediate as nextTurn } from "node:timers/promises";
import * as z from "zod";
import {
  isJsonObject,
  isObject,
  type Json,
  MAX_DEPTH,
  type Path,
  parseJson,
  pathText,
} from "../../contract/json/json.ts";
import { type JsonSize, measureJson } from "../../contract/json/json-size.ts";
import type { Operation } from "../../contract/operation.ts";
import { hintOf, unwrap } from "../../contract/schema/hints.ts";
import { type Misfit, readTolerantly, rowsLeftOut } from "../../contract/schema/tolerant.ts";
import { variantsOf } from "../../contract/schema/unions.ts";
import type { Connection } from "../../contract/wire/connection.ts";
import { respell } from "../../contract/wire/dialect.ts";
import { FASTEST_SPEED, SPEED_HEADER } from "../../contract/wire/wire.ts";
import { printable } from "../../text/printable.ts";
import { type Headers, headerOf, timeOf } from "../transport/headers.ts";
import { type Reply, type TextMark, textOf } from "../transport/transport.ts";
import type { Budget } from "./budget.ts";
import { type LetOthers, LONG_ANSWER, type ReadDocument, readInPieces, sizeInTurns } from "./long-answer.ts";
import { keepOneCopy } from "./one-copy.ts";
import { printableJson } from "./printable-json.ts";

/** When an operation ends, as the service's headers say: ISO dates where they can be read as dates. */
export type Deprecation = { readonly since?: string; readonly sunset?: string };

/** A successful answer. */
export type Answer<Data> = {
  /** Checked, and safe to print. */
  readonly data: Data;
  /** As received, in the contract's spelling: for writing back. Null for an empty answer. */
  readonly raw: Json;
  /** What was left out of the data, because it does not fit the contract; absent where all of it does. */
  readonly misfits?: readonly Misfit[];
  /** Of the text that all this was read from. */
  readonly mark?: TextMark;
  readonly status: number;
  /** The service's clock (its `Date` header) and this machine's, in milliseconds, when it came. */
  readonly at: { readonly server: number | null; readonly local: number };
  readonly requestId: string;
  readonly budget: Budget | null;
  readonly deprecated: Deprecation | null;
  /** It comes from the embedded service: nothing in it is real. */
  readonly sandbox: boolean;
  /** How fast the service's time runs beside the wall clock; 1 but for a sandbox. */
  readonly speed: number;
};

/** What a caller holds of an earlier answer to the same question: where the service says the same once more, it is not read again. */
export type HeldAnswer<Data> = Pick<Answer<Data>, "data" | "raw" | "misfits"> & { readonly mark: TextMark };

/** What of an answer can be read, or why it cannot. */
export type ReadResult<Data> =
  | ({ readonly ok: true } & ReadDocument<Data>)
  | { readonly ok: false; readonly problem: string; readonly isJson: boolean };

type FieldNames = WeakMap<z.core.$ZodType, ReadonlySet<string>>;
const namesOf: Readonly<Record<"lines" | "bearer", FieldNames>> = { lines: new WeakMap(), bearer: new WeakMap() };

/** Names of the fields with a hint, anywhere in a schema: whose line breaks are part of the value, or which are links to secrets. */
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

/** Whether an answer holds a link that is a secret by itself (a download): such an answer is not kept on a disk. */
export function holdsBearer(schema: z.core.$ZodType, raw: unknown): boolean {
  const names = fieldsWith("bearer", schema);
  const holds = (value: unknown, key: string): boolean => {
    if (typeof value === "string") return value !== "" && names.has(key);
    if (Array.isArray(value)) return value.some((item) => holds(item, key));
    return isObject(value) && Object.entries(value).some(([name, item]) => holds(item, name));
  };
  return names.size > 0 && holds(raw, "");
}

/** A body that begins like a page for people: a proxy, a login, a gateway. */
const isPage = (text: string): boolean => /^\s*<(?:!doctype|html|head|\?xml)/iu.test(text);

/**
 * The most names and values of an answer, counted before they are made. The largest answer that the contract knows, 20 000 rows of access
 * history with nine fields each, has 360 000.
 */
const MOST_VALUES = 500_000;

/** The JSON of an answer, whatever its media type says: a proxy may rewrite that, and only the text counts. */
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
 * The data of an answer that is in the contract's spelling: the printable gate, the schema.
 *
 * @param once no function is made of the schema, which takes longer than to check one small answer with it
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

/** A list this long is checked item by item before a schema describes all that is wrong in it (items). */
const LONG_LIST = 1000;
/** With more items than this that do not fit, it is another list. */
const MOST_BROKEN = 100;

/** The first item of a long list that does not fit, at its place in the answer, where most of them do not. */
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
  const path = [...within, ...(issue?.path ?? [])].map((step) => (typeof step === "symbol" ? String(step) : step));
  return placeText({ path, message: issue?.message ?? "invalid format" });
}

/**
 * Reads the body of a 2xx: JSON, the contract's spelling, the printable gate, the schema.
 *
 * @param held what of the same question is held
 * @param letOthers what is waited for between two pieces of a long one
 */
export async function readAnswer<Schema extends z.ZodType>(
  connection: Connection,
  operation: Operation,
  schema: Schema,
  reply: Pick<Reply, "texts">,
  held: HeldAnswer<z.output<Schema>> | null = null,
  letOthers: LetOthers = nextTurn,
): Promise<ReadResult<z.output<Schema>>> {
  const { texts } = reply;
  if (operation.answer === "none" || texts.every((text) => text.trim() === "")) {
    const checked = schema.safeParse(undefined);
    if (checked.success) return { ok: true, data: checked.data, raw: null, misfits: [] };
    return { ok: false, problem: "The response is empty", isJson: true };
  }
  const isLong = texts.reduce((sum, { length }) => sum + length, 0) >= LONG_ANSWER;
  const size = isLong ? await sizeInTurns(texts, letOthers) : null;
  const isReadable = size !== null && size.values <= MOST_VALUES && size.depth <= MAX_DEPTH;
  const whole = isReadable
    ? await readInPieces(texts, size, {
        spell: (json) => respell(schema, json, connection.dialect),
        check: (raw): ReadDocument<z.output<Schema>> | null => {
          const read = readData(schema, raw);
          return read.ok ? read : null;
        },
        mostMisfits: MOST_BROKEN,
        held: held === null ? null : { misfits: [], ...held },
        letOthers,
      })
    : null;
  if (whole !== null) return { ok: true, ...whole };
  const text = textOf(reply);
  const json = readJson(text, size ?? undefined);
  if (!json.ok) return { ...json, isJson: /^\s*[[{]/u.test(text) };
  if (isLong) await letOthers();
  const raw = respell(schema, json.value, connection.dialect);
  const broken = brokenList(schema, raw);
  if (broken !== null) return { ok: false, problem: `The response does not match the API: ${broken}`, isJson: true };
  if (isLong) await letOthers();
  return readData(schema, raw);
}

/** The data of an answer in the contract's spelling, as far as it fits. */
export function readData<Schema extends z.ZodType>(schema: Schema, raw: Json): ReadResult<z.output<Schema>> {
  const checked = checkedData(schema, raw);
  if (!checked.ok) {
    return { ok: false, problem: `The response does not match the API: ${placeText(checked)}`, isJson: true };
  }
  const { data, misfits } = checked;
  const received = withoutRows(raw, misfits);
  keepOneCopy(data, received);
  return { ok: true, data, raw: received, misfits };
}

/** The rows of a list as received, less those that are not among its data. */
function withoutRows(raw: Json, misfits: readonly Misfit[]): Json {
  const left = new Set(rowsLeftOut(misfits));
  const isKept = (_row: Json, index: number): boolean => !left.has(index);
  if (left.size === 0) return raw;
  if (Array.isArray(raw)) return raw.filter(isKept);
  return isJsonObject(raw) && Array.isArray(raw["results"]) ? { ...raw, results: raw["results"].filter(isKept) } : raw;
}

const placeText = ({ path, message }: { readonly path: Path; readonly message: string }): string => {
  const place = pathText(path);
  return printable(place === "" ? message : `${place}: ${message}`);
};

/** The service's clock in an answer, in milliseconds. */
export const servedAt = (headers: Headers): number | null => timeOf(headerOf(headers, "date"));

/** A date of a header as an ISO text: an HTTP date, a number of seconds behind `@`; anything else as it stands. */
function dateText(text: string): string {
  const seconds = /^@(\d+)$/u.exec(text.trim())?.[1];
  const time = seconds === undefined ? Date.parse(text) : Number(seconds) * 1000;
  return Number.isNaN(time) || Math.abs(time) > 8.64e15 ? printable(text) : new Date(time).toISOString();
}

/** What the headers say of the operation's end, or null when it has none. */
export function deprecationOf(headers: Headers): Deprecation | null {
  const since = headerOf(headers, "deprecation");
  const sunset = headerOf(headers, "sunset");
  if (since === null && sunset === null) return null;
  return {
    ...(since === null ? {} : { since: dateText(since) }),
    ...(sunset === null ? {} : { sunset: dateText(sunset) }),
  };
}

/** The speed of the service's time, and whether it is the embedded one. */
export function speedOf(headers: Headers): { readonly sandbox: boolean; readonly speed: number } {
  const text = headerOf(headers, SPEED_HEADER);
  const speed = Number(text);
  return { sandbox: text !== null, speed: text !== null && speed > 0 && speed <= FASTEST_SPEED ? speed : 1 };
}
