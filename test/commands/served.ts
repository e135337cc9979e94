import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll } from "vitest";
import { programOf } from "../../build.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { started } from "../service/started.ts";

export type Env = Readonly<Record<string, string>>;

/** A service in a process of its own, and the variables that name it. */
export type Served = { readonly env: Env; readonly ready: ServiceReady; readonly process: ChildProcess };

/**
 * Starts `sextant serve` on the sample data, in memory. Nothing happens on it by itself, unless the flags say otherwise.
 *
 * @param flags those of `sextant serve`, in place of `--quiet`
 * @param onOver is called when the test is over: tests beside each other say how they hear of it
 */
export async function served(
  flags: readonly string[] = ["--quiet"],
  onOver?: (end: () => void) => void,
): Promise<Served> {
  const { ready, process } = await started([programOf(), "serve", "--json", "--data", ":memory:", ...flags], onOver);
  const env = {
    SEXTANT_BASE_URL: ready.baseUrl,
    SEXTANT_PUBLIC_KEY: ready.publicKey,
    SEXTANT_PRIVATE_KEY: ready.privateKey,
    SEXTANT_PROJECT_ID: ready.groupId,
    SEXTANT_ORG_ID: ready.orgId,
  };
  return { env, ready, process };
}

/**
 * One service for the tests of a file that only read, or that can stand what the others have written: to start one takes a third of a second
 * of the processor. It is called at the top of the file.
 *
 * @returns the service, for tests
 */
export function servedToAll(): () => Served {
  let service: Served | undefined;
  beforeAll(async () => {
    // It is ended below, with the file.
    service = await served(["--quiet"], () => undefined);
  });
  afterAll(() => {
    service?.process.kill("SIGKILL");
    service = undefined;
  });
  return () => {
    if (service === undefined) throw new Error("The service is there from the first test of the file to the last.");
    return service;
  };
}
