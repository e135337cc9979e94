import { join } from "node:path";
import { z } from "zod";
import { printedBy } from "../bundled.ts";

/** A request of the API: when it was sent (ms), of which project, and of which of its budgets. */
const Call = z.object({ at: z.number(), project: z.string(), budget: z.string() });
export type Call = z.infer<typeof Call>;

/** What an hour of the night brought; heap (bytes) and readings (of all rings) as they were at its end. */
const Hour = z.object({
  bytes: z.number(),
  requests: z.number(),
  tokens: z.number(),
  heap: z.number(),
  samples: z.number(),
});
export type Hour = z.infer<typeof Hour>;

const Night = z.object({
  hours: z.array(Hour).min(1),
  /** Seconds of processor time that console and service took together. */
  processor: z.number(),
  projects: z.array(z.object({ id: z.string(), name: z.string() })),
  calls: z.array(Call).readonly(),
  /** What stood on the screen at the end, and when that was. */
  screen: z.string(),
  ended: z.string(),
});
export type Night = z.infer<typeof Night>;

export type NightOptions = {
  readonly hours: number;
  /** Nothing comes or goes by itself. */
  readonly quiet: boolean;
  readonly projects: number;
};

/** Runs a night at speed, bundled like the program, in a process of its own. */
export async function nightOf({ hours, quiet, projects }: NightOptions): Promise<Night> {
  const service = join(import.meta.dirname, "service.ts");
  const args = [service, String(hours), String(quiet), String(projects)];
  return Night.parse(JSON.parse(await printedBy(join(import.meta.dirname, "console.tsx"), args, ["--expose-gc"])));
}

const MINUTE = 60_000;

/** The most calls that any minute had, wherever it begins. */
export function busiestMinute(moments: readonly number[]): number {
  const sorted = moments.toSorted((one, other) => one - other);
  let first = 0;
  let most = 0;
  for (const [index, at] of sorted.entries()) {
    while ((sorted[first] ?? at) <= at - MINUTE) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

/** The calls by something that they have, each with its moments. */
export function momentsBy(calls: readonly Call[], of: (call: Call) => string): ReadonlyMap<string, readonly number[]> {
  const grouped = Map.groupBy(calls, of);
  return new Map([...grouped].map(([key, group]) => [key, group.map(({ at }) => at)]));
}
