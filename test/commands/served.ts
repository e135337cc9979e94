import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { programOf } from "../../build.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { isReady } from "../../src/service/server/ready.ts";
import { type Started, started } from "../service/started.ts";

export type Env = Readonly<Record<string, string>>;

/** A service, and the variables that name it. */
export type Served = { readonly env: Env; readonly ready: ServiceReady };

const argumentsOf = (flags: readonly string[]): readonly string[] => ["--json", "--data", ":memory:", ...flags];

const asServed = (ready: ServiceReady): Served => ({
  ready,
  env: {
    SEXTANT_BASE_URL: ready.baseUrl,
    SEXTANT_PUBLIC_KEY: ready.publicKey,
    SEXTANT_PRIVATE_KEY: ready.privateKey,
    SEXTANT_PROJECT_ID: ready.groupId,
    SEXTANT_ORG_ID: ready.orgId,
  },
});

/** The thread of the services, how many of them are in use, and the start of the last one. */
const services: { thread: Worker | undefined; inUse: number; last: Promise<unknown> } = {
  thread: undefined,
  inUse: 0,
  last: Promise.resolve(),
};

async function readyInThread(flags: readonly string[]): Promise<ServiceReady> {
  services.thread ??= new Worker(new URL("serve-thread.ts", import.meta.url), { execArgv: [] });
  const { thread } = services;
  thread.unref();
  thread.postMessage(argumentsOf(flags));
  const [line] = await once(thread, "message");
  const ready: unknown = JSON.parse(String(line));
  if (!isReady(ready)) throw new TypeError(String(line));
  return ready;
}

/**
 * Starts `sextant serve` on the sample data, in memory, in a thread that stays: a process of its own would take a third of a second of the
 * processor. Nothing happens on it by itself, unless the flags say otherwise.
 *
 * @param flags those of `sextant serve`, in place of `--quiet`
 * @param onOver is called when the test is over: tests beside each other say how they hear of it
 */
export async function served(
  flags: readonly string[] = ["--quiet"],
  onOver: (end: () => void) => void = onTestFinished,
): Promise<Served> {
  services.inUse += 1;
  onOver(() => {
    services.inUse -= 1;
    if (services.inUse === 0) services.thread?.postMessage(null);
  });
  // Lines come in the order of the starts.
  const ready = services.last.then(() => readyInThread(flags));
  services.last = ready.catch(() => undefined);
  return asServed(await ready);
}

/** The same in a process of its own, for what becomes of it when that is killed. */
export async function servedInProcess(onOver?: (end: () => void) => void): Promise<Served & Pick<Started, "process">> {
  const { ready, process } = await started([programOf(), "serve", ...argumentsOf(["--quiet"])], onOver);
  return { ...asServed(ready), process };
}

/**
 * One service for the tests of a file that only read, or that can stand what the others have written. It is called at the top of the file.
 *
 * @returns the service, for tests
 */
export function servedToAll(): () => Served {
  let service: Served | undefined;
  let over = (): void => undefined;
  beforeAll(async () => {
    service = await served(["--quiet"], (end) => {
      over = end;
    });
  });
  afterAll(() => over());
  return () => {
    if (service === undefined) throw new Error("The service is there from the first test of the file to the last.");
    return service;
  };
}
