import { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { createDecoder, type Decoder, escapeAndKey, type Hold } from "./decoder.ts";
import { inkSequence } from "./ink-keys.ts";
import { firstGrapheme, type InputEvent, typed } from "./keys.ts";
import { cleanPaste, isTooLongForKeys, type PasteKind } from "./paste.ts";

/** What is read: the process's standard input, or anything that behaves like a terminal's. */
export interface InputSource {
  readonly isTTY?: boolean;
  on(event: "data", listener: (chunk: Uint8Array | string) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  off(event: "data", listener: (chunk: Uint8Array | string) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
  off(event: "end", listener: () => void): unknown;
  setRawMode?(isRaw: boolean): unknown;
  resume?(): unknown;
  pause?(): unknown;
  ref?(): unknown;
  unref?(): unknown;
}

/** How characters are taken: each as a key of its own, or together as text for a field that has the focus. */
export type InputMode = "keys" | "text";

/** Starts a timer and gives the way to stop it. */
export type SetTimer = (callback: () => void, milliseconds: number) => () => void;

export interface InputOptions {
  readonly source: InputSource;
  /**
   * Asked about every event before Ink: true means taken, and Ink never sees it. Whatever it says, command keys and, in
   * "keys" mode, pastes never reach Ink. Called once in a macrotask, so that what one event changed is on screen state
   * before the next is asked about. `isAlone` says that nothing else came in the same read: what is pasted without
   * brackets comes together.
   */
  readonly dispatch: (event: InputEvent, isAlone: boolean) => boolean;
  /**
   * Whether a key is a command now. An Alt chord that is none, and that came as an Escape and a key, is those two keys. Without it
   * every such chord is one key.
   */
  readonly isBound?: (name: string) => boolean;
  /** Asked for every event, just before it: a key may open a text field for what follows it in the same chunk. */
  readonly mode: () => InputMode;
  /** The field that a paste goes to has one line (the default) or several. */
  readonly pasteKind?: () => PasteKind;
  /** Answers of the terminal to queries, and mouse and focus reports. They never reach a field. */
  readonly onReply?: (sequence: string) => void;
  /** The terminal is gone. Without it the stream ends, or fails with the error. */
  readonly onHangup?: (error: Error | undefined) => void;
  /** Writes to the terminal: bracketed paste goes on and off with raw mode. */
  readonly write?: (bytes: string) => void;
  /** How long an Escape may be the beginning of a sequence, in milliseconds. */
  readonly escapeHoldMs?: number;
  /** How long the rest of a sequence may take to come, in milliseconds. */
  readonly sequenceHoldMs?: number;
  readonly setTimer?: SetTimer;
}

/** The stream to give Ink as its standard input. */
export interface TerminalInput extends Readable {
  readonly isTTY: boolean;
  setRawMode(isRaw: boolean): this;
  /** Leaves what is typed to the terminal, or takes it again: a job in the background is stopped when it reads. */
  setReading(isReading: boolean): void;
  ref(): this;
  unref(): this;
}

/** For how long after a sequence that did not end in time its rest is swallowed (ms). */
const TAIL = 300;
/** How long a bracketed paste may stall before what there is of it is given out (ms). */
const PASTE_HOLD = 10_000;

const bracketedPasteOn = "\u001b[?2004h";
const bracketedPasteOff = "\u001b[?2004l";

/** Ink asks for the kitty keyboard protocol itself and has to see the answer, `CSI ? flags u`. */
function isKittyReply(sequence: string): boolean {
  return sequence.startsWith("\u001b[?") && /^\?\d+u$/.test(sequence.slice(2));
}

function startTimer(callback: () => void, milliseconds: number): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}

/** An event that was not handed out yet. */
type Queued = { readonly event: InputEvent; readonly isAlone: boolean };

class InputStream extends Readable implements TerminalInput {
  readonly isTTY: boolean;
  readonly #options: InputOptions;
  readonly #holds: Readonly<Record<Hold, number>>;
  readonly #decoder: Decoder = createDecoder();
  #utf8 = new StringDecoder("utf8");
  #queue: Queued[] = [];
  #isPumping = false;
  #isRaw = false;
  #stopTimer: (() => void) | undefined;

  constructor(options: InputOptions) {
    // One event is one object: what Ink reads at a time is one event and never half of one.
    super({ objectMode: true, read: () => undefined });
    const { escapeHoldMs = 30, sequenceHoldMs = 100 } = options;
    this.#options = options;
    this.#holds = {
      escape: escapeHoldMs,
      sequence: sequenceHoldMs,
      tail: TAIL,
      burst: sequenceHoldMs,
      paste: PASTE_HOLD,
    };
    this.isTTY = options.source.isTTY === true;
  }

  /** Events are strings already; Ink calls this each time that it turns raw mode on or off. */
  override setEncoding(): this {
    return this;
  }

  setRawMode(isRaw: boolean): this {
    const { source, write } = this.#options;
    if (isRaw && !this.#isRaw) {
      source.on("data", this.#receive);
      source.on("error", this.#fail);
      source.on("end", this.#end);
    }
    source.setRawMode?.(isRaw);
    if (isRaw !== this.#isRaw) {
      this.#isRaw = isRaw;
      write?.(isRaw ? bracketedPasteOn : bracketedPasteOff);
      if (isRaw) {
        source.resume?.();
      } else {
        this.#release();
      }
    }
    return this;
  }

  setReading(isReading: boolean): void {
    const { source } = this.#options;
    if (!this.#isRaw) return;
    if (isReading) source.resume?.();
    else source.pause?.();
  }

  ref(): this {
    this.#options.source.ref?.();
    return this;
  }

  unref(): this {
    this.#options.source.unref?.();
    return this;
  }

  /** Somebody else reads the terminal now: what was half received belongs to nobody. */
  #release(): void {
    const { source } = this.#options;
    source.off("data", this.#receive);
    source.off("error", this.#fail);
    source.off("end", this.#end);
    source.pause?.();
    this.#stopTimer?.();
    this.#decoder.reset();
    this.#utf8 = new StringDecoder("utf8");
  }

  readonly #receive = (chunk: Uint8Array | string): void => {
    const text = typeof chunk === "string" ? chunk : this.#utf8.write(chunk);
    // Half a character decodes to nothing, and still something came: what is held waits anew.
    this.#stopTimer?.();
    this.#accept(this.#decoder.push(text));
  };

  readonly #fail = (error: Error): void => {
    const { onHangup } = this.#options;
    if (onHangup === undefined) {
      this.destroy(error);
    } else {
      onHangup(error);
    }
  };

  readonly #end = (): void => {
    const { onHangup } = this.#options;
    if (onHangup === undefined) {
      this.push(null);
    } else {
      onHangup(undefined);
    }
  };

  #accept(events: ReturnType<Decoder["push"]>): void {
    const isAlone = events.filter(({ type }) => type !== "reply").length === 1;
    for (const event of events) {
      if (event.type === "reply") {
        this.#options.onReply?.(event.sequence);
        if (isKittyReply(event.sequence)) {
          this.push(event.sequence);
        }
      } else {
        this.#queue.push({ event, isAlone });
      }
    }
    this.#waitForMore();
    this.#pump();
  }

  #waitForMore(): void {
    const { pending } = this.#decoder;
    if (pending === undefined) {
      this.#stopTimer = undefined;
      return;
    }
    let isStopped = false;
    const stop = (this.#options.setTimer ?? startTimer)(() => {
      // A process that was busy may find the timer due and the rest of the sequence waiting to be read: read first.
      setImmediate(() => {
        if (!isStopped) {
          this.#accept(this.#decoder.flush());
        }
      });
    }, this.#holds[pending]);
    this.#stopTimer = () => {
      isStopped = true;
      stop();
    };
  }

  /** Hands out one event in a macrotask: React has drawn what one event changed before the next one comes. */
  #pump(): void {
    if (this.#isPumping || this.#queue.length === 0) {
      return;
    }
    this.#isPumping = true;
    setImmediate(() => {
      this.#isPumping = false;
      if (!this.#isRaw) {
        this.#queue = [];
        return;
      }
      try {
        this.#handOut();
      } finally {
        this.#pump();
      }
    });
  }

  #handOut(): void {
    const mode = this.#options.mode();
    const next = this.#take(mode);
    if (next === undefined) {
      return;
    }
    const { event, isAlone } = next;
    if (this.#options.dispatch(event, isAlone)) {
      return;
    }
    if (event.type === "key") {
      const sequence = inkSequence(event);
      if (sequence !== undefined) {
        this.push(sequence);
      }
    } else if (mode === "text" && event.text !== "") {
      this.push(event.text);
    }
  }

  /**
   * The next event as the mode has it. In "keys" mode the first character of a run is taken, and the rest stays; of an Alt chord that
   * is no command the Escape is taken, and the key stays.
   */
  #take(mode: InputMode): Queued | undefined {
    const queued = this.#queue.shift();
    if (queued === undefined) {
      return undefined;
    }
    const { event } = queued;
    if (event.type === "key") {
      const [first, second] = this.#options.isBound?.(event.name) === false ? (escapeAndKey(event) ?? []) : [];
      return first === undefined || second === undefined ? queued : this.#firstOf(first, second);
    }
    if (event.type === "paste") {
      const kind = mode === "text" ? (this.#options.pasteKind?.() ?? "line") : "text";
      return { event: { type: "paste", text: cleanPaste(event.text, kind) }, isAlone: false };
    }
    if (mode === "text") {
      return queued;
    }
    if (isTooLongForKeys(event.text)) {
      return { event: { type: "paste", text: event.text }, isAlone: false };
    }
    const first = firstGrapheme(event.text);
    const rest = event.text.slice(first.length);
    if (rest === "") {
      return { event: typed(first), isAlone: queued.isAlone };
    }
    const next = firstGrapheme(rest);
    return this.#firstOf(typed(first), next === rest ? typed(rest) : { type: "text", text: rest });
  }

  /** Takes the first of two events that came together, and leaves the second. */
  #firstOf(first: InputEvent, second: InputEvent): Queued {
    this.#queue.unshift({ event: second, isAlone: false });
    return { event: first, isAlone: false };
  }
}

/**
 * The stream between the terminal and Ink. It puts whole keys together however they were cut on the way, swallows what is
 * left of broken ones, separates pastes from keys, asks `dispatch` first, and gives Ink one event at a time.
 *
 * Ink turns it on with raw mode, as it does with the process's own standard input.
 */
export function createInput(options: InputOptions): TerminalInput {
  return new InputStream(options);
}
