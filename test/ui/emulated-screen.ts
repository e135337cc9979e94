import { Writable } from "node:stream";
import xterm from "@xterm/headless";
import { WAIT_LIMIT } from "../extent.ts";
import { readRows } from "../journeys/screen.ts";
import type { Size } from "./played.tsx";

/** A terminal's screen that shows what Ink writes. */
export class EmulatedScreen extends Writable {
  readonly isTTY = true;
  readonly columns: number;
  readonly rows: number;
  readonly #terminal: InstanceType<typeof xterm.Terminal>;

  constructor({ columns, rows }: Size) {
    super({ decodeStrings: false });
    this.columns = columns;
    this.rows = rows;
    this.#terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  }

  override _write(chunk: string | Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.#terminal.write(chunk, () => {
      this.emit("painted");
      done();
    });
  }

  /** The rows on screen, spaces at their ends removed. */
  text(): string {
    return readRows(this.#terminal).join("\n");
  }

  /** Waits until the screen shows something (or shows it no more). @throws with what it shows when that does not come */
  until(pattern: RegExp | string, { absent = false } = {}): Promise<void> {
    const isThere = (text: string): boolean =>
      typeof pattern === "string" ? text.includes(pattern) : pattern.test(text);
    return this.#until((text) => isThere(text) !== absent, `${absent ? "always" : "never"} on screen: ${pattern}`);
  }

  /** Waits until the screen shows something else than a text. @throws when that does not come */
  untilOther(text: string): Promise<void> {
    return this.#until((now) => now !== text, "always on screen");
  }

  async #until(condition: (text: string) => boolean, problem: string): Promise<void> {
    const isSo = (): boolean => condition(this.text());
    if (isSo()) return;
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => {
        this.off("painted", look);
        reject(new Error(`${problem}\n${this.text()}`));
      }, WAIT_LIMIT);
      const look = (): void => {
        if (!isSo()) return;
        clearTimeout(limit);
        this.off("painted", look);
        resolve();
      };
      this.on("painted", look);
    });
  }
}
