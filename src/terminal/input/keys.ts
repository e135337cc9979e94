import { lookupTable } from "../../contract/json/own-values.ts";

/**
 * Keyboard events with canonical names. Pure data and naming; `decoder.ts` parses bytes, `input.ts` delivers events.
 */

/**
 * The canonical name of a key.
 *
 * A printable character is its own name ("a", "A", "?", "é", "漢"). Others are words: "enter", "tab", "escape", "space",
 * "backspace", "delete", "insert", "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "clear", "f1" to
 * "f35". Modifiers come first and always in the order ctrl, alt, shift, super, hyper: "ctrl+a", "alt+x", "shift+tab",
 * "ctrl+alt+shift+up". Shift is part of a letter ("A", "alt+A") except with Ctrl ("ctrl+shift+a").
 *
 * Keys that a terminal without the kitty protocol cannot distinguish have one name: Ctrl-I is "tab", Ctrl-M and Ctrl-J are "enter", Ctrl-H is
 * "backspace", Ctrl-[ is "escape".
 */
export type KeyName = string;

/** A key press. `text`: the text it types, if any; `sequence`: the bytes from the terminal. */
export interface KeyEvent {
  readonly type: "key";
  readonly name: KeyName;
  readonly text: string | undefined;
  readonly sequence: string;
}

/** Several printable characters that arrived at once: fast typing, type-ahead, or a short paste without brackets. */
interface TextEvent {
  readonly type: "text";
  readonly text: string;
}

/** A paste, bracketed by the terminal or recognised by its lines. */
interface PasteEvent {
  readonly type: "paste";
  readonly text: string;
}

/** Any input of a person. */
export type InputEvent = KeyEvent | TextEvent | PasteEvent;

/** An answer of the terminal to a query, or a report (mouse, focus). Never typed text. */
export interface ReplyEvent {
  readonly type: "reply";
  readonly sequence: string;
}

/** Modifier bits of xterm and kitty (the parameter minus one). Caps lock and num lock are ignored: they are not modifiers here. */
export const modifierBits = { shift: 1, alt: 2, ctrl: 4, super: 8, hyper: 16, meta: 32 } as const;

const modifierOrder = ["ctrl", "alt", "shift", "super", "hyper"] as const;

const namedKeys = new Set([
  "enter",
  "tab",
  "escape",
  "space",
  "backspace",
  "delete",
  "insert",
  "up",
  "down",
  "left",
  "right",
  "home",
  "end",
  "pageup",
  "pagedown",
  "clear",
  ...Array.from({ length: 35 }, (_, index) => `f${index + 1}`),
]);

/** Name of a key that types nothing, with its modifiers: `namedKey("up", modifierBits.ctrl)` is "ctrl+up". */
function namedKey(name: string, modifiers: number): KeyName {
  const bits = modifiers & modifierBits.meta ? modifiers | modifierBits.alt : modifiers;
  const prefix = modifierOrder.filter((modifier) => bits & modifierBits[modifier]).map((modifier) => `${modifier}+`);
  return prefix.join("") + name;
}

/** A key press that types nothing. */
export function pressed(name: string, modifiers: number, sequence: string): KeyEvent {
  return { type: "key", name: namedKey(name, modifiers), text: undefined, sequence };
}

/** A key press that types `text`, one grapheme. */
export function typed(text: string, sequence = text): KeyEvent {
  return { type: "key", name: text === " " ? "space" : text, text, sequence };
}

/**
 * A character key with modifiers. Without Ctrl, Alt, Super or Hyper it types the character.
 *
 * @param shiftApplied true when `character` already includes the effect of Shift (modifyOtherKeys), false for the bare key (kitty)
 */
export function characterKey(
  character: string,
  modifiers: number,
  sequence: string,
  { shiftApplied }: { shiftApplied: boolean },
): KeyEvent {
  const lower = character.toLowerCase();
  const upper = character.toUpperCase();
  const isLetter = lower !== upper && upper.length === character.length;
  const base = character === " " ? "space" : character;
  const shift = modifiers & modifierBits.shift;
  const commands = modifiers & ~modifierBits.shift;
  // The effect of Shift on a non-letter depends on the keyboard layout: Shift stays in the name then.
  const unresolved = isLetter || (shiftApplied && base !== "space") ? 0 : shift;
  if (commands & modifierBits.ctrl) {
    return pressed(isLetter ? lower : base, commands | (isLetter ? shift : unresolved), sequence);
  }
  const shifted = shift !== 0 && isLetter ? upper : base;
  if (commands !== 0) {
    return pressed(shifted, commands | unresolved, sequence);
  }
  if (unresolved !== 0 && base !== "space") {
    return pressed(base, unresolved, sequence);
  }
  return typed(shifted === "space" ? " " : shifted, sequence);
}

/** True for a canonical key name: validates key bindings from the settings. */
export function isKeyName(text: string): boolean {
  let rest = text;
  let next = 0;
  for (;;) {
    const index = modifierOrder.findIndex((modifier) => rest.startsWith(`${modifier}+`) && rest !== `${modifier}+`);
    if (index === -1) {
      break;
    }
    if (index < next) {
      return false;
    }
    next = index + 1;
    rest = rest.slice((modifierOrder[index] ?? "").length + 1);
  }
  if (namedKeys.has(rest)) {
    return true;
  }
  return rest !== "" && isPrintableText(rest) && rest.trim() !== "" && graphemes(rest).length === 1;
}

/** True when a key types a character. */
export const isTyping = (name: KeyName): boolean => name === "space" || graphemes(name).length === 1;

/** Keys that a terminal without the kitty protocol sends for Ctrl with a letter. */
const SAME_AS: Readonly<Record<string, string>> = lookupTable({
  "ctrl+i": "Tab",
  "ctrl+m": "Enter",
  "ctrl+j": "Enter",
  "ctrl+h": "Backspace",
  "ctrl+[": "Esc",
});

/** After Escape, these characters start other keys and answers. */
const INTRODUCERS = /^alt\+[O[P\]^_X]$/u;

/** Keys that terminals send with Ctrl: letters, some punctuation, and navigation keys. */
const WITH_CTRL = /^ctrl\+(?:alt\+)?(?:[a-z\\\]^_]|space)$/u;
const MOVING =
  /^(?:ctrl\+)?(?:alt\+)?(?:shift\+)?(?:up|down|left|right|home|end|pageup|pagedown|insert|delete|f(?:[1-9]|1[0-2]))$/u;

/** Reason why most terminals do not send a key, or null when they do. */
export function whyNotSent(name: KeyName): string | null {
  const same = SAME_AS[name.replace("alt+", "")];
  if (same !== undefined) return `terminals send the same for ${same}`;
  if (INTRODUCERS.test(name)) return "terminals send the same at the start of other keys";
  if (["shift+tab", "alt+backspace", "alt+enter", "alt+space"].includes(name) || MOVING.test(name)) return null;
  if (/\+(?:enter|tab|escape|backspace|clear)$|^clear$/u.test(name)) return "most terminals do not send it";
  if (/^(?:super|hyper)\+|\+(?:super|hyper)\+/u.test(name)) return "most terminals do not send it";
  if (/^ctrl\+(?:alt\+)?shift\+[a-z]$/u.test(name)) return "terminals send the same without Shift";
  if (name.startsWith("ctrl+")) return WITH_CTRL.test(name) ? null : "most terminals do not send it";
  if (/^(?:alt\+)?shift\+./u.test(name) || /(?:^|\+)f\d+$/u.test(name)) return "most terminals do not send it";
  return null;
}

/** True when a text has no control characters, lone surrogates or line separators. */
function isPrintableText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}

let segmenter: Intl.Segmenter | undefined;

/** Graphemes of a text. ASCII text does not load the Unicode tables. */
export function graphemes(text: string): string[] {
  if (!/[^ -~]/.test(text)) {
    return text.split("");
  }
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** First grapheme of a text; empty for an empty text. */
export function firstGrapheme(text: string): string {
  return graphemes(text.slice(0, 64))[0] ?? "";
}
