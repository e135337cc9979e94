import { constants, openSync, readSync, writeSync } from "node:fs";
import { isMainThread, workerData } from "node:worker_threads";
import { RESTORE_EVERYTHING } from "../modes.ts";
import { LOOK, ThreadWatchMemory, WATCHER, type Watcher } from "./thread-watch.ts";

/**
 * Watches the main thread from another one. While the main thread computes and reads no keys, this thread reads them: Ctrl-C still ends the program,
 * and all input is handed over when the main thread is back. Runs as a dedicated thread, or as part of the service's, which then calls `start`.
 */

/** Looks without a beat after which the main thread counts as busy. */
const MISSED = 2;
/** Interval of reading keys while it is busy (ms). */
const READ = 100;
/** Time for the main thread to come back and end in order after one Ctrl-C (ms). A second Ctrl-C ends the program at once. */
const GRACE = 3000;

/** Ctrl-C as a byte, and in the kitty keyboard protocol. */
const CTRL_C = /\u0003|\u001b\[99;5(?::1)?u/gu;

const SAID = "Sextant was busy and did not respond: Ctrl-C ended it. Drafts are saved.\n";

/** Settings that raw mode turns off (termios), restored one by one: other settings of the user stay. */
const COOKED = ["echo", "icanon", "iexten", "isig", "brkint", "icrnl", "ixon", "opost"];

/** Bytes typed since the last read; empty when there are none. */
function typed(terminal: number): Buffer {
  const bytes = Buffer.alloc(4096);
  try {
    return bytes.subarray(0, readSync(terminal, bytes));
  } catch {
    // EAGAIN: no key was pressed. Anything else: the terminal is gone, and its hangup ends the program.
    return bytes.subarray(0, 0);
  }
}

/** Restores the terminal and kills the program: its main thread handles no signals. */
function end(terminal: number): void {
  try {
    writeSync(terminal, RESTORE_EVERYTHING);
    // Loaded lazily: the service's thread needs it for nothing else.
    const { spawnSync } = process.getBuiltinModule("node:child_process");
    spawnSync("stty", COOKED, { stdio: [terminal, "ignore", "ignore"] });
    writeSync(terminal, SAID);
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
}

function watch(memory: ThreadWatchMemory, watcher: Watcher): void {
  let terminal: number;
  try {
    terminal = openSync("/dev/tty", constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    // No terminal: keys cannot be read, and signals end the program.
    return;
  }
  const isService = watcher === WATCHER.service;
  let last = -1;
  let missed = 0;
  let unanswered: readonly number[] = [];
  const again = (milliseconds: number): void => {
    const timer = setTimeout(look, milliseconds);
    // The service's thread must be able to end with the service.
    if (isService) timer.unref();
  };
  const look = (): void => {
    if (isService) memory.lookFromService();
    const { beats, isOff } = memory;
    missed = beats === last && !isOff && memory.watcher === watcher ? missed + 1 : 0;
    last = beats;
    if (missed < MISSED) {
      unanswered = [];
      again(LOOK);
      return;
    }
    const bytes = typed(terminal);
    memory.keep(bytes);
    const presses = bytes.toString("latin1").match(CTRL_C)?.length ?? 0;
    unanswered = [...unanswered, ...Array.from({ length: presses }, () => Date.now())];
    const [first] = unanswered;
    if (first !== undefined && (unanswered.length > 1 || Date.now() - first > GRACE)) end(terminal);
    again(READ);
  };
  look();
}

/** Watches from the calling thread: that of the service. */
export function start(data: unknown): void {
  if (data instanceof SharedArrayBuffer) watch(new ThreadWatchMemory(data), WATCHER.service);
}

if (!isMainThread && workerData instanceof SharedArrayBuffer) watch(new ThreadWatchMemory(workerData), WATCHER.own);
