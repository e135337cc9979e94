import { inspect } from "node:util";

/** Replaces a secret wherever it could be printed, logged or serialised by accident. */
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

  /** The plain text, for the wire. */
  reveal(): string {
    return this.#text;
  }

  /** True if nothing was entered. */
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

/** A stored secret as the service masks it: asterisks, then at most four characters (specification 2.2). */
const MASK = /^\*{4,}.{0,4}$/u;

/** True if a received text is the mask of a stored secret rather than the secret. */
export const isMask = (text: string): boolean => MASK.test(text);

/** The readable end of a mask (`c77a` of `****c77a`); empty for a full mask. */
export const maskTail = (mask: string): string => mask.replace(/^\*+/u, "");
