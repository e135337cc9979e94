import fc from "fast-check";
import { step } from "../search-support.ts";
import { alertActs } from "./alert-acts.ts";
import { backupActs } from "./backup-acts.ts";
import { migrationActs } from "./migration-acts.ts";
import { searchActs } from "./search-acts.ts";
import type { Performer, World } from "./world.ts";

/** Sequences of requests as data: what is done, and three numbers that say to what and how. */

export type Act = { readonly do: string; readonly with: readonly [number, number, number] };

const SECONDS = [1, 6, 61, 600, 3601, 86_400, 9 * 86_400, 40 * 86_400];

const timeActs: Readonly<Record<string, Performer>> = {
  wait: async (world, first) => {
    await step(world.watched.client, SECONDS[first % SECONDS.length] ?? 1);
    await world.lookAround();
  },
};

const THEMES: readonly Readonly<Record<string, Performer>>[] = [alertActs, backupActs, searchActs, migrationActs];

const ACTS: Readonly<Record<string, Performer>> = Object.assign({}, timeActs, ...THEMES);

/** Sequences of one theme, with time passing in between, or of everything. */
export const sequences: fc.Arbitrary<readonly Act[]> = fc.constantFrom(...THEMES, backupActs, ACTS).chain((theme) => {
  const act = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...Object.keys(theme)) },
    { weight: 1, arbitrary: fc.constant("wait") },
  );
  const numbers = fc.tuple(fc.nat(63), fc.nat(63), fc.nat(63));
  return fc.array(fc.record({ do: act, with: numbers }), { minLength: 1, maxLength: 40, size: "max" });
});

/** Does what an act says. */
export async function perform(world: World, act: Act): Promise<void> {
  const performer = ACTS[act.do];
  if (performer === undefined) throw new TypeError(`nobody knows how to ${act.do}`);
  await performer(world, ...act.with);
}
