/** A condition as the words that it is written with. */

export type ConditionWord = {
  readonly kind: "word" | "quoted" | "operator" | "open" | "close" | "end";
  /** A quoted text without its quotes. */
  readonly text: string;
  /** Where it begins in the condition, and ends, in characters of JavaScript. */
  readonly at: number;
  readonly end: number;
};

/** A quote that is not closed begins here. */
export type OpenQuote = { readonly openQuoteAt: number };

const PATTERN =
  /(?<open>\()|(?<close>\))|(?<operator>[=!<>~&|]+)|(?<quoted>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<quote>["'])|(?<word>[^\s()=!<>~&|"']+)/gsu;

const KINDS = ["open", "close", "operator", "quoted", "word"] as const;

const unquoted = (text: string): string => text.slice(1, -1).replace(/\\(.)/gsu, "$1");

/** The words of a condition, and its end. */
export function tokensOf(text: string): readonly ConditionWord[] | OpenQuote {
  const words: ConditionWord[] = [];
  for (const { 0: found, index: at, groups } of text.matchAll(PATTERN)) {
    const kind = KINDS.find((name) => groups?.[name] !== undefined);
    if (kind === undefined) return { openQuoteAt: at };
    words.push({ kind, text: kind === "quoted" ? unquoted(found) : found, at, end: at + found.length });
  }
  return [...words, { kind: "end", text: "", at: text.length, end: text.length }];
}

const KEYWORDS: ReadonlySet<string> = new Set(["and", "or", "not"]);

/** A word that joins or negates; null where it is none. */
export const keywordOf = ({ kind, text }: Pick<ConditionWord, "kind" | "text">): string | null =>
  kind === "word" && KEYWORDS.has(text.toLowerCase()) ? text.toLowerCase() : null;

/** A text as a condition writes it: in quotes where it would be read as something else. */
export function quotedText(text: string): string {
  const isPlain = /^[\p{L}\p{N}_.:/@%+*-]+$/u.test(text) && keywordOf({ kind: "word", text }) === null;
  return isPlain ? text : `"${text.replace(/["\\]/gu, "\\$&")}"`;
}
