import { writeSync } from "node:fs";

/** How long the last bytes wait for a terminal that is not taking any, in milliseconds. */
const longestStall = 500;
const pauseBetweenTries = 10;

/** Writes without the event loop, trying again for a while when the terminal takes nothing just now. */
export function writeNow(fd: number, bytes: string): void {
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
