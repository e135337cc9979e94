import { constants, openSync, readSync, writeSync } from "node:fs";
import { isMainThread, workerData } from "node:worker_threads";
import { RESTORE_EVERYTHING } from "../modes.ts";
import { LOOK, ThreadWatchMemory, WATCHER, type Watcher } from "./thread-watch.ts";

/**
 * Watches the main thread from another one. While that computes and reads no key, this reads them: Ctrl-C ends the program all the
 * same, and everything is handed over for when the main thread comes back. A thread of its own when it is started as one; a part of the
 * service's when that calls `start`.
 */

/** So many looks without a beat, and the main thread is busy. */
const MISSED = 2;
/** How often keys are read while it is busy (ms). */
const READ = 100;
/** How long the main thread has, after one Ctrl-C, to come back and end in order (ms). A second one ends at once. */
const GRACE = 3000;

/** Ctrl-C as a byte, and as the kitty keyboard protocol writes it. */
const CTRL_C = /\u0003|\u001b\[99;5(?::1)?u/gu;

const SAID = "Sextant was busy and did not respond: Ctrl-C ended it. Drafts are saved.\n";

/** What raw mode takes away (termios), given back one by one: what else a person has set stays. */
const COOKED = ["echo", "icanon", "iexten", "isig", "brkint", "icrnl", "ixon", "opost"];

/** What a person typed since the last time; nothing where there was nothing. */
function typed(terminal: number): Buffer {
  const bytes = Buffer.alloc(4096);
  try {
    return bytes.subarray(0, readSync(terminal, bytes));
  } catch {
    // EAGAIN: no key was pressed. Anything else: there is no terminal any more, and its end ends the program.
    return bytes.subarray(0, 0);
  }
}

/** Puts the terminal back and ends the program from outside: its own thread hears nothing. */
function end(terminal: number): void {
  try {
    writeSync(terminal, RESTORE_EVERYTHING);
    // Loaded when it is needed: the service's thread needs it for nothing else.
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
    // No terminal of its own: keys cannot be read twice, and signals end the program.
    return;
  }
  const isService = watcher === WATCHER.service;
  let last = -1;
  let missed = 0;
  let unanswered: readonly number[] = [];
  const again = (milliseconds: number): void => {
    const timer = setTimeout(look, milliseconds);
    // The service's thread ends when the service does.
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

/** Watches from the thread that calls it: that of the service. */
export function start(data: unknown): void {
  if (data instanceof SharedArrayBuffer) watch(new ThreadWatchMemory(data), WATCHER.service);
}

if (!isMainThread && workerData instanceof SharedArrayBuffer) watch(new ThreadWatchMemory(workerData), WATCHER.own);
