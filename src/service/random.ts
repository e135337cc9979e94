/** Deterministic pseudorandom numbers: the same seed words give the same numbers on every machine. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  /** An item of a non-empty list. */
  pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item;
  /** Hexadecimal characters. */
  hex(length: number): string;
};

/** A hash of a text: 32 bits, well spread (FNV-1a with a final mix). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value ^= value >>> 16;
  value = Math.imul(value, 0x85ebca6b);
  value ^= value >>> 13;
  return value >>> 0;
}

/** A generator seeded with words (a seed, a number, a purpose). */
export function randomOf(...words: readonly (string | number)[]): Random {
  let state = hash(words.join("\u0000"));
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    whole,
    pick(items) {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
    hex(length) {
      let text = "";
      while (text.length < length) text += "0123456789abcdef".charAt(whole(0, 15));
      return text;
    },
  };
}

/** An id of 24 hexadecimal characters: the first eight are its creation time in (simulated) seconds, the rest is random. */
export const objectId = (milliseconds: number, random: Random): string =>
  Math.max(0, Math.floor(milliseconds / 1000))
    .toString(16)
    .padStart(8, "0")
    .slice(-8) + random.hex(16);

/** Time at which a thing was made (ms), from the first digits of its id. */
export const timeOfObjectId = ({ id }: { readonly id: string }): number => Number.parseInt(id.slice(0, 8), 16) * 1000;
