import { isJsonObject, isObject, type Json, type Path, parseJson, sameJson } from "../../contract/json/json.ts";
import { type JsonSize, type ListPlace, newScan, scanJson } from "../../contract/json/json-size.ts";
import { ownValue } from "../../contract/json/own-values.ts";
import type { Misfit } from "../../contract/schema/tolerant.ts";
import { inOrder } from "../../text/in-order.ts";

/**
 * Reads a long answer in pieces: each piece is the whole document with only some items of its long list, and between two pieces other work can run.
 */

/** Resolves when other pending work has run. */
export type LetOthers = () => Promise<void>;

/** Minimum length of an answer that is read in pieces (characters). */
export const LONG_ANSWER = 256 * 1024;

/** Maximum text around the list (characters), which is parsed again with each piece: a document with more is read as a whole. */
const MOST_AROUND = 16 * 1024;

/** Size of a text, and the position of its long list. */
type LongSize = JsonSize & { readonly list: ListPlace | null };

/** Measures a text part by part, and finds its long list. */
export async function measureInPieces(texts: readonly string[], letOthers: LetOthers): Promise<LongSize> {
  const scan = newScan();
  let from = 0;
  for (const text of texts) {
    scanJson(text, scan, from);
    from += text.length;
    await letOthers();
  }
  return { depth: scan.deepest, values: scan.values, list: scan.list };
}

/** A slice of a text that consists of several parts. */
function sliceOf(texts: readonly string[], from: number, to: number): string {
  let start = 0;
  let slice = "";
  for (const text of texts) {
    if (start < to && start + text.length > from) slice += text.slice(Math.max(0, from - start), to - start);
    start += text.length;
  }
  return slice;
}

/** The text before and after the items of a long list. */
type Around = { readonly before: string; readonly after: string };

/** Name of the long list in an object: the property that is empty without the items. `name` is null if the document itself is the list. */
function nameOfList({ before, after }: Around): { readonly name: string | null } | null {
  const rest = parseJson(before + after);
  if (!rest.ok) return null;
  if (Array.isArray(rest.value)) return { name: null };
  const text = /("(?:[^"\\]|\\.)*")\s*:\s*\[$/u.exec(before.slice(-200))?.[1];
  const key = text === undefined ? null : parseJson(text);
  if (key === null || !key.ok || typeof key.value !== "string" || !isJsonObject(rest.value)) return null;
  const list = ownValue(rest.value, key.value);
  return Array.isArray(list) && list.length === 0 ? { name: key.value } : null;
}

/** The content of a document or of a piece of it. */
export type ReadDocument<Data> = { readonly data: Data; readonly raw: Json; readonly misfits: readonly Misfit[] };

function listIn(document: unknown, name: string | null): readonly unknown[] | null {
  const list = name === null ? document : isObject(document) ? document[name] : undefined;
  return Array.isArray(list) ? list : null;
}

function rawListIn(document: Json, name: string | null): readonly Json[] | null {
  const list = name === null ? document : isJsonObject(document) ? document[name] : undefined;
  return Array.isArray(list) ? list : null;
}

/** Converts a path in a piece into one in the whole document; null if it is not inside an item. */
function placeInWhole(path: Path, name: string | null, before: number): Path | null {
  const [first, ...below] = name === null ? path : path[0] === name ? path.slice(1) : [];
  return typeof first === "number" ? [...(name === null ? [] : [name]), first + before, ...below] : null;
}

/** A document with other items in its list. */
function withItems<Document>(document: Document, name: string | null, items: readonly unknown[]): Document {
  if (name !== null) return Object.assign({}, document, { [name]: items });
  const none: unknown[] = [];
  const copy = Object.assign(none, document);
  copy.length = 0;
  for (const item of items) copy.push(item);
  return copy;
}

/** Options for reading a long answer in pieces. */
type PieceReading<Data> = {
  /** Converts a document to the contract's spelling. */
  readonly spell: (json: Json) => Json;
  /** Validates a document; null if it does not fit. */
  readonly check: (raw: Json) => ReadDocument<Data> | null;
  /** Maximum number of misfits; a document with more is rejected. */
  readonly mostMisfits: number;
  /** The previous answer: unchanged items are not validated again. */
  readonly previous: ReadDocument<Data> | null;
  readonly letOthers: LetOthers;
};

/** Items of the previous answer, as received and as validated, and a search for the index of an equal item. */
type KnownItems = {
  readonly raw: readonly Json[];
  readonly data: readonly unknown[];
  readonly find: (item: Json) => number | null;
};

function knownItems<Data>(previous: PieceReading<Data>["previous"], name: string | null): KnownItems | null {
  // After values were left out, the received and validated items no longer correspond.
  if (previous === null || previous.misfits.length > 0) return null;
  const raw = rawListIn(previous.raw, name);
  const data = listIn(previous.data, name);
  return raw !== null && data !== null && raw.length === data.length
    ? { raw, data, find: inOrder(raw, sameJson) }
    : null;
}

/** The content of a piece, and its items. */
type Piece<Data> = {
  readonly read: ReadDocument<Data>;
  readonly raw: readonly Json[];
  readonly data: readonly unknown[];
};

function readPiece<Data>(
  spelled: Json,
  name: string | null,
  check: PieceReading<Data>["check"],
  known: KnownItems | null,
): Piece<Data> | null {
  const all = rawListIn(spelled, name);
  if (all === null) return null;
  const places = known === null ? [] : all.map(known.find);
  const fresh = all.filter((_item, at) => (places[at] ?? null) === null);
  const read = check(fresh.length === all.length ? spelled : withItems(spelled, name, fresh));
  const data = listIn(read?.data, name);
  const raw = read === null ? null : rawListIn(read.raw, name);
  if (read === null || data === null || raw === null) return null;
  if (known === null || fresh.length === all.length) return { read, raw, data };
  // Paths of misfits need the index among all items of the piece.
  if (read.misfits.length > 0) return readPiece(spelled, name, check, null);
  const whole: { raw: Json[]; data: unknown[] } = { raw: [], data: [] };
  let next = 0;
  for (const place of places) {
    const from = place === null ? { raw, data } : known;
    const at = place ?? next;
    if (place === null) next += 1;
    whole.raw.push(from.raw[at] ?? null);
    whole.data.push(from.data[at]);
  }
  return { read, ...whole };
}

/**
 * Reads a document with a long list in pieces.
 *
 * @returns null if the document has no long list, or has to be read as a whole
 */
export async function readInPieces<Data>(
  texts: readonly string[],
  size: LongSize,
  { spell, check, mostMisfits, previous, letOthers }: PieceReading<Data>,
): Promise<ReadDocument<Data> | null> {
  const place = size.list;
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (place === null || place.from + length - place.to > MOST_AROUND) return null;
  const around = { before: sliceOf(texts, 0, place.from), after: sliceOf(texts, place.to, length) };
  const list = nameOfList(around);
  if (list === null) return null;
  const { name } = list;
  const known = knownItems(previous, name);
  const data: unknown[] = [];
  const raw: Json[] = [];
  const misfits: Misfit[] = [];
  let received = 0;
  let last: ReadDocument<Data> | null = null;
  for (const [index, to] of [...place.cuts, place.to].entries()) {
    const cut = place.cuts[index - 1];
    const items = sliceOf(texts, cut === undefined ? place.from : cut + 1, to);
    // No piece is nested deeper than the whole.
    const json = parseJson(around.before + items + around.after, undefined, size);
    const piece = json.ok ? readPiece(spell(json.value), name, check, known) : null;
    if (!json.ok || piece === null) return null;
    for (const misfit of piece.read.misfits) {
      const path = placeInWhole(misfit.path, name, received);
      if (path === null) return null;
      misfits.push({ ...misfit, path });
    }
    if (misfits.length > mostMisfits) return null;
    data.push(...piece.data);
    raw.push(...piece.raw);
    received += rawListIn(json.value, name)?.length ?? 0;
    last = piece.read;
    await letOthers();
  }
  if (last === null) return null;
  return { data: withItems(last.data, name, data), raw: withItems(last.raw, name, raw), misfits };
}
