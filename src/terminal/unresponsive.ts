import { Worker } from "node:worker_threads";

/** How often the main thread says that it lives (ms). */
const BEAT = 500;

/** A watch over the main thread. */
export type ThreadWatch = {
  /** Keys are not ours while another program has the terminal, however long this thread waits for it. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => void;
};

/**
 * Sees to it that Ctrl-C ends the program also while it computes: no signal comes of it in raw mode, and nobody reads keys then. A thread
 * of its own reads them once the main thread has not been heard of for more than a second.
 *
 * @param take what was typed meanwhile, when the main thread is back
 */
export function watchMainThread(take: (bytes: Buffer) => void): ThreadWatch {
  const counter = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(new URL("./unresponsive-worker.ts", import.meta.url), {
    workerData: counter,
    stdin: false,
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
  });
  worker.unref();
  worker.on("message", (bytes: Uint8Array) => take(Buffer.from(bytes)));
  // Without the watch everything works but this one thing.
  worker.on("error", () => undefined);
  const beat = setInterval(() => Atomics.add(counter, 0, 1), BEAT);
  beat.unref();
  return {
    pause: () => void Atomics.store(counter, 1, 1),
    resume: () => {
      Atomics.add(counter, 0, 1);
      Atomics.store(counter, 1, 0);
    },
    stop: () => {
      clearInterval(beat);
      Atomics.store(counter, 1, 1);
      void worker.terminate();
    },
  };
}
