import { setTimeout as wait } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import type { Presence } from "../contract/wire/connection.ts";
import { messageOf } from "../text/thrown.ts";
import { untilEnded } from "./embedded/control-client.ts";
import { dataFile, isReady, removeData, takeDataDirectory } from "./embedded/data-directory.ts";
import { isOpen, openThread } from "./embedded/thread.ts";
import type { Alongside, WorkerMessage } from "./embedded/worker.ts";
import type { ServiceReady } from "./server/ready.ts";
import type { ServiceOptions } from "./service.ts";

/** How the console starts the service inside itself. */
export type EmbeddedOptions = Omit<
  ServiceOptions,
  "place" | "wallClock" | "report" | "metrics" | "log" | "drainTime"
> & {
  /** Directory of the data, or `:memory:`. */
  readonly dataDir: string;
  /** Throw away what is there first. */
  readonly fresh?: boolean;
  /** A script that the service's thread runs beside the service once that is ready, and what its `start` is called with. */
  readonly alongside?: Alongside | undefined;
  /** A thread that is there for it already (`openThread`). Where it is not needed it is ended. */
  readonly thread?: Worker | undefined;
  /** Called with a sentence when something goes wrong later on; nothing is printed, because the screen is drawn there. */
  readonly onTrouble?: (trouble: string) => void;
};

/** What the console gives its own service beside what it is. */
export type EmbeddedUse = Pick<EmbeddedOptions, "onTrouble" | "alongside" | "thread">;

/** A service within reach: this process's own, or (`joined`) that of another console on the same data. */
export type EmbeddedService = ServiceReady & {
  readonly joined: boolean;
  /** Whether the service is the program that listens at its address: it may have gone, and somebody else may have come. */
  presence(): Presence;
  /** Waits, where it has gone away, until its successor listens or is certain not to; whether the service is there. */
  returned(): Promise<boolean>;
  stop(): Promise<void>;
};

/** So long (ms) it takes at most to hear that a service has ended which takes no connections any more. */
const HEARD_WITHIN = 1000;

/** A service of this process's own has no successor. */
const doesNotReturn = async (): Promise<boolean> => false;

/**
 * The embedded service: joins the one that runs on the data directory, or starts it in a worker thread. Calling it again after
 * the other console went away starts the service here.
 *
 * @throws when the data cannot be opened or the service does not come up; the message is for people
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedService> {
  const { dataDir, fresh = false, onTrouble = () => undefined, thread, ...rest } = options;
  if (dataDir === ":memory:") {
    const { ready, presence, stop } = await startWorker({ ...rest, place: dataDir }, onTrouble, thread);
    return { ...ready, joined: false, presence, returned: doesNotReturn, stop };
  }
  const taken = await takeDataDirectory(dataDir).catch((failure: unknown) => {
    void thread?.terminate();
    throw failure;
  });
  if (taken.kind === "running") {
    void thread?.terminate();
    return join(taken.ready, options);
  }
  try {
    if (fresh) removeData(dataDir);
    const { ready, presence, stop } = await startWorker({ ...rest, place: dataFile(dataDir) }, onTrouble, thread);
    taken.announce(ready);
    return {
      ...ready,
      joined: false,
      presence,
      returned: doesNotReturn,
      async stop() {
        try {
          await stop();
        } finally {
          taken.release();
        }
      },
    };
  } catch (failure) {
    taken.release();
    throw failure;
  }
}

/**
 * Another process's service, for as long as it lasts. When that process goes, the service goes on here, at the same address
 * and with the same keys, so that whoever uses it notices no more than a broken connection.
 */
function join(ready: ServiceReady, options: EmbeddedOptions): EmbeddedService {
  let successor: Promise<EmbeddedService> | undefined;
  const ended = Promise.withResolvers<void>();
  let presence: () => Presence = () => "here";
  const letGo = untilEnded(ready, () => {
    presence = () => "away";
    const { fresh: _laidAlready, thread: _ended, ...again } = options;
    successor = startEmbedded(again);
    ended.resolve();
    successor.catch((failure: unknown) => {
      options.onTrouble?.(`The embedded service has ended and cannot be started again: ${messageOf(failure)}`);
    });
    successor.then(
      (next) => {
        const isAtSameAddress = next.baseUrl === ready.baseUrl;
        presence = isAtSameAddress ? next.presence : () => "replaced";
        if (isAtSameAddress) return;
        options.onTrouble?.(
          `Another program uses the address of the embedded service, ${ready.baseUrl}. Quit Sextant and start it again.`,
        );
      },
      () => undefined,
    );
  });
  return {
    ...ready,
    joined: true,
    presence: () => presence(),
    async returned() {
      // It stops listening a moment before the connection that is held to it ends.
      if (successor === undefined) await Promise.race([ended.promise, wait(HEARD_WITHIN)]);
      const next = await successor?.catch(() => undefined);
      if (next === undefined) return false;
      return presence() === "away" ? next.returned() : presence() === "here";
    },
    async stop() {
      letGo();
      await successor?.then(
        (service) => service.stop(),
        () => undefined,
      );
    },
  };
}

const isMessage = (value: unknown): value is WorkerMessage =>
  typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string";

/** The service in a worker thread, once it is ready. */
function startWorker(
  options: ServiceOptions & Pick<EmbeddedOptions, "alongside">,
  onTrouble: (trouble: string) => void,
  thread: Worker | undefined,
): Promise<Pick<EmbeddedService, "presence" | "stop"> & { readonly ready: ServiceReady }> {
  const worker = thread !== undefined && isOpen(thread) ? thread : openThread();
  let presence: Presence = "here";
  const ended = new Promise<void>((resolve) => {
    worker.once("exit", () => {
      presence = "away";
      resolve();
    });
  });
  return new Promise((resolve, reject) => {
    worker.on("error", (failure) => {
      reject(failure);
      onTrouble(`The embedded service ended: ${messageOf(failure)}`);
    });
    worker.once("exit", () => reject(new Error("the service ended before it was ready.")));
    worker.postMessage(options);
    worker.on("message", (message: unknown) => {
      if (!isMessage(message)) return;
      if (message.kind === "trouble") onTrouble(message.trouble);
      if (message.kind === "failed") reject(new Error(message.reason));
      if (message.kind !== "ready" || !isReady(message.ready)) return;
      resolve({
        ready: message.ready,
        presence: () => presence,
        async stop() {
          // Whoever waits for the end has to find the program still running when it comes.
          worker.ref();
          worker.postMessage("stop");
          await ended;
        },
      });
    });
  });
}
