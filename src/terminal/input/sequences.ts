import { lookupTable } from "../../contract/json/own-values.ts";
import { characterKey, type KeyEvent, modifierBits, pressed, type ReplyEvent, typed } from "./keys.ts";

/**
 * Meaning of a complete control sequence. "ignored": known and irrelevant (a key release, Caps Lock alone); "unknown": well formed, but no known
 * terminal sends it for a key.
 */
type Meaning =
  | KeyEvent
  | ReplyEvent
  | { readonly type: "paste-start" }
  | { readonly type: "paste-end" }
  | { readonly type: "ignored" }
  | { readonly type: "unknown" };

const unknown: Meaning = { type: "unknown" };
const ignored: Meaning = { type: "ignored" };

/** Function keys in their order, F1 first, by what a terminal sends for each. */
const functionKeys = (codes: Iterable<number | string>): Readonly<Record<number | string, string>> =>
  Object.fromEntries(Array.from(codes, (code, index) => [code, `f${index + 1}`]));

/** `CSI number ~`: xterm, VT220, tmux, screen, the Linux console (1 and 4), rxvt (7 and 8). */
const numbered: Readonly<Record<number, string>> = {
  1: "home",
  2: "insert",
  3: "delete",
  4: "end",
  5: "pageup",
  6: "pagedown",
  7: "home",
  8: "end",
  ...functionKeys([11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34]),
};

/** `CSI letter`, `CSI 1 ; modifiers letter` and `SS3 letter`. */
const lettered: Readonly<Record<string, string>> = lookupTable({
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  E: "clear",
  F: "end",
  H: "home",
  ...functionKeys("PQRS"),
});

/** rxvt: `CSI letter` with Shift, `SS3 letter` with Ctrl. */
const rxvtArrows: Readonly<Record<string, string>> = lookupTable({
  a: "up",
  b: "down",
  c: "right",
  d: "left",
  e: "clear",
});

/** rxvt: final characters of `CSI number` for modified editing keys. */
const rxvtEndings: Readonly<Record<string, number>> = lookupTable({
  $: modifierBits.shift,
  "^": modifierBits.ctrl,
  "@": modifierBits.ctrl | modifierBits.shift,
});

/** The Linux console's first function keys, `CSI [ letter`. */
const linuxFunctionKeys: Readonly<Record<string, string>> = lookupTable(functionKeys("ABCDE"));

/** `SS3 letter` of an application keypad that types a character (VT100): p to y are the digits. */
const keypadText: Readonly<Record<string, string>> = lookupTable({
  X: "=",
  j: "*",
  k: "+",
  l: ",",
  m: "-",
  n: ".",
  o: "/",
  ...Object.fromEntries(Array.from("pqrstuvwxy", (letter, digit) => [letter, String(digit)])),
});

/** kitty: codes of keys that are not characters (https://sw.kovidgoyal.net/kitty/keyboard-protocol/#functional-key-definitions). */
const kittyKeys: Readonly<Record<number, string>> = {
  8: "backspace",
  9: "tab",
  13: "enter",
  27: "escape",
  127: "backspace",
  57414: "enter",
  57417: "left",
  57418: "right",
  57419: "up",
  57420: "down",
  57421: "pageup",
  57422: "pagedown",
  57423: "home",
  57424: "end",
  57425: "insert",
  57426: "delete",
  57427: "clear",
  ...Object.fromEntries(Array.from({ length: 23 }, (_, index) => [57376 + index, `f${13 + index}`])),
};

/** kitty: keypad keys that type a character. */
const kittyKeypadText: Readonly<Record<number, string>> = {
  ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [57399 + digit, String(digit)])),
  57409: ".",
  57410: "/",
  57411: "*",
  57412: "-",
  57413: "+",
  57415: "=",
  57416: ",",
};

const modifierMask = 63;

/** Bits of a modifier parameter (1 is none). Lock keys are dropped. */
function modifiersOf(parameter: string | undefined): number {
  const value = Number.parseInt(parameter ?? "1", 10);
  return Number.isNaN(value) ? 0 : (Math.max(1, value) - 1) & modifierMask;
}

function characterOf(code: number): string | undefined {
  const isScalar = code >= 32 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff);
  const isControl = code >= 127 && code <= 159;
  const isKittyFunction = code >= 57_344 && code <= 63_743;
  return isScalar && !isControl && !isKittyFunction ? String.fromCodePoint(code) : undefined;
}

/** `CSI code[:shifted[:base]] ; modifiers[:event] ; text u` of the kitty protocol, and the shorter form of fixterms. */
function kittyKey(parameters: string, sequence: string): Meaning {
  const [codes = "", modifierField = "", textField = ""] = parameters.split(";");
  const [code = Number.NaN, shifted, base] = codes.split(":").map((part) => Number.parseInt(part, 10));
  const [modifierText, event] = modifierField.split(":");
  if (event === "3") {
    return ignored;
  }
  const modifiers = modifiersOf(modifierText === "" ? undefined : modifierText);
  const name = kittyKeys[code];
  if (name !== undefined) {
    return pressed(name, modifiers, sequence);
  }
  const keypad = kittyKeypadText[code];
  if (keypad !== undefined) {
    return characterKey(keypad, modifiers & ~modifierBits.shift, sequence, { shiftApplied: true });
  }
  const text = textField
    .split(":")
    .map((part) => characterOf(Number.parseInt(part, 10)) ?? "")
    .join("");
  const commands = modifiers & ~modifierBits.shift;
  if (text !== "" && commands === 0) {
    return typed(text, sequence);
  }
  if (commands === 0 && modifiers !== 0 && shifted !== undefined) {
    const character = characterOf(shifted);
    return character === undefined ? ignored : typed(character, sequence);
  }
  // On a layout without Latin letters, the base key identifies the command.
  const character = characterOf(commands !== 0 && base !== undefined && !Number.isNaN(base) ? base : code);
  return character === undefined ? ignored : characterKey(character, modifiers, sequence, { shiftApplied: false });
}

/** `CSI 27 ; modifiers ; code ~`: xterm with modifyOtherKeys. */
function otherKey(modifierText: string | undefined, codeText: string | undefined, sequence: string): Meaning {
  const code = Number.parseInt(codeText ?? "", 10);
  const modifiers = modifiersOf(modifierText);
  const name = kittyKeys[code];
  if (name !== undefined) {
    return pressed(name, modifiers, sequence);
  }
  const character = characterOf(code);
  return character === undefined ? unknown : characterKey(character, modifiers, sequence, { shiftApplied: true });
}

function numberedKey(parameters: string, sequence: string): Meaning {
  const [number = "", second, third] = parameters.split(";");
  if (parameters === "200") {
    return { type: "paste-start" };
  }
  if (parameters === "201") {
    return { type: "paste-end" };
  }
  if (number === "27" && third !== undefined) {
    return otherKey(second, third, sequence);
  }
  const [modifierText, event] = (second ?? "1").split(":");
  const name = numbered[Number(number)];
  if (name === undefined || third !== undefined) {
    return unknown;
  }
  return event === "3" ? ignored : pressed(name, modifiersOf(modifierText), sequence);
}

function letteredKey(parameters: string, letter: string, sequence: string): Meaning {
  const name = lettered[letter];
  const parts = parameters.split(";");
  if (name === undefined || parts.length > 2 || (parts.length === 2 && parts[0] !== "1")) {
    return unknown;
  }
  // `CSI 5 A` and `SS3 5 A` are older spellings of `CSI 1 ; 5 A`.
  const [modifierText, event] = (parts.at(-1) || "1").split(":");
  return event === "3" ? ignored : pressed(name, modifiersOf(modifierText), sequence);
}

/** A cursor position report looks like a modified F3; the program never requests one, so everything that can be F3 is F3. */
function positionOrF3(parameters: string, sequence: string): Meaning {
  const [row, column, more] = parameters.split(";");
  const modifiers = Number(column ?? "1");
  const isF3 = parameters === "" || (row === "1" && column !== undefined && modifiers >= 2 && modifiers <= 16);
  return isF3 && more === undefined ? letteredKey(parameters, "R", sequence) : { type: "reply", sequence };
}

function readCsi(body: string, sequence: string): Meaning {
  if (body.startsWith("[")) {
    // In some modes, PuTTY and Cygwin double the bracket of other keys, too.
    const name = linuxFunctionKeys[body.slice(1)];
    return name === undefined ? readCsi(body.slice(1), sequence) : pressed(name, 0, sequence);
  }
  const final = body.at(-1) ?? "";
  const parameters = body.slice(0, -1);
  if ((final === "M" || body.startsWith("M")) && !/^\d/.test(body)) {
    return { type: "reply", sequence };
  }
  if (/^[<=>?]/.test(body) || /[ -/]$/.test(parameters)) {
    return { type: "reply", sequence };
  }
  const rxvt = rxvtEndings[final];
  if (rxvt !== undefined) {
    const name = numbered[Number(parameters)];
    return name === undefined ? unknown : pressed(name, rxvt, sequence);
  }
  switch (final) {
    case "~":
      return numberedKey(parameters, sequence);
    case "u":
      return kittyKey(parameters, sequence);
    case "Z":
      return pressed("tab", modifiersOf(parameters.split(";")[1]) | modifierBits.shift, sequence);
    case "R":
      return positionOrF3(parameters, sequence);
    case "I":
    case "O":
      return parameters === "" ? { type: "reply", sequence } : unknown;
    case "M":
    case "n":
    case "t":
    case "x":
      return parameters === "" ? unknown : { type: "reply", sequence };
    default: {
      const shifted = parameters === "" ? rxvtArrows[final] : undefined;
      if (shifted !== undefined) {
        return pressed(shifted, modifierBits.shift, sequence);
      }
      if (final === "c") {
        return { type: "reply", sequence };
      }
      return letteredKey(parameters, final, sequence);
    }
  }
}

function readSs3(body: string, sequence: string): Meaning {
  const final = body.at(-1) ?? "";
  const parameters = body.slice(0, -1);
  if (final === "M") {
    return pressed("enter", modifiersOf(parameters || undefined), sequence);
  }
  const control = parameters === "" ? rxvtArrows[final] : undefined;
  if (control !== undefined) {
    return pressed(control, modifierBits.ctrl, sequence);
  }
  const text = keypadText[final];
  if (text !== undefined) {
    return characterKey(text, modifiersOf(parameters || undefined), sequence, { shiftApplied: true });
  }
  return letteredKey(parameters, final, sequence);
}

/**
 * Meaning of one complete sequence, from its Escape to its end. Supports xterm, tmux, screen, kitty (CSI u), rxvt, PuTTY, the Linux console,
 * application modes and modifyOtherKeys.
 */
export function readSequence(sequence: string): Meaning {
  const kind = sequence[1];
  const body = sequence.slice(2);
  if (kind === "[") {
    return readCsi(body, sequence);
  }
  return kind === "O" ? readSs3(body, sequence) : { type: "reply", sequence };
}
