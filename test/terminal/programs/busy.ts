/**
 * A program that computes for ever, in the manner of the console: raw mode, the alternate screen, no key read. Started by
 * `unresponsive.long.test.ts`; with the argument `service` the embedded service runs in it. Keys: b is busy for ever, w for some seconds, s ends
 * the service and e starts it again, either until its thread is known to be gone or there; any other key is shown.
 */
import { writeSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { type EmbeddedService, startEmbedded } from "../../../src/service/embedded.ts";
import { createInput } from "../../../src/terminal/input/input.ts";
import { createOutput } from "../../../src/terminal/output.ts";
import { ThreadWatchMemory, WATCHER, type Watcher } from "../../../src/terminal/unresponsive/thread-watch.ts";
import { watchMainThread, watchScript } from "../../../src/terminal/unresponsive/unresponsive.ts";

const output = createOutput(process.stdout);
const show = (text: string): void => void output.write(`\u001b[H\u001b[2K${text}`);

/** Written past the output, and busy at once: in another turn of the loop a key that answers it could be read before. */
function compute(milliseconds: number): void {
  writeSync(1, "\u001b[H\u001b[2Kbusy");
  const end = Date.now() + milliseconds;
  while (Date.now() < end);
  show("back again");
}

const { script, data } = watchScript();
const memory = data instanceof SharedArrayBuffer ? new ThreadWatchMemory(data) : new ThreadWatchMemory();
let service: EmbeddedService | undefined;

async function startService(): Promise<void> {
  service = await startEmbedded({ dataDir: ":memory:", quiet: true, alongside: { script, data } });
  const before = memory.serviceLooks;
  while (memory.serviceLooks === before) await wait(20);
}

async function untilWatchedBy(watcher: Watcher): Promise<void> {
  while (memory.watcher !== watcher) await wait(20);
  show(watcher === WATCHER.own ? "watched by a thread of its own" : "watched by the service");
}

const input = createInput({
  source: process.stdin,
  mode: () => "keys",
  write: (bytes) => output.write(bytes),
  dispatch: (event) => {
    if (event.type !== "key") return true;
    if (event.name === "ctrl+c") {
      output.close();
      input.setRawMode(false);
      process.stdout.write("ended in order\n");
      process.exit(0);
    }
    if (event.name === "b") compute(Number.POSITIVE_INFINITY);
    else if (event.name === "w") compute(6000);
    else if (event.name === "s") void service?.stop().then(() => untilWatchedBy(WATCHER.own));
    else if (event.name === "e") void startService().then(() => untilWatchedBy(WATCHER.service));
    else show(`key ${event.name}`);
    return true;
  },
});
input.on("readable", () => input.read());
input.setRawMode(true);
const isWithService = process.argv.includes("service");
if (isWithService) await startService();
watchMainThread((bytes) => process.stdin.emit("data", bytes), isWithService);
output.write("\u001b[?1049h");
show("ready");
