import type { ServicePresence } from "../../contract/wire/connection.ts";
import { messageOf } from "../../text/thrown.ts";
import { isReady, type ServiceReady } from "../server/ready.ts";
import type { ServiceOptions } from "../service.ts";
import type { CompanionScript, ThreadMessage, ThreadRequest } from "./worker.ts";

/**
 * V8's young generation (MB; default 48). Objects of a request are freed with its answer: a larger one makes no answer faster, but stays allocated in
 * the console.
 */
const ROOM_FOR_NEW = 6;

/** A service in a thread of this process. */
export type ServiceThread = {
  /** @throws when the service does not start; the message is for people */
  readonly ready: Promise<ServiceReady>;
  presence(): ServicePresence;
  /** Calls a function with each error after the start, also with those that came before this call. */
  onTrouble(tell: (trouble: string) => void): void;
  /** Runs a script in the thread once the service is ready. */
  runAlongside(script: CompanionScript): void;
  stop(): Promise<void>;
  /** Ends the thread whatever it does. */
  end(): Promise<void>;
};

const isMessage = (value: unknown): value is ThreadMessage =>
  typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string";

/** Starts a service in a thread of its own. */
export function startServiceThread(options: ServiceOptions): ServiceThread {
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: ROOM_FOR_NEW },
  });
  // The program may exit while the service runs: answered writes are on disk.
  worker.unref();
  const request = (message: ThreadRequest): void => worker.postMessage(message);
  const ready = Promise.withResolvers<ServiceReady>();
  // Whoever waits for it handles its error.
  ready.promise.catch(() => undefined);
  const ended = Promise.withResolvers<void>();
  let presence: ServicePresence = "here";
  const early: string[] = [];
  let tell = (trouble: string): unknown => early.push(trouble);
  worker.on("error", (failure) => {
    ready.reject(failure);
    tell(`The embedded service ended: ${messageOf(failure)}`);
  });
  worker.once("exit", () => {
    presence = "away";
    ready.reject(new Error("the service ended before it was ready."));
    ended.resolve();
  });
  worker.on("message", (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.kind === "trouble") tell(message.trouble);
    if (message.kind === "failed") ready.reject(new Error(message.reason));
    if (message.kind === "ready" && isReady(message.ready)) ready.resolve(message.ready);
  });
  request({ kind: "start", options });
  return {
    ready: ready.promise,
    presence: () => presence,
    onTrouble: (next) => {
      tell = next;
      for (const trouble of early.splice(0)) next(trouble);
    },
    runAlongside: (script) => request({ kind: "alongside", script }),
    async stop() {
      // The program must keep running until the service has ended.
      worker.ref();
      request({ kind: "stop" });
      await ended.promise;
    },
    async end() {
      await worker.terminate();
    },
  };
}
