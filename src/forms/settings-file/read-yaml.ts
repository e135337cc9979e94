import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseAllDocuments,
  Scalar,
  type YAMLParseError,
  type YAMLWarning,
} from "yaml";
import { ExactNumber, type Json, MAX_DEPTH, type Path, parseJson, pathText } from "../../contract/json/json.ts";
import { pluralize, uncapitalized } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import type { FileProblem, TextPosition } from "./kind.ts";

/** Parses YAML 1.2 from an untrusted author: with the position of every value, with all digits of numbers, and with a limit on expansion. */

/** Largest file in bytes. */
export const LARGEST_FILE = 10_000_000;
/** Largest number of values in a document; values repeated by aliases count each time. */
const MOST_VALUES = 100_000;

/** A document of a file as JSON. */
export type YamlDocument = {
  readonly value: Json;
  /** Position of a value: its key if it has one. A missing value has the position of its parent. */
  readonly spotOf: (path: Path) => TextPosition;
};

type ReadYaml = { readonly documents: readonly YamlDocument[]; readonly problems: readonly FileProblem[] };

/** Thrown to stop reading a document. */
class Unreadable extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const startOf = (node: Node | null | undefined): number => node?.range?.[0] ?? 0;

type Reading = {
  readonly document: Document.Parsed<ParsedNode>;
  readonly offsets: Map<string, number>;
  values: number;
};

/** Parses all documents of a text. JSON is YAML, too. */
export function readYaml(file: string, text: string): ReadYaml {
  const counter = new LineCounter();
  const spotAt = (offset: number): TextPosition => {
    const { line, col } = counter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const problem = (message: string, offset: number): FileProblem => ({
    file,
    message: printable(message),
    ...spotAt(offset),
  });
  let parsed: readonly Document.Parsed<ParsedNode>[];
  try {
    const found = parseAllDocuments(text, {
      lineCounter: counter,
      version: "1.2",
      schema: "core",
      intAsBigInt: true,
      // Checked below instead: the library compares each key with every other one.
      uniqueKeys: false,
      stringKeys: true,
      prettyErrors: false,
      logLevel: "silent",
    });
    parsed = "empty" in found ? [] : found;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { documents: [], problems: [problem("nested too deep", 0)] };
  }
  const documents: YamlDocument[] = [];
  const problems: FileProblem[] = [];
  for (const document of parsed) {
    const [complaint] = [...document.errors, ...document.warnings];
    if (complaint !== undefined) {
      problems.push(problem(messageOf(complaint), complaint.pos[0]));
      continue;
    }
    const reading: Reading = { document, offsets: new Map(), values: 0 };
    try {
      const value = jsonIn(reading, document.contents, []);
      if (value === null) continue;
      documents.push({ value, spotOf: (path) => spotAt(offsetOf(reading, path)) });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problems.push(problem(error.message, error.offset));
    }
  }
  return { documents, problems };
}

/** A message of the library as one sentence. */
function messageOf({ code, message }: YAMLParseError | YAMLWarning): string {
  if (code === "NON_STRING_KEY") return "a name must be a text";
  const [first = ""] = message.split("\n");
  if (first.startsWith("Maximum call stack")) return "nested too deep";
  return uncapitalized(first);
}

function offsetOf({ offsets }: Reading, path: Path): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const offset = offsets.get(pathText(path.slice(0, length)));
    if (offset !== undefined) return offset;
  }
  return 0;
}

function jsonIn(reading: Reading, node: Node | null | undefined, path: Path): Json {
  const offset = startOf(node);
  const place = pathText(path);
  if (!reading.offsets.has(place)) reading.offsets.set(place, offset);
  reading.values += 1;
  if (reading.values > MOST_VALUES) {
    throw new Unreadable(`more than ${pluralize(MOST_VALUES, "value")}, with those that aliases repeat`, offset);
  }
  // An alias inside its own anchor would recurse forever.
  if (path.length > MAX_DEPTH) throw new Unreadable(`nested deeper than ${MAX_DEPTH} levels`, offset);
  if (node === null || node === undefined) return null;
  if (isAlias(node)) {
    const target = node.resolve(reading.document);
    if (target === undefined) throw new Unreadable(`there is no anchor &${node.source} before this`, offset);
    return jsonIn(reading, target, path);
  }
  if (isScalar(node)) return scalarOf(node, offset);
  if (isSeq<Node>(node)) return node.items.map((item, index) => jsonIn(reading, item, [...path, index]));
  if (!isMap<Node, Node>(node)) throw new Unreadable("not a value", offset);
  const entries = new Map<string, Json>();
  for (const { key, value } of node.items) {
    if (!isScalar(key) || typeof key.value !== "string") throw new Unreadable("a name must be a text", startOf(key));
    const name = key.value;
    if (name === "__proto__") throw new Unreadable('the name "__proto__" is not accepted', startOf(key));
    if (entries.has(name)) throw new Unreadable(`${name} stands here twice`, startOf(key));
    const below = [...path, name];
    reading.offsets.set(pathText(below), startOf(key));
    entries.set(name, jsonIn(reading, value, below));
  }
  return Object.fromEntries(entries);
}

function scalarOf({ value, source, type }: Scalar, offset: number): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "bigint":
      return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
        ? Number(value)
        : new ExactNumber(String(value));
    case "number": {
      // `parseJson` knows whether a double can represent all digits of a decimal number.
      const exact = type === Scalar.PLAIN && source !== undefined ? parseJson(source) : null;
      if (exact?.ok === true) return exact.value;
      if (!Number.isFinite(value)) throw new Unreadable("not a finite number", offset);
      return value;
    }
    default:
      if (value === null || value === undefined) return null;
      throw new Unreadable("not a text, a number, true, false or null", offset);
  }
}
