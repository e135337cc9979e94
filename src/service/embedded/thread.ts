import type { Worker } from "node:worker_threads";

/**
 * What is made while a request is answered is gone with the answer: more room for it (MB; V8 takes 48) makes no answer faster, but stays
 * with the console.
 */
const ROOM_FOR_NEW = 6;

/**
 * A thread for a service. It reads at once what a service is made of, and starts one when it is sent how (`../embedded.ts`): on a first start
 * it does so while the console's own code is read.
 */
export function openThread(): Worker {
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const thread = new Worker(new URL("./worker.ts", import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: ROOM_FOR_NEW },
  });
  // One that ends before it is used is not used (`isOpen`).
  thread.on("error", () => undefined);
  // The program may end while the service runs: what was answered is on the disk.
  thread.unref();
  return thread;
}

/** Whether a thread is there still. */
export const isOpen = ({ threadId }: Worker): boolean => threadId !== -1;
