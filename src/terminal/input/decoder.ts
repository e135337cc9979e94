import { BracketedPaste } from "./bracketed-paste.ts";
import { graphemes, type InputEvent, type KeyEvent, modifierBits, pressed, type ReplyEvent, typed } from "./keys.ts";
import { isPlain, looksPasted } from "./paste.ts";
import { beginsSequence, scanSequence } from "./scan.ts";
import { readSequence } from "./sequences.ts";

/**
 * State in which the decoder needs more input. The caller starts a timer and calls `flush()` when nothing has come meanwhile.
 *
 * - "escape": an Escape, which may be a key or the start of a sequence
 * - "sequence": an incomplete sequence, or half a character
 * - "tail": the rest of a sequence whose beginning was given up (a lone Escape reported as a key, or a sequence interrupted by a long pause); it is
 * dropped when it comes
 * - "burst": more of a paste without brackets
 * - "paste": the end of a bracketed paste
 */
export type Hold = "escape" | "sequence" | "tail" | "burst" | "paste";

/** Decodes a terminal's input into events, from chunks cut anywhere. Pure: no clock, no stream. */
export interface Decoder {
  /** Takes the next chunk, decoded from UTF-8. Returns the events that are certain now. */
  push(chunk: string): DecodedEvent[];
  /** Ends the wait for pending input. Returns what the pending input is. */
  flush(): DecodedEvent[];
  /** The kind of pending input. */
  readonly pending: Hold | undefined;
  /** Drops pending input: the terminal was handed to another program. */
  reset(): void;
}

/** An event, or an answer of the terminal. */
export type DecodedEvent = InputEvent | ReplyEvent;

const ESC = "\u001b";

/** Ctrl with punctuation: 0x1c to 0x1f. */
const controlPunctuation = ["\\", "]", "^", "_"];

function controlKey(code: number, modifiers: number, sequence: string): KeyEvent {
  switch (code) {
    case 0x00:
      return pressed("space", modifiers | modifierBits.ctrl, sequence);
    case 0x08:
    case 0x7f:
      return pressed("backspace", modifiers, sequence);
    case 0x09:
      return pressed("tab", modifiers, sequence);
    case 0x0a:
    case 0x0d:
      return pressed("enter", modifiers, sequence);
    default: {
      const name = code <= 0x1a ? String.fromCharCode(code + 0x60) : (controlPunctuation[code - 0x1c] ?? "");
      return pressed(name, modifiers | modifierBits.ctrl, sequence);
    }
  }
}

function isControl(code: number): boolean {
  return code < 0x20 || code === 0x7f;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd8_00 && code <= 0xdb_ff;
}

/** A key with an extra Escape before its sequence (rxvt, PuTTY): the same key with Alt. */
function withAlt(key: KeyEvent, sequence: string): KeyEvent {
  const control = key.name.startsWith("ctrl+") ? "ctrl+" : "";
  const rest = key.name.slice(control.length);
  const name = rest.startsWith("alt+") ? key.name : `${control}alt+${rest}`;
  return { type: "key", name, text: undefined, sequence };
}

class SequenceDecoder implements Decoder {
  pending: Hold | undefined;
  /** Incomplete input. */
  #partial = "";
  /** Beginning of a sequence that was given up: its tail, if it still comes, is not text. */
  #ghost = "";
  #burst: string | undefined;
  #paste: BracketedPaste | undefined;
  #events: DecodedEvent[] = [];

  push(chunk: string): DecodedEvent[] {
    if (chunk !== "") {
      this.pending = undefined;
      this.#take(chunk);
    }
    return this.#emitted();
  }

  flush(): DecodedEvent[] {
    const hold = this.pending;
    this.pending = undefined;
    switch (hold) {
      case "escape":
        for (const character of this.#partial) {
          this.#events.push(pressed("escape", 0, character));
        }
        this.#giveUp(ESC);
        break;
      case "sequence":
        if (/^\u001b[^\u001b[]$/.test(this.#partial)) {
          // Nothing followed: Escape and this key are more likely than a sequence cut here. Arrows are cut after `[`.
          this.#events.push(pressed("escape", 0, ESC));
          this.#ghost = ESC;
          this.#partial = this.#partial.slice(1);
          this.pending = "tail";
          break;
        }
        this.#giveUp(this.#partial.startsWith(ESC + ESC) ? this.#partial.slice(1) : this.#partial);
        break;
      case "tail":
        this.#typeHeldTail();
        this.#ghost = "";
        break;
      case "burst":
        this.#endBurst();
        break;
      case "paste":
        this.#deliverPaste(this.#paste?.stall() ?? "");
        break;
      default:
        break;
    }
    return this.#emitted();
  }

  reset(): void {
    this.pending = undefined;
    this.#partial = "";
    this.#ghost = "";
    this.#burst = undefined;
    this.#paste = undefined;
    this.#events = [];
  }

  #emitted(): DecodedEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Stops waiting for the rest of `beginning`, and expects its tail for a while. Half a character is dropped. */
  #giveUp(beginning: string): void {
    this.#partial = "";
    const isSequence = beginning === ESC || beginsSequence(beginning[1] ?? "");
    this.#ghost = isSequence ? beginning : "";
    this.pending = isSequence ? "tail" : undefined;
  }

  #take(chunk: string): void {
    if (this.#paste !== undefined) {
      this.#takePasted(this.#paste, chunk);
      return;
    }
    if (this.#burst !== undefined) {
      if (isPlain(chunk)) {
        this.#burst += chunk;
        this.pending = "burst";
        return;
      }
      this.#endBurst();
    }
    if (this.#ghost !== "") {
      this.#takeTail(chunk);
      return;
    }
    const text = this.#partial + chunk;
    this.#partial = "";
    this.#read(text);
  }

  /** After a sequence was given up: drops its tail, or finds that the input is something else. */
  #takeTail(chunk: string): void {
    const ghost = this.#ghost;
    const text = this.#partial + chunk;
    const whole = ghost + text;
    const scan = ghost !== ESC || beginsSequence(text[0] ?? "") ? scanSequence(whole, 0) : undefined;
    if (scan?.kind === "partial") {
      this.#partial = text;
      this.pending = "tail";
      return;
    }
    this.#ghost = "";
    const meaning = scan?.kind === "whole" ? readSequence(whole.slice(0, scan.end)) : undefined;
    if (scan?.kind !== "whole" || meaning === undefined || meaning.type === "unknown") {
      this.#ghost = ghost;
      this.#typeHeldTail();
      this.#ghost = "";
      this.#read(chunk);
      return;
    }
    this.#partial = "";
    const rest = whole.slice(scan.end);
    if (meaning.type === "paste-start") {
      // Even if it is late: a paste follows, and must not become keys.
      this.#beginPaste(rest);
      return;
    }
    this.#read(rest);
  }

  /** Resolves a possible tail after a lone Escape: a single character was typed; more is half a sequence, and dropped. */
  #typeHeldTail(): void {
    if (this.#ghost === ESC && this.#partial.length === 1) {
      this.#events.push(typed(this.#partial));
    }
    this.#partial = "";
  }

  #read(text: string): void {
    if (looksPasted(text)) {
      this.#burst = text;
      this.pending = "burst";
      return;
    }
    let index = 0;
    while (index < text.length && this.#paste === undefined) {
      const code = text.charCodeAt(index);
      if (text[index] === ESC) {
        index = this.#readEscape(text, index);
      } else if (isControl(code)) {
        this.#events.push(controlKey(code, 0, text.slice(index, index + 1)));
        index += 1;
      } else {
        index = this.#readRun(text, index);
      }
    }
  }

  #hold(text: string, hold: Hold): number {
    this.#partial = text;
    this.pending = hold;
    return Number.POSITIVE_INFINITY;
  }

  /** Printable characters up to the next control character. */
  #readRun(text: string, start: number): number {
    let end = start;
    while (end < text.length && !isControl(text.charCodeAt(end))) {
      end += 1;
    }
    const isCut = end === text.length && isHighSurrogate(text.charCodeAt(end - 1));
    const run = text.slice(start, isCut ? end - 1 : end).replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufffd]/gu, "");
    if (run !== "") {
      const isOne = run.length === 1 || (run.length < 64 && graphemes(run).length === 1);
      this.#events.push(isOne ? typed(run) : { type: "text", text: run });
    }
    return isCut ? this.#hold(text.slice(end - 1), "sequence") : end;
  }

  #readEscape(text: string, start: number): number {
    const next = text[start + 1];
    if (next === undefined) {
      return this.#hold(text.slice(start), "escape");
    }
    if (next === ESC) {
      return this.#readDoubleEscape(text, start);
    }
    if (beginsSequence(next)) {
      const scan = scanSequence(text, start);
      switch (scan.kind) {
        case "partial":
          return this.#hold(text.slice(start), "sequence");
        case "broken":
          return scan.end;
        case "whole":
          return this.#readWhole(text, start, scan.end);
        default:
          break;
      }
    }
    return this.#readAlt(text, start);
  }

  #readWhole(text: string, start: number, end: number): number {
    const meaning = readSequence(text.slice(start, end));
    switch (meaning.type) {
      case "key":
      case "reply":
        this.#events.push(meaning);
        return end;
      case "paste-start":
        this.#beginPaste(text.slice(end));
        return text.length;
      default:
        return end;
    }
  }

  /** Two Escapes: a key with Alt as sent by rxvt and PuTTY, or the Escape key followed by something else. */
  #readDoubleEscape(text: string, start: number): number {
    const third = text[start + 2];
    if (third === undefined) {
      return this.#hold(text.slice(start), "escape");
    }
    if (third === "[" || third === "O") {
      const scan = scanSequence(text, start + 1);
      if (scan.kind === "partial") {
        return this.#hold(text.slice(start), "sequence");
      }
      const meaning = scan.kind === "whole" ? readSequence(text.slice(start + 1, scan.end)) : undefined;
      if (scan.kind === "whole" && meaning?.type === "key") {
        this.#events.push(withAlt(meaning, text.slice(start, scan.end)));
        return scan.end;
      }
    }
    this.#events.push(pressed("escape", 0, ESC));
    return start + 1;
  }

  /** Alt with a character, or with a key that is one control character. */
  #readAlt(text: string, start: number): number {
    const character = String.fromCodePoint(text.codePointAt(start + 1) ?? 0);
    const code = character.charCodeAt(0);
    const end = start + 1 + character.length;
    if (isControl(code)) {
      this.#events.push(controlKey(code, modifierBits.alt, text.slice(start, end)));
      return end;
    }
    if (character.length === 1 && isHighSurrogate(code)) {
      return end === text.length ? this.#hold(text.slice(start), "sequence") : end;
    }
    this.#events.push(pressed(character === " " ? "space" : character, modifierBits.alt, text.slice(start, end)));
    return end;
  }

  #endBurst(): void {
    this.#deliverPaste(this.#burst ?? "");
    this.#burst = undefined;
  }

  #beginPaste(rest: string): void {
    const paste = new BracketedPaste();
    this.#paste = paste;
    this.#takePasted(paste, rest);
  }

  #takePasted(paste: BracketedPaste, chunk: string): void {
    const progress = paste.take(chunk);
    if (progress.kind === "more") {
      this.pending = "paste";
      return;
    }
    this.#paste = undefined;
    if (progress.kind === "ended") {
      this.#deliverPaste(progress.text);
    }
    this.#read(progress.rest);
  }

  #deliverPaste(text: string): void {
    if (text !== "") {
      this.#events.push({ type: "paste", text });
    }
  }
}

/**
 * The two keys that an Alt chord may consist of: terminals send Alt as an Escape before the key, which equals Escape and a key pressed quickly or
 * over a slow line. Undefined for every other key, and when the terminal reports Alt explicitly.
 */
export function escapeAndKey({ name, sequence }: KeyEvent): readonly [KeyEvent, KeyEvent] | undefined {
  if (!/(?:^|\+)alt\+/.test(name) || sequence.length < 2 || sequence[0] !== ESC) return undefined;
  if (beginsSequence(sequence[1] ?? "")) return undefined;
  const [key] = createDecoder().push(sequence.slice(1));
  return key?.type === "key" ? [pressed("escape", 0, ESC), key] : undefined;
}

/** A decoder for a new session. */
export function createDecoder(): Decoder {
  return new SequenceDecoder();
}
