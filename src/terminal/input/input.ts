import { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { createDecoder, type Decoder, escapeAndKey, type Hold } from "./decoder.ts";
import { inkSequence } from "./ink-keys.ts";
import { firstGrapheme, type InputEvent, typed } from "./keys.ts";
import { cleanPaste, isTooLongForKeys, type PasteKind } from "./paste.ts";

/** The source of input: standard input of the process, or another terminal stream. */
interface InputSource {
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

/** Handling of characters: each as a key of its own, or together as text for the focused field. */
export type InputMode = "keys" | "text";

/** Starts a timer and returns a function that stops it. */
export type SetTimer = (callback: () => void, milliseconds: number) => () => void;

export interface InputOptions {
  readonly source: InputSource;
  /**
   * Called for every event before Ink: true means handled, and Ink does not get it. In any case, command keys and, in "keys" mode, pastes never
   * reach Ink. One call per macrotask, so that the state is updated by one event before the next is dispatched. `isAlone`: nothing else came in
   * the same read; a paste without brackets comes together.
   */
  readonly dispatch: (event: InputEvent, isAlone: boolean) => boolean;
  /**
   * True when a key is a command at present. An Alt chord that is not, and that came as an Escape and a key, becomes these two keys. Without this
   * option, such a chord is always one key.
   */
  readonly isBound?: (name: string) => boolean;
  /** Called before every event: a key may open a text field for the rest of the same chunk. */
  readonly mode: () => InputMode;
  /** Kind of the target field of a paste: one line (the default) or several. */
  readonly pasteKind?: () => PasteKind;
  /** Called with answers to queries, and with mouse and focus reports. They never reach a field. */
  readonly onReply?: (sequence: string) => void;
  /** Called when the terminal is gone. Without it, the stream ends or fails with the error. */
  readonly onHangup?: (error: Error | undefined) => void;
  /** Writes to the terminal: bracketed paste is switched together with raw mode. */
  readonly write?: (bytes: string) => void;
  /** Time for which an Escape may be the start of a sequence, in milliseconds. */
  readonly escapeHoldMs?: number;
  /** Time for the rest of a sequence to arrive, in milliseconds. */
  readonly sequenceHoldMs?: number;
  readonly setTimer?: SetTimer;
}

/** The stream that Ink gets as standard input. */
interface TerminalInput extends Readable {
  readonly isTTY: boolean;
  setRawMode(isRaw: boolean): this;
  /** Leaves what is typed to the terminal, or takes it again: a job in the background is stopped when it reads. */
  setReading(isReading: boolean): void;
  ref(): this;
  unref(): this;
}

/** Time for which the rest of an interrupted sequence is dropped (ms). */
const TAIL = 300;
/** Longest stall of a bracketed paste before its text so far is delivered (ms). */
const PASTE_HOLD = 10_000;

const bracketedPasteOn = "\u001b[?2004h";
const bracketedPasteOff = "\u001b[?2004l";

/** Ink itself queries the kitty keyboard protocol and needs the answer, `CSI ? flags u`. */
function isKittyReply(sequence: string): boolean {
  return sequence.startsWith("\u001b[?") && /^\?\d+u$/.test(sequence.slice(2));
}

function startTimer(callback: () => void, milliseconds: number): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}

/** An event that was not delivered yet. */
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
    // Object mode: Ink reads whole events, never half of one.
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

  /** Does nothing: events are strings already. Ink calls it whenever it turns raw mode on or off. */
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

  /** Another program reads the terminal now: half-received input is dropped. */
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
    // Half a character decodes to nothing, but it is input: the timer for pending input restarts.
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
      // After a busy period, the timer may be due while the rest of the sequence is waiting to be read: read it first.
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

  /** Delivers one event per macrotask: React has rendered the effect of one event before the next comes. */
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
   * The next event for the mode. In "keys" mode, only the first character of a run is taken; of an Alt chord that is not a command, only the Escape.
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

  /** Returns the first of two events that came together, and queues the second. */
  #firstOf(first: InputEvent, second: InputEvent): Queued {
    this.#queue.unshift({ event: second, isAlone: false });
    return { event: first, isAlone: false };
  }
}

/**
 * The stream between the terminal and Ink. It assembles keys from input cut anywhere, drops remains of broken sequences, separates pastes from keys,
 * calls `dispatch` first, and delivers one event at a time to Ink.
 *
 * Ink activates it by raw mode, as with the standard input of the process.
 */
export function createInput(options: InputOptions): TerminalInput {
  return new InputStream(options);
}
