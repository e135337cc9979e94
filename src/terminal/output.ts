import { writeSync } from "node:fs";
import { Writable } from "node:stream";
import { ModeLedger } from "./modes.ts";

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

/**
 * The stream to give Ink as its standard output. It knows which of the terminal's modes were changed, so that they can be
 * put back at any moment.
 */
export interface TerminalOutput extends Writable {
  readonly isTTY: boolean;
  readonly columns: number;
  readonly rows: number;
  /** Puts the terminal back as it was, at once and before anything else that the process does. */
  restore(): void;
  /** Puts the terminal back for somebody else, and gives the function that changes it again as it was changed. */
  lend(): () => void;
  /** Restores, and drops whatever is written later: the process ends, and Ink must not draw over the shell. */
  close(): void;
}

/** How long the last bytes wait for a terminal that is not taking any, in milliseconds. */
const longestStall = 500;
const pauseBetweenTries = 10;

class OutputStream extends Writable implements TerminalOutput {
  readonly #target: OutputTarget;
  readonly #modes = new ModeLedger();
  #isClosed = false;
  readonly #resized = (): void => {
    this.emit("resize");
  };

  constructor(target: OutputTarget) {
    super({ decodeStrings: false });
    this.#target = target;
    target.on("resize", this.#resized);
  }

  get isTTY(): boolean {
    return this.#target.isTTY === true;
  }

  get columns(): number {
    return this.#target.columns ?? 80;
  }

  get rows(): number {
    return this.#target.rows ?? 24;
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#isClosed) {
      done();
      return;
    }
    this.#modes.note(typeof chunk === "string" ? chunk : chunk.toString());
    // Straight through while the terminal keeps up: what is queued here would be lost at an exit.
    if (this.#target.write(chunk)) {
      done();
    } else {
      this.#target.once("drain", () => done());
    }
  }

  restore(): void {
    const bytes = this.#modes.restoring();
    this.#modes.forget();
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
    this.restore();
    return () => {
      if (bytes !== "") {
        this.write(bytes);
      }
    };
  }

  close(): void {
    this.restore();
    this.#isClosed = true;
    this.#target.off("resize", this.#resized);
  }
}

/** Writes without the event loop, trying again for a while when the terminal takes nothing just now. */
function writeNow(fd: number, bytes: string): void {
  let rest = Buffer.from(bytes);
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; rest.length > 0 && waited < longestStall; ) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) {
        // The terminal is gone (EIO, EPIPE): there is nothing to put back, and nobody to tell.
        return;
      }
      Atomics.wait(sleeper, 0, 0, pauseBetweenTries);
      waited += pauseBetweenTries;
    }
  }
}

/** The stream between Ink and the terminal. For now every frame goes through as Ink writes it. */
export function createOutput(target: OutputTarget): TerminalOutput {
  return new OutputStream(target);
}
