/**
 * Parses the `WWW-Authenticate` header (RFC 9110, 11.6.1): several challenges in one field, several fields, quoted strings with escapes, commas
 * everywhere. Unparsable text is skipped up to the next challenge; nothing here throws.
 */
export type Challenge = {
  /** In lower case: `digest`, `bearer`. */
  readonly scheme: string;
  /** Parameters by lower-case name, with quotes and escapes removed. */
  readonly params: ReadonlyMap<string, string>;
};

const TOKEN = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/uy;
const TOKEN68 = /[A-Za-z0-9\-._~+/]+=*(?=[ \t]*(?:,|$))/uy;
const BLANKS = /[ \t]*/uy;
const BLANKS_AND_COMMAS = /[ \t,]*/uy;
const QUOTED = /"((?:[^"\\]|\\.)*)"/suy;

/** Scans a text from a position on. */
class Cursor {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#position >= this.#text.length;
  }

  /** Matches a sticky pattern here and advances; undefined leaves the cursor in place. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.#position += match[0].length;
    return match;
  }

  /** Advances over a character if it is the given one. */
  skip(character: string): boolean {
    if (this.#text[this.#position] !== character) return false;
    this.#position += 1;
    return true;
  }

  /** Advances by one character. */
  step(): void {
    this.#position += 1;
  }
}

/** The value after `=`: a quoted string or a token. */
function readValue(cursor: Cursor): string | undefined {
  const quoted = cursor.take(QUOTED);
  if (quoted !== undefined) return (quoted[1] ?? "").replace(/\\(.)/gsu, "$1");
  return cursor.take(TOKEN)?.[0];
}

/** All challenges of the header fields, in their order. */
export function parseChallenges(header: string | readonly string[] | undefined): readonly Challenge[] {
  const cursor = new Cursor(typeof header === "string" ? header : (header ?? []).join(", "));
  const challenges: { scheme: string; params: Map<string, string> }[] = [];
  while (!cursor.atEnd) {
    cursor.take(BLANKS_AND_COMMAS);
    const name = cursor.take(TOKEN)?.[0].toLowerCase();
    if (name === undefined) {
      cursor.step();
      continue;
    }
    cursor.take(BLANKS);
    if (cursor.skip("=")) {
      cursor.take(BLANKS);
      const value = readValue(cursor);
      const current = challenges.at(-1);
      // The first of two parameters with one name counts, as in the libraries used for testing servers.
      if (value !== undefined && current !== undefined && !current.params.has(name)) current.params.set(name, value);
      continue;
    }
    challenges.push({ scheme: name, params: new Map() });
    const ahead = cursor.take(TOKEN68)?.[0];
    if (ahead !== undefined) challenges.at(-1)?.params.set("token68", ahead);
  }
  return challenges;
}

/** Parameters of a header without a scheme (`Authentication-Info`). */
export function parseParams(header: string | readonly string[] | undefined): ReadonlyMap<string, string> {
  const text = typeof header === "string" ? header : (header ?? []).join(", ");
  return parseChallenges(`list ${text}`)[0]?.params ?? new Map();
}
