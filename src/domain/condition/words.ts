/** Splits a condition into words. */

export type ConditionWord = {
  readonly kind: "word" | "quoted" | "operator" | "open" | "close" | "end";
  /** Quoted text comes without its quotes. */
  readonly text: string;
  /** Start in the condition, in UTF-16 units. */
  readonly at: number;
};

/** Position of a quote that is not closed. */
type OpenQuote = { readonly openQuoteAt: number };

const PATTERN =
  /(?<open>\()|(?<close>\))|(?<operator>[=!<>~&|]+)|(?<quoted>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<quote>["'])|(?<word>[^\s()=!<>~&|"']+)/gsu;

const KINDS = ["open", "close", "operator", "quoted", "word"] as const;

const unquoted = (text: string): string => text.slice(1, -1).replace(/\\(.)/gsu, "$1");

/** The words of a condition, with an end marker. */
export function tokensOf(text: string): readonly ConditionWord[] | OpenQuote {
  const words: ConditionWord[] = [];
  for (const { 0: found, index: at, groups } of text.matchAll(PATTERN)) {
    const kind = KINDS.find((name) => groups?.[name] !== undefined);
    if (kind === undefined) return { openQuoteAt: at };
    words.push({ kind, text: kind === "quoted" ? unquoted(found) : found, at });
  }
  return [...words, { kind: "end", text: "", at: text.length }];
}

const KEYWORDS: ReadonlySet<string> = new Set(["and", "or", "not"]);

/** The keyword of a word that joins or negates; null for others. */
export const keywordOf = ({ kind, text }: Pick<ConditionWord, "kind" | "text">): string | null =>
  kind === "word" && KEYWORDS.has(text.toLowerCase()) ? text.toLowerCase() : null;

/** A text as written in a condition: quoted when it would be parsed differently otherwise. */
export function quotedText(text: string): string {
  const isPlain = /^[\p{L}\p{N}_.:/@%+*-]+$/u.test(text) && keywordOf({ kind: "word", text }) === null;
  return isPlain ? text : `"${text.replace(/["\\]/gu, "\\$&")}"`;
}
