import { Writable } from "node:stream";
import { Flow } from "./flow.ts";
import { readInkWrite } from "./ink-writes.ts";
import { ModeLedger, type WindowSetting } from "./modes.ts";
import type { OutputOptions, Painted } from "./output-options.ts";
import { readFrame } from "./screen/frame.ts";
import { Grid } from "./screen/grid.ts";
import { type ScreenUpdate, ShownScreen } from "./screen/shown-screen.ts";
import { reportedCells } from "./size.ts";
import { writeNow } from "./write-now.ts";

/** What is written to: the process's standard output, or anything that behaves like a terminal's. */
export interface OutputTarget {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** The file descriptor, where there is one: the last bytes before an exit are written to it directly. */
  readonly fd?: number;
  write(bytes: string | Uint8Array): boolean;
  once(event: "drain", listener: () => void): unknown;
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
}

/** Draws a frame into a grid of the terminal's size. @returns false when it cannot be said in cells */
export type Draw = (grid: Grid) => boolean;

/**
 * The stream to give Ink as its standard output. It knows which of the terminal's modes were changed, so that they can be
 * put back at any moment, and on the alternate screen it knows what is shown and writes only what changes.
 */
export interface TerminalOutput extends Writable {
  readonly isTTY: boolean;
  readonly columns: number;
  readonly rows: number;
  /** Whether a frame can be drawn straight into cells now: on the alternate screen, when frames are written as cells. */
  readonly takesCells: boolean;
  /**
   * Shows a frame that draws itself, now or as soon as the terminal has taken what was written before. A frame that is shown
   * meanwhile takes its place.
   */
  show(draw: Draw): void;
  /** Gives the window something that lasts (its title), until it is taken back or the terminal is restored. Null takes it back. */
  setWindow(what: string, setting: WindowSetting | null): void;
  /** Takes an answer of the terminal that came in among the keys. */
  takeReply(sequence: string): void;
  /** Writes all that is shown anew: somebody else may have written on the screen. */
  redraw(): void;
  /** Puts the terminal back as it was, at once and before anything else that the process does. */
  restore(): void;
  /** Resolves when the terminal owes no answer that would come to somebody else; it is asked nothing more until it was lent. */
  rest(): Promise<void>;
  /** Puts the terminal back for somebody else, and gives the function that changes it again as it was changed. */
  lend(): () => void;
  /** Restores, and drops whatever is written later: the process ends, and Ink must not draw over the shell. */
  close(): void;
}

const CSI = "\u001b[";
const ENTER_ALTERNATE_SCREEN = `${CSI}?1049h`;
const BEGIN_SYNCHRONIZED = `${CSI}?2026h`;
const END_SYNCHRONIZED = `${CSI}?2026l`;
/** Asks whether the terminal knows synchronized output (DECRQM), and the two answers that say so: on, and off. */
const ASK_SYNCHRONIZED = `${CSI}?2026$p`;
const HAS_SYNCHRONIZED = /^\u001b\[\?2026;[12]\$y$/;
/** What else asks the terminal something: Ink about the keyboard, the theme about the ground and what terminal it is. */
const ASKS = /\u001b(?:\[\?u|\[c|\]11;\?)/u;
const BRACKETED_PASTE = 2004;

/** A larger update is marked as one: it hardly reaches the terminal in one piece. */
const SMALL = 512;

class OutputStream extends Writable implements TerminalOutput {
  readonly #target: OutputTarget;
  readonly #modes = new ModeLedger();
  readonly #screen: ShownScreen | undefined;
  readonly #isAnswered: boolean;
  readonly #isDrawnOn: boolean;
  #painted: Painted | undefined;
  readonly #flow = new Flow(() => this.#flush());
  /** Where the next frame is drawn. */
  #frame: Grid;
  /** The newest frame that was not written yet, and its text where it has one. */
  #pending: { readonly draw: Draw; readonly text?: string } | undefined;
  /** Writes that wait until the frame before them was written. */
  #waiting: (() => void)[] = [];
  #isDraining = false;
  #isClosed = false;
  #hasSynchronized = false;
  #isRequested = false;
  /** What is to be done when the terminal is back, while it is lent: nothing is written on somebody else's screen. */
  #held: (() => void)[] | undefined;
  /** Whether anything was shown since the alternate screen was entered. */
  #hasShown = false;

  constructor(target: OutputTarget, options: OutputOptions) {
    super({ decodeStrings: false });
    const { frames = "cells", scrolling = "scroll", isAnswered = false, painted } = options;
    this.#target = target;
    this.#isAnswered = isAnswered;
    this.#isDrawnOn = frames === "cells";
    this.#painted = frames === "whole" ? undefined : painted;
    this.#screen = frames === "whole" ? undefined : new ShownScreen(this.columns, this.rows, scrolling);
    this.#frame = new Grid(this.columns, this.rows);
    target.on("resize", this.#resized);
  }

  get isTTY(): boolean {
    return this.#target.isTTY === true;
  }

  get columns(): number {
    return reportedCells(this.#target.columns) ?? 80;
  }

  get rows(): number {
    return reportedCells(this.#target.rows) ?? 24;
  }

  get takesCells(): boolean {
    return this.#isDrawnOn && this.#writesCells;
  }

  /** Whether what is written is what differs: on the alternate screen, unless whole frames are asked for. */
  get #writesCells(): boolean {
    return this.#screen !== undefined && this.#modes.isOnAlternateScreen && !this.#isClosed;
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const bytes = typeof chunk === "string" ? chunk : chunk.toString();
    if (this.#isClosed) {
      done();
    } else if (this.#held !== undefined) {
      this.#held.push(() => this.#control(bytes));
      done();
    } else if (!this.#writesCells) {
      this.#control(bytes);
      this.#whenDrained(done);
    } else if (bytes === "") {
      this.#whenDrained(done);
    } else {
      this.#takeInkWrite(bytes);
      done();
    }
  }

  #takeInkWrite(bytes: string): void {
    const write = readInkWrite(bytes);
    if (write.kind === "control") {
      this.#control(bytes);
    } else if (write.kind === "frame") {
      const { text } = write;
      // Ink begins with nothing; what stands on the screen stays until there is something to show in its place.
      if (this.#hasShown || text.trim() !== "") {
        this.#pending = { draw: (grid) => readFrame(text, grid), text };
        this.#flush();
      }
    }
  }

  show(draw: Draw): void {
    if (this.takesCells) {
      this.#pending = { draw };
      this.#flush();
    }
  }

  setWindow(what: string, setting: WindowSetting | null): void {
    if (this.#held !== undefined) {
      this.#held.push(() => this.setWindow(what, setting));
      return;
    }
    const before = this.#modes.window.get(what);
    this.#modes.noteWindow(what, setting);
    const bytes = setting === null ? before?.undo : setting.set;
    if (bytes !== undefined && !this.#isClosed) this.#send(bytes);
  }

  /** Writes what is no frame, straight through: what is queued here would be lost at an exit. */
  #control(bytes: string): void {
    const wasOnAlternateScreen = this.#modes.isOnAlternateScreen;
    this.#modes.note(bytes);
    if (this.#isAnswered && ASKS.test(bytes)) this.#flow.noteQuestion();
    const isOnAlternateScreen = this.#modes.isOnAlternateScreen;
    if (wasOnAlternateScreen && !isOnAlternateScreen) {
      // What was to be shown has no place any more, and what comes after is written in the terminal's own look.
      this.#pending = undefined;
      this.#send(this.#screen === undefined || this.#screen.isPlain ? bytes : `${CSI}m${bytes}`);
    } else if (isOnAlternateScreen && !wasOnAlternateScreen) {
      this.#enter(bytes);
    } else {
      this.#send(bytes);
    }
  }

  /** The alternate screen: blank, or with what was painted on it before. */
  #enter(bytes: string): void {
    this.#hasShown = false;
    const { columns, rows, frame } = this.#painted ?? { columns: 0, rows: 0, frame: "" };
    this.#painted = undefined;
    const isPainted = columns === this.columns && rows === this.rows;
    const rest = isPainted ? bytes.replace(ENTER_ALTERNATE_SCREEN, "") : bytes;
    if (rest !== "") {
      this.#send(rest);
    }
    this.#ask(isPainted ? `${frame.slice(0, frame.indexOf("\n"))}${CSI}m` : `${CSI}J`);
    this.#fit();
    this.#screen?.cleared();
    if (isPainted) {
      if (readFrame(frame, this.#frame)) {
        this.#screen?.adopt(this.#frame);
      } else {
        this.#screen?.forget();
      }
    }
  }

  /**
   * Asks what the terminal can do, once, when the keyboard is read already (which bracketed paste tells): an answer would be
   * echoed otherwise. Some terminals print the end of a question that they do not know; it is erased.
   *
   * @param erasure what brings the first line back to how it was
   */
  #ask(erasure: string): void {
    const isReading = this.#modes.isChanged(BRACKETED_PASTE);
    if (this.#isAnswered && this.#screen !== undefined && isReading && !this.#isRequested) {
      this.#isRequested = true;
      this.#send(`${CSI}H${ASK_SYNCHRONIZED}${CSI}H${erasure}`);
      this.#flow.noteQuestion();
    }
  }

  takeReply(sequence: string): void {
    if (HAS_SYNCHRONIZED.test(sequence)) {
      this.#hasSynchronized = true;
    }
    this.#flow.take(sequence);
  }

  rest(): Promise<void> {
    return this.#flow.rest((question) => this.#send(question));
  }

  #send(bytes: string): void {
    if (!this.#target.write(bytes)) {
      this.#isDraining = true;
      this.#target.once("drain", () => {
        this.#isDraining = false;
        this.#flush();
      });
    }
  }

  #whenDrained(done: () => void): void {
    this.#waiting.push(done);
    this.#flush();
  }

  /** Writes the newest frame when the terminal has taken what came before it. */
  #flush(): void {
    if (this.#isDraining) {
      return;
    }
    if (this.#pending !== undefined && this.#writesCells) {
      if (!this.#flow.isOpen) {
        return;
      }
      const { draw, text } = this.#pending;
      this.#pending = undefined;
      this.#write(draw, text);
    }
    if (!this.#isDraining) {
      for (const done of this.#waiting.splice(0)) {
        done();
      }
    }
  }

  #write(draw: Draw, text: string | undefined): void {
    const screen = this.#screen;
    if (screen === undefined) {
      return;
    }
    this.#hasShown = true;
    if (draw(this.#frame)) {
      const update = screen.update(this.#frame);
      if (update.output !== "") {
        this.#send(this.#framed(update));
      }
    } else if (text !== undefined) {
      this.#send(this.#framed({ output: `${CSI}m${CSI}H${CSI}J${text}`, isBlankMidway: true }));
      screen.forget();
    }
  }

  /** Marks an update as one that is large or would flicker, and asks for an answer when enough has been written. */
  #framed({ output, isBlankMidway }: ScreenUpdate): string {
    const isMarked = this.#hasSynchronized && (isBlankMidway || output.length > SMALL);
    const marked = isMarked ? BEGIN_SYNCHRONIZED + output + END_SYNCHRONIZED : output;
    return this.#isAnswered ? marked + this.#flow.sent(marked.length) : marked;
  }

  /** Has a screen and a frame of the terminal's size. */
  #fit(): void {
    this.#screen?.forget(this.columns, this.rows);
    if (this.#frame.columns !== this.columns || this.#frame.rows !== this.rows) {
      this.#frame = new Grid(this.columns, this.rows);
    }
  }

  readonly #resized = (): void => {
    this.#fit();
    this.emit("resize");
    // When Ink has nothing new to say about the new size, what was there is still to be drawn for it.
    if (this.#screen?.isKnown === false) {
      this.#drawAgain();
    }
  };

  redraw(): void {
    this.#measure();
    this.#screen?.forget();
    this.#drawAgain();
  }

  /** Node asks for the terminal's size at SIGWINCH only, which a job that is stopped is never sent. */
  #measure(): void {
    if (this.#target === process.stdout) {
      process.emit("SIGWINCH", "SIGWINCH");
    }
  }

  #drawAgain(): void {
    const screen = this.#screen;
    if (screen !== undefined && this.#writesCells) {
      this.#pending ??= { draw: (grid) => grid.copy(screen.grid) };
      this.#flush();
    }
  }

  restore(): void {
    const bytes = this.#modes.restoring();
    this.#modes.forget();
    this.#pending = undefined;
    this.#flow.stop();
    if (bytes === "") {
      return;
    }
    if (this.#target.fd === undefined) {
      this.#target.write(bytes);
    } else {
      writeNow(this.#target.fd, bytes);
    }
  }

  lend(): () => void {
    const bytes = this.#modes.repeating();
    const { window } = this.#modes;
    this.restore();
    this.#held = [];
    return () => {
      const held = this.#held ?? [];
      this.#held = undefined;
      if (bytes !== "") {
        this.#control(bytes);
      }
      for (const [what, setting] of window) this.setWindow(what, setting);
      this.#measure();
      for (const run of held) {
        run();
      }
    };
  }

  close(): void {
    this.restore();
    this.#isClosed = true;
    this.#target.off("resize", this.#resized);
    this.#flush();
  }
}

/** The stream between Ink and the terminal. */
export function createOutput(target: OutputTarget, options: OutputOptions = {}): TerminalOutput {
  return new OutputStream(target, options);
}
