/**
 * Looks of cells: colours and attributes, interned as numbers, so that cells compare as numbers and the sequence between two looks is computed once.
 * Look 0 is the terminal's default: default colours, no attributes.
 */

/** A colour: 0 is the terminal's default; the functions below make the others. */
type Colour = number;

const DEFAULT: Colour = 0;
/** The sixteen colours of SGR 30 to 37 and 90 to 97. */
const basic = (index: number): Colour => 1 + index;
/** The 256 colours of SGR 38;5. */
const palette = (index: number): Colour => 0x100 + index;
/** 24 bits of SGR 38;2. */
const rgb = (red: number, green: number, blue: number): Colour => 0x1_00_00_00 + (red << 16) + (green << 8) + blue;

/** Attributes with the SGR parameters that turn them on and off. Bold and dim share theirs. */
const ATTRIBUTES = [
  { bit: 1, on: 1, off: 22 },
  { bit: 2, on: 2, off: 22 },
  { bit: 4, on: 3, off: 23 },
  { bit: 8, on: 4, off: 24 },
  { bit: 16, on: 7, off: 27 },
  { bit: 32, on: 8, off: 28 },
  { bit: 64, on: 9, off: 29 },
  { bit: 128, on: 53, off: 55 },
] as const;

/** Attributes that are visible on a blank: underlined, inverse, struck through, overlined. */
const SEEN_ON_BLANK = 8 | 16 | 64 | 128;

interface Look {
  readonly foreground: Colour;
  readonly background: Colour;
  readonly attributes: number;
}

/** The terminal's default look. */
export const PLAIN = 0;
/** Unknown, because another program may have changed the terminal's look. */
export const UNKNOWN_LOOK = -1;

const looks: Look[] = [];
const numbers = new Map<string, number>();
/** For each look, by number, the look of its blanks. */
const blanks: number[] = [];
const afterSgr: Map<string, number>[] = [];
const transitions = new Map<number, string>();

function numberOf(look: Look): number {
  const key = `${look.foreground} ${look.background} ${look.attributes}`;
  const known = numbers.get(key);
  if (known !== undefined) {
    return known;
  }
  const number = looks.push(look) - 1;
  numbers.set(key, number);
  afterSgr.push(new Map());
  const isSeen = (look.attributes & SEEN_ON_BLANK) !== 0;
  blanks.push(isSeen ? number : -1);
  if (!isSeen) {
    const isBlank = look.foreground === DEFAULT && look.attributes === 0;
    blanks[number] = isBlank ? number : numberOf({ foreground: DEFAULT, background: look.background, attributes: 0 });
  }
  return number;
}

numberOf({ foreground: DEFAULT, background: DEFAULT, attributes: 0 });

function lookOf(number: number): Look {
  const look = looks[number];
  if (look === undefined) {
    throw new RangeError(`Unknown style ${number}.`);
  }
  return look;
}

/** Look used for drawing a blank of this look: a blank shows no foreground, bold or italic, so blanks that look the same get the same number. */
export function blankLook(number: number): number {
  return blanks[number] ?? PLAIN;
}

/** True if erasing while the terminal has this look leaves default cells, on any terminal. */
export function erasesPlain(number: number): boolean {
  if (number === UNKNOWN_LOOK) {
    return false;
  }
  const { background, attributes } = lookOf(number);
  return background === DEFAULT && (attributes & SEEN_ON_BLANK) === 0;
}

/** Parses a colour after 38 or 48: the colour and the number of parameters it took; undefined if it is invalid. */
function extendedColour(parameters: readonly number[], at: number): { colour: Colour; taken: number } | undefined {
  const [kind, first, second, third] = parameters.slice(at, at + 4);
  if (kind === 5 && first !== undefined && first <= 255) {
    return { colour: palette(first), taken: 2 };
  }
  if (kind === 2 && first !== undefined && second !== undefined && third !== undefined) {
    return Math.max(first, second, third) <= 255 ? { colour: rgb(first, second, third), taken: 4 } : undefined;
  }
  return undefined;
}

const isBetween = (value: number, low: number, high: number): boolean => value >= low && value <= high;

function withParameter(look: Look, parameter: number): Look | undefined {
  if (parameter === 0) {
    return lookOf(PLAIN);
  }
  const started = ATTRIBUTES.find(({ on }) => on === parameter);
  if (started !== undefined) {
    return { ...look, attributes: look.attributes | started.bit };
  }
  const ended = ATTRIBUTES.filter(({ off }) => off === parameter);
  if (ended.length > 0) {
    return { ...look, attributes: ended.reduce((attributes, { bit }) => attributes & ~bit, look.attributes) };
  }
  if (isBetween(parameter, 30, 37) || isBetween(parameter, 90, 97)) {
    return { ...look, foreground: basic(parameter < 90 ? parameter - 30 : parameter - 82) };
  }
  if (isBetween(parameter, 40, 47) || isBetween(parameter, 100, 107)) {
    return { ...look, background: basic(parameter < 100 ? parameter - 40 : parameter - 92) };
  }
  if (parameter === 39) {
    return { ...look, foreground: DEFAULT };
  }
  return parameter === 49 ? { ...look, background: DEFAULT } : undefined;
}

/**
 * The look after an SGR sequence.
 *
 * @param parameters the text between `ESC [` and `m`
 * @returns undefined if a parameter is unknown
 */
export function afterSequence(number: number, parameters: string): number | undefined {
  const known = afterSgr[number]?.get(parameters);
  if (known !== undefined) {
    return known;
  }
  const values = parameters.split(";").map((text) => (text === "" ? 0 : Number(text)));
  let look: Look | undefined = lookOf(number);
  for (let index = 0; index < values.length && look !== undefined; index++) {
    const value = values[index] ?? 0;
    if (value === 38 || value === 48) {
      const extended = extendedColour(values, index + 1);
      if (extended === undefined) {
        return undefined;
      }
      look = { ...look, [value === 38 ? "foreground" : "background"]: extended.colour };
      index += extended.taken;
    } else {
      look = withParameter(look, value);
    }
  }
  if (look === undefined) {
    return undefined;
  }
  const after = numberOf(look);
  afterSgr[number]?.set(parameters, after);
  return after;
}

function colourParameters(colour: Colour, isBackground: boolean): string {
  const offset = isBackground ? 10 : 0;
  if (colour === DEFAULT) {
    return String(39 + offset);
  }
  if (colour <= 16) {
    return String(colour <= 8 ? 29 + colour + offset : 81 + colour + offset);
  }
  if (colour < 0x2_00) {
    return `${38 + offset};5;${colour - 0x1_00}`;
  }
  return `${38 + offset};2;${(colour >> 16) & 0xff};${(colour >> 8) & 0xff};${colour & 0xff}`;
}

/** SGR parameters that change one look into another: attributes to turn off, then those to turn on. */
function step(from: Look, to: Look): string[] {
  const ended = ATTRIBUTES.filter(({ bit }) => (from.attributes & ~to.attributes & bit) !== 0);
  const endings = new Set<number>(ended.map(({ off }) => off));
  // Turning off bold turns off dim as well, so the one that stays has to be turned on again.
  const begun = ATTRIBUTES.filter(
    ({ bit, off }) => (to.attributes & bit) !== 0 && ((from.attributes & bit) === 0 || endings.has(off)),
  );
  return [
    ...[...endings].map(String),
    ...begun.map(({ on }) => String(on)),
    ...(from.foreground === to.foreground ? [] : [colourParameters(to.foreground, false)]),
    ...(from.background === to.background ? [] : [colourParameters(to.background, true)]),
  ];
}

/** The shortest SGR sequence that changes one look into another. */
export function transition(from: number, to: number): string {
  if (from === to) {
    return "";
  }
  if (from === UNKNOWN_LOOK) {
    return `\u001b[m${transition(PLAIN, to)}`;
  }
  const key = from * 0x1_00_00 + to;
  const known = transitions.get(key);
  if (known !== undefined) {
    return known;
  }
  const changes = step(lookOf(from), lookOf(to)).join(";");
  // An empty parameter means 0, which resets everything.
  const anew = ["", ...step(lookOf(PLAIN), lookOf(to))].join(";");
  const sequence = `\u001b[${changes.length <= anew.length ? changes : anew}m`;
  transitions.set(key, sequence);
  return sequence;
}
