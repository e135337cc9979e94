import { setTimeout as wait } from "node:timers/promises";
import type { ServicePresence } from "../contract/wire/connection.ts";
import { messageOf } from "../text/thrown.ts";
import { untilEnded } from "./embedded/control-client.ts";
import { removeData, takeDataDirectory } from "./embedded/data-directory.ts";
import type { EarlyStart } from "./embedded/early-start.ts";
import { dataFile, type OwnDirectory } from "./embedded/own-directory.ts";
import { type ServiceThread, startServiceThread } from "./embedded/service-thread.ts";
import type { CompanionScript } from "./embedded/worker.ts";
import type { ServiceReady } from "./server/ready.ts";
import type { ServiceOptions } from "./service.ts";

/** Options of the service that a console starts in its own process. */
export type EmbeddedOptions = Omit<
  ServiceOptions,
  "place" | "wallClock" | "report" | "metrics" | "log" | "drainTime"
> & {
  /** Data directory, or `:memory:`. */
  readonly dataDir: string;
  /** Deletes existing data first. */
  readonly fresh?: boolean;
  /** A script that the service's thread runs once the service is ready, with the data for its `start`. */
  readonly alongside?: CompanionScript | undefined;
  /** The service, where it was started before. */
  readonly early?: EarlyStart | undefined;
  /** Called with a sentence when an error occurs later; nothing is printed, because the screen is in use. */
  readonly onTrouble?: (trouble: string) => void;
};

/** Options that a console passes to its embedded service. */
export type EmbeddedUse = Pick<EmbeddedOptions, "onTrouble" | "alongside" | "early">;

/** A running service: this process's own, or (`joined`) that of another console on the same data. */
export type EmbeddedService = ServiceReady & {
  readonly joined: boolean;
  /** Checks that the program listening at the address is the service: it may have ended, and another program may have taken its port. */
  presence(): ServicePresence;
  /** Waits, after the service ended, until its successor listens or has failed. Resolves to whether the service is available. */
  returned(): Promise<boolean>;
  stop(): Promise<void>;
};

/** Maximum delay (ms) until the end of a service that takes no more connections is noticed. */
const HEARD_WITHIN = 1000;

/** A service of this process has no successor. */
const doesNotReturn = async (): Promise<boolean> => false;

/**
 * The embedded service: joins the one that runs on the data directory, or starts it in a worker thread. Called again after the other console ended,
 * it starts the service here.
 *
 * @throws when the data cannot be opened or the service does not start; the message is for people
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedService> {
  const { dataDir, fresh = false, early, onTrouble, alongside, ...rest } = options;
  if (early !== undefined) return serve(early.service, early.directory, options);
  if (dataDir === ":memory:") return serve(startServiceThread({ ...rest, place: dataDir }), null, options);
  const taken = await takeDataDirectory(dataDir);
  if (taken.kind === "running") return join(taken.ready, options);
  const { directory } = taken;
  try {
    if (fresh) removeData(dataDir);
  } catch (failure) {
    directory.release();
    throw failure;
  }
  return serve(startServiceThread({ ...rest, place: dataFile(dataDir) }), directory, options);
}

/** A service of this process once it is ready. @throws when it does not start; the directory is free again then */
async function serve(
  service: ServiceThread,
  directory: OwnDirectory | null,
  { onTrouble = () => undefined, alongside }: Pick<EmbeddedOptions, "onTrouble" | "alongside">,
): Promise<EmbeddedService> {
  service.onTrouble(onTrouble);
  if (alongside !== undefined) service.runAlongside(alongside);
  try {
    const ready = await service.ready;
    directory?.announce(ready);
    return {
      ...ready,
      joined: false,
      presence: service.presence,
      returned: doesNotReturn,
      async stop() {
        try {
          await service.stop();
        } finally {
          directory?.release();
        }
      },
    };
  } catch (failure) {
    void service.end();
    directory?.release();
    throw failure;
  }
}

/**
 * Another process's service while it runs. When that process ends, the service is restarted here, at the same address and with the same keys, so that
 * its clients notice only a broken connection.
 */
function join(ready: ServiceReady, options: EmbeddedOptions): EmbeddedService {
  let successor: Promise<EmbeddedService> | undefined;
  const ended = Promise.withResolvers<void>();
  let presence: () => ServicePresence = () => "here";
  const letGo = untilEnded(ready, () => {
    presence = () => "away";
    const { fresh: _laidAlready, early: _ended, ...again } = options;
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
      // A service stops listening a moment before the long-lived `hold` connection ends.
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
