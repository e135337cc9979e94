import { Worker } from "node:worker_threads";
import { BEAT, ThreadWatchMemory, WATCHER } from "./thread-watch.ts";

/** So many beats without a look of the service's thread, and it is not there, or does not come back. */
const SILENT = 6;

/** A watch over the main thread. */
export type ThreadWatch = {
  /** Keys are not ours while another program has the terminal, however long this thread waits for it. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => void;
};

/** A process has one main thread and one terminal. */
let shared: ThreadWatchMemory | undefined;

function memory(): ThreadWatchMemory {
  if (shared !== undefined) return shared;
  shared = new ThreadWatchMemory();
  shared.isOff = true;
  return shared;
}

/** The script that watches, and what its `start` takes: for a thread that is there anyway. */
export const watchScript = (): { readonly script: string; readonly data: unknown } => ({
  script: new URL("./worker.ts", import.meta.url).href,
  data: memory().buffer,
});

/**
 * Sees to it that Ctrl-C ends the program also while it computes: no signal comes of it in raw mode, and nobody reads keys then. Another
 * thread reads them once the main thread has not been heard of for more than a second: that of the embedded service where it runs
 * `watchScript`, else one of its own, which takes 12 MB.
 *
 * @param take what was typed meanwhile, when the main thread is back
 * @param isServiceComing whether the service's thread is there or on its way
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
    // Without the watch everything works but this one thing.
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
