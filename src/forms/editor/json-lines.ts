/**
 * Parses JSON as people edit it, with `//` and block comments and trailing commas, and records the line of each value, so that errors can name their
 * line.
 */
type LinedJson =
  | { readonly ok: true; readonly json: string; readonly lineOf: (path: string) => number }
  | { readonly ok: false; readonly line: number; readonly message: string };

/** Deepest nesting; the same limit as for all JSON that this program reads. */
const MAX_DEPTH = 100;

class Malformed extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

type Reader = { readonly text: string; at: number; readonly lines: Map<string, number>; readonly commas: number[] };

/** Plain JSON of a text (same offsets) with the line of each path, or the position of the first error. */
export function linedJson(source: string): LinedJson {
  const bare = lessComments(source);
  const reader: Reader = { text: bare, at: 0, lines: new Map(), commas: [] };
  const starts = [...source.matchAll(/\n/gu)].map((match) => match.index);
  const lineAt = (offset: number): number => 1 + starts.filter((start) => start < offset).length;
  try {
    readValue(reader, "", 0);
    skip(reader);
    if (reader.at < bare.length) throw new Malformed("unexpected text after the closing bracket", reader.at);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { ok: false, line: lineAt(error.at), message: error.message };
  }
  const characters = bare.split("");
  for (const comma of reader.commas) characters[comma] = " ";
  const lines = reader.lines;
  return { ok: true, json: characters.join(""), lineOf: (path) => lineAt(nearest(lines, path)) };
}

/** Offset of a path, or of its nearest known parent. */
function nearest(lines: ReadonlyMap<string, number>, path: string): number {
  for (let at = path; at !== ""; at = at.replace(/(?:\.?[^.[\]]+|\[\d+\])$/u, "")) {
    const found = lines.get(at);
    if (found !== undefined) return found;
    if (!/(?:\.?[^.[\]]+|\[\d+\])$/u.test(at)) break;
  }
  return lines.get("") ?? 0;
}

/** The text with comments replaced by blanks, all other characters in place. */
function lessComments(source: string): string {
  return source.replaceAll(/"(?:\\.|[^"\\\n])*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/gu, (match) =>
    match.startsWith('"') ? match : match.replaceAll(/[^\n]/gu, " "),
  );
}

function skip(reader: Reader): void {
  while (/[\s\ufeff]/u.test(reader.text.charAt(reader.at))) reader.at += 1;
}

function readValue(reader: Reader, path: string, depth: number): void {
  skip(reader);
  if (!reader.lines.has(path)) reader.lines.set(path, reader.at);
  if (depth > MAX_DEPTH) throw new Malformed(`nested deeper than ${MAX_DEPTH} levels`, reader.at);
  const start = reader.text.charAt(reader.at);
  if (start === "{") readMembers(reader, path, depth);
  else if (start === "[") readItems(reader, path, depth);
  else if (start === '"') readString(reader);
  else readWord(reader);
}

function readMembers(reader: Reader, path: string, depth: number): void {
  const names = new Set<string>();
  readSeries(reader, "}", () => {
    skip(reader);
    if (reader.text.charAt(reader.at) !== '"')
      throw new Malformed('expected a name in double quotes or "}"', reader.at);
    const start = reader.at;
    const name = readString(reader);
    if (names.has(name)) throw new Malformed(`duplicate name "${name}"`, start);
    names.add(name);
    skip(reader);
    if (reader.text.charAt(reader.at) !== ":") throw new Malformed(`expected a colon after "${name}"`, reader.at);
    reader.at += 1;
    const inner = path === "" ? name : `${path}.${name}`;
    reader.lines.set(inner, start);
    readValue(reader, inner, depth + 1);
  });
}

function readItems(reader: Reader, path: string, depth: number): void {
  let index = 0;
  readSeries(reader, "]", () => {
    readValue(reader, `${path}[${index}]`, depth + 1);
    index += 1;
  });
}

function readSeries(reader: Reader, end: string, readOne: () => void): void {
  reader.at += 1;
  let comma: number | null = null;
  for (;;) {
    skip(reader);
    const next = reader.text.charAt(reader.at);
    if (next === end) {
      reader.at += 1;
      if (comma !== null) reader.commas.push(comma);
      return;
    }
    if (next === "") throw new Malformed(`missing "${end}" at the end`, reader.at);
    readOne();
    skip(reader);
    comma = null;
    if (reader.text.charAt(reader.at) === ",") {
      comma = reader.at;
      reader.at += 1;
    } else if (reader.text.charAt(reader.at) !== end) throw new Malformed(`expected a comma or "${end}"`, reader.at);
  }
}

function stickyMatch(pattern: RegExp, reader: Reader): RegExpExecArray | null {
  pattern.lastIndex = reader.at;
  return pattern.exec(reader.text);
}

function readString(reader: Reader): string {
  const match = stickyMatch(/"(?:\\.|[^"\\\n])*"/uy, reader);
  if (match === null) throw new Malformed("missing closing quote", reader.at);
  try {
    const value: unknown = JSON.parse(match[0]);
    reader.at += match[0].length;
    return String(value);
  } catch {
    throw new Malformed("invalid escape or control character in a string", reader.at);
  }
}

function readWord(reader: Reader): void {
  const word = stickyMatch(/[^\s,:{}[\]"]+/uy, reader)?.[0] ?? "";
  const isWord = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/u.test(word);
  if (!isWord)
    throw new Malformed(
      word === "" ? "expected a value" : `${word} is not a value: put strings in double quotes`,
      reader.at,
    );
  reader.at += word.length;
}
