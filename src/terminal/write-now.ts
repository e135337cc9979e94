import { writeSync } from "node:fs";

/** Longest wait of the last bytes for a terminal that accepts none, in milliseconds. */
const longestStall = 500;
const pauseBetweenTries = 10;

/** Writes synchronously, retrying for a while when the terminal accepts nothing. */
export function writeNow(fd: number, bytes: string): void {
  let rest = Buffer.from(bytes);
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; rest.length > 0 && waited < longestStall; ) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) {
        // The terminal is gone (EIO, EPIPE): there is nothing to restore, and nobody to inform.
        return;
      }
      Atomics.wait(sleeper, 0, 0, pauseBetweenTries);
      waited += pauseBetweenTries;
    }
  }
}
