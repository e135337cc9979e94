/**
 * Loaded before the console by `ctrl-c-while-it-computes.long.test.ts`: at SIGUSR2 the main thread computes for ever, and says in the window's title
 * before that how many other threads the program has started.
 */
import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  let threads = 0;
  process.on("worker", () => {
    threads += 1;
  });
  process.on("SIGUSR2", () => {
    writeSync(1, `\u001b[H\u001b[2Kcomputing beside ${threads} threads`);
    for (;;);
  });
}
