import { expect } from "vitest";
import { isObject } from "../../src/contract/json/json.ts";
import { MOST_A_MINUTE } from "../../src/state/session/budget.ts";
import { isWhole } from "../extent.ts";
import { busiestMinute } from "../night/figures.ts";
import { control } from "../service/support.ts";
import { Person } from "./person.ts";
import { test } from "./watching.ts";

/**
 * A night of alerts at speed, watched from beginning to end: what the watch says is what the service's own documents say, nothing twice,
 * nothing lost that was there when the watch looked, and the calls stay within the budget.
 */

const HOUR = 3_600_000;
const HOURS = isWhole ? 4 : 2;
const SPEED = 60;
/** The watch looks each 20 s, somewhat later where the machine is slow: the service lives this long between two looks (ms). */
const BETWEEN_LOOKS = 30_000 * SPEED;

type Alert = {
  readonly id: string;
  readonly status: string;
  readonly created: number;
  readonly resolved: number | null;
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function alertsIn(person: Person, env: Readonly<Record<string, string>>, status: string): readonly Alert[] {
  const args = ["run", "listAlerts", `status=${status}`, "--query", "itemsPerPage=500"];
  const { results }: { results: readonly Readonly<Record<string, unknown>>[] } = JSON.parse(
    person.run(args, "", env).stdout,
  );
  return results.map(({ id, created, resolved, status: said }) => ({
    id: textOf(id),
    status: textOf(said),
    created: Date.parse(textOf(created)),
    resolved: textOf(resolved) === "" ? null : Date.parse(textOf(resolved)),
  }));
}

const serviceTime = async (ready: Parameters<typeof control>[0]): Promise<number> => {
  const { json } = await control(ready, "GET", "/clock");
  return Date.parse(isObject(json) ? textOf(json["now"]) : "");
};

test("a night of alerts: as the service has it, none twice, none lost, within the budget", async ({ serve, watch }) => {
  const { env, ready } = await serve("--speed", String(SPEED));
  using person = new Person();
  const watching = watch(["alerts", "--format", "json", "--timeout", `${(HOURS * 3600) / SPEED}s`], {
    PATH: process.env["PATH"] ?? "",
    ...person.env,
    ...env,
  });
  await watching.until(/"event":"start"/u);
  const began = await serviceTime(ready);
  expect(await watching.ended()).toBe(124);
  const ended = await serviceTime(ready);
  expect(ended - began).toBeGreaterThan((HOURS - 1) * HOUR);
  const all = ["OPEN", "TRACKING", "CLOSED"].flatMap((status) => alertsIn(person, env, status));
  const known = new Map(all.map((alert) => [alert.id, alert]));

  const events = watching.events.filter(({ event }) => event === "new" || event === "changed" || event === "gone");
  const isClosing = (change: unknown): boolean =>
    isObject(change) && change["name"] === "status" && change["to"] === "closed";
  const idsOf = (kind: string): string[] => events.flatMap(({ event, id }) => (event === kind ? [textOf(id)] : []));
  const came = idsOf("new");
  const closed = events.flatMap(({ id, changes }) =>
    Array.isArray(changes) && changes.some(isClosing) ? [textOf(id)] : [],
  );
  process.stdout.write(`${HOURS} hours: ${came.length} new, ${closed.length} closed, ${events.length} changes\n`);

  expect(came.length).toBeGreaterThan(5 * HOURS);
  // The service forgets an alert whose condition went before it opened: it was tracking as long as it was there.
  const latest = new Map(events.map(({ id, fields }) => [textOf(id), isObject(fields) ? fields["status"] : null]));
  const forgotten = came.filter((id) => !known.has(id)).map((id) => `${id} ${latest.get(id)}`);
  expect(forgotten.filter((line) => !line.endsWith(" tracking"))).toEqual([]);
  expect(new Set(came).size).toBe(came.length);
  expect(new Set(closed).size).toBe(closed.length);
  expect(new Set(idsOf("gone")).size).toBe(idsOf("gone").length);

  // What was there between two looks at least, and away from both ends of the night.
  const isSeen = ({ created, resolved }: Alert): boolean =>
    created > began + BETWEEN_LOOKS && created < ended - BETWEEN_LOOKS && (resolved ?? ended) - created > BETWEEN_LOOKS;
  const wanted = all.filter(isSeen).map(({ id }) => id);
  expect(wanted.length).toBeGreaterThan(HOURS);
  expect(wanted.filter((id) => !came.includes(id))).toEqual([]);
  const wantedClosed = all.filter(
    (alert) => isSeen(alert) && alert.resolved !== null && alert.resolved < ended - BETWEEN_LOOKS,
  );
  expect(wantedClosed.filter(({ id }) => !closed.includes(id)).map(({ id }) => id)).toEqual([]);

  const { json } = await control(ready, "GET", "/journal");
  const entries: readonly unknown[] = isObject(json) && Array.isArray(json["entries"]) ? json["entries"] : [];
  const moments = entries.flatMap((entry) =>
    isObject(entry) && /\/groups\//u.test(textOf(entry["target"])) ? [Date.parse(textOf(entry["time"])) / SPEED] : [],
  );
  expect(moments.length).toBeGreaterThan(5 * HOURS);
  expect(busiestMinute(moments)).toBeLessThanOrEqual(MOST_A_MINUTE);
}, 900_000);
