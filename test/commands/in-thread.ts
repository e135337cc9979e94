import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";

/** A command as it is given to the program. */
export type CommandCall = {
  readonly args: readonly string[];
  readonly input: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** What a command left behind. The status is null when it threw. */
export type CommandEnd = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

export type ThreadData = { readonly port: MessagePort; readonly ended: Int32Array<SharedArrayBuffer> };

/** The longest that a command may take (ms). */
const LIMIT = 300_000;

let thread: ThreadData | undefined;

function start(): ThreadData {
  const { port1, port2 } = new MessageChannel();
  const ended = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(new URL("command-thread.ts", import.meta.url), {
    workerData: { port: port2, ended } satisfies ThreadData,
    transferList: [port2],
    execArgv: [],
  });
  worker.unref();
  port1.unref();
  return { port: port1, ended };
}

/**
 * Runs a command of the built program in a thread of this process that stays, and waits for its end. A process of its own would take
 * a third of a second of the processor to load the same parts again: that is for tests of what only a process has (signals, a terminal, a
 * closed pipe, the time that a start takes).
 */
export function inThread(call: CommandCall): CommandEnd {
  thread ??= start();
  const { port, ended } = thread;
  Atomics.store(ended, 0, 0);
  port.postMessage(call);
  // What wakes the wait may be the end of the command before, whose message was there already.
  while (Atomics.load(ended, 0) === 0) {
    if (Atomics.wait(ended, 0, 0, LIMIT) !== "timed-out") continue;
    thread = undefined;
    throw new Error(`sextant ${call.args.join(" ")} did not end.`);
  }
  const end: CommandEnd | undefined = receiveMessageOnPort(port)?.message;
  if (end === undefined) throw new Error(`sextant ${call.args.join(" ")} left nothing behind.`);
  return end;
}
