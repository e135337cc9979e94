import { Worker } from "node:worker_threads";
import { BEAT, ThreadWatchMemory, WATCHER } from "./thread-watch.ts";

/** Beats without a look of the service's thread after which it counts as gone or stuck. */
const SILENT = 6;

/** A watch over the main thread. */
export type ThreadWatch = {
  /** Call before another program gets the terminal: its keys must not be read, however long this thread is blocked. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => void;
};

/** Shared by all watches: a process has one main thread and one terminal. */
let shared: ThreadWatchMemory | undefined;

function memory(): ThreadWatchMemory {
  if (shared !== undefined) return shared;
  shared = new ThreadWatchMemory();
  shared.isOff = true;
  return shared;
}

/** Script for watching from an existing thread, and the argument of its `start`. */
export const watchScript = (): { readonly script: string; readonly data: unknown } => ({
  script: new URL("./worker.ts", import.meta.url).href,
  data: memory().buffer,
});

/**
 * Makes Ctrl-C end the program even while it computes: in raw mode it raises no signal, and nobody reads keys then. Another thread reads them once
 * the main thread has been silent for more than a second: that of the embedded service if it runs `watchScript`, else a dedicated one, which takes
 * 12 MB.
 *
 * @param take called with bytes typed meanwhile, when the main thread is back
 * @param isServiceComing true when the service's thread is running or starting
 */
export function watchMainThread(take: (bytes: Buffer) => void, isServiceComing: boolean): ThreadWatch {
  const watch = memory();
  let own: Worker | undefined;
  const startOwn = (): void => {
    watch.watcher = WATCHER.own;
    own = new Worker(new URL("./worker.ts", import.meta.url), {
      workerData: watch.buffer,
      stdin: false,
      resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
    });
    own.unref();
    // Without the watch, only this feature is missing.
    own.on("error", () => undefined);
  };
  const leaveToService = (): void => {
    watch.watcher = WATCHER.service;
    void own?.terminate();
    own = undefined;
  };
  let looks = watch.serviceLooks;
  let silent = 0;
  const beat = setInterval(() => {
    watch.beat();
    const typed = watch.take();
    if (typed.length > 0) take(Buffer.from(typed));
    const now = watch.serviceLooks;
    silent = now === looks ? silent + 1 : 0;
    looks = now;
    if (silent === 0 && own !== undefined) leaveToService();
    else if (silent >= SILENT && own === undefined) startOwn();
  }, BEAT);
  beat.unref();
  watch.beat();
  if (isServiceComing) leaveToService();
  else startOwn();
  watch.isOff = false;
  return {
    pause: () => {
      watch.isOff = true;
    },
    resume: () => {
      watch.beat();
      watch.isOff = false;
    },
    stop: () => {
      clearInterval(beat);
      watch.isOff = true;
      void own?.terminate();
    },
  };
}
