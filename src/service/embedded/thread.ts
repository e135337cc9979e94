import type { Worker } from "node:worker_threads";

/**
 * V8's young generation (MB; default 48). Objects of a request are freed with its answer: a larger one makes no answer faster, but stays allocated in
 * the console.
 */
const ROOM_FOR_NEW = 6;

/**
 * A thread for a service. It loads the service's code at once, and starts a service when it receives the options (`../embedded.ts`): on a first start
 * it does so while the console's own code is loaded.
 */
export function openThread(): Worker {
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const thread = new Worker(new URL("./worker.ts", import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: ROOM_FOR_NEW },
  });
  // A thread that ends before its use is not used (`isOpen`).
  thread.on("error", () => undefined);
  // The program may exit while the service runs: answered writes are on disk.
  thread.unref();
  return thread;
}

/** True while a thread runs. */
export const isOpen = ({ threadId }: Worker): boolean => threadId !== -1;
