import { BracketedPaste } from "./bracketed-paste.ts";
import { graphemes, type InputEvent, type KeyEvent, modifierBits, pressed, type ReplyEvent, typed } from "./keys.ts";
import { isPlain, looksPasted } from "./paste.ts";
import { beginsSequence, scanSequence } from "./scan.ts";
import { readSequence } from "./sequences.ts";

/**
 * What the decoder waits for before it can say more. Whoever feeds it starts a timer for it and calls `flush()` when
 * nothing has come meanwhile.
 *
 * - "escape": an Escape, which is a key by itself or begins a sequence
 * - "sequence": a sequence that has begun, or half a character
 * - "tail": the rest of a sequence whose beginning was given up (a lone Escape given out as a key, or a sequence cut by a
 *   long pause); it is swallowed when it comes
 * - "burst": more of a paste that came without brackets
 * - "paste": the end of a bracketed paste
 */
export type Hold = "escape" | "sequence" | "tail" | "burst" | "paste";

/** Reads what a terminal sends, in chunks cut anywhere, into events. Pure: no clock, no stream. */
export interface Decoder {
  /** The next chunk, decoded from UTF-8. Gives the events that are certain now. */
  push(chunk: string): DecodedEvent[];
  /** What is pending has waited long enough. Gives what it turns out to be. */
  flush(): DecodedEvent[];
  /** What waits for more input. */
  readonly pending: Hold | undefined;
  /** Forgets what is pending: the terminal was handed to somebody else. */
  reset(): void;
}

/** An event, or an answer of the terminal. */
export type DecodedEvent = InputEvent | ReplyEvent;

const ESC = "\u001b";

/** Ctrl with what lies beyond the letters: 0x1c to 0x1f. */
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

/** A key that came with one more Escape before its sequence (rxvt, PuTTY): the same key with Alt. */
function withAlt(key: KeyEvent, sequence: string): KeyEvent {
  const control = key.name.startsWith("ctrl+") ? "ctrl+" : "";
  const rest = key.name.slice(control.length);
  const name = rest.startsWith("alt+") ? key.name : `${control}alt+${rest}`;
  return { type: "key", name, text: undefined, sequence };
}

class SequenceDecoder implements Decoder {
  pending: Hold | undefined;
  /** Text that is held because it is not whole. */
  #partial = "";
  /** What was given up: its tail, if it still comes, is no text. */
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
          // Nothing came after it: rather Escape and this key than a sequence that is cut just here. Arrows are cut after `[`.
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

  /** Stops waiting for the rest of `beginning`, and watches for it for a while. Half a character is dropped. */
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

  /** After something was given up: swallows its tail, or finds that this is something else. */
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
      // However late: what follows is a paste, and must not be keys.
      this.#beginPaste(rest);
      return;
    }
    this.#read(rest);
  }

  /** What was held as a possible tail after a lone Escape: one character was typed; more is half a sequence, and dropped. */
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

  /** Two Escapes: a key with Alt as rxvt and PuTTY send it, or the Escape key and then something else. */
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

  /** Alt with a character or with a key that is one control character. */
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
 * The two keys that an Alt chord may be: terminals send Alt as an Escape before the key, and Escape and a key that are pressed
 * quickly, or on a slow line, come just so. Undefined for every other key, and where the terminal says Alt in so many words.
 */
export function escapeAndKey({ name, sequence }: KeyEvent): readonly [KeyEvent, KeyEvent] | undefined {
  if (!/(?:^|\+)alt\+/.test(name) || sequence.length < 2 || sequence[0] !== ESC) return undefined;
  if (beginsSequence(sequence[1] ?? "")) return undefined;
  const [key] = createDecoder().push(sequence.slice(1));
  return key?.type === "key" ? [pressed("escape", 0, ESC), key] : undefined;
}

/** A decoder at the beginning of a session. */
export function createDecoder(): Decoder {
  return new SequenceDecoder();
}
