/**
 * End of a control sequence: `end` (exclusive) with "whole", or "broken" by a character that cannot be in it; "partial" if the text ends before it;
 * "none" for other text.
 */
type Scan =
  | { readonly kind: "whole" | "broken"; readonly end: number }
  | { readonly kind: "partial" }
  | { readonly kind: "none" };

const ESC = "\u001b";
const bell = "\u0007";
const stringTerminator = `${ESC}\\`;

/** Longest answer to wait for. A longer string is no answer to our queries. */
const longestString = 65_536;

const partial: Scan = { kind: "partial" };
const none: Scan = { kind: "none" };

function isBetween(code: number, low: number, high: number): boolean {
  return code >= low && code <= high;
}

/** `CSI parameters intermediates final` (ECMA-48), with the forms of the Linux console, rxvt and X10 mouse reports. */
function scanCsi(text: string, start: number): Scan {
  const first = start + 2;
  // X10 mouse: three more characters of any value.
  if (text[first] === "M") {
    return text.length >= first + 4 ? { kind: "whole", end: first + 4 } : partial;
  }
  for (let index = first; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // The Linux console's F1 to F5 are CSI [ A to CSI [ E.
    if (code === 0x5b && index === first) {
      continue;
    }
    // With rxvt, Shift with an editing key ends in $, which elsewhere precedes the final character.
    const isRxvtShift = code === 0x24 && index === first + 1 && "235678".includes(text[first] ?? "");
    if (isRxvtShift || isBetween(code, 0x40, 0x7e)) {
      return { kind: "whole", end: index + 1 };
    }
    if (!isBetween(code, 0x20, 0x3f)) {
      return { kind: "broken", end: index };
    }
  }
  return partial;
}

/** `SS3 [parameters] final`. */
function scanSs3(text: string, start: number): Scan {
  for (let index = start + 2; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isBetween(code, 0x40, 0x7e)) {
      return { kind: "whole", end: index + 1 };
    }
    if (!isBetween(code, 0x30, 0x39) && code !== 0x3b) {
      return { kind: "broken", end: index };
    }
  }
  return partial;
}

/**
 * An answer in a string: OSC (colours, clipboard), DCS (versions, settings), APC (kitty graphics), ended by ST or BEL. Text that begins differently
 * is Alt with a character.
 */
function scanString(text: string, start: number): Scan {
  const firstCharacters = { "]": "0123456789lL", P: "0123456789>!$+?=|", _: "G" }[text[start + 1] ?? ""] ?? "";
  const first = text[start + 2];
  if (first === undefined) {
    return partial;
  }
  if (!firstCharacters.includes(first)) {
    return none;
  }
  for (let index = start + 2; index < text.length; index++) {
    const character = text[index];
    if (character === bell) {
      return { kind: "whole", end: index + 1 };
    }
    if (character === ESC) {
      const rest = text.slice(index, index + stringTerminator.length);
      if (rest === stringTerminator) {
        return { kind: "whole", end: index + stringTerminator.length };
      }
      return rest === ESC ? partial : { kind: "broken", end: index };
    }
    if (text.charCodeAt(index) < 0x20) {
      return { kind: "broken", end: index };
    }
  }
  return text.length - start > longestString ? { kind: "broken", end: text.length } : partial;
}

/** True when Escape followed by this character begins a longer sequence (and is not Alt with that character). */
export function beginsSequence(character: string): boolean {
  return character === "[" || character === "O" || character === "]" || character === "P" || character === "_";
}

/** Finds the end of the control sequence whose Escape is at `start` and whose second character begins a sequence. */
export function scanSequence(text: string, start: number): Scan {
  const kind = text[start + 1] ?? "";
  if (kind === "[") {
    return scanCsi(text, start);
  }
  return kind === "O" ? scanSs3(text, start) : scanString(text, start);
}
