import { didYouMeanElse } from "../../text/nearest.ts";
import { printable } from "../../text/printable.ts";
import { widthOf } from "../../text/width.ts";
import type { Condition, FieldComparison, Operator } from "../condition.ts";
import type { FieldInfo } from "../field-value.ts";
import { neverHolds } from "./never-holds.ts";
import { acceptsOperator, comparedValue, isValueOf, operatorsOf, usage } from "./values.ts";
import { type ConditionWord, keywordOf, tokensOf } from "./words.ts";

/**
 * Parses conditions:
 *
 *     condition   any { "or" any }, where any is  part { "and" part }
 *     part        "not" part | "(" condition ")" | flag | field operator value
 *     operator    = != < <= > >= ~      (~: contains)
 *     value       a word, or a text in quotes; numbers have units (5s, 10GB, 50%)
 */

/** Reason why a text is not a condition of a place. */
export type ConditionProblem = {
  /** The error and what to write instead. */
  readonly sentence: string;
  /** Position in terminal cells from the left. */
  readonly column: number;
  /** True when the place has no field of that name. */
  readonly isUnknownField: boolean;
};

type ParsedCondition =
  | { readonly ok: true; readonly condition: Condition }
  | { readonly ok: false; readonly problem: ConditionProblem };

/** Longest text that is parsed, and deepest nesting of parentheses and negations. */
const MOST_CHARACTERS = 1000;
const MOST_DEPTH = 20;

const OPERATORS: readonly Operator[] = ["=", "!=", "<", "<=", ">", ">=", "~"];

class Unreadable extends Error {
  readonly at: number;
  readonly isUnknownField: boolean;
  constructor(sentence: string, at: number, isUnknownField = false) {
    super(sentence);
    this.at = at;
    this.isUnknownField = isUnknownField;
  }
}

const written = ({ kind, text }: ConditionWord): string => (kind === "end" ? "the end" : JSON.stringify(text));

/** The field of a word. @throws Unreadable with the nearest names */
function fieldCalled({ text, at }: ConditionWord, infos: readonly FieldInfo[]): FieldInfo {
  const found = infos.find(({ id }) => id === text) ?? infos.find(({ id }) => id.toLowerCase() === text.toLowerCase());
  if (found !== undefined) return found;
  const names = infos.map(({ id }) => id);
  const all = names.length === 0 ? "There are none here." : `Fields: ${names.join(", ")}.`;
  const instead = didYouMeanElse(text, names, all);
  throw new Unreadable(`Unknown field ${JSON.stringify(text)}. ${instead}`, at, true);
}

class Reader {
  readonly #words: readonly ConditionWord[];
  readonly #infos: readonly FieldInfo[];
  /** Position of each comparison in the text. */
  readonly places = new Map<FieldComparison, number>();
  #next = 0;

  constructor(words: readonly ConditionWord[], infos: readonly FieldInfo[]) {
    this.#words = words;
    this.#infos = infos;
  }

  whole(): Condition {
    if (this.#words.length <= 1) throw new Unreadable("The condition is empty.", 0);
    const condition = this.#joined("or", 0);
    const next = this.#word;
    if (next.kind === "close") throw new Unreadable("This bracket closes nothing.", next.at);
    if (next.kind !== "end") throw new Unreadable(`Write "and" or "or" before ${written(next)}.`, next.at);
    return condition;
  }

  get #word(): ConditionWord {
    return this.#words[this.#next] ?? { kind: "end", text: "", at: 0 };
  }

  #take(): ConditionWord {
    const word = this.#word;
    this.#next += 1;
    return word;
  }

  /** Parts joined by one keyword. */
  #joined(kind: "and" | "or", depth: number): Condition {
    const part = (): Condition => (kind === "or" ? this.#joined("and", depth) : this.#part(depth));
    const first = part();
    const parts = [first];
    while (keywordOf(this.#word) === kind) {
      this.#take();
      parts.push(part());
    }
    return parts.length === 1 ? first : { kind, parts };
  }

  #part(depth: number): Condition {
    const word = this.#word;
    const isNot = keywordOf(word) === "not";
    if (!isNot && word.kind !== "open") return this.#comparison();
    if (depth >= MOST_DEPTH) throw new Unreadable(`More than ${MOST_DEPTH} brackets in one another.`, word.at);
    this.#take();
    if (isNot) return { kind: "not", part: this.#part(depth + 1) };
    const condition = this.#joined("or", depth + 1);
    if (this.#word.kind !== "close") throw new Unreadable("This bracket is not closed.", word.at);
    this.#take();
    return condition;
  }

  #comparison(): Condition {
    const name = this.#take();
    if (name.kind !== "word" || keywordOf(name) !== null) {
      throw new Unreadable(`A field is missing before ${written(name)}.`, name.at);
    }
    const info = fieldCalled(name, this.#infos);
    const { operator, value } = this.#word.kind === "operator" ? this.#compared(info) : this.#alone(info, name);
    const comparison: FieldComparison = { kind: "comparison", field: info.id, operator, value };
    this.places.set(comparison, name.at);
    return comparison;
  }

  #alone(info: FieldInfo, { at }: ConditionWord): Pick<FieldComparison, "operator" | "value"> {
    if (info.kind !== "flag") throw new Unreadable(usage(info), at);
    return { operator: "=", value: { kind: "flag", isSet: true } };
  }

  #compared(info: FieldInfo): Pick<FieldComparison, "operator" | "value"> {
    const sign = this.#take();
    const operator = OPERATORS.find((one) => one === sign.text);
    if (operator === undefined) {
      throw new Unreadable(
        `Unknown operator ${JSON.stringify(sign.text)}. Operators: ${OPERATORS.join(" ")}.`,
        sign.at,
      );
    }
    if (!acceptsOperator(info, operator)) throw new Unreadable(`${info.id} takes ${operatorsOf(info)}.`, sign.at);
    const { kind, at } = this.#word;
    if (kind !== "word" && kind !== "quoted") {
      throw new Unreadable(`A value is missing before ${written(this.#word)}: ${usage(info)}`, at);
    }
    const value = comparedValue(info, operator, this.#value(info));
    if (typeof value === "string") throw new Unreadable(value, at);
    return { operator, value };
  }

  /** A word, or a number followed by its unit. */
  #value(info: FieldInfo): string {
    const { kind, text } = this.#take();
    const unit = this.#word;
    if (kind !== "word" || unit.kind !== "word" || !/^-?[\d.]+$/u.test(text)) return text;
    if (!/^(?:\p{L}+|%)$/u.test(unit.text) || !isValueOf(info, `${text}${unit.text}`)) return text;
    this.#take();
    return `${text}${unit.text}`;
  }
}

function readWhole(text: string, infos: readonly FieldInfo[]): Condition {
  if (text.length > MOST_CHARACTERS) throw new Unreadable(`Longer than ${MOST_CHARACTERS} characters.`, 0);
  const words = tokensOf(text);
  if ("openQuoteAt" in words) throw new Unreadable("This quote is not closed.", words.openQuoteAt);
  const reader = new Reader(words, infos);
  const condition = reader.whole();
  const never = neverHolds(condition, infos);
  if (never !== null) {
    throw new Unreadable(`This can never hold: ${never.reason}.`, reader.places.get(never.comparison) ?? 0);
  }
  return condition;
}

/**
 * Parses a condition over the fields of a place. A condition that can never hold is refused.
 *
 * @param text as typed; parsed in its printable form
 */
export function parseCondition(text: string, infos: readonly FieldInfo[]): ParsedCondition {
  const shown = printable(text);
  try {
    return { ok: true, condition: readWhole(shown, infos) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { message: sentence, at, isUnknownField } = error;
    return { ok: false, problem: { sentence, column: widthOf(shown.slice(0, at)), isUnknownField } };
  }
}

/** The error message, the condition, and below it a mark at the error. */
export const pointedAt = (text: string, { sentence, column }: ConditionProblem): string =>
  [sentence, `  ${printable(text)}`, `  ${" ".repeat(column)}^`].join("\n");
