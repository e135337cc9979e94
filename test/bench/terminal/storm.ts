import { setTimeout as pause } from "node:timers/promises";
import { walkPages } from "../../../src/client/answers/pages.ts";
import { createClient } from "../../../src/client/client.ts";
import { AlertId, GroupId } from "../../../src/contract/schema/ids.ts";
import { Secret } from "../../../src/contract/secret.ts";
import { Home } from "../../journeys/home.ts";
import { startService } from "../service-process.ts";
import { type Env, isUsable, type Size, sextant } from "./programs.ts";
import { Tty } from "./tty.ts";

/** The list of alerts in a storm: so many are open at once, and others silence some every second, while somebody moves through it. */

export const STORM = { alerts: 2000, changes: 5, seconds: 40, keys: 4 } as const;

export type Storm = {
  readonly size: Size;
  /** Read anew as the scheduler has it, or every second by hand, so that every change comes to the screen at once. */
  readonly reading: "by itself" | "every second";
  /** Milliseconds from each key to the last byte of what it brought. */
  readonly keys: readonly number[];
  /** Processor time (ms) of the console, and all time (ms). */
  readonly used: number;
  readonly passed: number;
  readonly bytes: number;
  /** Alerts that were open when it began and when it ended, as the title says. */
  readonly from: number;
  readonly to: number;
};

const [DOWN, UP, REFRESH, OPEN] = ["j", "k", "r", "\r"];
/** Rows that are surely there: the keys go down and up within them. */
const WITHIN = 10;
/** A key is answered within a frame or two; what comes later is a refresh. */
const QUIET = 40;

const openIn = (screen: string): number => Number(/Alerts +(\d+) open/u.exec(screen)?.[1] ?? 0);

/** Silences one alert after another until it is ended, as another person with another console does. */
async function changing(env: Env): Promise<() => Promise<void>> {
  const client = createClient({
    profile: "bench",
    environment: "sandbox",
    baseUrl: new URL(env["SEXTANT_BASE_URL"] ?? ""),
    metricsUrl: null,
    tokenUrl: null,
    dialect: "specification",
    credentials: {
      kind: "digest",
      publicKey: env["SEXTANT_PUBLIC_KEY"] ?? "",
      privateKey: new Secret(env["SEXTANT_PRIVATE_KEY"] ?? ""),
    },
    scrape: null,
    ca: null,
    readOnly: null,
    roles: null,
  });
  const groupId = GroupId.parse(env["SEXTANT_PROJECT_ID"]);
  const ids: AlertId[] = [];
  const itemsPerPage = 500;
  const open = { status: "OPEN", itemsPerPage } as const;
  const page = (pageNum: number) => {
    const query = { ...open, pageNum };
    return client.call("listAlerts", { params: { groupId }, query });
  };
  for await (const { rows } of walkPages("listAlerts", page, itemsPerPage)) {
    ids.push(...rows.map(({ id }) => AlertId.parse(id)));
  }
  let isOver = false;
  const run = async (): Promise<void> => {
    const began = performance.now();
    for (let done = 0; !isOver; done += 1) {
      const alertId = ids[done % ids.length];
      if (alertId === undefined) throw new Error("There is no alert to silence.");
      const isSilent = Math.floor(done / ids.length) % 2 === 1;
      const until = new Date(Date.now() + 3_600_000).toISOString();
      const body = isSilent ? { unacknowledgeAlert: true } : { acknowledgedUntil: until };
      await client.call("acknowledgeAlert", { params: { groupId, alertId } }, { body });
      await pause(Math.max(0, began + ((done + 1) * 1000) / STORM.changes - performance.now()));
    }
  };
  const running = run();
  return async () => {
    isOver = true;
    await running;
    await client.close();
  };
}

async function round(tty: Tty, size: Size, reading: Storm["reading"]): Promise<Storm> {
  await tty.silence(500);
  const from = openIn(tty.screen());
  const [began, bytes, processor] = [tty.now(), tty.bytes, tty.processor()];
  const keys: number[] = [];
  let read = began;
  for (let pressed = 0; tty.now() - began < STORM.seconds * 1000; pressed += 1) {
    const wait = began + (pressed * 1000) / STORM.keys - tty.now();
    if (wait > 0) await pause(wait);
    if (reading === "every second" && tty.now() - read > 1000) {
      read = tty.now();
      tty.type(REFRESH);
      // Between two keys, as a person would.
      await pause(500 / STORM.keys);
    }
    keys.push((await tty.press(pressed % (WITHIN * 2) < WITHIN ? DOWN : UP, QUIET)).milliseconds);
  }
  const passed = tty.now() - began;
  const [used, written] = [tty.processor() - processor, tty.bytes - bytes];
  tty.type(REFRESH);
  await tty.until((screen) => openIn(screen) !== from);
  return { size, reading, keys, used, passed, bytes: written, from, to: openIn(tty.screen()) };
}

/** The storm at one size, read in both ways, on a service of its own. */
export async function storm(size: Size): Promise<readonly Storm[]> {
  using home = new Home();
  const faults = `alert-storm(count=${STORM.alerts},over=0,open=86000)`;
  const service = await startService(home, `${home.directory}/storm`, "--quiet", "--faults", faults);
  try {
    await using tty = new Tty(sextant(service.env, size, "alerts"));
    await tty.until((screen) => isUsable(screen) && openIn(screen) >= STORM.alerts);
    // Its first group unfolded, the list is far longer than the screen.
    await tty.press(OPEN, 300);
    const stop = await changing(service.env);
    const rounds = [await round(tty, size, "by itself"), await round(tty, size, "every second")];
    await stop();
    return rounds;
  } finally {
    await service.stop();
  }
}
