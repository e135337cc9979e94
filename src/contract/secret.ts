import { inspect } from "node:util";

/** What stands in place of a secret wherever it could be printed, logged or serialised by accident. */
const COVER = "[secret]";

/**
 * A text that must never reach a screen, a log, a file or a preview by accident: it has no readable `toString`, `toJSON`
 * or `inspect`. The only way to the text is `reveal()`, called where a request is put on the wire and nowhere else.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself, for the wire. */
  reveal(): string {
    return this.#text;
  }

  /** Whether nothing was entered. */
  get isEmpty(): boolean {
    return this.#text.length === 0;
  }

  toString(): string {
    return COVER;
  }

  toJSON(): string {
    return COVER;
  }

  [inspect.custom](): string {
    return COVER;
  }
}

/** A mask as the service prints a stored secret: asterisks, then at most four characters (specification 2.2). */
const MASK = /^\*{4,}.{0,4}$/u;

/** Whether a received text is the mask of a stored secret rather than the secret. */
export const isMask = (text: string): boolean => MASK.test(text);

/** The characters that a mask leaves readable (`c77a` of `****c77a`), or an empty text for a full mask. */
export const maskTail = (mask: string): string => mask.replace(/^\*+/u, "");
