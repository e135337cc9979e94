import { setTimeout as pause } from "node:timers/promises";
import { programOf } from "../../../build.ts";
import { Home } from "../../journeys/home.ts";
import { startService } from "../service-process.ts";
import {
  bareNode,
  countRows,
  type Env,
  hasText,
  isUsable,
  openPeer,
  type Peer,
  type Size,
  SMALL,
  sextant,
  withRows,
} from "./programs.ts";
import { Tty } from "./tty.ts";

/** What the console costs while nobody touches it: bytes and processor time of a minute, and memory. */

/** Processor time in percent of one processor, memory in MB at the end. */
export type Idle = { readonly bytes: number; readonly processor: number; readonly memory: number };

/** V8 tidies up for some seconds after a start (three collections, 0.1 s in all): what comes after it is what a console costs that stands there (ms). */
const TIDIED = 25_000;

/** The key that looks at all projects. */
export const ALL_PROJECTS = "A";

/** Ages on screen go by the minute, and some services by themselves: what a list does when it is left alone. */
export async function idle(
  env: Env,
  place: string,
  seconds: number,
  { keys = "", checkout }: { readonly keys?: string; readonly checkout?: string | undefined } = {},
): Promise<Idle> {
  await using tty = new Tty({ ...sextant(env, SMALL), args: [programOf(checkout), place] });
  await tty.until(isUsable);
  if (keys !== "") await tty.press(keys, 700);
  await tty.silence(5000);
  await pause(TIDIED);
  const [bytes, processor] = [tty.bytes, tty.processor()];
  await pause(seconds * 1000);
  return {
    bytes: tty.bytes - bytes,
    processor: (tty.processor() - processor) / (seconds * 10),
    memory: tty.memory(),
  };
}

/** Steps that are looked for by name. */
export const ALONE = "console, another process's service";
export const WITH_SERVICE = "console and its service in a worker";
const FIRST_OF_ALL = "console and its service, at the first start of all";

/** A step of the account of memory: what is there, and how much (MB) the process holds with it, at once and when V8 has tidied up. */
export type MemoryStep = {
  readonly what: string;
  readonly size: Size;
  readonly memory: number;
  readonly atRest: number;
};

async function memoryStep(what: string, tty: Tty, size: Size): Promise<MemoryStep> {
  await tty.silence(1500);
  const memory = tty.memory();
  await pause(TIDIED);
  return { what, size, memory, atRest: tty.memory() };
}

/** A home whose embedded service has so many alerts. */
async function homeWithAlerts(alerts: number): Promise<Home> {
  const home = new Home();
  const service = await startService(home, `${home.env["XDG_DATA_HOME"]}/sextant/service`, "--alerts", String(alerts));
  await service.stop();
  return home;
}

/** The account of memory, each step with what came to it, at one size of the terminal; the peers before the last. */
export async function memory(
  service: Env,
  size: Size,
  alerts: number,
  peers: readonly Peer[],
): Promise<readonly MemoryStep[]> {
  const steps: MemoryStep[] = [];
  const look = async (what: string, env: Env, place: string): Promise<void> => {
    await using tty = new Tty(sextant(env, size, place));
    await tty.until(isUsable);
    steps.push(await memoryStep(what, tty, size));
  };
  {
    await using tty = new Tty(bareNode(service, size, true));
    await tty.until(hasText);
    steps.push(await memoryStep("bare Node", tty, size));
  }
  await look(ALONE, service, "alerts");
  {
    const rows = await countRows(service);
    await using tty = await withRows(service, size);
    steps.push(await memoryStep(`with ${rows} rows of access history`, tty, size));
  }
  for (const peer of peers) {
    await using tty = await openPeer(peer, size);
    steps.push(await memoryStep(`${peer.name}, 20,000 rows`, tty, size));
  }
  using plain = new Home();
  // Once in a person's life: what lays the sample data grows the heap of the service's thread, for as long as the console runs.
  await look(FIRST_OF_ALL, plain.env, "alerts");
  await look(WITH_SERVICE, plain.env, "alerts");
  using home = await homeWithAlerts(alerts);
  await look(`with ${alerts} alerts in it`, home.env, "alerts");
  return steps;
}
