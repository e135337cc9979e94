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

/** The target: standard output of the process, or another terminal stream. */
interface OutputTarget {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** File descriptor, if there is one: the last bytes before an exit are written to it directly. */
  readonly fd?: number;
  write(bytes: string | Uint8Array): boolean;
  once(event: "drain", listener: () => void): unknown;
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
}

/** Draws a frame into a grid of the terminal's size. @returns false when it cannot be represented in cells */
type Draw = (grid: Grid) => boolean;

/**
 * The stream that Ink gets as standard output. It tracks changed terminal modes, so that they can be restored at any time; on the alternate screen
 * it knows what is shown and writes only changes.
 */
export interface TerminalOutput extends Writable {
  readonly isTTY: boolean;
  readonly columns: number;
  readonly rows: number;
  /** True when a frame can be drawn directly into cells: on the alternate screen, when frames are written as cells. */
  readonly takesCells: boolean;
  /**
   * Shows a frame that draws itself, now or as soon as the terminal has received earlier output. A later frame replaces it.
   */
  show(draw: Draw): void;
  /** Sets a lasting window property (its title), until it is removed or the terminal is restored. Null removes it. */
  setWindow(what: string, setting: WindowSetting | null): void;
  /** Takes an answer of the terminal that arrived among the keys. */
  takeReply(sequence: string): void;
  /** Writes the whole screen again: another program may have written on it. */
  redraw(): void;
  /** Restores the terminal synchronously. */
  restore(): void;
  /**
   * Resolves when no answer of the terminal is outstanding, which another program would receive, or when it has not answered for some seconds. No
   * queries are sent until it was lent.
   */
  rest(): Promise<void>;
  /** Restores the terminal for another program; the returned function applies the changes again. */
  lend(): () => void;
  /** Restores the terminal, and drops all later writes: the process ends, and Ink must not draw over the shell. */
  close(): void;
}

const CSI = "\u001b[";
const ENTER_ALTERNATE_SCREEN = `${CSI}?1049h`;
const BEGIN_SYNCHRONIZED = `${CSI}?2026h`;
const END_SYNCHRONIZED = `${CSI}?2026l`;
/** Query for synchronized output (DECRQM), and the two answers that mean support: on, and off. */
const ASK_SYNCHRONIZED = `${CSI}?2026$p`;
const HAS_SYNCHRONIZED = /^\u001b\[\?2026;[12]\$y$/;
/** Other queries: Ink's about the keyboard, the theme's about the background and the terminal's attributes. */
const ASKS = /\u001b(?:\[\?u|\[c|\]11;\?)/u;
const BRACKETED_PASTE = 2004;

/** Larger updates are synchronized: they rarely reach the terminal in one piece. */
const SMALL = 512;

class OutputStream extends Writable implements TerminalOutput {
  readonly #target: OutputTarget;
  readonly #modes = new ModeLedger();
  readonly #screen: ShownScreen | undefined;
  readonly #isAnswered: boolean;
  readonly #isDrawnOn: boolean;
  #painted: Painted | undefined;
  readonly #flow = new Flow(() => this.#flush());
  /** Grid for drawing the next frame. */
  #frame: Grid;
  /** The newest frame that was not written yet, and its text if it has one. */
  #pending: { readonly draw: Draw; readonly text?: string } | undefined;
  /** Writes that wait for the frame before them. */
  #waiting: (() => void)[] = [];
  #isDraining = false;
  #isClosed = false;
  #hasSynchronized = false;
  #isRequested = false;
  /** Actions to run when the terminal is back, while it is lent: nothing is written on another program's screen. */
  #held: (() => void)[] | undefined;
  /** True when anything was shown since the alternate screen was entered. */
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

  /** True when only differences are written: on the alternate screen, unless whole frames are requested. */
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
      // Ink begins with an empty frame: the present picture stays until there is something to show.
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

  /** Writes anything but frames directly: queued bytes would be lost at an exit. */
  #control(bytes: string): void {
    const wasOnAlternateScreen = this.#modes.isOnAlternateScreen;
    this.#modes.note(bytes);
    if (this.#isAnswered && ASKS.test(bytes)) this.#flow.noteQuestion();
    const isOnAlternateScreen = this.#modes.isOnAlternateScreen;
    if (wasOnAlternateScreen && !isOnAlternateScreen) {
      // A pending frame is dropped, and later output needs default attributes.
      this.#pending = undefined;
      this.#send(this.#screen === undefined || this.#screen.isPlain ? bytes : `${CSI}m${bytes}`);
    } else if (isOnAlternateScreen && !wasOnAlternateScreen) {
      this.#enter(bytes);
    } else {
      this.#send(bytes);
    }
  }

  /** Enters the alternate screen: blank, or with the picture painted on it before. */
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
   * Queries the terminal's features, once, when the keyboard is being read (bracketed paste shows that): otherwise the answer would be echoed. Some
   * terminals print the end of an unknown query; it is erased.
   *
   * @param erasure bytes that restore the first line
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

  /** Writes the newest frame when the terminal has received earlier output. */
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

  /** Synchronizes an update that is large or would flicker, and adds a request to confirm when enough was written. */
  #framed({ output, isBlankMidway }: ScreenUpdate): string {
    const isMarked = this.#hasSynchronized && (isBlankMidway || output.length > SMALL);
    const marked = isMarked ? BEGIN_SYNCHRONIZED + output + END_SYNCHRONIZED : output;
    return this.#isAnswered ? marked + this.#flow.sent(marked.length) : marked;
  }

  /** Resizes the screen and the frame to the terminal's size. */
  #fit(): void {
    this.#screen?.forget(this.columns, this.rows);
    if (this.#frame.columns !== this.columns || this.#frame.rows !== this.rows) {
      this.#frame = new Grid(this.columns, this.rows);
    }
  }

  readonly #resized = (): void => {
    this.#fit();
    this.emit("resize");
    // If Ink has no new frame for the new size, the last one is drawn again.
    if (this.#screen?.isKnown === false) {
      this.#drawAgain();
    }
  };

  redraw(): void {
    this.#measure();
    this.#screen?.forget();
    this.#drawAgain();
  }

  /** Node reads the terminal's size only at SIGWINCH, which a stopped job does not get. */
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
